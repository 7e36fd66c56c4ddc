"""What the commands show in a terminal, and the keys they ask for."""
