"""Classic: the parent game, five dice and thirteen boxes."""

from knobel.core.dice import D6
from knobel.games.holding.roll import alike, full_house, run
from knobel.games.scorecard.rules import Bonus, Box, Card, Scorecard, always, build_scorecard, fixed, number

NUMBERS = tuple(number(key, face) for face, key in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1))
"""The upper part of the sheet."""

CARD = Card(
    key="classic",
    pool=(D6,) * 5,
    boxes=(
        *NUMBERS,
        Box("three_of_a_kind", lambda faces: alike(faces, 3), sum),
        Box("four_of_a_kind", lambda faces: alike(faces, 4), sum),
        Box("full_house", full_house, fixed(25)),
        Box("small_straight", lambda faces: run(faces) >= 4, fixed(30)),
        Box("large_straight", lambda faces: run(faces) >= 5, fixed(40)),
        Box("five_of_a_kind", lambda faces: alike(faces, 5), fixed(50)),
        Box("chance", always, sum),
    ),
    bonus=Bonus(needed=63, points=35),
)


def build(*, seats: int, strict: str, joker: str, further: str, begins: str) -> Scorecard:
    """Build Classic for `seats` seats, with house rules."""
    return build_scorecard(CARD, seats, begins, strict, joker, further)
