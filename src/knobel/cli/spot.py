"""Where in a typed text something is wrong, shown below it with a caret."""

from rich.cells import cell_len

from knobel.core.errors import Spot

AROUND = 50
"""So many letters of a long text are shown before and after the spot."""


def marked(spot: Spot) -> tuple[str, str]:
    """The line with the spot, and one that marks it."""
    start, end = spot.start, max(spot.start + 1, spot.end)
    first = max(spot.text.rfind("\n", 0, start) + 1, start - AROUND)
    last = min(at if (at := spot.text.find("\n", start)) >= 0 else len(spot.text), end + AROUND)
    before, wrong, after = (
        _shown(part) for part in (spot.text[first:start], spot.text[start:end], spot.text[end:last])
    )
    return f"{before}{wrong}{after}", " " * cell_len(before) + "^" * max(1, cell_len(wrong))


def _shown(text: str) -> str:
    """What cannot be printed takes the place of a question mark, so that nothing moves or turns round."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
