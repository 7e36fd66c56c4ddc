"""Extreme: five six-sided dice, one ten-sided die, twenty-two boxes and three chips."""

from knobel.core.dice import D6, D10
from knobel.games.classic.rules import NUMBERS
from knobel.games.holding.roll import alike, full_house, pairs, pattern, run
from knobel.games.scorecard.rules import Bonus, Box, Card, Scorecard, always, build_scorecard, fixed

CARD = Card(
    key="extreme",
    pool=(*(D6,) * 5, D10),
    boxes=(
        *NUMBERS,
        Box("three_of_a_kind", lambda faces: alike(faces, 3), sum),
        Box("four_of_a_kind", lambda faces: alike(faces, 4), sum),
        Box("two_pairs", lambda faces: pairs(faces) >= 2, sum),
        Box("three_pairs", lambda faces: pattern(faces) == (2, 2, 2), fixed(35)),
        Box("two_triples", lambda faces: pattern(faces) == (3, 3), fixed(45)),
        Box("full_house", full_house, fixed(25)),
        Box("big_full_house", lambda faces: pattern(faces) == (4, 2), fixed(45)),
        Box("small_straight", lambda faces: run(faces) >= 4, fixed(30)),
        Box("large_straight", lambda faces: run(faces) >= 5, fixed(40)),
        Box("highway", lambda faces: run(faces) >= 6, fixed(50)),
        Box("five_of_a_kind", lambda faces: alike(faces, 5), fixed(50)),
        Box("six_of_a_kind", lambda faces: alike(faces, 6), fixed(75)),
        Box("ten_or_less", lambda faces: sum(faces) <= 10, fixed(40)),
        Box("thirty_three_or_more", lambda faces: sum(faces) >= 33, fixed(40)),
        Box("chance", always, sum),
        Box("super_chance", always, lambda faces: 2 * sum(faces)),
    ),
    bonus=Bonus(needed=73, points=45),
    chips=3,
)


def build(*, seats: int, strict: str, begins: str) -> Scorecard:
    """Build Extreme for `seats` seats, with house rules."""
    return build_scorecard(CARD, seats, begins, strict)
