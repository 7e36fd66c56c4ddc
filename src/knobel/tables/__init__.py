"""A table as an event-sourced log: seats, commands, undo, clock and view. Pure Python without input or output."""
