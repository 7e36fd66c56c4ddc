"""Endgames on demand agree with tables, with enumeration, and with either kernel."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from knobel import BadSetup
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.extreme.rules import CARD as EXTREME
from knobel.games.scorecard.rules import Sheet
from knobel.games.scorecard.solve import points
from knobel.games.scorecard.solve.book import open_book, value_of
from knobel_lab.solving.run import Report

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


@pytest.mark.parametrize("few", [0, 10**9], ids=["any kernel", "plain kernel"])
@pytest.mark.parametrize(("boxes", "upper", "chips", "value"), KNOWN)
def test_extreme_endgames_have_the_values_of_enumeration(
    boxes: str, upper: int, chips: int, value: float, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(points, "FEW", few)
    assert value_of(EXTREME, boxes.split(), upper, chips) == pytest.approx(value, abs=1e-9)


def test_endgames_agree_with_the_table(classic_file: tuple[Path, Report]) -> None:
    book = open_book(CLASSIC, classic_file[0])
    random = Random(7)
    for _ in range(25):
        boxes = random.sample(range(13), random.randint(0, 4))
        marks = [None if box in boxes else random.randint(0, 5) * (box + 1) if box < 6 else 0 for box in range(13)]
        sheet = Sheet(tuple(marks), 0)
        upper = sum(filter(None, marks[:6]))
        found = value_of(CLASSIC, [CLASSIC.boxes[box].key for box in boxes], upper)
        assert found == pytest.approx(book.of(sheet), abs=1e-9)


def test_nothing_is_to_come_when_no_box_is_open() -> None:
    assert value_of(EXTREME, [], 80, 2) == 0


@pytest.mark.parametrize(
    ("boxes", "upper", "chips", "reason"),
    [
        (["nines"], 0, 0, "extreme has no box 'nines'"),
        (["ones"], 121, 0, "the upper sum is 0 to 120, not 121"),
        (["ones"], 20, 4, "extreme has 0 to 3 chips, not 4"),
        ([box.key for box in EXTREME.boxes], 0, 3, "22 open boxes are too many"),
    ],
)
def test_positions_that_cannot_be_solved_are_refused(boxes: list[str], upper: int, chips: int, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        value_of(EXTREME, boxes, upper, chips)


def test_endgames_need_no_compiler() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from knobel.games.extreme.rules import CARD\n"
        "from knobel.games.scorecard.solve.book import value_of\n"
        "print(value_of(CARD, ['threes', 'fours'], 57, 0))"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert float(ran.stdout) == pytest.approx(49.51439001382199)
