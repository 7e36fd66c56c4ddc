"""Hex-hex: five dice with six witchy symbols, eleven boxes, small numbers for young players."""

from dataclasses import replace

from knobel.core.dice import Die
from knobel.games.holding.roll import alike, pairs, pattern
from knobel.games.scorecard.rules import Box, Card, Scorecard, build_scorecard, fixed, number

SYMBOLS = ("mash", "cauldron", "crystal_ball", "toadstool", "spell_book", "frog")

CARD = Card(
    key="hexhex",
    pool=(Die("hex", SYMBOLS),) * 5,
    boxes=(
        *(number(symbol, face, each=1) for face, symbol in enumerate(SYMBOLS, 1)),
        Box("triple", lambda faces: alike(faces, 3), fixed(2)),
        Box("two_pairs", lambda faces: pairs(faces) >= 2, fixed(3)),
        Box("triple_and_pair", lambda faces: pattern(faces) == (3, 2), fixed(4)),
        Box("five_different", lambda faces: pattern(faces) == (1, 1, 1, 1, 1), fixed(5)),
        Box("five_of_a_kind", lambda faces: alike(faces, 5), fixed(10)),
    ),
)

_SERVING = {
    "two_pairs": Box("two_pairs", lambda faces: pairs(faces) >= 2 or alike(faces, 4), fixed(3)),
    "triple_and_pair": Box("triple_and_pair", lambda faces: pattern(faces) == (3, 2) or alike(faces, 5), fixed(4)),
}
ALIKE = replace(
    CARD,
    boxes=tuple(_SERVING.get(box.key, box) for box in CARD.boxes),
    reading="pairs alike",
    _worths={},
)
"""The card on which four or five alike may serve as two pairs, and five alike as a triple and a pair."""


def build(*, seats: int, pairs: str, strict: str, begins: str) -> Scorecard:
    """Build Hex-hex for `seats` seats, in either reading of pairs, with house rules."""
    return build_scorecard(ALIKE if pairs == "alike" else CARD, seats, begins, strict)
