"""The command `value` of Master: exact near the goal, with the error of shipped values far from it."""

from pathlib import Path

import pytest

from knobel import BadSetup, make
from knobel.core.errors import NotProvided
from knobel.games.facets import ValueQuery
from knobel.games.master.commands import value
from knobel.games.master.rules.game import Master
from knobel.games.master.solve.book import value_of_board
from knobel.games.master.solve.rule_tables import board_of


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Master:
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path))
    game = make("master")
    assert isinstance(game, Master)
    return game


def test_a_board_near_the_goal_has_its_exact_value(game: Master) -> None:
    turns, position = value(game, ValueQuery(open=["five_of_a_kind"], rows="8,8,8,6,7,0", coins=30))
    assert turns == value_of_board(board_of(0b011111, (8, 8, 8, 6, 7, 0), 30))
    assert position == {"open": ["five_of_a_kind"], "rows": (8, 8, 8, 6, 7, 0), "coins": 30}


def test_a_blank_board_has_a_shipped_value_and_its_error(game: Master) -> None:
    """19.8297 is the value of the exact table."""
    turns, position = value(game, ValueQuery())
    assert turns == pytest.approx(19.8297, abs=0.02)
    assert position["error"] == pytest.approx(0.014, abs=0.001)


def test_what_is_no_board_is_refused(game: Master) -> None:
    with pytest.raises(BadSetup, match="master has no task 'moon'"):
        value(game, ValueQuery(open=["moon"]))
    with pytest.raises(BadSetup, match="--rows takes 6 fields from 0 to 8"):
        value(game, ValueQuery(rows="8,8"))
    with pytest.raises(NotProvided, match="master cannot be played for a target score"):
        value(game, ValueQuery(reach=9))
