"""The arena: tournaments of any players, with results that others can check."""
