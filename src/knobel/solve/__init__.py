"""Perfect play: the turn kernel, exact solvers and their tables."""
