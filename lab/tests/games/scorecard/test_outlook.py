"""Outlooks, compiled: those of NumPy, and those of the walk without chips."""

import pytest

from knobel.games.scorecard.solve.book import endgame
from knobel.games.scorecard.solve.outlook import outlook
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from knobel_lab.games.scorecard.distribution import chances
from knobel_lab.games.scorecard.outlook_compiled import outlook_fast
from knobel_lab.games.scorecard.writings import Writings
from tests.games.scorecard.solve.test_outlook import POSITIONS


def test_distributions_are_those_of_the_walk_without_chips() -> None:
    card = card_of("classic")
    boxes = [rules(card).box(box) for box in ("fives", "sixes", "large_straight")]
    expected = chances(endgame(card, boxes, 40))
    assert outlook(card, boxes, 40).of(boxes, 40, 0)[: len(expected)] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("key", "open_boxes", "upper", "chips"), POSITIONS)
def test_compiled_outlooks_are_those_to_read(key: str, open_boxes: tuple[str, ...], upper: int, chips: int) -> None:
    card = card_of(key)
    plain = outlook(card, [rules(card).box(box) for box in open_boxes], upper, chips)
    fast = outlook_fast(Writings(plain.place), len(open_boxes))
    assert fast.slots.tolist() == list(range(len(plain.means)))
    assert fast.means == pytest.approx(plain.means)
    assert fast.chances == pytest.approx(plain.chances, abs=1e-9)


def test_positions_with_more_open_boxes_have_no_distribution() -> None:
    card = card_of("classic")
    plain = outlook(card, [3, 5, 8, 12], 30)
    few = outlook_fast(Writings(plain.place), 2)
    with_chances = few.slots >= 0
    points = few.chances.shape[2]
    assert 0 < with_chances.sum() < len(plain.means)
    assert few.slots[with_chances].tolist() == list(range(len(few.chances)))
    assert few.chances == pytest.approx(plain.chances[with_chances][:, :, :points], abs=1e-9)
    assert not plain.chances[with_chances][:, :, points:].any()
