"""What commands of Master need: the value of a position."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from knobel.core.errors import BadSetup, NotProvided, with_technical_text
from knobel.games.facets import ValueQuery
from knobel.games.master.rules.board import NUMBERS, ROW_LENGTH, TASKS, Board
from knobel.games.master.rules.game import Master

if TYPE_CHECKING:
    from knobel.games.master.solve.turns import Fill


def value(game: Master, query: ValueQuery, fill: "Fill | None" = None) -> tuple[float, dict[str, object]]:
    """The expected turns to the goal on a board given by its open tasks, the fields of its rows and its coin steps."""
    # They need NumPy, and what commands a game has is asked everywhere.
    from knobel.games.master.solve.book import best_master, shipped_error, value_of_board
    from knobel.games.master.solve.positions import TooFar
    from knobel.games.master.solve.turns import fill_plain

    if query.reach is not None:
        raise NotProvided(f"{game.key} cannot be played for a target score")
    keys = [task.key for task in TASKS] if query.open is None else query.open
    board = _board(keys, query.rows, query.coins)
    position: dict[str, object] = {"open": keys, "rows": board.rows, "coins": board.coins}
    try:
        return value_of_board(board, fill or fill_plain), position
    except TooFar:
        book = best_master()
        return book.of(board), position if book.exact else {**position, "error": shipped_error()}


def _board(open_tasks: Sequence[str], rows: str, coins: int) -> Board:
    """A board from its open tasks, the fields of its rows and its coin steps."""
    tasks = [task.key for task in TASKS]
    for key in open_tasks:
        if key not in tasks:
            raise with_technical_text(
                BadSetup(f"master has no task {key[:60]!r}; it has {', '.join(tasks)}"),
                "box",
                game=Master.key,
                box=repr(key[:60]),
                known=", ".join(tasks),
            )
    fields = rows.split(",") if rows else ["0"] * len(NUMBERS)
    if len(fields) != len(NUMBERS) or not all(field.strip().isdecimal() for field in fields):
        raise BadSetup(f"--rows takes {len(NUMBERS)} fields from 0 to {ROW_LENGTH}, as 8,8,0,3,8,8, not {rows[:60]!r}")
    return Board(tuple(key not in open_tasks for key in tasks), tuple(map(int, fields)), coins)
