"""The upper part: sums that cannot differ are one."""

import pytest

from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.extreme.rules import CARD as EXTREME
from knobel.games.hexhex.rules import CARD as HEXHEX
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.book import value_of
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import rules


@pytest.mark.parametrize(
    ("card", "count"),
    [(CLASSIC, 239_744), (EXTREME, 598_212_608), (HEXHEX, 2048)],
    ids=["classic", "extreme", "hexhex"],
)
def test_a_game_has_so_many_positions(card: Card, count: int) -> None:
    assert positions(rules(card)).count == count


def test_every_situation_leads_to_one_with_a_box_less() -> None:
    upper = positions(rules(CLASSIC)).upper
    for (mask, _), at in upper.index.items():
        for box, worths in enumerate(upper.worths):
            if mask >> box & 1:
                after = [upper.states[state][0] for state in upper.after[box, : len(worths), at].tolist()]
                assert after == [mask ^ 1 << box] * len(worths)


@pytest.mark.parametrize(("one", "other"), [(73, 80), (10, 42)], ids=["reached", "out of reach"])
def test_sums_that_cannot_differ_have_one_value(one: int, other: int) -> None:
    boxes = ("fives", "highway")
    assert value_of(EXTREME, boxes, one, 1) == value_of(EXTREME, boxes, other, 1)


def test_a_sum_near_the_bonus_is_worth_more() -> None:
    values = [value_of(EXTREME, ("fives", "highway"), upper, 1) for upper in (42, 43, 48, 58, 68)]
    assert values == sorted(set(values))
