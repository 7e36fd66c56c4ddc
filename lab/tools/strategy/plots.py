"""Plots as small SVG files: line charts, bar charts, and stacked bars.

They have one accent colour, that of the game, and can be read in light and dark themes and without colour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil, floor, log10

from lab.tools.strategy.wording import Wording

from knobel.games.spec import Colour

WIDTH = 720
LEFT, RIGHT, TOP, BOTTOM = 64, 140, 62, 48
"""The margins around line charts; the names of lines are on the right."""

LABEL = 17
"""The least distance between names."""

BAR, GAP = 20, 8
LONG = 28
"""Legends with longer names have two columns instead of three."""

STYLE = """
svg {{ --paper: #fbf7ee; --ink: #2b2a27; --soft: #645f55; --rule: #ddd6c7; --accent: {light}; }}
@media (prefers-color-scheme: dark) {{
  svg {{ --paper: #26241f; --ink: #ece6d8; --soft: #b5ad9d; --rule: #47433a; --accent: {dark}; }}
}}
text {{ font: 13px "Source Sans 3", "Segoe UI", system-ui, sans-serif; fill: var(--ink); }}
.soft {{ fill: var(--soft); }} .end {{ text-anchor: end; }} .middle {{ text-anchor: middle; }}
.head {{ font-size: 15px; font-weight: 600; }}
.rule {{ stroke: var(--rule); stroke-width: 1; }}
.line {{ fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }}
.best {{ stroke: var(--ink); }} .mark {{ fill: var(--paper); stroke: var(--accent); stroke-width: 1.6; }}
.bar {{ fill: var(--accent); stroke: var(--paper); stroke-width: 1.5; }}
.hatch {{ stroke: var(--accent); stroke-width: 3; }}
"""
HATCH = (
    '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="hatch" d="M0 0V7"/></pattern>'
)


def _at(number: float) -> str:
    """A length in pixels with one decimal."""
    return f"{number:.1f}".removesuffix(".0")


@dataclass
class Drawing:
    """An SVG file: its colours, title, description, height, and the elements drawn so far."""

    colour: Colour
    title: str
    desc: str
    height: int
    pieces: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, words: str, classes: str = "") -> None:
        """Draw text with its baseline here."""
        named = f' class="{classes}"' if classes else ""
        self.pieces.append(f'<text{named} x="{_at(x)}" y="{_at(y)}">{escape(words)}</text>')

    def rule(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a thin line."""
        self.pieces.append(f'<path class="rule" d="M{_at(x)} {_at(y)}L{_at(to_x)} {_at(to_y)}"/>')

    def line(self, points: list[tuple[float, float]], dash: str = "", classes: str = "line") -> None:
        """Draw a line through these points."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        path = "L".join(f"{_at(x)} {_at(y)}" for x, y in points)
        self.pieces.append(f'<path class="{classes}"{dashed} d="M{path}"/>')

    def mark(self, x: float, y: float, sides: int) -> None:
        """Draw a marker: a triangle, a square, a diamond or, with no sides, a dot."""
        shapes = {
            3: f"M{_at(x)} {_at(y - 5)}l5 9h-10z",
            4: f"M{_at(x - 4)} {_at(y - 4)}h8v8h-8z",
            5: f"M{_at(x)} {_at(y - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
        }
        if sides in shapes:
            self.pieces.append(f'<path class="mark" d="{shapes[sides]}"/>')
        else:
            self.pieces.append(f'<circle class="mark" cx="{_at(x)}" cy="{_at(y)}" r="4.2"/>')

    def bar(self, x: float, y: float, width: float, height: float, tint: int = 0) -> None:
        """Draw a bar; tints differ by lightness and hatching."""
        fills = ("", ' fill-opacity="0.6"', ' fill-opacity="0.3"', ' style="fill: url(#hatch)"', ' fill-opacity="0.1"')
        size = f'x="{_at(x)}" y="{_at(y)}" width="{_at(width)}" height="{_at(height)}"'
        self.pieces.append(f'<rect class="bar"{fills[tint]} {size}/>')

    def svg(self) -> str:
        """The SVG file as text."""
        style = STYLE.format(light=self.colour.light, dark=self.colour.dark)
        hatch = f"<defs>{HATCH}</defs>\n" if any("#hatch" in piece for piece in self.pieces) else ""
        body = "\n".join(self.pieces)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
            f'height="{self.height}" role="img" aria-labelledby="title desc">\n'
            f'<title id="title">{escape(self.title)}</title>\n<desc id="desc">{escape(self.desc)}</desc>\n'
            f"<style>{style}</style>\n{hatch}"
            f'<rect width="{WIDTH}" height="{self.height}" rx="10" style="fill: var(--paper)"/>\n{body}\n</svg>\n'
        )


@dataclass(frozen=True, slots=True)
class Series:
    """A line: its name, its points, and its look."""

    name: str
    points: Sequence[tuple[float, float]]
    dash: str = ""
    sides: int = 0
    best: bool = False
    """Whether it is drawn in ink, without markers: the reference for the others."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The texts of a plot."""

    title: str
    desc: str
    x: str = ""
    y: str = ""


def caption(wording: Wording, name: str, ends: Sequence[str], **values: str) -> Caption:
    """The texts of the plot with this name; `ends` describe in words what it shows."""
    keys = f"plot.{name}", f"plot.{name}.desc", f"plot.{name}.x", f"plot.{name}.y"
    gaps = {"ends": ", ".join(ends), **values}
    return Caption(*(wording.phrase(key, **gaps) if key in wording.phrases else "" for key in keys))


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from below the lowest to above the highest."""
    step = 10 ** floor(log10((high - low) / most))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= most)
    return [round(at * step, 9) for at in range(floor(low / step), ceil(high / step - 1e-9) + 1)]


def lines(wording: Wording, caption: Caption, series: Sequence[Series]) -> str:
    """A line chart, each line with its name at its end."""
    height = 380
    drawing = Drawing(wording.game.colour, caption.title, caption.desc, height)
    points = [point for each in series for point in each.points]
    (low_x, high_x), (low_y, high_y) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
    levels = ticks(low_y, high_y)

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - low_x) / (high_x - low_x)
        up = (y - levels[0]) / (levels[-1] - levels[0])
        return LEFT + across * (WIDTH - LEFT - RIGHT), height - BOTTOM - up * (height - TOP - BOTTOM)

    _heading(drawing, caption)
    for level in levels:
        y = place(low_x, level)[1]
        drawing.rule(LEFT, y, WIDTH - RIGHT, y)
        drawing.text(LEFT - 8, y + 4, wording.short(level), "soft end")
    for x in (at for at in ticks(low_x, high_x, 12) if low_x <= at <= high_x):
        drawing.text(place(x, low_y)[0], height - BOTTOM + 20, wording.short(x), "soft middle")
    drawing.text(WIDTH - RIGHT, height - 10, caption.x, "soft end")
    for each in series:
        drawn = [place(*point) for point in each.points]
        drawing.line(drawn, each.dash, "line best" if each.best else "line")
        if not each.best:
            step = max(1, len(drawn) // 6)
            for x, y in drawn[step::step]:
                drawing.mark(x, y, each.sides)
    ends = [(place(*each.points[-1]), each) for each in series]
    for column in sorted({x for (x, _), _ in ends}):
        _names(drawing, [(y, each) for (x, y), each in ends if x == column], column + 16)
    return drawing.svg()


def _names(drawing: Drawing, ends: Sequence[tuple[float, Series]], x: float) -> None:
    """Draw names with their markers at the ends of their lines, moved apart where they would overlap."""
    last = -float(LABEL)
    for y, each in sorted(ends, key=lambda end: end[0]):
        last = max(y, last + LABEL)
        if not each.best:
            drawing.mark(x, last, each.sides)
        drawing.text(x + 10, last + 4, each.name)


def _heading(drawing: Drawing, caption: Caption) -> None:
    drawing.text(20, 28, caption.title, "head")
    drawing.text(20, 48, caption.y, "soft")


def bars(wording: Wording, caption: Caption, values: Mapping[str, float]) -> str:
    """A bar chart, with a name before and a number behind each bar."""
    start = 200
    drawing = Drawing(wording.game.colour, caption.title, caption.desc, TOP + len(values) * (BAR + GAP) + 16)
    most = max(values.values())
    _heading(drawing, caption)
    for at, (name, value) in enumerate(values.items()):
        y, width = TOP + at * (BAR + GAP), value / most * (WIDTH - start - 80)
        drawing.text(start - 10, y + 15, name, "end")
        drawing.bar(start, y, width, BAR)
        drawing.text(start + width + 8, y + 15, wording.number(value, 1), "soft")
    return drawing.svg()


def stacks(wording: Wording, caption: Caption, values: Mapping[str, Mapping[str, float]]) -> str:
    """A chart of stacked bars, with a legend above and the sum behind each bar."""
    names = list(dict.fromkeys(name for parts in values.values() for name in parts))
    columns = 3 if max(map(len, names)) < LONG else 2
    start, top = 100, TOP + 22 * ceil(len(names) / columns) + 10
    drawing = Drawing(wording.game.colour, caption.title, caption.desc, top + len(values) * (BAR + 10 + GAP) + 16)
    most = max(sum(parts.values()) for parts in values.values())
    _heading(drawing, caption)
    for at, name in enumerate(names):
        x, y = 20 + at % columns * (WIDTH - 24) // columns, TOP + at // columns * 22
        drawing.bar(x, y, 16, 14, at)
        drawing.text(x + 23, y + 12, name)
    for at, (whole, parts) in enumerate(values.items()):
        end, y = float(start), top + at * (BAR + 10 + GAP)
        drawing.text(start - 10, y + 20, whole, "end")
        for name, value in parts.items():
            width = value / most * (WIDTH - start - 80)
            drawing.bar(end, y, width, BAR + 10, names.index(name))
            end += width
        drawing.text(end + 8, y + 20, wording.number(sum(parts.values()), 1 if most > 3 else 2), "soft")
    return drawing.svg()
