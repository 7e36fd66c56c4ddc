"""Terminal output and keyboard input of the commands."""
