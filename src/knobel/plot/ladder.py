"""The ladder: who wins how often against whom, as a square of numbers."""

from collections.abc import Mapping, Sequence

from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from knobel.plot.style import sheet, theme


def ladder(
    names: Sequence[str],
    shares: Mapping[tuple[str, str], tuple[float, float]],
    title: str = "",
    theme_name: str = "light",
) -> Figure:
    """The share of games that the player of a row won against that of a column: mean and error by pair of names."""
    look = theme(theme_name)
    size = 1.4 + 0.9 * len(names)
    figure, axes = sheet(look, size + 1, size)
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
    axes.set_xlabel("against")
    axes.set_title(title, loc="left", color=look.ink)
    return figure
