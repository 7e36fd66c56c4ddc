"""A table as a simple drawing: as text, as SVG, or as pixels."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.spec import find
from knobel.scene import look
from knobel.scene.model import Scene, Sheet, TrayDie
from knobel.scene.text import say
from knobel_lab.envs import render_text
from knobel_lab.envs.render_text import table_text
from knobel_lab.facets import Glyph

PAPER, INK, FAINT, LINE = "#fbf7ee", "#2b2a27", "#8a857a", "#d8d1c2"
COLOURS = {
    "black": "#2b2a27",
    "green": "#2e7d32",
    "blue": "#1f5fa8",
    "orange": "#d9730d",
    "yellow": "#d4a900",
    "red": "#b3261e",
}
MARGIN, ROW, DIE, CELL, LABEL, COLUMN = 16, 20, 40, 32, 190, 84
TOP = 124
"""The top of the sheets."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon."""

    points: tuple[tuple[float, float], ...]
    fill: str | None
    stroke: str | None = None


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    radius: float
    fill: str | None
    stroke: str | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; x is its left end, its middle or its right end."""

    x: float
    y: float
    text: str
    size: int
    colour: str
    anchor: str = "start"


Part = Shape | Disc | Words


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing and its size, which is constant throughout a game."""

    width: int
    height: int
    parts: tuple[Part, ...]


def draw(scene: Scene) -> Picture:
    """The whole table."""
    seats, first = len(scene.sheets), scene.sheets[0]
    if render_text.is_grid(scene):
        side = len(render_text.rows(first))
        width, height = seats * (side * CELL + MARGIN) + MARGIN, TOP + ROW + side * CELL + MARGIN
        sheets = [part for sheet in scene.sheets for part in _grid(scene, sheet)]
    else:
        width, height = 2 * MARGIN + LABEL + seats * COLUMN, TOP + ROW * (1 + len(first.cells)) + MARGIN
        sheets = list(_sheets(scene))
    width = max(width, 2 * MARGIN + LABEL + 2 * COLUMN, 2 * MARGIN + len(scene.tray.dice) * (DIE + 8))
    return Picture(width, height, (_box(0, 0, width, height, PAPER), *_head(scene), *sheets))


def _box(x: float, y: float, width: float, height: float, fill: str | None, stroke: str | None = None) -> Shape:
    return Shape(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), fill, stroke)


def _head(scene: Scene) -> Iterator[Part]:
    """The name of the game, its prompt, and the dice."""
    yield Words(MARGIN, 24, render_text.title(scene), 18, find(scene.game).colour.light)
    yield Words(MARGIN, 44, say(scene.prompt, render_text.LANGUAGE), 12, INK)
    for die in scene.tray.dice:
        yield from _die(die, render_text.glyphs(scene))


def _die(die: TrayDie, symbols: Mapping[str, Glyph]) -> Iterator[Part]:
    x, y = MARGIN + (die.position - 1) * (DIE + 8), 58
    if die.face is None:
        yield _box(x, y, DIE, DIE, None, LINE)
        return
    yield _box(x, y, DIE, DIE, COLOURS.get(die.colour or "", "#ffffff"), INK)
    if die.face in symbols:
        yield _symbol(x + 8, y + 8, DIE - 16, symbols[die.face])
    else:
        size = 20 if len(die.face) < 3 else 11
        yield Words(x + DIE / 2, y + DIE / 2 + size / 3, die.face[:5], size, PAPER if die.colour else INK, "middle")


def _symbol(x: float, y: float, side: float, glyph: Glyph) -> Part:
    if glyph.outline:
        return Shape(tuple((x + side * across, y + side * down) for across, down in glyph.outline), INK)
    fill, stroke = (INK, None) if glyph.filled else (None, INK)
    return Disc(x + side / 2, y + side / 2, side * glyph.radius, fill, stroke)


def _sheets(scene: Scene) -> Iterator[Part]:
    """All sheets in columns."""
    accent = find(scene.game).colour.light
    ends = [MARGIN + LABEL + (at + 1) * COLUMN for at in range(len(scene.sheets))]
    for end, head, sheet in zip(ends, render_text.heads(scene), scene.sheets, strict=True):
        yield Words(end, TOP + 14, head, 13, accent if sheet.seat in scene.seats else INK, "end")
    for at, cells in enumerate(zip(*(sheet.cells for sheet in scene.sheets), strict=True), 1):
        y = TOP + at * ROW
        yield _box(MARGIN, y, ends[-1] - MARGIN, 1, LINE)
        yield Words(MARGIN, y + 14, render_text.label(cells[0]), 12, INK)
        for end, cell in zip(ends, cells, strict=True):
            yield Words(
                end,
                y + 14,
                render_text.value_text(cell),
                12,
                accent if cell.value is None else FAINT if cell.struck else INK,
                "end",
            )


def _grid(scene: Scene, sheet: Sheet) -> Iterator[Part]:
    """A grid of symbols."""
    rows, symbols = render_text.rows(sheet), render_text.glyphs(scene)
    left = MARGIN + sheet.seat * (len(rows) * CELL + MARGIN)
    colour = find(scene.game).colour.light if sheet.seat in scene.seats else INK
    yield Words(left, TOP + 14, render_text.heads(scene)[sheet.seat], 13, colour)
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            x, y = left + across * CELL, TOP + ROW + down * CELL
            yield _box(x, y, CELL, CELL, None, LINE)
            if cell.value is not None:
                yield _symbol(x + 8, y + 8, CELL - 16, symbols[str(cell.value)])


def svg(picture: Picture) -> str:
    """The text of an SVG file."""
    size = f'width="{picture.width}" height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">']
    return "\n".join([*lines, *map(_part, picture.parts), "</svg>"]) + "\n"


def _part(part: Part) -> str:
    match part:
        case Shape(points, fill, stroke):
            corners = " ".join(f"{x:g},{y:g}" for x, y in points)
            return f'<polygon points="{corners}" {_paint(fill, stroke)}/>'
        case Disc(x, y, radius, fill, stroke):
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {_paint(fill, stroke)}/>'
        case Words(x, y, text, size, colour, anchor):
            place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill={quoteattr(colour)} text-anchor="{anchor}"'
            return f"<text {place}>{escape(text)}</text>"


def _paint(fill: str | None, stroke: str | None) -> str:
    return f'fill="{fill or "none"}" stroke="{stroke or "none"}"'


FINE = 2
"""Supersampling: drawn this many times larger and shrunk, which smooths the edges."""

ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
"""Pillow's names of text anchors: left, middle or right end of the baseline."""

PLAIN = str.maketrans({"×": "x", "≠": "<>", "→": ">", "–": "-"})
"""Replacements for characters that Pillow's font does not have."""


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def pixels(picture: Picture) -> NDArray[np.uint8]:
    """The pixels: rows x columns x red, green and blue."""
    image = Image.new("RGB", (FINE * picture.width, FINE * picture.height))
    canvas = ImageDraw.Draw(image)
    for part in picture.parts:
        match part:
            case Shape(points, fill, stroke):
                canvas.polygon([(FINE * x, FINE * y) for x, y in points], fill, stroke, FINE)
            case Disc(x, y, radius, fill, stroke):
                edges = [FINE * edge for edge in (x - radius, y - radius, x + radius, y + radius)]
                canvas.ellipse(edges, fill, stroke, FINE)
            case Words(x, y, text, size, colour, anchor):
                canvas.text((FINE * x, FINE * y), text.translate(PLAIN), colour, _font(FINE * size), ANCHORS[anchor])
    return np.asarray(image.resize((picture.width, picture.height), Image.Resampling.BOX)).copy()


MODES = ("human", "ansi", "svg", "rgb_array")
"""`human` prints the text, the others return text, SVG or pixels."""


def render(game: AnyGame, state: Any, mode: str | None) -> Any:
    """Render the table in this mode."""
    if mode not in MODES:
        raise BadSetup(f"there is no render mode {mode!r}; there are {', '.join(MODES)}")
    scene = look(game, state)
    match mode:
        case "svg":
            return svg(draw(scene))
        case "rgb_array":
            return pixels(draw(scene))
        case "ansi":
            return table_text(scene)
        case _:
            sys.stdout.write(table_text(scene))
            return None
