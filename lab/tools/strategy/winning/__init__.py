"""What playing to win changes, by family of games."""
