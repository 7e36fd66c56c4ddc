"""Yatzy: what every roll is worth in every box, worked out by hand."""

import pytest

from knobel import Record, find, make
from knobel.games.scorecard.solve.shipped import shipped_book
from knobel.games.yatzy.rules import CARD

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    *("one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind"),
    *("small_straight", "large_straight", "full_house", "chance", "five_of_a_kind"),
)


def worths(dice: str) -> dict[str, int]:
    """What a roll is worth in the boxes that it fits."""
    found = find("yatzy").appraise(make("yatzy"), dice.split())
    return {box: int(worth) for box, worth in found.items() if worth}


def test_the_sheet_has_fifteen_boxes_in_this_order() -> None:
    assert tuple(box.key for box in CARD.boxes) == UPPER + LOWER


@pytest.mark.parametrize(
    ("dice", "boxes"),
    [
        ("1 2 4 5 6", {"ones": 1, "twos": 2, "fours": 4, "fives": 5, "sixes": 6, "chance": 18}),
        ("2 2 6 6 1", {"ones": 1, "twos": 4, "sixes": 12, "one_pair": 12, "two_pairs": 16, "chance": 17}),
        (
            "4 4 5 5 5",
            {
                "fours": 8,
                "fives": 15,
                "one_pair": 10,
                "two_pairs": 18,
                "three_of_a_kind": 15,
                "full_house": 23,
                "chance": 23,
            },
        ),
        (
            "3 3 3 3 6",
            {
                "threes": 12,
                "sixes": 6,
                "one_pair": 6,
                "three_of_a_kind": 9,
                "four_of_a_kind": 12,
                "chance": 18,
            },
        ),
        (
            "1 2 3 4 5",
            {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "small_straight": 15, "chance": 15},
        ),
        (
            "2 3 4 5 6",
            {"twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6, "large_straight": 20, "chance": 20},
        ),
        (
            "6 6 6 6 6",
            {
                "sixes": 30,
                "one_pair": 12,
                "three_of_a_kind": 18,
                "four_of_a_kind": 24,
                "chance": 30,
                "five_of_a_kind": 50,
            },
        ),
    ],
)
def test_a_roll_is_worth_this(dice: str, boxes: dict[str, int]) -> None:
    assert worths(dice) == boxes


@pytest.mark.parametrize(("twos", "bonus"), [(3, 50), (2, 0)])
def test_the_bonus_is_fifty_from_sixty_three_on(twos: int, bonus: int) -> None:
    record = Record(make("yatzy"))
    upper = {"ones": 3, "twos": twos, "threes": 3, "fours": 3, "fives": 3, "sixes": 3}
    for face, (box, count) in enumerate(upper.items(), 1):
        other = 1 if face != 1 else 2
        record.fell(*[face] * count, *[other] * (5 - count))
        record.moved(0, f"write {box}")
    total = sum(face * count for face, count in enumerate(upper.values(), 1))
    assert record.game.scores(record.state) == (total + bonus,)


def test_the_highest_game_has_374_points() -> None:
    best = {
        **{box: (face,) * 5 for face, box in enumerate(UPPER, 1)},
        "one_pair": (6, 6, 6, 6, 6),
        "two_pairs": (6, 6, 5, 5, 1),
        "three_of_a_kind": (6, 6, 6, 6, 6),
        "four_of_a_kind": (6, 6, 6, 6, 6),
        "small_straight": (1, 2, 3, 4, 5),
        "large_straight": (2, 3, 4, 5, 6),
        "full_house": (6, 6, 6, 5, 5),
        "chance": (6,) * 5,
        "five_of_a_kind": (6,) * 5,
    }
    record = Record(make("yatzy"))
    for box, faces in best.items():
        record.fell(*faces)
        record.moved(0, f"write {box}")
    assert record.game.scores(record.state) == (374,)


def test_perfect_play_brings_this_much() -> None:
    """248.4399894 is the value of `knobel solve yatzy`; what is shipped is rounded to single precision."""
    assert shipped_book(CARD).value(range(15), 0, 0) == pytest.approx(248.4399894, abs=1e-4)
