"""What playing to win changes, in the parts of strategy pages; a file for each family that tells of it."""
