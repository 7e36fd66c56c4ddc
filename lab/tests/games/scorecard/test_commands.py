"""Positions that NumPy leaves to shipped values are solved by compiled code, and smaller ones are worth the same."""

from typing import Any

import pytest

from knobel import BadSetup, make
from knobel.games.scorecard import commands as plain
from knobel.games.scorecard.rules import Scorecard
from knobel.games.spec import find
from knobel_lab.games.scorecard import commands

EXTREME, CLASSIC = make("extreme"), make("classic")
MANY = ["ones", "twos", "threes", "fours", "sixes", "three_of_a_kind", "highway", "super_chance", "chance"]


def request(boxes: list[str], upper: int, chips: int, reach: int | None = None) -> dict[str, Any]:
    return {"open": boxes, "upper": upper, "chips": chips, "reach": reach}


def test_the_command_asks_the_laboratory() -> None:
    assert find("extreme").commands.value is commands.value


def test_a_position_too_large_for_numpy_is_solved() -> None:
    assert isinstance(EXTREME, Scorecard)
    shipped, position = plain.value(EXTREME, request(MANY, 5, 3))
    exact, solved = commands.value(EXTREME, request(MANY, 5, 3))
    error = position.pop("error")
    assert isinstance(error, float)
    assert position == solved
    assert 0 < abs(exact - shipped) < 3 * error


@pytest.mark.parametrize("need", [30, 150], ids=["little work", "much work"])
def test_a_score_is_reached_as_often_by_compiled_code(need: int) -> None:
    assert isinstance(CLASSIC, Scorecard)
    asked = request(["fours", "fives", "sixes", "chance", "full_house"], 20, 0, need)
    chance, position = commands.value(CLASSIC, asked)
    assert chance == pytest.approx(plain.value(CLASSIC, asked)[0], abs=1e-12)
    assert position == asked


def test_a_score_too_much_work_for_numpy_is_worked_out() -> None:
    assert isinstance(CLASSIC, Scorecard)
    boxes = ["twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "full_house", "chance"]
    asked = request(boxes, 3, 0, 150)
    with pytest.raises(BadSetup, match="8 open boxes are too many to work out chances on demand"):
        plain.value(CLASSIC, asked)
    assert 0 < commands.value(CLASSIC, asked)[0] < 1
