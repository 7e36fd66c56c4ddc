"""Outlooks: distributions whose means are the values of the solver."""

import numpy as np
import pytest

from knobel.games.scorecard.solve.book import endgame
from knobel.games.scorecard.solve.outlook import Walk, deviations, outlook
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from knobel.solve.scores import distribution
from knobel_lab.games.scorecard.distribution import chances
from knobel_lab.solving.kernel.jit import COMPILED
from tests.solve.cards import TINY

POSITIONS = [
    ("classic", ("fours", "sixes", "full_house", "chance"), 30, 0),
    ("classic", ("ones", "twos", "threes", "fours", "fives"), 20, 0),
    ("extreme", ("highway", "super_chance"), 73, 2),
    ("yatzy", ("one_pair", "two_pairs", "full_house"), 40, 0),
]


@pytest.mark.parametrize(("key", "open_boxes", "upper", "chips"), POSITIONS)
def test_what_is_still_to_come_is_the_mean_of_its_distribution(
    key: str, open_boxes: tuple[str, ...], upper: int, chips: int
) -> None:
    card = card_of(key)
    boxes = [rules(card).box(box) for box in open_boxes]
    found, book = outlook(card, boxes, upper, chips), endgame(card, boxes, upper, chips)
    for left in range(chips + 1):
        shape = found.of(boxes, upper, left)
        assert shape.sum() == pytest.approx(1)
        assert shape.min() >= 0
        assert np.arange(len(shape)) @ shape == pytest.approx(book.value(boxes, upper, left))


def test_distributions_are_those_of_the_walk_without_chips() -> None:
    card = card_of("classic")
    boxes = [rules(card).box(box) for box in ("fives", "sixes", "large_straight")]
    expected = chances(endgame(card, boxes, 40))
    assert outlook(card, boxes, 40).of(boxes, 40, 0)[: len(expected)] == pytest.approx(expected, abs=1e-9)


def test_a_card_with_chips_and_a_bonus_has_a_distribution_for_each_position() -> None:
    found = outlook(TINY, range(3), 0, 1)
    assert found.chances.sum(axis=2) == pytest.approx(np.ones(found.means.shape))
    points = np.arange(found.chances.shape[2])
    assert found.chances @ points == pytest.approx(found.means)
    assert found.chances @ points**2 == pytest.approx(found.squares)


@pytest.mark.skipif(not COMPILED, reason="needs Numba")
@pytest.mark.parametrize(("key", "open_boxes", "upper", "chips"), POSITIONS)
def test_compiled_walks_are_those_to_read(key: str, open_boxes: tuple[str, ...], upper: int, chips: int) -> None:
    known = rules(card_of(key))
    place = positions(known, [known.box(box) for box in open_boxes], upper, chips)
    plain, fast = Walk(place).walked(), Walk(place).walked_fast()
    assert fast.means == pytest.approx(plain.means)
    assert fast.squares == pytest.approx(plain.squares)
    assert fast.chances == pytest.approx(plain.chances, abs=1e-9)


def test_the_spread_of_a_blank_sheet_is_that_of_its_shipped_distribution() -> None:
    assert deviations(card_of("hexhex"))[-1, 0, 0] == pytest.approx(distribution("hexhex").deviation, abs=1e-6)
