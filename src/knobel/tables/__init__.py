"""A table as a log of entries: seats, commands, undo, clock and view. Pure Python without input or output."""
