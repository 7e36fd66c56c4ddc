"""Perfect play of scorecard games: tables of points to come, of the chance to win for two, and play by them."""
