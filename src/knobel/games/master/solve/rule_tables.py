"""The rules of solo Master as lookup tables, generated from the game's own functions.

The effect of an action splits in two. A *step* fulfils a task or adds coins: it depends only on the tasks fulfilled. A
*row move* depends on the rows it moves and on how many others are under way. Both add a known number of coin steps.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from knobel.core.dice import Faces
from knobel.games.master.rules.actions import Action, RowCoins, Rows, act, actions
from knobel.games.master.rules.board import (
    COINS,
    GOAL,
    LAST_COIN,
    NUMBERS,
    ROW_LENGTH,
    ROWS_UNDER_WAY,
    TASKS,
    Board,
    stars,
)
from knobel.games.master.rules.game import THROWS, Master
from knobel.solve.kernel.lattice import Lattice, lattice

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

SUBSETS = 1 << len(TASKS)
"""The number of subsets of fulfilled tasks; a bit for each task."""
CLOSED = (ROW_LENGTH,) * len(NUMBERS)
NONE = -1


def board_of(subset: int, rows: tuple[int, ...], coins: int) -> Board:
    """The board with this subset of tasks fulfilled."""
    return Board(tuple([bool(subset >> task & 1) for task in range(len(TASKS))]), rows, coins)


def subset_of(board: Board) -> int:
    """The subset of tasks fulfilled on a board."""
    return sum(1 << task for task, done in enumerate(board.tasks) if done)


def mirrored(faces: Faces) -> Faces:
    """The dice turned upside down: 1 becomes 6, 2 becomes 5, 3 becomes 4."""
    return tuple(NUMBERS[0] + NUMBERS[-1] - face for face in faces)


@dataclass(frozen=True, slots=True)
class RowMove:
    """Dice that move one row or two, with the coin steps of another group."""

    numbers: tuple[int, ...]
    dice: tuple[int, ...]
    coins: int


def _row_move(action: Action, faces: Faces) -> RowMove | None:
    """The row move of an action; None if it moves no row."""
    match action:
        case Rows(numbers):
            return RowMove(numbers, tuple(faces.count(number) for number in numbers), 0)
        case RowCoins(number, option):
            return RowMove((number,), (faces.count(number),), COINS[option])
    return None


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of solo Master for a solver."""

    lattice: Lattice
    throws: int = THROWS

    @cached_property
    def _kinds(self) -> tuple[list[int], list[Faces]]:
        """The kind of each roll, and one roll of each: rolls of a kind have the same actions when no row can move."""
        kinds: dict[tuple[Action, ...], tuple[int, Faces]] = {}
        of_roll = []
        for faces in self.lattice.falls:
            kind = tuple(action for action, _ in actions(Board(), faces) if not _row_move(action, faces))
            of_roll.append(kinds.setdefault(kind, (len(kinds), faces))[0])
        return of_roll, [faces for _, faces in kinds.values()]

    @cached_property
    def _ends(self) -> list[list[tuple[Board, dict[Action, Board]]]]:
        """For each kind of roll: every board without open rows, the coin row open, then closed, and its actions."""
        boards = [board_of(subset, CLOSED, coins) for coins in (0, LAST_COIN) for subset in range(SUBSETS)]
        return [[(board, dict(actions(board, faces))) for board in boards] for faces in self._kinds[1]]

    @cached_property
    def _steps(self) -> tuple[list[list[int]], list[list[tuple[int, int]]]]:
        """The steps of each roll by number, and the steps: for each subset, the subset and the coins after it."""
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        of_kind = []
        for ends in self._ends:
            after = [afters for _, afters in ends[:SUBSETS]]
            ways = dict.fromkeys(way for afters in after for way in afters)
            steps = [
                tuple((subset_of(to[way]), to[way].coins) if way in to else (NONE, 0) for to in after) for way in ways
            ]
            of_kind.append([numbers.setdefault(step, len(numbers)) for step in steps])
        return [of_kind[kind] for kind in self._kinds[0]], [list(step) for step in numbers]

    @property
    def roll_steps(self) -> list[list[int]]:
        """The numbers of the steps each roll may be used for."""
        return self._steps[0]

    @cached_property
    def step_subset(self) -> Ints:
        """The subset after a step, or NONE where it is not possible: steps x subsets."""
        return np.array(self._steps[1], np.int64)[:, :, 0]

    @cached_property
    def step_coins(self) -> Ints:
        """The coins of a step: steps x subsets."""
        return np.array(self._steps[1], np.int64)[:, :, 1]

    @cached_property
    def loops(self) -> tuple[Flags, Ints]:
        """Where a roll may change nothing: kinds x coin row (open, closed) x subsets; and the kind of each roll."""
        loops = [[not after or board in after.values() for board, after in ends] for ends in self._ends]
        flat, which = np.unique(loops, axis=0, return_inverse=True)
        kinds, which = flat.reshape(-1, 2, SUBSETS), which.reshape(-1)[self._kinds[0]]
        # Passing is only possible with dice that could not move a row either, or it would depend on the rows.
        assert all(not kinds[kind, 0].any() for kind, moves in zip(which, self.roll_moves, strict=True) if moves)
        return kinds, which

    @cached_property
    def _moves(self) -> tuple[list[list[int]], dict[RowMove, tuple[Action, Faces]]]:
        """The row moves of each roll by number, and every row move with an action and dice that make it."""
        examples: dict[RowMove, tuple[Action, Faces]] = {}
        of_roll = []
        for faces in self.lattice.falls:
            moves = {_row_move(action, faces): action for action, _ in actions(Board(), faces)}
            made = [(move, action) for move, action in moves.items() if move]
            for move, action in made:
                examples.setdefault(move, (action, faces))
            of_roll.append([list(examples).index(move) for move, _ in made])
        return of_roll, examples

    @property
    def roll_moves(self) -> list[list[int]]:
        """The numbers of the row moves each roll may be used for."""
        return self._moves[0]

    @cached_property
    def ways(self) -> tuple[Ints, ...]:
        """The ways to use each roll: numbers of steps, and after all of these numbers of row moves."""
        first, pairs = len(self.step_subset), zip(self.roll_steps, self.roll_moves, strict=True)
        return tuple(np.array([*steps, *(first + move for move in moves)], np.int64) for steps, moves in pairs)

    @property
    def moves(self) -> tuple[RowMove, ...]:
        return tuple(self.examples)

    @property
    def examples(self) -> dict[RowMove, tuple[Action, Faces]]:
        """Every row move with an action and dice that make it."""
        return self._moves[1]

    @cached_property
    def move_after(self) -> tuple[Ints, ...]:
        """For each row move: others under way x field of each row it moves, to (fields after ..., coins) or NONE."""
        # Rows are alike: the effect of a move's dice and coins is computed once for all numbers.
        effects: dict[tuple[tuple[int, ...], int], Ints] = {}
        for move, (action, faces) in self.examples.items():
            if (move.dice, move.coins) not in effects:
                effects[move.dice, move.coins] = effect_of(move, action, faces)
        return tuple(effects[move.dice, move.coins] for move in self.moves)

    @cached_property
    def stars(self) -> Ints:
        """The stars of a board: subsets x rows finished x coins."""
        none = (0,) * len(NUMBERS)
        tasks = [stars(board_of(subset, none, 0)) for subset in range(SUBSETS)]
        rows = [stars(board_of(0, CLOSED[:finished] + none[finished:], 0)) for finished in range(len(NUMBERS) + 1)]
        coins = [stars(board_of(0, none, steps)) for steps in range(LAST_COIN + 1)]
        return np.asarray(np.add.outer(np.add.outer(tasks, rows), coins), np.int64)

    @cached_property
    def mirror(self) -> Ints:
        """The subset that corresponds to each one when all dice are turned upside down."""
        met = [[task.meets(faces) for faces in self.lattice.falls] for task in TASKS]
        turned = [[task.meets(mirrored(faces)) for faces in self.lattice.falls] for task in TASKS]
        other = [turned.index(task_met) for task_met in met]
        of = [sum(1 << other[task] for task in range(len(TASKS)) if subset >> task & 1) for subset in range(SUBSETS)]
        return np.array(of, np.int64)

    @cached_property
    def digest(self) -> str:
        """A hash of everything that values depend on."""
        tables = [self.step_subset, self.step_coins, *self.loops, *self.move_after, self.stars, self.mirror]
        lists = [self.lattice.falls, self.throws, GOAL, self.roll_steps, self.roll_moves, self.moves]
        digest = sha256(repr(lists).encode())
        for table in tables:
            digest.update(np.ascontiguousarray(table, "<i8").tobytes())
        return digest.hexdigest()


def effect_of(move: RowMove, action: Action, faces: Faces) -> Ints:
    """The effect of a row move, tried on boards whose other rows are under way or closed."""
    fields = (ROW_LENGTH + 1,) * len(move.numbers)
    after_fields = np.full((ROWS_UNDER_WAY + 1, *fields, len(fields) + 1), NONE, np.int64)
    for others, *at in np.ndindex(ROWS_UNDER_WAY + 1, *fields):
        free = [number for number in NUMBERS if number not in move.numbers]
        standing = dict(zip(move.numbers, at, strict=True)) | dict.fromkeys(free[:others], 1)
        board = board_of(0, tuple(standing.get(number, ROW_LENGTH) for number in NUMBERS), 0)
        after = act(board, action, faces)
        if after:
            after_fields[(others, *at)] = [*(after.rows[number - 1] for number in move.numbers), after.coins]
    return after_fields


@lru_cache(maxsize=1)
def rules() -> Rules:
    """The rules as lookup tables, cached."""
    return Rules(lattice(Master.pool))
