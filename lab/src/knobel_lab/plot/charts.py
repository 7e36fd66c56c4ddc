"""The charts: scores, chances, ladders, ratings, games and chips."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from knobel.coach.model import Review
from knobel.solve.scores import Distribution
from knobel_lab.plot.style import legend, sheet, theme

MOST_BINS = 40

ERRORS = 2
"""An error bar extends this many standard deviations to each side."""


def scores(
    scores_of: Mapping[str, Sequence[float]], title: str = "", unit: str = "points", theme_name: str = "light"
) -> Figure:
    """A histogram of each player's scores, in per cent of the games; bins are whole scores."""
    look = theme(theme_name)
    figure, axes = sheet(look, title, unit, "per cent of games")
    values = [value for own in scores_of.values() for value in own] or [0.0]
    low, high = min(values), max(values)
    width = max(1, int(np.ceil((high - low + 1) / MOST_BINS)))
    edges = np.arange(np.floor(low) - 0.5, high + width + 0.5, width)
    for (name, own), stroke in zip(scores_of.items(), look.strokes(), strict=False):
        if own:
            counts, _ = np.histogram(own, edges)
            axes.stairs(100 * counts / len(own), edges, label=name, baseline=None, **stroke)
    axes.set_ylim(bottom=0)
    if len(scores_of) > 1:
        legend(axes, look)
    return figure


def chances(
    distributions: Mapping[str, Distribution], title: str = "", unit: str = "points", theme_name: str = "light"
) -> Figure:
    """The chance of each player to reach at least each score, in per cent."""
    look = theme(theme_name)
    figure, axes = sheet(look, title, unit, "per cent of games with at least so much", grid="both")
    for (name, one), stroke in zip(distributions.items(), look.strokes(), strict=False):
        reached = [100 - one.percentile(score) for score in one.scores]
        axes.plot(list(one.scores), reached, label=name, **stroke)
    axes.set_ylim(0, 102)
    legend(axes, look)
    return figure


def ladder(
    names: Sequence[str],
    shares: Mapping[tuple[str, str], tuple[float, float]],
    title: str = "",
    theme_name: str = "light",
) -> Figure:
    """The share of games that the player of a row won against that of a column: mean and error by pair of names."""
    look = theme(theme_name)
    size = 1.4 + 0.9 * len(names)
    figure, axes = sheet(look, title, "against", grid=None, size=(size + 1, size))
    nowhere = float("nan")
    rows = [[shares[one, other][0] if (one, other) in shares else nowhere for other in names] for one in names]
    scale = LinearSegmentedColormap.from_list("share", [look.low, look.paper, look.high])
    axes.imshow(rows, cmap=scale, vmin=0, vmax=1)
    for row, one in enumerate(names):
        for column, other in enumerate(names):
            if (one, other) in shares:
                mean, error = shares[one, other]
                words = f"{100 * mean:.1f}\n± {100 * error:.1f}"
                axes.text(column, row, words, ha="center", va="center", color=look.ink, fontsize=9)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    return figure


def ratings(rated: Mapping[str, tuple[float, float]], title: str = "", theme_name: str = "light") -> Figure:
    """The rating of each player: mean and standard deviation by name."""
    look = theme(theme_name)
    figure, axes = sheet(
        look, title, f"rating, ± {ERRORS} standard deviations", grid="x", size=(7.0, 1.2 + 0.4 * len(rated))
    )
    names = sorted(rated, key=lambda name: rated[name][0])
    axes.errorbar(
        [rated[name][0] for name in names],
        range(len(names)),
        xerr=[ERRORS * rated[name][1] for name in names],
        fmt="o",
        color=look.lines[0],
        capsize=4,
        linewidth=2,
    )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    return figure


def learning(
    curves: Mapping[str, Sequence[tuple[float, float]]],
    title: str = "",
    unit: str = "per cent of perfect play",
    theme_name: str = "light",
) -> Figure:
    """The learning curve of each learner: its score by seconds of processor time."""
    look = theme(theme_name)
    figure, axes = sheet(look, title, "seconds of processor time", unit)
    for (name, curve), stroke in zip(curves.items(), look.strokes(), strict=False):
        axes.plot(*zip(*curve, strict=True), label=name, **stroke)
    legend(axes, look)
    return figure


def trajectory(review: Review, title: str = "", unit: str = "expected", theme_name: str = "light") -> Figure:
    """The expected result of every seat of a review after each entry; a ring marks its costliest decisions."""
    look = theme(theme_name)
    figure, axes = sheet(look, title, "entry of the record", unit)
    for seat, stroke in zip(review.seats, look.strokes(), strict=False):
        entries = [0, *(moment.entry for moment in seat.moments)]
        values = [seat.start, *(moment.after for moment in seat.moments)]
        name = review.names[seat.seat] if review.names else f"seat {seat.seat + 1}"
        axes.step(entries, values, where="post", label=name, **stroke)
        lessons = seat.lessons
        axes.plot(
            [moment.entry for moment in lessons],
            [moment.after for moment in lessons],
            "o",
            markerfacecolor=look.paper,
            markeredgecolor=stroke["color"],
            markeredgewidth=2,
        )
    if len(review.seats) > 1:
        legend(axes, look)
    return figure


def chips(worths: Mapping[int, Sequence[float]], title: str = "", theme_name: str = "light") -> Figure:
    """The worth of the first, second, … chip by the number of open boxes, as `worth_of_chips` gives it."""
    look = theme(theme_name)
    figure, axes = sheet(look, title, "open boxes", "points that one chip more brings")
    count = max(map(len, worths.values()))
    for at, stroke in zip(range(count), look.strokes(), strict=False):
        line = [(boxes, by_chip[at]) for boxes, by_chip in sorted(worths.items()) if len(by_chip) > at]
        axes.plot(*zip(*line, strict=True), label=str(at + 1), **stroke)
    axes.set_ylim(bottom=0)
    # A game begins on the left, with all boxes open.
    axes.invert_xaxis()
    legend(axes, look, "chip")
    return figure
