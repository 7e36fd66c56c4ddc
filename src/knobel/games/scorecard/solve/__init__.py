"""Perfect play of scorecard games: tables of expected points, of the chance to win for two, and play by them."""
