"""What the project runs now and then to keep itself in order."""
