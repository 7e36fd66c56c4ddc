"""The handwriting of entries on a printed sheet: digits as pencil strokes."""

from knobel.scene.printing.drawing import Drawing
from knobel.scene.printing.outline import moved, path

HEIGHT = 14.0
WIDTH = 10.0
"""The size of a digit in the strokes below."""
SLANT = 0.12
PENCIL = 0.42
"""The width of a pencil stroke, in millimetres."""

STROKES = {
    "0": "M5 0C2 0 0 3 0 7s2 7 5 7 5-3 5-7S8 0 5 0z",
    "1": "M2.5 3.2L6.4 0V14",
    "2": "M.6 3.2C1 1.2 2.8 0 5 0c2.8 0 4.6 1.7 4.6 4C9.6 8 3 10.4 0 14h10",
    "3": "M.6 1.5C2 .4 3.5 0 5 0c2.8 0 4.5 1.4 4.5 3.3C9.5 5.5 7.5 6.5 4 6.5"
         "c4 0 6 1.5 6 3.7C10 12.5 8 14 5 14 3 14 1.3 13.3 0 12",
    "4": "M7.2 14V0L0 9.6h10",
    "5": "M9 0H2L1.3 6C2.5 5.3 3.7 5 5 5c3 0 5 1.8 5 4.4C10 12.2 8 14 5 14 3 14 1.2 13.2 0 12",
    "6": "M8.6 1C7.5.3 6.6 0 5.6 0 2 0 0 3.5 0 8.5 0 12 2 14 5 14s5-2 5-4.5S8 5.2 5.2 5.2C2.8 5.2 1 6.5 .2 8.3",
    "7": "M0 0h10C7 4 4.6 9 4 14",
    "8": "M5 6.5C2.5 6.2 1 5 1 3.2 1 1.3 2.6 0 5 0s4 1.3 4 3.2C9 5 7.5 6.2 5 6.5"
         " 2 6.8 0 8.2 0 10.3 0 12.5 2 14 5 14s5-1.5 5-3.7C10 8.2 8 6.8 5 6.5z",
    "9": "M9.8 5.7C9 7.5 7.2 8.8 4.8 8.8 2 8.8 0 7 0 4.5S2 0 5 0s5 2 5 5.5C10 10.5 8 14 4.5 14c-1 0-2-.3-3-1",
    "-": "M1 7.5h8",
    "X": "M.5 1.5L9 12.5M9 1.5L.5 12.5",
}  # fmt: skip
_STEP = 13.0
"""The distance from one digit to the next."""


def writes(text: str) -> bool:
    """Whether all characters can be written by hand."""
    return bool(text) and all(letter in STROKES for letter in text)


def width_of_hand(text: str, height: float) -> float:
    """The width of a number of this height."""
    return (_STEP * (len(text) - 1) + WIDTH) * height / HEIGHT


def write(drawing: Drawing, x: float, y: float, text: str, height: float) -> None:
    """Draw a number in handwriting with its centre here."""
    scale = height / HEIGHT
    left = x - width_of_hand(text, height) / 2 + SLANT * height / 2
    for place, letter in enumerate(text):
        outline = moved(path(STROKES[letter]), left + place * _STEP * scale, y - height / 2, scale, SLANT)
        drawing.stroke(outline, min(PENCIL, 0.13 * height))
