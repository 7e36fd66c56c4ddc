"""The steps, each named by the one before it."""
