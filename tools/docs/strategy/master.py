"""The numbers of Master: what actions save, where stars come from, openings, habits, levels."""

from itertools import combinations
from typing import Any

from knobel.solve.shipped import best_master

from knobel.games.master.rules.board import (
    COINS,
    LAPS,
    NUMBERS,
    ROW_LENGTH,
    TASKS,
    Board,
    add_coins,
    fulfil,
    laps,
    move_row,
    rows_finished,
    stars,
)
from knobel.games.master.solve.book import MasterBook
from knobel.library import make
from knobel.solve.kernel.odds import chances
from tools.strategy import habits
from tools.strategy.levels import play_best, play_habits, play_levels
from tools.strategy.opening import first_throws, last_dice
from tools.strategy.store import Part

BEST, LEVELS, HABITS = 200, 80, 80
"""Games of best play, of each level and of each habit."""

ROLLS = (
    (1, 1, 2, 4, 6),
    (6, 6, 1, 3, 4),
    (3, 3, 5, 5, 1),
    (6, 6, 5, 5, 4),
    (1, 1, 2, 2, 3),
    (4, 4, 4, 2, 1),
    (6, 6, 6, 5, 2),
    (4, 4, 4, 6, 6),
    (5, 5, 5, 5, 2),
    (1, 3, 4, 5, 6),
    (2, 3, 4, 5, 6),
    (3, 3, 3, 3, 3),
)
"""Dice that lie at the end of a first turn."""

ASKED = {
    "tasks_at_once": habits.tasks_at_once,
    "no_coins": habits.no_coins,
    "one_row": habits.one_row,
    "free_marker": habits.free_marker,
    "groups_only": habits.groups_only,
}


def _value(book: MasterBook) -> dict[str, Any]:
    return {"start": book.of(Board())}


def _saves(book: MasterBook) -> dict[str, Any]:
    """By how many turns the first action shortens the game; a mean turn of perfect play does so by one."""
    start, board = book.of(Board()), Board()

    def saves(after: Board) -> float:
        return start - book.of(after)

    pairs = {
        f"{one} {other}": saves(move_row(move_row(board, one, 2), other, 2)) for one, other in combinations(NUMBERS, 2)
    }
    return {
        "tasks": {task.key: saves(fulfil(board, at)) for at, task in enumerate(TASKS)},
        "odds": dict(
            zip(
                (task.key for task in TASKS),
                chances(make("master", 1).pool, [task.meets for task in TASKS], (), 3),
                strict=True,
            )
        ),
        "rows": {str(number): [saves(move_row(board, number, dice)) for dice in range(2, 6)] for number in NUMBERS},
        "two_rows": pairs,
        "coins": {str(steps): saves(add_coins(board, steps)) for steps in sorted(set(COINS.values()))},
        "row_coins": {str(number): saves(add_coins(move_row(board, number, 2), COINS["pair"])) for number in NUMBERS},
    }


def _along(book: MasterBook) -> dict[str, Any]:
    """How many turns each field of a row, and each step of the coin row, saves on an otherwise blank board."""
    start = book.of(Board())
    # A row begins with at least two dice, so field 1 is never where its marker stands.
    fields = [0, *range(2, ROW_LENGTH + 1)]
    rows = {
        str(number): [[field, start - book.of(Board(rows=_only(number, field)))] for field in fields]
        for number in NUMBERS
    }
    return {
        "rows": rows,
        "coins": [[steps, start - book.of(add_coins(Board(), steps))] for steps in range(sum(LAPS) + 1)],
    }


def _only(number: int, field: int) -> tuple[int, ...]:
    return tuple(field if other == number else 0 for other in NUMBERS)


def _sources() -> dict[str, Any]:
    """Where the stars of best play come from, and how long it takes."""
    ends = play_best([make("master", 1)], BEST)
    boards = [state.boards[0] for state in ends]
    turns = [state.round - 1 for state in ends]
    tasks = {task.key: sum(board.tasks[at] for board in boards) / BEST for at, task in enumerate(TASKS)}
    return {
        "turns": {str(count): turns.count(count) / BEST for count in sorted(set(turns))},
        "tasks": tasks,
        "task_stars": sum(task.stars * tasks[task.key] for task in TASKS),
        "rows": sum(map(rows_finished, boards)) / BEST,
        "laps": sum(laps(board)[0] for board in boards) / BEST,
        "stars": sum(map(stars, boards)) / BEST,
    }


def parts(key: str) -> dict[str, Part]:
    """The parts of the numbers of Master, alone."""
    game, book = make(key, 1), best_master()
    values = "exact" if book.exact else "compact"
    return {
        "value": Part(lambda: _value(book), values),
        "saves": Part(lambda: _saves(book), values),
        "along": Part(lambda: _along(book), values),
        "first": Part(lambda: first_throws(game, numbers=False), values),
        "last": Part(lambda: last_dice(game, ROLLS), values),
        "sources": Part(_sources, values, BEST),
        "habits": Part(lambda: play_habits([game], ASKED, HABITS), values, HABITS),
        "levels": Part(lambda: play_levels([game], LEVELS), values, LEVELS),
    }
