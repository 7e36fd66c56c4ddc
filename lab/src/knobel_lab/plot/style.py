"""The style of plots: light or dark background, and colours that the colour-blind can distinguish."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from knobel.core.errors import BadSetup

FORMATS = (".svg", ".png")
DASHES = ("-", "--", ":", "-.")
"""Line styles, so that no plot depends on colour alone."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Background, foreground and line colours, after Okabe and Ito; those too close to the background are left out."""

    paper: str
    ink: str
    rule: str
    lines: tuple[str, ...]
    low: str
    high: str
    """The ends of a colour scale whose middle is the background."""

    def strokes(self) -> Iterator[dict[str, Any]]:
        """The styles of one line after another; colours and dashes repeat."""
        for colour, dash in zip(cycle(self.lines), cycle(DASHES), strict=False):
            yield {"color": colour, "linewidth": 2, "linestyle": dash}


THEMES = {
    "light": Theme(
        "#fbf8f1",
        "#2b2723",
        "#d9d2c4",
        ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#2b2723", "#3a8fc4"),
        "#e69f5c",
        "#6fa8cf",
    ),
    "dark": Theme(
        "#25221f",
        "#ece6da",
        "#4a453e",
        ("#56b4e9", "#e69f00", "#2fc79a", "#e6a3c7", "#f0e442", "#ece6da", "#ff8a4c"),
        "#8f4f16",
        "#1f5f8f",
    ),
}


def theme(name: str) -> Theme:
    """The theme with this name."""
    if name not in THEMES:
        raise BadSetup(f"unknown theme {name[:60]!r}; use one of {', '.join(THEMES)}")
    return THEMES[name]


def sheet(
    look: Theme,
    title: str,
    x: str = "",
    y: str = "",
    *,
    grid: Literal["x", "y", "both"] | None = "y",
    size: tuple[float, float] = (7.0, 4.0),
) -> tuple[Figure, Axes]:
    """An empty plot with these labels and grid lines, `size` inches wide and high, without window or shared state."""
    figure = Figure(figsize=size, layout="constrained", facecolor=look.paper)
    axes = figure.add_subplot(facecolor=look.paper)
    axes.tick_params(colors=look.ink, length=0)
    for side, spine in axes.spines.items():
        spine.set_visible(side in {"left", "bottom"})
        spine.set_color(look.rule)
    axes.set_xlabel(x, color=look.ink)
    axes.set_ylabel(y, color=look.ink)
    axes.set_title(title, loc="left", color=look.ink)
    if grid:
        axes.grid(axis=grid, color=look.rule, linewidth=0.6)
        axes.set_axisbelow(True)
    return figure, axes


def legend(axes: Axes, look: Theme, title: str | None = None) -> None:
    """Add a legend."""
    axes.legend(title=title, frameon=False, labelcolor=look.ink, handlelength=3).get_title().set_color(look.ink)


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a plot as .svg or .png, by the suffix. Equal plots give equal files."""
    path = Path(path)
    if path.suffix not in FORMATS:
        raise BadSetup(f"the name of a plot must end in {' or '.join(FORMATS)}, not {path.name[-60:]!r}")
    plain = {"Date": None} if path.suffix == ".svg" else {"Software": None}
    try:
        with rc_context({"svg.hashsalt": "knobel", "svg.fonttype": "none", "font.family": ["sans-serif"]}):
            figure.savefig(path, facecolor=figure.get_facecolor(), metadata=plain, dpi=160)
    except OSError as error:
        raise BadSetup(f"cannot write {path}: {error.strerror}") from error
