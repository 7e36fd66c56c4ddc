"""One judge for each kind of game."""
