"""The `knobel` command: a thin layer over the library."""
