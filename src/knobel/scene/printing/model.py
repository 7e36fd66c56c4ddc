"""The model of a printed sheet: data before translation, which a room describes and the layout draws."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from knobel.scene.text import Text


class Stroke(NamedTuple):
    """A part of a glyph on a grid of 24: a path, drawn as an area or a line, and whether its area is filled."""

    d: str
    line: bool = False
    solid: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """A small drawing, with letters in its centre if it has some."""

    strokes: tuple[Stroke, ...]
    letters: Text | None = None


Sign = Glyph | Text | str
"""An element of a row of signs: a glyph, a text, or a string that needs no translation."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a sheet with its content."""

    entry: int | str | Glyph | Text | None = None
    """What is written in it: a number, X, a symbol, somebody's name."""
    second: int | None = None
    """What is written in its smaller half, if it has one."""
    printed: Sign | None = None
    """What is printed in it."""
    kind: Literal["box", "halves", "round", "rings", "plain", "none"] = "box"
    """A box, two halves, a box with round corners, a line of rings to cross out, a box without a frame, or a gap."""
    rings: int = 0
    strong: bool = False
    struck: bool = False
    """Whether it was struck: a dash is drawn."""
    crossed: int = 0
    """The number of rings that are crossed out; or 1 for a box with a cross."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a block: its label, a hint, signs that show the same, and its boxes."""

    boxes: tuple[Box, ...]
    label: Text | None = None
    hint: Text | None = None
    signs: tuple[Sign, ...] = ()
    denied: bool = False
    """Whether the opposite of what the signs show is asked."""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A group of rows: a table whose columns share the width, separate rows of fields, or a grid of squares."""

    rows: tuple[Row, ...]
    kind: Literal["table", "fields", "grid"] = "table"
    title: Text | None = None
    hint: Text | None = None
    heads: tuple[Box, ...] = ()
    """The boxes above the columns."""
    beside: int = 1
    """How many columns of rows are side by side."""


@dataclass(frozen=True, slots=True)
class Form:
    """A printed sheet."""

    title: Text
    blocks: tuple[Block, ...]
    subtitle: Text | None = None
    named: bool = False
    """Whether it belongs to one player and has a line for the name."""
    name: Text | None = None


PIPS = {
    "1": ((12, 12),),
    "2": ((7, 7), (17, 17)),
    "3": ((7, 7), (12, 12), (17, 17)),
    "4": ((7, 7), (17, 7), (7, 17), (17, 17)),
    "5": ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    "6": ((7, 6.5), (17, 6.5), (7, 12), (17, 12), (7, 17.5), (17, 17.5)),
}
"""The positions of the pips of a die."""
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
    """The glyphs in the `glyphs.json` of a room, which the web app uses as well, as line art."""
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
