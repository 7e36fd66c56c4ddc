"""The positions of solo Master, and the order in which they are solved.

A row of the table is a configuration of the number rows. Its cells are diagonals x subsets of fulfilled tasks; on
diagonal d a subset of n tasks has d - n coin steps, so coins and tasks both lead to later diagonals. Beyond the last
coin step the cells repeat its value; cells of no position (fewer than 0 coins) and those with the goal reached hold 0.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, with_technical_text
from knobel.games.master.rules.board import GOAL, LAST_COIN, NUMBERS, ROW_LENGTH, ROWS_UNDER_WAY, TASKS, Board
from knobel.games.master.solve.rule_tables import NONE, SUBSETS, Flags, Ints, Rules, rules, subset_of

Moves = tuple[NDArray[np.int32], NDArray[np.int8]]

DIAGONALS = LAST_COIN + len(TASKS) + 1
TASK_COUNTS = np.array([subset.bit_count() for subset in range(SUBSETS)])
COINS = np.arange(DIAGONALS)[:, None] - TASK_COUNTS
"""The coin steps of each cell: diagonals x subsets."""
STILL = NUMBERS[-1] + 1
"""The number of a row that never moves: the second row of a move of one."""
_FIELDS = ROW_LENGTH + 1
_BASE = _FIELDS ** np.arange(len(NUMBERS))[::-1]


def code(fields: Ints) -> Ints:
    """The number of each configuration of rows."""
    return np.asarray(fields @ _BASE)


@lru_cache(maxsize=1)
def fields_by_code() -> Ints:
    """The fields of every configuration of rows by its number."""
    return _fields(np.arange(_FIELDS ** len(NUMBERS)))


def _fields(codes: Ints) -> Ints:
    """The configurations of these numbers."""
    return np.asarray(codes[:, None] // _BASE % _FIELDS)


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions as an array: configurations of rows x diagonals x subsets."""

    rules: Rules
    fields: Ints
    """The configurations, most fields first: configurations x numbers. Moves lead to earlier ones only."""
    halved: bool
    """Whether of each two configurations that mirror each other only one is included."""
    subset: int = 0
    """Only positions with these tasks fulfilled ..."""
    coins: int = 0
    """... and at least this many coin steps are included."""

    @cached_property
    def digest(self) -> str:
        """A hash of the rules and of the set of positions."""
        facts = self.rules.digest, self.halved, self.subset, self.coins, self.fields.tolist()
        return sha256(repr(facts).encode()).hexdigest()

    @property
    def start(self) -> tuple[int, int, int]:
        """The cell of the position from which all others follow."""
        return len(self.fields) - 1, int(TASK_COUNTS[self.subset]) + self.coins, self.subset

    @property
    def shape(self) -> tuple[int, int, int]:
        """Configurations, diagonals, subsets."""
        return len(self.fields), DIAGONALS, SUBSETS

    @cached_property
    def layers(self) -> tuple[int, ...]:
        """The first row of each number of fields, and the number of rows; rows of a layer are independent."""
        sums = self.fields.sum(axis=1)
        return (*np.flatnonzero(np.diff(sums, prepend=-1)).tolist(), len(sums))

    @cached_property
    def codes(self) -> Ints:
        """The number of each configuration."""
        return code(self.fields)

    @cached_property
    def row(self) -> NDArray[np.int32]:
        """The row of each configuration by its number, or NONE; mirrored ones share a row if halved."""
        rows_by_code = np.full(_FIELDS ** len(NUMBERS), NONE, np.int32)
        rows = np.arange(len(self.fields), dtype=np.int32)
        if self.halved:
            rows_by_code[code(self.fields[:, ::-1])] = rows
        rows_by_code[self.codes] = rows
        return rows_by_code

    @cached_property
    def finished(self) -> Ints:
        """How many rows of each configuration are finished."""
        return np.asarray((self.fields == ROW_LENGTH).sum(axis=1))

    @cached_property
    def alive(self) -> Flags:
        """The cells of positions short of the goal, repeated ones included: rows finished x diagonals x subsets."""
        stars = self.rules.stars[np.arange(SUBSETS), :, np.clip(COINS, 0, LAST_COIN)]
        included = (np.arange(SUBSETS) & self.subset == self.subset) & (self.coins <= COINS)
        return np.asarray((stars < GOAL).transpose(2, 0, 1) & included)

    @cached_property
    def todo(self) -> Flags:
        """The cells to be solved: rows finished x diagonals x subsets."""
        return np.asarray(self.alive & (COINS <= LAST_COIN))

    @cached_property
    def counts(self) -> Ints:
        """How many positions each row has."""
        cells = self.todo.sum(axis=(1, 2))[self.finished]
        twice = self.codes != code(self.fields[:, ::-1]) if self.halved else np.zeros(len(cells), np.bool_)
        return np.asarray(cells * (1 + twice))

    @property
    def count(self) -> int:
        return int(self.counts.sum())

    @cached_property
    def moves(self) -> tuple[NDArray[np.int32], NDArray[np.int8], Flags]:
        """For each configuration and row move: the row it leads to or NONE, its coins, whether that row is mirrored."""
        codes, coins = moves(self.rules, self.fields)
        rows = np.where(codes == NONE, np.int32(NONE), self.row[codes])
        turned = (rows != NONE) & (self.codes[rows] != codes)
        return rows, coins, turned

    def find(self, board: Board) -> tuple[int, int, int]:
        """The cell of a board."""
        check(board)
        number = int(code(np.array(board.rows)))
        row, subset = int(self.row[number]), subset_of(board)
        if row == NONE:
            raise BadSetup(f"the rows {board.rows} are not among these positions")
        if self.turned(board):
            subset = int(self.rules.mirror[subset])
        return row, int(TASK_COUNTS[subset]) + board.coins, subset

    def turned(self, board: Board) -> bool:
        """Whether the cell of this board is that of the board with all dice upside down."""
        number = int(code(np.array(board.rows)))
        return bool(self.codes[self.row[number]] != number)


def moves(rules: Rules, fields: Ints) -> Moves:
    """For configurations x row moves: the number of the configuration after it, or NONE, and its coins."""
    gained, coins = _gains(rules)
    pairs = np.array([(*move.numbers, STILL)[:2] for move in rules.moves]) - NUMBERS[0]
    rows = np.pad(fields, ((0, 0), (0, 1)))
    # All rows under way are counted, then those that move are subtracted.
    counted = _FIELDS**2 * ((rows > 0) & (rows < ROW_LENGTH))
    at = np.take(_FIELDS * rows - counted, pairs[:, 0], axis=1) + np.take(rows - counted, pairs[:, 1], axis=1)
    at += counted.sum(axis=1)[:, None]
    at += np.arange(len(pairs)) * gained[0].size
    added = gained.take(at)
    codes = code(fields).astype(np.int32)[:, None] + added
    return np.where(added == NONE, np.int32(NONE), codes), coins.take(at)


@lru_cache(maxsize=1)
def _gains(rules: Rules) -> Moves:
    """What row moves add to the number of a configuration, or NONE, and their coins.

    Row moves x others under way x field of the first row x field of the second; a row that never moves has field 0.
    """
    gained = np.full((len(rules.moves), ROWS_UNDER_WAY + 1, _FIELDS, _FIELDS), NONE, np.int32)
    coins = np.zeros_like(gained, np.int8)
    for at, (move, after) in enumerate(zip(rules.moves, rules.move_after, strict=True)):
        rows = len(move.numbers)
        own = np.moveaxis(np.indices(after.shape[:-1]), 0, -1)[..., 1:]
        added = (after[..., :rows] - own) @ _BASE[np.array(move.numbers) - NUMBERS[0]]
        possible = after[..., 0] != NONE
        where = (at, ..., 0) if rows == 1 else at
        gained[where] = np.where(possible, added, NONE)
        coins[where] = np.where(possible, after[..., rows], 0)
    return gained, coins


def check(board: Board) -> None:
    """Raise an error unless this is a possible board of Master."""
    if len(board.tasks) != len(TASKS) or len(board.rows) != len(NUMBERS):
        raise BadSetup(f"a board of Master has {len(TASKS)} tasks and {len(NUMBERS)} rows")
    if not all(0 <= field <= ROW_LENGTH for field in board.rows) or not 0 <= board.coins <= LAST_COIN:
        raise BadSetup(f"rows of Master have 0 to {ROW_LENGTH} fields and coins 0 to {LAST_COIN} steps")
    if sum(0 < field < ROW_LENGTH for field in board.rows) > ROWS_UNDER_WAY:
        raise BadSetup(f"at most {ROWS_UNDER_WAY} rows of Master may be under way")


def fields_of(codes: Ints) -> Ints:
    """The configurations of these numbers, in the order in which they are solved."""
    fields = _fields(codes)
    return np.asarray(fields[np.lexsort((codes, -fields.sum(axis=1)))])


def following(rules: Rules, board: Board, most: int | None = None) -> Ints:
    """The numbers of the configurations reachable from a board; the search stops beyond `most`."""
    reached = np.zeros(_FIELDS ** len(NUMBERS), np.bool_)
    frontier = np.array([int(code(np.array(board.rows)))])
    reached[frontier] = True
    while len(frontier) and (most is None or np.count_nonzero(reached) <= most):
        fields = fields_of(frontier)
        finished = (fields == ROW_LENGTH).sum(axis=1)
        short = rules.stars[subset_of(board), finished, board.coins] < GOAL
        after = moves(rules, fields[short])[0]
        new = np.zeros_like(reached)
        new[after[after != NONE]] = True
        frontier = np.flatnonzero(new & ~reached)
        reached |= new
    return np.flatnonzero(reached)


@lru_cache(maxsize=1)
def positions() -> Positions:
    """All positions of a game, those that mirror each other once."""
    tables = rules()
    fields = fields_of(following(tables, Board()))
    return Positions(tables, fields[code(fields) <= code(fields[:, ::-1])], halved=True)


class TooFar(BadSetup):
    """A board with too many following positions to be solved on demand."""


def positions_after(board: Board, most: int) -> Positions:
    """The positions reachable from a board; raises an error if there are more than `most`."""
    check(board)
    tables = rules()
    fields = fields_of(following(tables, board, most))
    place = Positions(tables, fields, halved=False, subset=subset_of(board), coins=board.coins)
    if place.count > most:
        raise with_technical_text(
            TooFar(
                "this board is too far from the goal to solve at once; solve the whole game first, with knobel solve"
            ),
            "far_from_goal",
        )
    return place
