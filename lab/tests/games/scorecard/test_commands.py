"""Positions that NumPy leaves to shipped values are solved by compiled code, and smaller ones are worth the same."""

import pytest

from knobel import BadSetup, make
from knobel.games.facets import ValueQuery
from knobel.games.scorecard import commands as plain
from knobel.games.scorecard.rules import Scorecard
from knobel.games.spec import find
from knobel_lab.games.scorecard import commands

EXTREME, CLASSIC = make("extreme"), make("classic")
MANY = ["ones", "twos", "threes", "fours", "sixes", "three_of_a_kind", "highway", "super_chance", "chance"]


def test_the_command_asks_the_laboratory() -> None:
    assert find("extreme").commands.value is commands.value


def test_a_position_too_large_for_numpy_is_solved() -> None:
    assert isinstance(EXTREME, Scorecard)
    shipped, position = plain.value(EXTREME, ValueQuery(MANY, 5, 3))
    exact, solved = commands.value(EXTREME, ValueQuery(MANY, 5, 3))
    error = position.pop("error")
    assert isinstance(error, float)
    assert position == solved
    assert 0 < abs(exact - shipped) < 3 * error


@pytest.mark.parametrize("need", [30, 150], ids=["little work", "much work"])
def test_a_score_is_reached_as_often_by_compiled_code(need: int) -> None:
    assert isinstance(CLASSIC, Scorecard)
    query = ValueQuery(["fours", "fives", "sixes", "chance", "full_house"], 20, 0, reach=need)
    chance, position = commands.value(CLASSIC, query)
    assert chance == pytest.approx(plain.value(CLASSIC, query)[0], abs=1e-12)
    assert position == {"open": query.open, "upper": 20, "chips": 0, "reach": need}


def test_a_score_too_much_work_for_numpy_is_worked_out() -> None:
    assert isinstance(CLASSIC, Scorecard)
    boxes = ["twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "full_house", "chance"]
    query = ValueQuery(boxes, 3, 0, reach=150)
    with pytest.raises(BadSetup, match="with 8 open boxes this takes too long to calculate"):
        plain.value(CLASSIC, query)
    assert 0 < commands.value(CLASSIC, query)[0] < 1
