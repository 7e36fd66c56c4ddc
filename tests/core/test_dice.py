"""Dice: faces, sources and exact odds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import D6, D10, BadDice, Die, groups, make, outcomes, seeded


def test_faces_count_up_from_the_first() -> None:
    assert list(D6.values) == [1, 2, 3, 4, 5, 6]
    assert list(D10.values) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_a_symbol_is_read_by_name_and_by_number() -> None:
    die = make("krisskross").pool[0]
    assert die.read("star") == die.read("6") == 6
    assert die.text(6) == "star"


@pytest.mark.parametrize("text", ["7", "0", "", "x", "²", "-1", "1000000", "١"])
def test_a_face_that_is_not_on_the_die_is_refused_with_what_is(text: str) -> None:
    with pytest.raises(BadDice, match="it shows 1, 2, 3, 4, 5, 6"):
        D6.read(text)


def test_the_same_seed_gives_the_same_dice_on_every_python() -> None:
    fall = seeded(42)
    assert fall([D6] * 5) == (4, 1, 2, 2, 5)
    assert fall([D10]) == (6,)


def test_seeded_dice_show_every_face_about_equally_often() -> None:
    fall = seeded(1)
    shown = [face for _ in range(1000) for face in fall([D6] * 6)]
    assert all(850 < shown.count(face) < 1150 for face in D6.values)


def test_equal_dice_form_a_group() -> None:
    assert groups(make("extreme").pool) == ((0, 1, 2, 3, 4), (5,))
    assert len(groups(make("kribbeln").pool)) == 6


def test_five_equal_dice_fall_in_252_ways() -> None:
    odds = dict(outcomes([D6] * 5))
    assert len(odds) == 252
    assert odds[(1, 1, 1, 1, 1)] == Fraction(1, 7776)
    assert odds[(1, 1, 1, 2, 2)] == Fraction(10, 7776)


def test_outcomes_keep_the_position_of_different_dice() -> None:
    odds = dict(outcomes([D10, D6, D6]))
    assert odds[(9, 1, 2)] == Fraction(2, 360)
    assert len(odds) == 10 * 21


@given(st.lists(st.sampled_from([D6, D10, Die("coin", ("heads", "tails"))]), max_size=4))
def test_chances_of_a_throw_add_up_to_one(dice: list[Die]) -> None:
    assert sum(chance for _, chance in outcomes(dice)) == 1
