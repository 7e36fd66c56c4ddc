"""Many games of Kriss Kross simulated at once, compiled; and the greedy policy: the placement that adds most points."""

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from knobel.core.game import AnyGame
from knobel.core.playout import Player
from knobel.games.holding.starting import FIRST
from knobel.games.krisskross.rules import (
    COLUMNS,
    DOUBLE,
    PAIRS,
    ROWS,
    SIZE,
    START,
    SYMBOLS,
    WORTHLESS,
    KrissKross,
    Place,
    State,
    diagonals,
    fill,
    line_points,
)
from knobel_lab.sim.play import Results, ranked
from knobel_lab.sim.random_bits_compiled import BLOCK, below, draw, forget
from knobel_lab.solving.kernel.jit import jit

if TYPE_CHECKING:
    from knobel_lab.envs.many import Tables as VectorTables

KINDS = len(SYMBOLS) + 1
"""The number of states of a cell: empty, or one of the symbols."""

CELLS = SIZE * SIZE
ENDS = np.array(PAIRS, np.int64)
NEXT, STRAIGHT, NONE = np.uint64(1), 2 * SIZE, -1


class Tables(NamedTuple):
    """The rules as lookup tables."""

    powers: Any
    """What each cell adds to the code of a line, times the number of its symbol: lines x cells."""
    near: Any
    """The lines that a pair of cells touches, padded with NONE: pairs x lines."""
    worths: Any
    """The points of a line by its code: of a row or column, of a diagonal."""


@cache
def tables(advanced: bool, edition: str) -> Tables:
    """The lookup tables of the basic or the advanced game in an edition."""
    digits = np.indices((KINDS,) * SIZE).reshape(SIZE, -1).T
    points = np.array([line_points(tuple(line), edition) for line in digits.tolist()], np.int64)
    straight = np.where(points == 0, WORTHLESS, points) if advanced else points
    diagonal = 2 * points if edition == DOUBLE else points
    lines = [*ROWS.values(), *COLUMNS.values(), *diagonals(advanced, edition).values()]
    powers = np.zeros((len(lines), CELLS), np.int64)
    for at, cells in enumerate(lines):
        powers[at, list(cells)] = KINDS ** np.arange(SIZE)[::-1]
    touched = [np.flatnonzero(powers[:, pair].any(axis=1)).tolist() for pair in ENDS]
    most = 1 + max(map(len, touched))
    near = np.array([lines_of + [NONE] * (most - len(lines_of)) for lines_of in touched])
    return Tables(powers, near, np.array([straight, diagonal], np.int8))


def policies(game: KrissKross, *, compiled: bool) -> tuple[str, ...]:
    """The policies that are compiled."""
    return ("random", "greedy") if compiled and game.begins == FIRST else ()


def play(game: KrissKross, policies: tuple[str, ...], seed: int, games: range, *, compiled: bool) -> Results:
    """The results of the games with these numbers; seats are greedy or play at random."""
    greedy = np.array([policy == "greedy" for policy in policies])
    numbers = np.arange(games.start, games.stop, dtype=np.uint64)
    scores = np.zeros((len(numbers), game.seats), np.int64)
    counts = np.zeros((len(numbers), 2), np.int64)
    _play(np.uint64(seed), numbers, greedy, tables(game.advanced, game.edition), scores, counts)
    return Results(scores, ranked(scores), *counts.T)


@jit
def _points(grid: Any, tables: Any, codes: Any) -> Any:
    """The points of a grid so far; fills in the codes of its lines."""
    total = np.int64(0)
    for line in range(codes.size):
        codes[line] = 0
        for cell in range(CELLS):
            codes[line] += tables.powers[line, cell] * grid[cell]
        total += np.int64(tables.worths[line // STRAIGHT, codes[line]])
    return total


@jit
def _added(pair: Any, turned: Any, one: Any, other: Any, tables: Any, codes: Any) -> Any:
    """The points that two symbols in a pair of cells add."""
    first, second = ENDS[pair, turned], ENDS[pair, 1 - turned]
    total = np.int64(0)
    for at in range(tables.near.shape[1]):
        line = tables.near[pair, at]
        if line == NONE:
            break
        code = codes[line] + tables.powers[line, first] * one + tables.powers[line, second] * other
        kind = line // STRAIGHT
        total += np.int64(tables.worths[kind, code]) - np.int64(tables.worths[kind, codes[line]])
    return total


@jit
def _write(grid: Any, pair: Any, turned: Any, one: Any, other: Any) -> None:
    """Write two symbols into a pair of cells, in reverse order if turned."""
    grid[ENDS[pair, turned]] = one
    grid[ENDS[pair, 1 - turned]] = other


@jit
def _free(grid: Any) -> Any:
    """The number of free pairs of cells."""
    count = 0
    for pair in range(len(ENDS)):
        count += grid[ENDS[pair, 0]] == 0 and grid[ENDS[pair, 1]] == 0
    return count


@jit
def _greedy(grid: Any, one: Any, other: Any, tables: Any, codes: Any) -> None:
    """Make the placement that adds most points, the first of several."""
    best, chosen = -(1 << 30), 0
    _points(grid, tables, codes)
    for pair in range(len(ENDS)):
        if grid[ENDS[pair, 0]] != 0 or grid[ENDS[pair, 1]] != 0:
            continue
        for turned in range(2):
            added = _added(pair, turned, one, other, tables, codes)
            if added > best:
                best, chosen = added, 2 * pair + turned
    _write(grid, chosen // 2, chosen % 2, one, other)


@jit
def _any(grid: Any, choice: Any, one: Any, other: Any) -> None:
    """Make the placement with this number among the possible ones."""
    left = choice // 2
    for pair in range(len(ENDS)):
        if grid[ENDS[pair, 0]] == 0 and grid[ENDS[pair, 1]] == 0:
            if left == 0:
                _write(grid, pair, choice % 2, one, other)
                return
            left -= 1


@jit
def _begin(grids: Any, seat: Any, choice: Any) -> None:
    """Take the symbol with this number among those nobody has."""
    taken = 0
    for other in range(seat):
        taken |= 1 << grids[other, START]
    for symbol in range(1, KINDS):
        if taken >> symbol & 1 == 0:
            if choice == 0:
                grids[seat, START] = symbol
                return
            choice -= 1


@jit
def _play(seed: Any, numbers: Any, greedy: Any, tables: Any, scores: Any, counts: Any) -> None:
    seats = greedy.size
    words, grids = np.zeros(BLOCK + 1, np.uint64), np.zeros((seats, CELLS), np.int64)
    free, codes = np.zeros(seats, np.int64), np.zeros(len(tables.powers), np.int64)
    symbols = np.uint64(KINDS - 1)
    for game in range(numbers.size):
        number, at = numbers[game], np.uint64(0)
        forget(words)
        grids[:] = 0
        moves, throws, going = 0, 0, True
        for seat in range(seats):
            choice = 0 if greedy[seat] else below(draw(words, seed, number, at), KINDS - 1 - seat)
            _begin(grids, seat, choice)
            at += NEXT
            moves += 1
        while True:
            going = False
            for seat in range(seats):
                free[seat] = _free(grids[seat])
                going |= free[seat] > 0
            if not going:
                break
            fallen = below(draw(words, seed, number, at), symbols * symbols)
            one, other = fallen // (KINDS - 1) + 1, fallen % (KINDS - 1) + 1
            at += NEXT
            throws += 1
            for seat in range(seats):
                if free[seat] == 0:
                    continue
                if greedy[seat]:
                    _greedy(grids[seat], one, other, tables, codes)
                else:
                    _any(grids[seat], below(draw(words, seed, number, at), 2 * free[seat]), one, other)
                at += NEXT
                moves += 1
        for seat in range(seats):
            scores[game, seat] = _points(grids[seat], tables, codes)
        counts[game, 0], counts[game, 1] = moves, throws


def greedy_move(game: AnyGame, state: State, seat: int) -> Any:
    """The move of the greedy policy; to begin with, any symbol is as good, so the first is taken."""
    assert isinstance(game, KrissKross)
    moves = game.moves(state, seat)
    grid = state.grids[seat]

    def worth(move: Any) -> int:
        return game.points(fill(grid, move.cells, state.dice)) if isinstance(move, Place) else 0

    return max(moves, key=worth)


def player(_game: KrissKross, name: str) -> Player | None:
    """The player that decides like this policy, through the rules."""
    return greedy_move if name == "greedy" else None


def vector(game: KrissKross, count: int) -> "VectorTables":
    """`count` tables side by side, as arrays."""
    from knobel_lab.games.krisskross.vector import KrissKrossTables

    return KrissKrossTables(game, count)
