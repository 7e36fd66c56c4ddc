"""Plots of games and players, as SVG or PNG, on light and dark background; needs `knobel-lab[plot]`."""

from knobel_lab.extras import need

need("knobel_lab.plot", "plot", "matplotlib")

from knobel_lab.plot.charts import chances, chips, ladder, learning, ratings, scores, trajectory
from knobel_lab.plot.style import THEMES, save

__all__ = ["THEMES", "chances", "chips", "ladder", "learning", "ratings", "save", "scores", "trajectory"]
