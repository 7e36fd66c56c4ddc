"""What the laboratory adds to each game: a folder with the name of its room."""
