"""The Kriss Kross player: learned values, look-ahead, exact endgames, training and baselines."""
