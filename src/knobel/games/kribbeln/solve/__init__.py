"""Kribbeln among players of the same strength: the contest, its tables, and the books made of them."""
