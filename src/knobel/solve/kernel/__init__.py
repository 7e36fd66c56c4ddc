"""The turn kernel: all ways to hold dice, walked by expectation and choice; to read, and compiled."""
