"""Ratings as dots with their errors, best on top."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from knobel.plot.style import sheet, theme

ERRORS = 2
"""A bar reaches so many standard deviations to each side."""


def ratings(found: Mapping[str, tuple[float, float]], title: str = "", theme_name: str = "light") -> Figure:
    """What each player is rated: mean and standard deviation by name."""
    look = theme(theme_name)
    figure, axes = sheet(look, height=1.2 + 0.4 * len(found))
    names = sorted(found, key=lambda name: found[name][0])
    axes.errorbar(
        [found[name][0] for name in names],
        range(len(names)),
        xerr=[ERRORS * found[name][1] for name in names],
        fmt="o",
        color=look.lines[0],
        capsize=4,
        linewidth=2,
    )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel(f"rating, ± {ERRORS} standard deviations")
    axes.grid(axis="x", color=look.rule, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_title(title, loc="left", color=look.ink)
    return figure
