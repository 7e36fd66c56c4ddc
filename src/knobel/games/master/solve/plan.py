"""How solo Master is solved, and what can be asked of its values."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from knobel.core.errors import BadSetup, NotProvided
from knobel.games.master.rules.board import NUMBERS, ROW_LENGTH, TASKS, Board
from knobel.games.master.rules.game import Master
from knobel.games.master.solve import turns
from knobel.games.master.solve.book import value_of_board
from knobel.games.master.solve.evaluate import trial_master
from knobel.games.master.solve.positions import positions
from knobel.games.master.solve.shipped import FILE, recipe
from knobel.solve.compact.compression import Subject
from knobel.solve.run import Plan
from knobel.solve.tables import table_path

OBJECTIVE = turns.OBJECTIVE


def objective(game: Master) -> str:
    """The turns to the goal; there is no table of the race between several."""
    if game.seats > 1:
        raise BadSetup(f"{game.key} is solved for one player, not for {game.seats}")
    return OBJECTIVE


def plan(_game: Master, objective: str = OBJECTIVE, jobs: int = 1) -> Plan:
    """How solo Master is solved."""
    if objective != OBJECTIVE:
        raise BadSetup(f"{Master.key} has no objective {objective[:60]!r}; it has {OBJECTIVE}")
    return turns.plan(positions())


def path(game: Master, _objective: str) -> Path:
    """The usual file of the table."""
    return table_path(game.key)


def subject(_game: Master) -> Subject:
    """How the table is made compact and evaluated."""
    boards = positions()
    return Subject(recipe(boards), table_path(Master.key), FILE, partial(trial_master, boards))


def value(game: Master, asked: Mapping[str, Any]) -> tuple[float, dict[str, object]]:
    """The turns still to come on a board given by its open tasks, the fields of its rows and its coin steps."""
    if asked["reach"] is not None:
        raise NotProvided(f"{game.key} cannot be played for at least so many points")
    keys = [task.key for task in TASKS] if asked["open"] is None else asked["open"]
    board = _board(keys, asked["rows"], asked["coins"])
    return value_of_board(board), {"open": keys, "rows": board.rows, "coins": board.coins}


def _board(open_tasks: Sequence[str], rows: str, coins: int) -> Board:
    """A board from its open tasks, the fields of its rows and its coin steps."""
    known = [task.key for task in TASKS]
    for key in open_tasks:
        if key not in known:
            raise BadSetup(f"master has no task {key[:60]!r}; it has {', '.join(known)}")
    fields = rows.split(",") if rows else ["0"] * len(NUMBERS)
    if len(fields) != len(NUMBERS) or not all(field.strip().isdecimal() for field in fields):
        raise BadSetup(f"--rows takes {len(NUMBERS)} fields from 0 to {ROW_LENGTH}, as 8,8,0,3,8,8, not {rows[:60]!r}")
    return Board(tuple(key not in open_tasks for key in known), tuple(map(int, fields)), coins)
