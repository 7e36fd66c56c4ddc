"""What a printed sheet is made of: plain data in no language, which a room describes and the layout draws."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from knobel.scene.text import Text


class Stroke(NamedTuple):
    """A part of a glyph on a square of 24: a path, which is an area or a line, and whether its area is ink."""

    d: str
    line: bool = False
    solid: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """A small drawing, with letters in its middle if it has some."""

    strokes: tuple[Stroke, ...]
    letters: Text | None = None


Sign = Glyph | Text | str
"""What stands in a row of signs: a drawing, words, or a sign that every language has."""


@dataclass(frozen=True, slots=True)
class Box:
    """A place of a sheet, and what stands there."""

    entry: int | str | Glyph | Text | None = None
    """What is written there: a number, X, a symbol, somebody's name."""
    second: int | None = None
    """What is written in its smaller half, if it has one."""
    printed: Sign | None = None
    """What is printed in it."""
    kind: Literal["box", "halves", "round", "rings", "plain", "none"] = "box"
    """A box, one of two halves, one with round corners, a line of rings to cross out, one without frame, or a gap."""
    rings: int = 0
    strong: bool = False
    struck: bool = False
    """It was given up: a dash stands there."""
    crossed: int = 0
    """How many of its rings are crossed out; or 1 for a box with a cross."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a block: what it is called, a word on what it asks, signs that say the same, and its boxes."""

    boxes: tuple[Box, ...]
    label: Text | None = None
    hint: Text | None = None
    signs: tuple[Sign, ...] = ()
    denied: bool = False
    """The opposite of what the signs show is asked."""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that belong together: a table whose columns share the width, rows of fields apart, or a grid of squares."""

    rows: tuple[Row, ...]
    kind: Literal["table", "fields", "grid"] = "table"
    title: Text | None = None
    hint: Text | None = None
    heads: tuple[Box, ...] = ()
    """What stands above the boxes."""
    beside: int = 1
    """How many rows stand side by side."""


@dataclass(frozen=True, slots=True)
class Form:
    """A sheet as it is printed."""

    title: Text
    blocks: tuple[Block, ...]
    subtitle: Text | None = None
    named: bool = False
    """It is one player's: there is a line for the name."""
    name: Text | None = None


PIPS = {
    "1": ((12, 12),),
    "2": ((7, 7), (17, 17)),
    "3": ((7, 7), (12, 12), (17, 17)),
    "4": ((7, 7), (17, 7), (7, 17), (17, 17)),
    "5": ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    "6": ((7, 6.5), (17, 6.5), (7, 12), (17, 12), (7, 17.5), (17, 17.5)),
}
"""Where the eyes of a die are."""
DIE = Stroke("M6 1.5H18A4.5 4.5 0 0 1 22.5 6V18A4.5 4.5 0 0 1 18 22.5H6A4.5 4.5 0 0 1 1.5 18V6A4.5 4.5 0 0 1 6 1.5z")
STAR = Glyph((Stroke("M12 1.8l3 6.6 7.2.8-5.4 4.9 1.5 7.1-6.3-3.6-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4z"),))


def disc(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    half = f"a{radius} {radius} 0 1 0"
    return f"M{x - radius} {y}{half} {2 * radius} 0{half} {-2 * radius} 0z"


def die_face(face: str) -> Glyph:
    """A die that shows this number."""
    return Glyph((DIE, *(Stroke(disc(x, y, 1.7), solid=True) for x, y in PIPS[face])))


@cache
def glyphs(room: str) -> Mapping[str, Glyph]:
    """The drawings in the `glyphs.json` of a room, which the web app draws as well, as line art."""
    drawn = json.loads(files(room).joinpath("glyphs.json").read_text("utf-8"))
    return {
        name: Glyph(
            tuple(
                Stroke(stroke["d"], stroke["as"] in ("line", "cutline"), stroke.get("solid", False))
                for stroke in drawing["strokes"]
            )
        )
        for name, drawing in drawn.items()
    }
