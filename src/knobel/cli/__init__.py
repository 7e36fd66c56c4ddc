"""The `knobel` command: a thin skin over the library."""
