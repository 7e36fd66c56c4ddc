"""Drawing the boxes of a printed sheet with their content, and the glyphs of its rows."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from knobel.scene.printing.drawing import THICK, THIN, Drawing
from knobel.scene.printing.font import shortened, width_of
from knobel.scene.printing.hand import PENCIL, width_of_hand, write, writes
from knobel.scene.printing.model import Box, Glyph, Sign
from knobel.scene.printing.outline import moved, path
from knobel.scene.text import Text

SIGN = 5.2
"""The size of the glyph of a row."""
SPACE = 0.7
"""The space between signs."""
WORD = 3.6
"""The font size of words between signs."""
NAME = 3.4
"""The font size of names."""
PRINTED = 2.6
"""The font size of what is printed in boxes."""
WRITTEN = 4.6
"""The greatest height of written numbers."""
LETTERS = 9.6
"""The font size of letters in a glyph, on its grid of 24."""
_GRID = 24
_PART = 0.58
"""The share of the larger part of a box with two halves."""

Say = Callable[[Text], str]


class Area(NamedTuple):
    """The rectangle of a box."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2


def draw_box(drawing: Drawing, box: Box, area: Area, say: Say, *, framed: bool = True) -> None:
    """Draw a box here, with its frame unless it is part of a table."""
    if box.kind == "none":
        return
    x, y, width, height = area
    if (framed or box.strong) and box.kind != "plain":
        inset = 0.6 if box.kind == "round" else 0.0
        radius = min(width, height) / 2 - inset if box.kind == "round" else 0.0
        line = THICK if box.strong else THIN
        drawing.frame(x + inset, y + inset, width - 2 * inset, height - 2 * inset, radius=radius, line=line)
    if box.printed is not None:
        _print(drawing, box.printed, area, say)
    match box.kind:
        case "halves":
            left = _PART * width
            drawing.rule(x + left, y + 1, x + left, y + height - 1, dashed=True)
            _write(drawing, box.entry, Area(x, y, left, height), say)
            _write(drawing, box.second, Area(x + left, y, width - left, height), say)
        case "rings":
            _rings(drawing, box, area)
        case _ if box.struck:
            middle = area.middle[1]
            drawing.rule(x + 0.28 * width, middle + 0.3, x + 0.72 * width, middle - 0.3, PENCIL)
        case _:
            _write(drawing, box.entry, area, say)
    if box.crossed and box.kind != "rings":
        _cross(drawing, *area.middle, 0.3 * min(width, height))


def _cross(drawing: Drawing, x: float, y: float, reach: float) -> None:
    """Draw a cross in pencil with its centre here."""
    drawing.rule(x - reach, y - reach, x + reach, y + reach, PENCIL)
    drawing.rule(x + reach, y - reach, x - reach, y + reach, PENCIL)


def _print(drawing: Drawing, sign: Sign, area: Area, say: Say) -> None:
    """Draw what is printed in a box: a glyph in its centre, or small words."""
    x, y = area.middle
    if isinstance(sign, Glyph):
        size = 0.62 * min(area.width, area.height)
        draw_glyph(drawing, sign, (x - size / 2, y - size / 2), size, say)
        return
    words = shortened(sign if isinstance(sign, str) else say(sign), area.width - 1, PRINTED)
    drawing.words(x, y + 0.36 * PRINTED, words, PRINTED, at=0.5)


def _rings(drawing: Drawing, box: Box, area: Area) -> None:
    radius = min(area.height / 2 - 1, (area.width - 1.6) / (2.5 * box.rings))
    x, y = area.middle
    for at in range(box.rings):
        place = x + (at - (box.rings - 1) / 2) * 2.5 * radius
        drawing.ring(place, y, radius)
        if at < box.crossed:
            _cross(drawing, place, y, 0.9 * radius)


def _write(drawing: Drawing, entry: int | str | Glyph | Text | None, area: Area, say: Say) -> None:
    """Draw what is written in a box, in pencil."""
    x, y = area.middle
    if entry is None:
        return
    if isinstance(entry, Glyph):
        size = 0.66 * min(area.width, area.height)
        draw_glyph(drawing, entry, (x - size / 2, y - size / 2), size, say, pencil=True)
        return
    words = say(entry) if isinstance(entry, Text) else str(entry)
    if writes(words):
        tall = min(WRITTEN, 0.56 * area.height)
        write(drawing, x, y, words, tall * min(1.0, (area.width - 2.4) / width_of_hand(words, tall)))
        return
    size = max(2.2, min(NAME, NAME * (area.width - 1) / max(1.0, width_of(words, NAME))))
    drawing.words(x, y + 0.36 * size, shortened(words, area.width - 1, size), size, slanted=True, at=0.5)


def draw_glyph(
    drawing: Drawing, glyph: Glyph, corner: tuple[float, float], size: float, say: Say, *, pencil: bool = False
) -> None:
    """Draw a glyph as line art, in print or in pencil."""
    x, y = corner
    scale = size / _GRID
    thick = PENCIL if pencil else THIN
    for stroke in glyph.strokes:
        inside = "ink" if stroke.solid else "" if stroke.line else "paper"
        drawing.stroke(moved(path(stroke.d), x, y, scale), THIN if stroke.solid else thick, inside)
    if glyph.letters:
        words = say(glyph.letters)
        letters = min(LETTERS, LETTERS * 11 / max(1.0, width_of(words, LETTERS, bold=True))) * scale
        drawing.words(x + size / 2, y + size / 2 + 0.36 * letters, words, letters, bold=True, at=0.5)


def _sign_width(sign: Sign, say: Say) -> float:
    if isinstance(sign, Glyph):
        return SIGN
    return width_of(sign if isinstance(sign, str) else say(sign), WORD, bold=True)


def signs_width(signs: Sequence[Sign], say: Say) -> float:
    """The width of a row of signs."""
    return sum(_sign_width(sign, say) for sign in signs) + SPACE * max(0, len(signs) - 1)


def draw_signs(drawing: Drawing, signs: Sequence[Sign], x: float, y: float, say: Say, *, denied: bool = False) -> float:
    """Draw signs from here on, vertically centred; returns where they end."""
    begin = x
    for sign in signs:
        wide = _sign_width(sign, say)
        if isinstance(sign, Glyph):
            draw_glyph(drawing, sign, (x, y - SIGN / 2), SIGN, say)
        else:
            drawing.words(x, y + 0.36 * WORD, sign if isinstance(sign, str) else say(sign), WORD, bold=True)
        x += wide + SPACE
    end = x - SPACE
    if denied:
        drawing.rule(begin - 0.6, y + 1.6, end + 0.6, y - 1.6, 0.6)
    return end
