"""Values of Kriss Kross grids: learned, with look-ahead, and exact for the last throws."""
