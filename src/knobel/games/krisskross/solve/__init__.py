"""The Kriss Kross player: learned values, look-ahead, exact endings, training and baselines."""
