"""Kribbeln solved among players of the same strength: the contest, its tables, and the books made from them."""
