"""Plots of games and players, as SVG or PNG, on light and on dark paper; needs `knobel[plot]`."""

from knobel.plot.charts import chances, chips, ladder, ratings, scores, trajectory
from knobel.plot.style import THEMES, save

__all__ = ["THEMES", "chances", "chips", "ladder", "ratings", "save", "scores", "trajectory"]
