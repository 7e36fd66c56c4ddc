"""Yatzy: the Scandinavian sheet, on which pairs, triples and quads count their own dice only."""

from collections.abc import Callable

from knobel.core.dice import D6, Faces
from knobel.games.classic.rules import NUMBERS
from knobel.games.holding.roll import alike, pairs, pattern
from knobel.games.scorecard.rules import Bonus, Box, Card, Scorecard, always, build_scorecard, fixed


def matching(count: int, groups: int = 1) -> Callable[[Faces], int]:
    """The worth of a box for the `groups` highest numbers shown at least `count` times, with `count` dice of each."""

    def worth(faces: Faces) -> int:
        often = sorted((face for face in set(faces) if faces.count(face) >= count), reverse=True)
        return count * sum(often[:groups])

    return worth


CARD = Card(
    key="yatzy",
    pool=(D6,) * 5,
    boxes=(
        *NUMBERS,
        Box("one_pair", lambda faces: alike(faces, 2), matching(2)),
        Box("two_pairs", lambda faces: pairs(faces) >= 2, matching(2, groups=2)),
        Box("three_of_a_kind", lambda faces: alike(faces, 3), matching(3)),
        Box("four_of_a_kind", lambda faces: alike(faces, 4), matching(4)),
        Box("small_straight", lambda faces: set(faces) == {1, 2, 3, 4, 5}, fixed(15)),
        Box("large_straight", lambda faces: set(faces) == {2, 3, 4, 5, 6}, fixed(20)),
        Box("full_house", lambda faces: pattern(faces) == (3, 2), sum),
        Box("chance", always, sum),
        Box("five_of_a_kind", lambda faces: alike(faces, 5), fixed(50)),
    ),
    bonus=Bonus(needed=63, points=50),
)


def build(*, seats: int, begins: str) -> Scorecard:
    """Build Yatzy for `seats` seats."""
    return build_scorecard(CARD, seats, begins)
