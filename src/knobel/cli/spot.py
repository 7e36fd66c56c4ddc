"""Error messages that mark a place in a typed text with a caret."""

from rich.cells import cell_len

from knobel.core.errors import Spot

AROUND = 50
"""How many characters of a long text are shown before and after the spot."""


def marked(spot: Spot) -> tuple[str, str]:
    """The line with the spot, and a line that marks it."""
    start, end = spot.start, max(spot.start + 1, spot.end)
    first = max(spot.text.rfind("\n", 0, start) + 1, start - AROUND)
    last = min(at if (at := spot.text.find("\n", start)) >= 0 else len(spot.text), end + AROUND)
    before, wrong, after = (
        _shown(part) for part in (spot.text[first:start], spot.text[start:end], spot.text[end:last])
    )
    return f"{before}{wrong}{after}", " " * cell_len(before) + "^" * max(1, cell_len(wrong))


def _shown(text: str) -> str:
    """The text with question marks for characters that cannot be printed, so that the caret stays aligned."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
