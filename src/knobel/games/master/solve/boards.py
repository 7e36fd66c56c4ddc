"""Many boards of Master as arrays, their transitions, and the coins of the race for tasks and rows."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.games.master.rules.board import LAST_COIN, RACE, ROW_LENGTH, TASKS, Board
from knobel.games.master.solve.positions import code, fields_by_code, moves
from knobel.games.master.solve.rule_tables import NONE, Flags, Ints, Rules, subset_of

BITS = 1 << np.arange(len(TASKS))
PRIZES = np.array([*RACE, 0])


class Boards(NamedTuple):
    """Boards in arrays of any shape; `rows` has an extra axis for the numbers."""

    tasks: Ints
    """The subset of fulfilled tasks."""
    rows: Ints
    coins: Ints

    def at(self, *where: Any) -> "Boards":
        """Index all arrays."""
        return Boards(self.tasks[where], self.rows[where], self.coins[where])

    @property
    def done(self) -> Flags:
        """Which races are over for each board: boards x races."""
        return np.concatenate([self.tasks[..., None] & BITS > 0, self.rows == ROW_LENGTH], axis=-1)


def boards_of(boards: tuple[Board, ...]) -> Boards:
    """The boards of a table."""
    tasks, rows = [subset_of(board) for board in boards], [board.rows for board in boards]
    return Boards(np.array(tasks), np.array(rows), np.array([board.coins for board in boards]))


def stars(rules: Rules, boards: Boards) -> Ints:
    """The stars of each board."""
    return np.asarray(rules.stars[boards.tasks, (boards.rows == ROW_LENGTH).sum(axis=-1), boards.coins])


def results_on(rules: Rules, boards: Boards) -> tuple[Boards, Flags]:
    """Boards after every step, after every row move, and unchanged, without the race; and which are possible.

    Boards x ways: those of `Rules.ways`, and last to do nothing.
    """
    count = len(boards.tasks)
    stepped = rules.step_subset.T[boards.tasks]
    codes, coins = moves(rules, boards.rows)
    own = code(boards.rows)
    possible = np.concatenate([stepped != NONE, codes != NONE, np.ones((count, 1), np.bool_)], axis=1)
    steps, ways = stepped.shape[1], possible.shape[1]
    tasks = np.repeat(boards.tasks[:, None], ways, axis=1)
    tasks[:, :steps] = np.where(stepped == NONE, tasks[:, :steps], stepped)
    after = np.repeat(own[:, None], ways, axis=1)
    after[:, steps:-1] = np.where(codes == NONE, after[:, steps:-1], codes)
    added = np.zeros((count, ways), np.int64)
    added[:, :steps] = rules.step_coins.T[boards.tasks]
    added[:, steps:-1] = coins
    return Boards(tasks, fields_by_code()[after], np.minimum(boards.coins[:, None] + added, LAST_COIN)), possible


def with_race_coins(before: Flags, after: Boards, ahead: Ints) -> Boards:
    """Boards with the coins of the race: `ahead` is how many rivals have done each task and row already."""
    won = after.done & ~before
    paid = (won * PRIZES[np.minimum(ahead, len(RACE))]).sum(axis=-1)
    return after._replace(coins=np.minimum(after.coins + paid, LAST_COIN))


@lru_cache(maxsize=1)
def ways_of_rolls(rules: Rules) -> Ints:
    """The ways to use each roll, padded with doing nothing: rolls x the largest number of ways."""
    nothing = len(rules.step_subset) + len(rules.moves)
    ways_by_roll = np.full((len(rules.ways), max(map(len, rules.ways))), nothing)
    for roll, ways in enumerate(rules.ways):
        ways_by_roll[roll, : len(ways)] = ways
    return ways_by_roll


def best_ways(rules: Rules, worths: NDArray[np.float64], possible: Flags) -> tuple[NDArray[np.float64], Ints]:
    """The worth of each roll in its best use, and that way; nothing is done only if it must be: boards x rolls."""
    worths = np.where(possible, worths, -np.inf)
    nothing = worths[:, -1].copy()
    worths[:, -1] = -np.inf
    table = ways_of_rolls(rules)
    worths_by_roll = worths[:, table]
    best = worths_by_roll.argmax(axis=2)
    most = np.take_along_axis(worths_by_roll, best[..., None], axis=2)[..., 0]
    way = table[np.arange(len(table)), best]
    idle = np.isneginf(most)
    return np.where(idle, nothing[:, None], most), np.where(idle, worths.shape[1] - 1, way)
