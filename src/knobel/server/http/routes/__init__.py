"""What can be asked for, path by path."""
