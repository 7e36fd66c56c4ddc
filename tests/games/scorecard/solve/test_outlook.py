"""Outlooks: distributions whose means are the values of the solver."""

import numpy as np
import pytest

from knobel.games.scorecard.solve.book import endgame
from knobel.games.scorecard.solve.outlook import outlook
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from knobel.solve.scores import distribution
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


def test_a_card_with_chips_and_a_bonus_has_a_distribution_for_each_position() -> None:
    found = outlook(TINY, range(3), 0, 1)
    assert found.chances.sum(axis=2) == pytest.approx(np.ones(found.means.shape))
    points = np.arange(found.chances.shape[2])
    assert found.chances @ points == pytest.approx(found.means)


def test_a_blank_sheet_has_its_shipped_distribution() -> None:
    shipped = distribution("hexhex")
    found = outlook(card_of("hexhex"), range(11)).of(range(11), 0, 0)
    assert found[shipped.first : shipped.scores.stop] == pytest.approx(shipped.chances, abs=1e-6)
