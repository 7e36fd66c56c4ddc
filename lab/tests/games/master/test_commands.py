"""The command `value` of Master is compiled where there are many positions, and says the same."""

import pytest

from knobel import find, make
from knobel.games.facets import ValueQuery
from knobel.games.master import commands as plain
from knobel.games.master.rules.game import Master
from knobel_lab.games.master import commands


def test_a_compiled_value_is_that_of_the_game() -> None:
    """With two tasks and two rows to go there are 693 positions: enough to be compiled."""
    game = make("master")
    assert isinstance(game, Master)
    query = ValueQuery(["large_straight", "five_of_a_kind"], rows="8,8,8,0,0,8", coins=22)
    compiled, position = commands.value(game, query)
    turns, same = plain.value(game, query)
    assert compiled == pytest.approx(turns, abs=1e-9)
    assert position == same
    assert find("master").commands.value is commands.value
