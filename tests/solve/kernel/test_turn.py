"""Odds: exact chances of boxes and tasks from the dice that lie."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import D6, BadDice, Die
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.extreme.rules import CARD as EXTREME
from knobel.games.kribbeln.rules.tasks import DICE
from knobel.games.scorecard.setup import box_odds
from knobel.solve.kernel.turn import chances
from tests.solve.brute import best_chance
from tests.solve.cards import COIN, D3


def chance(box: str, dice: list[int | None], throws: int) -> float:
    return {one.key: one.chance for one in box_odds(CLASSIC, dice, throws)}[box]


def test_five_of_a_kind_has_the_known_chance() -> None:
    assert chance("five_of_a_kind", [], 3) == pytest.approx(347897 / 7558272)


def test_dice_that_lie_stay_for_the_next_throw() -> None:
    assert chance("five_of_a_kind", [6, 6, 6], 1) == pytest.approx(1 / 36)
    assert chance("five_of_a_kind", [6, 6, 6, 6, 1], 1) == pytest.approx(1 / 6)
    assert chance("large_straight", [1, 2, 3, 4, 5], 0) == 1


def test_points_are_those_of_the_box_alone() -> None:
    found = {one.key: one.points for one in box_odds(EXTREME, [None] * 5 + [9], 1)}
    assert found["chance"] == pytest.approx(5 * 3.5 + 9)
    assert found["super_chance"] == pytest.approx(2 * (5 * 3.5 + 9))
    assert found["sixes"] == pytest.approx(5)


@settings(max_examples=20, deadline=None)
@given(st.data(), st.lists(st.sampled_from([COIN, D3]), min_size=1, max_size=3).map(tuple), st.integers(1, 3))
def test_the_chance_is_what_enumeration_says(data: st.DataObject, pool: tuple[Die, ...], throws: int) -> None:
    held = tuple(data.draw(st.none() | st.sampled_from(die.values)) for die in pool)
    goal = data.draw(st.integers(3, 9))
    found = chances(pool, [lambda faces: sum(faces) == goal], held, throws)
    assert found == [pytest.approx(best_chance(pool, lambda faces: float(sum(faces) == goal), held, throws))]


def test_six_different_dice_have_odds_too() -> None:
    found = chances(DICE, [lambda faces: sum(faces) >= 30], [], 1)
    falls = list(product(*(die.values for die in DICE)))
    assert found == [pytest.approx(sum(sum(faces) >= 30 for faces in falls) / len(falls))]


@pytest.mark.parametrize(
    ("dice", "throws", "reason"),
    [
        ([6, 6], 0, "3 dice are still to be thrown, but no throw is left"),
        ([6, 6], 21, "0 to 20 throws may be left, not 21"),
        ([7], 1, "7 cannot lie there"),
        ([1] * 6, 1, "this pool has 5 dice, not 6"),
    ],
)
def test_dice_that_make_no_sense_are_refused(dice: list[int | None], throws: int, reason: str) -> None:
    with pytest.raises(BadDice, match=reason):
        box_odds(CLASSIC, dice, throws)


def test_more_throws_never_lower_a_chance() -> None:
    one, two, three = (chances((D6,) * 3, [lambda faces: len(set(faces)) == 1], [], throws) for throws in (1, 2, 3))
    assert one < two < three
