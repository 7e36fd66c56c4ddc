"""One player's board in Master and what changes it: pure functions that the game and the solver share."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from knobel.core.dice import Faces
from knobel.games.holding.roll import alike, pattern, run


@dataclass(frozen=True, slots=True)
class Task:
    """A task of the board: its condition on the dice, and its stars."""

    key: str
    meets: Callable[[Faces], bool]
    stars: int


TASKS = (
    Task("full_house", lambda faces: pattern(faces) == (3, 2), 1),
    Task("small_straight", lambda faces: run(faces) >= 4, 1),
    Task("chance_low", lambda faces: 5 <= sum(faces) <= 10, 1),
    Task("chance_high", lambda faces: 25 <= sum(faces) <= 30, 1),
    Task("large_straight", lambda faces: run(faces) >= 5, 2),
    Task("five_of_a_kind", lambda faces: alike(faces, 5), 3),
)
NUMBERS = (1, 2, 3, 4, 5, 6)
ROW_LENGTH = 8
ROWS_UNDER_WAY = 3
EXTRA_STAR_FROM = 4
"""This finished row and each later one give an extra star."""

LAPS = (8, 7, 6, 5, 4)
LAST_COIN = sum(LAPS)
COINS = {"pair": 1, "two_pairs": 2, "triple": 2, "quad": 3, "task": 3}
"""Coin steps of each option. Those of triple and quad are a ruling: the rulebook shows them in a picture only."""

RACE = (2, 1)
"""Extra coin steps for the first and the second to fulfil a task or finish a row."""

GOAL = 15


@dataclass(frozen=True, slots=True)
class Board:
    """The fulfilled tasks, the marker of each number row (0 not begun, 8 finished), and the total of coin steps."""

    tasks: tuple[bool, ...] = (False,) * len(TASKS)
    rows: tuple[int, ...] = (0,) * len(NUMBERS)
    coins: int = 0


def laps(board: Board) -> tuple[int, int]:
    """Finished laps of the coin row, and the steps made in the lap under way."""
    steps = board.coins
    for finished, length in enumerate(LAPS):
        if steps < length:
            return finished, steps
        steps -= length
    return len(LAPS), 0


def rows_finished(board: Board) -> int:
    """How many number rows are finished."""
    return board.rows.count(ROW_LENGTH)


def stars(board: Board) -> int:
    """All stars of the board."""
    finished = rows_finished(board)
    tasks = sum(task.stars for task, done in zip(TASKS, board.tasks, strict=True) if done)
    return tasks + finished + max(0, finished - EXTRA_STAR_FROM + 1) + laps(board)[0]


def add_coins(board: Board, steps: int) -> Board:
    """The board after coin steps; steps beyond the last lap are lost."""
    return Board(board.tasks, board.rows, min(board.coins + steps, LAST_COIN))


def may_use(board: Board, number: int) -> bool:
    """Whether the row is under way, or not begun and a marker is free."""
    rows = board.rows
    field = rows[number - 1]
    if field:
        return field < ROW_LENGTH
    under_way = len(rows) - rows.count(0) - rows.count(ROW_LENGTH)
    return under_way < ROWS_UNDER_WAY


def move_row(board: Board, number: int, dice: int) -> Board:
    """The board after these dice move a row that may be used; the overhang becomes coin steps."""
    field = board.rows[number - 1] + dice
    rows = (*board.rows[: number - 1], min(field, ROW_LENGTH), *board.rows[number:])
    return add_coins(Board(board.tasks, rows, board.coins), max(0, field - ROW_LENGTH))


def move_rows(board: Board, numbers: tuple[int, ...], faces: Faces) -> Board | None:
    """The board after these rows have moved in a possible order; None if there is none."""
    for order in (numbers, numbers[::-1]):
        after = board
        for number in order:
            if not may_use(after, number):
                break
            after = move_row(after, number, faces.count(number))
        else:
            return after
    return None


def fulfil(board: Board, task: int) -> Board:
    """The board with this task fulfilled."""
    return Board((*board.tasks[:task], True, *board.tasks[task + 1 :]), board.rows, board.coins)


def race(before: Board, after: Board, rivals: Iterable[Board]) -> Board:
    """The board with the extra coin steps of the race for every task and row won against these rivals' boards."""
    rivals = tuple(rivals)
    steps = 0
    for task, done in enumerate(after.tasks):
        if done and not before.tasks[task]:
            steps += race_steps(sum(rival.tasks[task] for rival in rivals))
    for row, field in enumerate(after.rows):
        if field == ROW_LENGTH != before.rows[row]:
            steps += race_steps(sum(rival.rows[row] == ROW_LENGTH for rival in rivals))
    return add_coins(after, steps)


def race_steps(ahead: int) -> int:
    """The extra coin steps for a task or row that this many rivals have done already."""
    return RACE[ahead] if ahead < len(RACE) else 0
