"""Plots of three sorts: lines along something, bars, and bars made of parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from tools.strategy.paper import WIDTH, Paper
from tools.strategy.words import Language

LEFT, RIGHT, TOP, BOTTOM = 64, 140, 62, 48
"""The margins around lines; names of lines stand at the right."""

LABEL = 17
"""The least distance of names from each other."""

BAR, GAP = 20, 8
LONG = 28
"""Keys with longer names stand in two columns instead of three."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line: its name, its points, and its look."""

    name: str
    points: Sequence[tuple[float, float]]
    dash: str = ""
    sides: int = 0
    best: bool = False
    """Drawn in ink, without signs: what the others are compared with."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The words of a plot."""

    title: str
    desc: str
    x: str = ""
    y: str = ""


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from below the lowest to above the highest."""
    step = 10 ** floor(log10((high - low) / most))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= most)
    return [round(at * step, 9) for at in range(floor(low / step), ceil(high / step - 1e-9) + 1)]


def lines(game: str, caption: Caption, series: Sequence[Series], language: Language) -> str:
    """A plot of lines, each with its name at its end."""
    height = 380
    paper = Paper(game, caption.title, caption.desc, height)
    points = [point for each in series for point in each.points]
    (low_x, high_x), (low_y, high_y) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
    levels = ticks(low_y, high_y)

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - low_x) / (high_x - low_x)
        up = (y - levels[0]) / (levels[-1] - levels[0])
        return LEFT + across * (WIDTH - LEFT - RIGHT), height - BOTTOM - up * (height - TOP - BOTTOM)

    _heading(paper, caption)
    for level in levels:
        y = place(low_x, level)[1]
        paper.rule(LEFT, y, WIDTH - RIGHT, y)
        paper.text(LEFT - 8, y + 4, language.short(level), "soft end")
    for x in (at for at in ticks(low_x, high_x, 12) if low_x <= at <= high_x):
        paper.text(place(x, low_y)[0], height - BOTTOM + 20, language.short(x), "soft middle")
    paper.text(WIDTH - RIGHT, height - 10, caption.x, "soft end")
    for each in series:
        drawn = [place(*point) for point in each.points]
        paper.line(drawn, each.dash, "line best" if each.best else "line")
        if not each.best:
            step = max(1, len(drawn) // 6)
            for x, y in drawn[step::step]:
                paper.mark(x, y, each.sides)
    ends = [(place(*each.points[-1]), each) for each in series]
    for column in sorted({x for (x, _), _ in ends}):
        _names(paper, [(y, each) for (x, y), each in ends if x == column], column + 16)
    return paper.svg()


def _names(paper: Paper, wanted: Sequence[tuple[float, Series]], x: float) -> None:
    """Names with their signs beside the ends of their lines, pushed apart where they would touch."""
    last = -float(LABEL)
    for y, each in sorted(wanted, key=lambda end: end[0]):
        last = max(y, last + LABEL)
        if not each.best:
            paper.mark(x, last, each.sides)
        paper.text(x + 10, last + 4, each.name)


def _heading(paper: Paper, caption: Caption) -> None:
    paper.text(20, 28, caption.title, "head")
    paper.text(20, 48, caption.y, "soft")


def bars(game: str, caption: Caption, values: Mapping[str, float], language: Language) -> str:
    """A plot of bars, a name before and a number behind each."""
    start = 200
    paper = Paper(game, caption.title, caption.desc, TOP + len(values) * (BAR + GAP) + 16)
    most = max(values.values())
    _heading(paper, caption)
    for at, (name, value) in enumerate(values.items()):
        y, width = TOP + at * (BAR + GAP), value / most * (WIDTH - start - 80)
        paper.text(start - 10, y + 15, name, "end")
        paper.bar(start, y, width, BAR)
        paper.text(start + width + 8, y + 15, language.number(value, 1), "soft")
    return paper.svg()


def stacks(game: str, caption: Caption, values: Mapping[str, Mapping[str, float]], language: Language) -> str:
    """A plot of bars made of parts, with a key to the parts above and the sum behind each bar."""
    names = list(dict.fromkeys(name for parts in values.values() for name in parts))
    columns = 3 if max(map(len, names)) < LONG else 2
    start, top = 100, TOP + 22 * ceil(len(names) / columns) + 10
    paper = Paper(game, caption.title, caption.desc, top + len(values) * (BAR + 10 + GAP) + 16)
    most = max(sum(parts.values()) for parts in values.values())
    _heading(paper, caption)
    for at, name in enumerate(names):
        x, y = 20 + at % columns * (WIDTH - 24) // columns, TOP + at // columns * 22
        paper.bar(x, y, 16, 14, at)
        paper.text(x + 23, y + 12, name)
    for at, (whole, parts) in enumerate(values.items()):
        end, y = float(start), top + at * (BAR + 10 + GAP)
        paper.text(start - 10, y + 20, whole, "end")
        for name, value in parts.items():
            width = value / most * (WIDTH - start - 80)
            paper.bar(end, y, width, BAR + 10, names.index(name))
            end += width
        paper.text(end + 8, y + 20, language.number(sum(parts.values()), 1 if most > 3 else 2), "soft")
    return paper.svg()
