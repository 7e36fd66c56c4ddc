"""A game as a line: what each seat could expect, entry by entry, and where it gave most away."""

from matplotlib.figure import Figure

from knobel.coach.model import Review
from knobel.plot.style import DASHES, sheet, theme


def trajectory(review: Review, title: str = "", unit: str = "expected", theme_name: str = "light") -> Figure:
    """What every seat of a review could expect after each entry; a ring marks its costliest decisions."""
    look = theme(theme_name)
    figure, axes = sheet(look)
    for at, (seat, colour) in enumerate(zip(review.seats, look.colours(len(review.seats)), strict=True)):
        entries = [0, *(moment.entry for moment in seat.moments)]
        values = [seat.start, *(moment.after for moment in seat.moments)]
        name = review.names[seat.seat] if review.names else f"seat {seat.seat + 1}"
        dashes = DASHES[at % len(DASHES)]
        axes.step(entries, values, where="post", color=colour, linewidth=2, linestyle=dashes, label=name)
        lessons = seat.lessons
        axes.plot(
            [moment.entry for moment in lessons],
            [moment.after for moment in lessons],
            "o",
            markerfacecolor=look.paper,
            markeredgecolor=colour,
            markeredgewidth=2,
        )
    axes.set_xlabel("entry of the record")
    axes.set_ylabel(unit)
    axes.grid(axis="y", color=look.rule, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_title(title, loc="left", color=look.ink)
    if len(review.seats) > 1:
        axes.legend(frameon=False, labelcolor=look.ink, handlelength=3)
    return figure
