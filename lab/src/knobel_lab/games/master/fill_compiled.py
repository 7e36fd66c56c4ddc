"""Filling rows of Master's table, compiled; `knobel.games.master.solve.turns` explains the method.

Worths are negated, as the kernel maximises. The board after an action is one of a few dozen parts, the same for many
rolls, and does not change during the search for the worth of a position.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.master.rules.board import LAST_COIN
from knobel.games.master.solve.positions import COINS, DIAGONALS, TASK_COUNTS, Positions
from knobel.games.master.solve.rule_tables import NONE, SUBSETS, Rules
from knobel.games.master.solve.turns import CLOSE, FAR, FLATTEST, MOST_STEPS
from knobel_lab.solving.kernel import compiled
from knobel_lab.solving.kernel.jit import jit
from knobel_lab.solving.kernel.simd import LANES, add, larger, load, spread, store


def fill_fast(place: Positions, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on, from the earlier rows in `values`."""
    rows = slice(first, first + len(out))
    moves = tuple(np.ascontiguousarray(table[rows].astype(np.int64)) for table in place.moves)
    tables, choices, floors, rest = _tables(place.rules)
    parts = compiled.scratch(len(place.rules.moves) + len(place.rules.step_subset), np.float64)
    sizes = 1, 1, place.rules.lattice.size, len(rest[1]), len(floors[0])
    buffers = parts, tuple(compiled.scratch(size, np.float64) for size in sizes)
    cells = place.finished[rows], place.alive, place.todo
    _fill(values, out, cells, moves, tables, (choices, floors, rest), buffers)


@lru_cache(maxsize=1)
def _tables(rules: Rules) -> tuple[Any, ...]:
    """The rules as arrays: transitions of steps; the parts each roll may choose from; where it may idle; the turn."""
    further = rules.step_coins + TASK_COUNTS[rules.step_subset] - TASK_COUNTS
    turned = np.array([np.arange(SUBSETS), rules.mirror])
    steps = [[len(rules.moves) + step for step in steps] for steps in rules.roll_steps]
    order, choices = compiled.in_order([[*moves, *more] for moves, more in zip(rules.roll_moves, steps, strict=True)])
    kinds, which = rules.loops
    floors = np.where(kinds, 0, -FAR), compiled.places(which[order])
    rest = compiled.turn_of(rules.lattice, rules.throws, order)
    return (rules.step_subset, further, turned, COINS), choices, floors, rest


@jit
def _after_moves(parts: Any, values: Any, moves: Any, turned: Any, diagonal: Any, start: Any) -> None:
    """Compute the worths of boards after each row move."""
    rows, coins, mirrored = moves
    for move in range(rows.size):
        to = move * LANES
        if rows[move] == NONE:
            for i in range(LANES):
                parts[to + i] = -FAR
            continue
        cells = values[rows[move], min(diagonal + coins[move], DIAGONALS - 1)]
        if mirrored[move]:
            for i in range(LANES):
                parts[to + i] = -cells[turned[1, start + i]]
        else:
            for i in range(LANES):
                parts[to + i] = -cells[start + i]


@jit
def _after_steps(parts: Any, own: Any, subset: Any, further: Any, diagonal: Any, start: Any) -> None:
    """Compute the worths of boards after each step, which are stored after the row moves."""
    to = parts.size - subset.shape[0] * LANES
    for step in range(subset.shape[0]):
        for i in range(LANES):
            after = subset[step, start + i]
            on = min(diagonal + further[step, start + i], DIAGONALS - 1)
            parts[to + i] = -own[on, after] if after != NONE else -FAR
        to += LANES


@jit
def _best(best: Any, parts: Any, choices: Any) -> Any:
    """Compute the best part for each roll; return the best of all."""
    starts, sources = choices
    most = spread(-FAR)
    for k in range(starts.size - 1):
        one = load(parts, sources[starts[k]]) if starts[k] < starts[k + 1] else spread(-FAR)
        for at in range(starts[k] + np.uint32(1), starts[k + 1]):
            one = larger(load(parts, sources[at]), one)
        store(best, np.uint64(k * LANES), one)
        most = larger(one, most)
    return most


@jit
def _gain(buffers: Any, kinds: Any, rest: Any) -> None:
    """Compute the mean gain of a turn, given the worths of the positions."""
    worth, gained, held, best, floor = buffers
    rolls, own = rest[1], load(worth, np.uint64(0))
    for k in range(rolls.size):
        one = add(load(best, np.uint64(k * LANES)), own)
        store(held, rolls[k], larger(one, load(floor, kinds[k])))
    compiled.finish(held, rest, gained)


@jit
def _settle(todo: Any, buffers: Any, kinds: Any, rest: Any) -> None:
    """Find the worths at which the mean gain is one, by the secant method in each lane."""
    worth, gained = buffers[0], buffers[1]
    before, earlier, slope = np.zeros(LANES), np.zeros(LANES), np.ones(LANES)
    for step in range(MOST_STEPS):
        _gain(buffers, kinds, rest)
        off = 0.0
        for i in range(LANES):
            moved = worth[i] - before[i]
            if step > 0 and abs(moved) > CLOSE:
                slope[i] = min(max((gained[i] - earlier[i]) / moved, FLATTEST), 1.0)
            before[i], earlier[i] = worth[i], gained[i]
            worth[i] += (1 - gained[i]) / slope[i]
            if todo[i]:
                off = max(off, abs(1 - gained[i]))
        if off <= CLOSE:
            break


@jit
def _fill(values: Any, out: Any, cells: Any, moves: Any, tables: Any, turn: Any, buffers: Any) -> None:
    (finished, alive, todo), (subset, further, turned, coins) = cells, tables
    choices, (loops, kinds), rest = turn
    parts, (worth, _, _, best, floor) = buffers
    own = np.zeros((DIAGONALS, SUBSETS))
    for n in range(out.shape[0]):
        needed = todo[finished[n]]
        for diagonal, lane in np.ndindex(DIAGONALS, SUBSETS):
            own[diagonal, lane] = FAR if alive[finished[n], diagonal, lane] else 0.0
        for diagonal in range(DIAGONALS - 1, -1, -1):
            for start in range(0, SUBSETS, LANES):
                if not needed[diagonal, start : start + LANES].any():
                    continue
                _after_moves(parts, values, (moves[0][n], moves[1][n], moves[2][n]), turned, diagonal, start)
                _after_steps(parts, own, subset, further, diagonal, start)
                store(worth, np.uint64(0), _best(best, parts, choices))
                for i in range(LANES):
                    worth[i] = 1 - worth[i]
                    closed = int(coins[diagonal, start + i] == LAST_COIN)
                    for kind in range(loops.shape[0]):
                        floor[kind * LANES + i] = loops[kind, closed, start + i]
                _settle(needed[diagonal, start : start + LANES], buffers[1], kinds, rest)
                for i in range(LANES):
                    if needed[diagonal, start + i]:
                        own[diagonal, start + i] = worth[i]
                        if coins[diagonal, start + i] == LAST_COIN:
                            own[diagonal:, start + i] = worth[i]
        out[n] = own
