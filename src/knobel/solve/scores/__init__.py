"""Scores as distributions, not only means: what perfect play and bots reach, and how to reach a wish."""

from knobel.solve.scores.distribution import Distribution
from knobel.solve.scores.shipped import distribution, distributions

__all__ = ["Distribution", "distribution", "distributions"]
