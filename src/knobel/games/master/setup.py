"""Positions of Master set up by hand: tasks fulfilled, fields of the rows, coin steps; and the odds of tasks."""

from collections.abc import Sequence

from knobel.coach.explore import Odds, Place, Position, bad, chances_of, filled, tray
from knobel.games.master.rules.board import GOAL, LAST_COIN, NUMBERS, ROW_LENGTH, ROWS_UNDER_WAY, TASKS, Board, stars
from knobel.games.master.rules.game import THROWS, Master, State
from knobel.games.master.scene import label, own_text

DONE = "done"
COINS = "coins"


def places(game: Master) -> Sequence[Place]:
    """Tasks, number rows, and the coin steps of all laps together."""
    tasks = [Place(task.key, label(game, task.key), "tasks", (DONE,)) for task in TASKS]
    keys = [f"row_{number}" for number in NUMBERS]
    rows = [Place(key, label(game, key), "rows", tuple(range(ROW_LENGTH + 1)), 0) for key in keys]
    return [*tasks, *rows, Place(COINS, own_text("setup.coins"), COINS, tuple(range(LAST_COIN + 1)), 0)]


def state(game: Master, position: Position) -> State:
    """The state of a position; turns are counted from this one on."""
    boards = tuple(_board(game, filled(places(game), sheet)) for sheet in position.sheets)
    if stars(boards[0]) >= GOAL:
        raise bad(game, "goal", stars=stars(boards[0]), goal=GOAL)
    return State(boards, 0, 1, tray(game, position, THROWS))


def _board(game: Master, marks: dict[str, int | str | None]) -> Board:
    rows = tuple(int(marks[f"row_{number}"] or 0) for number in NUMBERS)
    under_way = sum(0 < field < ROW_LENGTH for field in rows)
    if under_way > ROWS_UNDER_WAY:
        raise bad(game, "under_way", most=ROWS_UNDER_WAY, count=under_way)
    return Board(tuple(marks[task.key] == DONE for task in TASKS), rows, int(marks[COINS] or 0))


def most_throws(_game: Master) -> int:
    """How many throws a turn may have."""
    return THROWS


def odds(game: Master, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every task, each played for alone."""
    return chances_of(game, {task.key: task.meets for task in TASKS}, dice, throws)


def still_open(_game: Master, state: State) -> tuple[list[str], int]:
    """The open tasks, and the number of throws left."""
    tasks = [task.key for task, done in zip(TASKS, state.boards[0].tasks, strict=True) if not done]
    return tasks, THROWS - state.tray.throws
