"""The turn kernel: the expectation over throws and the best choice of dice to hold, for reading and compiled."""
