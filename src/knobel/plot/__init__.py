"""Plots of games and players, as SVG or PNG, on light and on dark paper; needs `knobel[plot]`."""

from knobel.plot.chances import chances
from knobel.plot.chips import chips
from knobel.plot.ladder import ladder
from knobel.plot.ratings import ratings
from knobel.plot.scores import scores
from knobel.plot.style import THEMES, save
from knobel.plot.trajectory import trajectory

__all__ = ["THEMES", "chances", "chips", "ladder", "ratings", "save", "scores", "trajectory"]
