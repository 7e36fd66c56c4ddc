"""The shape of dice: what a roll is, and what is held of it, in a word."""

from collections.abc import Sequence

from knobel.games.holding.roll import pattern, run

RUN = 4
"""So many consecutive numbers make a roll a straight; one less is worth holding as the beginning of one."""

GROUPS = {
    (1,): "one",
    (2,): "pair",
    (3,): "triple",
    (4,): "quad",
    (5,): "five",
    (6,): "six",
    (2, 2): "two_pairs",
    (2, 2, 2): "three_pairs",
    (3, 2): "triple_pair",
    (3, 3): "two_triples",
    (4, 2): "quad_pair",
}
"""Holdings made of groups of equal dice, and single dice."""


def roll_shape(faces: Sequence[int], *, straights: bool) -> str:
    """What a roll is: its longest straight if straights count, else its groups of equal dice."""
    if straights and run(faces) >= RUN:
        return f"run{run(faces)}"
    groups = tuple(count for count in pattern(faces) if count > 1)
    return GROUPS[groups] if groups else "different"


def held_shape(faces: Sequence[int], *, straights: bool) -> str:
    """What is held: groups alone, part of a straight, dice that are all different, or groups with other dice."""
    if not faces:
        return "none"
    groups = pattern(faces)
    if groups in GROUPS:
        return GROUPS[groups]
    if groups[0] == 1:
        in_reach = max(faces) - min(faces) <= RUN
        return f"run{len(faces)}" if straights and len(faces) >= RUN - 1 and in_reach else "different"
    kept = tuple(count for count in groups if count > 1)
    return f"{GROUPS[kept]}_more"
