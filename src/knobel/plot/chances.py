"""Distributions of final scores, one line each."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from knobel.plot.style import DASHES, sheet, theme
from knobel.solve.scores import Distribution


def chances(
    found: Mapping[str, Distribution], title: str = "", unit: str = "points", theme_name: str = "light"
) -> Figure:
    """How likely each player is to reach at least so much, in per cent."""
    look = theme(theme_name)
    figure, axes = sheet(look)
    for at, ((name, one), colour) in enumerate(zip(found.items(), look.colours(len(found)), strict=True)):
        reached = [100 - one.percentile(score) for score in one.scores]
        dashes = DASHES[at % len(DASHES)]
        axes.plot(list(one.scores), reached, color=colour, linewidth=2, linestyle=dashes, label=name)
    axes.set_xlabel(unit)
    axes.set_ylabel("per cent of games with at least so much")
    axes.set_ylim(0, 102)
    axes.grid(color=look.rule, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_title(title, loc="left", color=look.ink)
    axes.legend(frameon=False, labelcolor=look.ink, handlelength=3)
    return figure
