"""Histograms of scores, one line a player."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from knobel.plot.style import DASHES, sheet, theme

MOST_BINS = 40


def scores(
    found: Mapping[str, Sequence[float]], title: str = "", unit: str = "points", theme_name: str = "light"
) -> Figure:
    """How often each player reached which score, in per cent of the games; whole scores are never split."""
    look = theme(theme_name)
    figure, axes = sheet(look)
    values = [value for some in found.values() for value in some] or [0.0]
    low, high = min(values), max(values)
    width = max(1, int(np.ceil((high - low + 1) / MOST_BINS)))
    edges = np.arange(np.floor(low) - 0.5, high + width + 0.5, width)
    for at, ((name, some), colour) in enumerate(zip(found.items(), look.colours(len(found)), strict=True)):
        if not some:
            continue
        counts, _ = np.histogram(some, edges)
        dashes = DASHES[at % len(DASHES)]
        shares = 100 * counts / len(some)
        axes.stairs(shares, edges, color=colour, linewidth=2, linestyle=dashes, label=name, baseline=None)
    axes.set_xlabel(unit)
    axes.set_ylabel("per cent of games")
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color=look.rule, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_title(title, loc="left", color=look.ink)
    if len(found) > 1:
        axes.legend(frameon=False, labelcolor=look.ink, handlelength=3)
    return figure
