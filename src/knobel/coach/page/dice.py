"""Dice for a page: drawn once as symbols, then used by name."""

from collections.abc import Sequence
from html import escape

from knobel.scene.text import Text, say

_SPOTS = {"1": "e", "2": "ai", "3": "aei", "4": "acgi", "5": "acegi", "6": "acdfgi"}
_AT = {letter: (8 + 7 * (at % 3), 8 + 7 * (at // 3)) for at, letter in enumerate("abcdefghi")}


def symbols() -> str:
    """The six faces, to be used by every die of the page."""
    faces = []
    for face, spots in _SPOTS.items():
        dots = "".join(f'<circle cx="{x}" cy="{y}" r="2.6"/>' for x, y in (_AT[spot] for spot in spots))
        faces.append(f'<symbol id="face-{face}" viewBox="0 0 30 30">{dots}</symbol>')
    return f'<svg class="symbols" aria-hidden="true">{"".join(faces)}</svg>'


def row(dice: Sequence[Text], language: str) -> str:
    """Dice side by side, each with its face in words for who cannot see it."""
    return f'<span class="dice">{"".join(_die(die, language) for die in dice)}</span>' if dice else ""


def _die(die: Text, language: str) -> str:
    words = escape(say(die, language))
    values = dict(die.values)
    face, colour = values.get("face"), values.get("colour")
    if isinstance(colour, Text):
        ink = colour.key.removeprefix("colour.")
        # Two letters: in German, green and yellow begin alike.
        short = escape(say(colour, language)[:2].capitalize())
        return f'<span class="die {escape(ink)}" title="{words}">{escape(str(face))}<small>{short}</small></span>'
    if words in _SPOTS:
        return f'<span class="die"><svg role="img" aria-label="{words}"><use href="#face-{words}"/></svg></span>'
    if words.startswith("⟨"):
        return f'<span class="die ten">{words.strip("⟨⟩")}</span>'
    return f'<span class="die word">{words}</span>'
