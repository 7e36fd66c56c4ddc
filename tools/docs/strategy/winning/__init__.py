"""What playing to win changes, by the family of games."""
