"""Endgames on demand agree with enumeration, and large ones are left to tables."""

import pytest

from knobel import BadSetup
from knobel.games.extreme.rules import CARD as EXTREME
from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.book import TooMany, endgame, value_of
from tests.solve.brute import best_score
from tests.solve.cards import TINY

# Worked out once with a program of its own (real sheets, all subsets of dice, the outcomes of core, no lattice).
KNOWN = [
    ("threes fours sixes three_of_a_kind", 26, 1, 79.881476154726),
    ("threes fours two_pairs chance", 55, 3, 127.40411260407095),
    ("threes fours sixes two_pairs", 40, 2, 111.84882315420019),
    ("ones twos sixes", 40, 3, 49.336438445190296),
    ("fours fives three_of_a_kind", 52, 3, 99.85006508456455),
    ("twos fives full_house", 69, 2, 91.49944023870928),
    ("threes fours", 57, 0, 49.51439001382199),
    ("six_of_a_kind", 61, 2, 2.919837023290935),
]


@pytest.mark.parametrize(("boxes", "upper", "chips", "value"), KNOWN)
def test_extreme_endgames_have_the_values_of_enumeration(boxes: str, upper: int, chips: int, value: float) -> None:
    assert value_of(EXTREME, boxes.split(), upper, chips) == pytest.approx(value, abs=1e-9)


def test_a_small_card_is_worth_what_the_contract_of_games_says() -> None:
    boxes = [box.key for box in TINY.boxes]
    assert value_of(TINY, boxes, chips=TINY.chips) == pytest.approx(best_score(Scorecard(TINY, 1)))


def test_nothing_is_to_come_when_no_box_is_open() -> None:
    assert value_of(EXTREME, [], 80, 2) == 0


@pytest.mark.parametrize(
    ("boxes", "upper", "chips", "reason"),
    [
        (["nines"], 0, 0, "extreme has no box 'nines'"),
        (["ones"], 121, 0, "the upper sum is between 0 and 120, not 121"),
        (["ones"], 20, 4, "extreme has 0 to 3 chips, not 4"),
        ([box.key for box in EXTREME.boxes], 0, 3, "22 open boxes are too many"),
    ],
)
def test_positions_that_cannot_be_solved_are_refused(boxes: list[str], upper: int, chips: int, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        value_of(EXTREME, boxes, upper, chips)


def test_an_endgame_is_as_large_as_positions_times_holdings() -> None:
    place = endgame(EXTREME, [0, 9], 30, 1).place
    work = place.count * place.rules.lattice.size
    assert endgame(EXTREME, [0, 9], 30, 1, most=work).exact
    with pytest.raises(
        TooMany, match="2 open boxes are too many to solve at once; solve the table with knobel solve extreme"
    ):
        endgame(EXTREME, [0, 9], 30, 1, most=work - 1)
