"""Kribbeln: meet a colour task with a high sum; places in every row earn the points."""
