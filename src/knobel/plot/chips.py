"""What a chip is worth, over the game."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from knobel.plot.style import DASHES, sheet, theme


def chips(worths: Mapping[int, Sequence[float]], title: str = "", theme_name: str = "light") -> Figure:
    """The worth of the first, second, … chip by the number of open boxes, as `worth_of_chips` gives it."""
    look = theme(theme_name)
    figure, axes = sheet(look)
    count = max(map(len, worths.values()))
    for at, colour in enumerate(look.colours(count)):
        line = [(boxes, found[at]) for boxes, found in sorted(worths.items()) if len(found) > at]
        axes.plot(
            *zip(*line, strict=True), color=colour, linewidth=2, linestyle=DASHES[at % len(DASHES)], label=str(at + 1)
        )
    axes.set_xlabel("open boxes")
    axes.set_ylabel("points that one chip more brings")
    axes.set_ylim(bottom=0)
    # A game begins on the left, with all boxes open.
    axes.invert_xaxis()
    axes.grid(axis="y", color=look.rule, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_title(title, loc="left", color=look.ink)
    axes.legend(title="chip", frameon=False, labelcolor=look.ink, handlelength=3).get_title().set_color(look.ink)
    return figure
