"""The fonts of printed pads: the widths of their letters, and which letters they have.

Every reader of PDF has Helvetica, so a pad brings no font. Its letters are those of Windows-1252, which German and
English need; a few signs more are drawn as paths.
"""

import unicodedata

ENCODING = "cp1252"

_FIRST = 32
_REGULAR = """
278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278
584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944
667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500
278 556 500 722 500 500 500 334 260 334 584 350 556 350 222 556 333 1000 556 556 333 1000 667 333 1000 350 611
350 350 222 222 333 333 350 556 1000 333 1000 500 333 944 350 500 667 278 333 556 556 556 556 260 556 333 737
370 556 584 333 737 333 400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 667 667 667 667 667 667
1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556
556 556 556 556 889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500
556 500
"""
_BOLD = """
278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333
584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944
667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556
333 611 556 778 556 556 500 389 280 389 584 350 556 350 278 556 500 1000 556 556 333 1000 667 333 1000 350 611
350 350 278 278 500 500 350 556 1000 333 1000 556 333 944 350 500 667 278 333 556 556 556 556 280 556 333 737
370 556 584 333 737 333 400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 722 722 722 722 722 722
1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556
556 556 556 556 889 556 556 556 556 556 278 278 278 278 611 611 611 611 611 611 611 584 611 611 611 611 611 556
611 556
"""

WIDTHS = {
    bold: tuple(int(width) / 1000 for width in table.split()) for bold, table in ((False, _REGULAR), (True, _BOLD))
}
"""The widths of all letters from the space on, at font size 1: the published metrics of Helvetica."""

SIGNS = {
    "≠": (0.584, "M.06 -.26H.52M.06 -.44H.52M.16 -.1L.42 -.6"),
    "→": (0.8, "M.06 -.34H.72M.5 -.52L.72 -.34L.5 -.16"),
    "−": (0.584, "M.06 -.35H.52"),
    "≥": (0.584, "M.08 -.6L.5 -.4L.08 -.2M.08 -.06H.5"),
    "≤": (0.584, "M.5 -.6L.08 -.4L.5 -.2M.08 -.06H.5"),
}
"""Signs that the font lacks: their widths, and paths to stroke, at font size 1 on the baseline."""


def spelled(text: str) -> str:
    """A text with only available letters: missing accents are dropped, other missing letters become question marks."""
    return "".join(_letter(letter) for letter in unicodedata.normalize("NFC", text))


def _letter(letter: str) -> str:
    if letter in SIGNS or (letter.isprintable() and _in_font(letter)):
        return letter
    plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    return plain if plain and plain.isprintable() and all(map(_in_font, plain)) else "?"


def _in_font(letter: str) -> bool:
    try:
        return bool(letter.encode(ENCODING))
    except UnicodeEncodeError:
        return False


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text."""
    return size * sum(_width(letter, bold) for letter in spelled(text))


def _width(letter: str, bold: bool) -> float:
    if letter in SIGNS:
        return SIGNS[letter][0]
    return WIDTHS[bold][letter.encode(ENCODING)[0] - _FIRST]


def shortened(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """The text, truncated with an ellipsis if it does not fit."""
    if width_of(text, size, bold=bold) <= width:
        return text
    while text and width_of(text + "…", size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """A text wrapped into lines that fit; a word that is longer than a line stays whole."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
