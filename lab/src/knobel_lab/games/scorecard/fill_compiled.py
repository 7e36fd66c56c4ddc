"""Filling rows of a scorecard's table, compiled; `fill_plain`, which the game uses, explains the method.

The worth of a roll is the best of a few parts: one for its pattern of worths in the lower boxes (striking any box
included), and one for each upper box in which it counts. Parts are few, so they are computed once for all rolls.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.positions import Positions
from knobel_lab.solving.kernel import compiled
from knobel_lab.solving.kernel.jit import jit
from knobel_lab.solving.kernel.simd import LANES, add, larger, load, spread, store


def fill_fast(positions: Positions, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on, from the smaller rows in `values`."""
    out[:] = 0
    tables, choices, rest = turn_tables(positions, out.dtype)
    held = tuple(compiled.scratch(positions.rules.lattice.size, out.dtype) for _ in range(3))
    parts = compiled.scratch(first_pattern(positions) + len(tables[0]), out.dtype)
    lower = compiled.scratch(max(1, len(positions.lower)), out.dtype)
    buffers = *held, parts, lower, compiled.scratch(1, np.float64)
    subsets = positions.subsets[first : first + len(out)]
    _fill((values, positions.rows), out, subsets, tables, choices, rest, buffers)


def first_pattern(positions: Positions) -> int:
    """The number of the first pattern's part: those of the upper boxes, and striking, come before it."""
    return len(positions.upper.boxes) * positions.upper.kinds + 1


@lru_cache(maxsize=4)
def patterns(positions: Positions) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct rows of worths in the lower boxes (patterns x boxes), and the pattern of each roll."""
    rows, which = np.unique(positions.rules.worths[:, list(positions.lower)], axis=0, return_inverse=True)
    return rows, which.reshape(-1)


@lru_cache(maxsize=4)
def turn_tables(positions: Positions, dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """The rules as arrays: worths and upper situations; the parts each roll may choose from; the turn."""
    upper, (worths, which) = positions.upper, patterns(positions)
    first = first_pattern(positions)
    parts = [
        [first + pattern, *(box * upper.kinds + kind for box, kind in enumerate(kinds) if kind)]
        for kinds, pattern in zip(upper.kind.tolist(), which.tolist(), strict=True)
    ]
    order, choices = compiled.in_order(parts)
    tables = worths.astype(dtype), upper.levels, upper.gain.astype(dtype), upper.after
    return tables, choices, compiled.turn_of(positions.rules.lattice, positions.rules.throws, order)


@jit
def _writings(parts: Any, own: Any, start: Any, lanes: Any, gain: Any, after: Any) -> Any:
    """Compute the worth of writing each possible number in each upper box; minus infinity where the box is closed."""
    to = np.uint64(0)
    for box in range(gain.shape[0]):
        for kind in range(gain.shape[1]):
            for i in range(lanes):
                parts[to + i] = own[after[box, kind, start + i]] + gain[box, kind, start + i]
            to += np.uint64(LANES)
    return to


@jit
def best_patterns(parts: Any, lower: Any, opens: Any, worths: Any, strike: Any, gain: Any) -> None:
    """Compute the best open lower box for each pattern of worths, or the best open box of all to strike."""
    nothing = spread(parts.dtype.type(0))
    for box in range(gain.shape[0]):
        nothing = larger(load(parts, np.uint64(box * gain.shape[1] * LANES)), nothing)
    for k in range(opens.size):
        nothing = larger(load(lower, np.uint64(k * LANES)), nothing)
    to = strike
    store(parts, to, nothing)
    for pattern in range(worths.shape[0]):
        to += np.uint64(LANES)
        best = nothing
        for k in range(opens.size):
            worth = worths[pattern, opens[k]]
            if worth > 0:
                best = larger(add(load(lower, np.uint64(k * LANES)), spread(worth)), best)
        store(parts, to, best)


@jit
def best_entries(held: Any, bought: Any, more: Any, parts: Any, choices: Any, rolls: Any) -> None:
    """Store the best part for each roll: in `more` for a chip, in `held` raised to the worth of a bought throw."""
    starts, sources = choices
    for k in range(rolls.size):
        best = load(parts, sources[starts[k]])
        for at in range(starts[k] + np.uint32(1), starts[k + 1]):
            best = larger(load(parts, sources[at]), best)
        store(more, rolls[k], best)
        store(held, rolls[k], larger(load(bought, rolls[k]), best))


@jit
def _fill(earlier: Any, out: Any, subsets: Any, tables: Any, choices: Any, rest: Any, buffers: Any) -> None:
    values, rows = earlier
    worths, levels, gain, after = tables
    held, bought, more, parts, lower, turn = buffers
    boxes, most = range(worths.shape[1]), np.uint64(LANES)
    for n in range(subsets.size):
        subset = subsets[n]
        opens = np.array([box for box in boxes if subset >> np.uint64(box) & np.uint64(1)], np.int64)
        before = np.array([rows[subset ^ (np.uint64(1) << np.uint64(box))] for box in opens], np.uint64)
        for level in range(levels.size - 1):
            start = levels[level]
            # After the last box nothing is to come, and `out` is zero already.
            while start < levels[level + 1] and (opens.size > 0 or level > 0):
                lanes = min(levels[level + 1] - start, most)
                bought[:] = 0
                for chips in range(out.shape[1]):
                    strike = _writings(parts, out[n, chips], start, lanes, gain, after)
                    for k in range(opens.size):
                        for i in range(lanes):
                            lower[np.uint64(k) * most + i] = values[before[k], chips, start + i]
                    best_patterns(parts, lower, opens, worths, strike, gain)
                    best_entries(held, bought, more, parts, choices, rest[1])
                    if chips + 1 < out.shape[1]:
                        compiled.throw(more, rest[0][0], rest[0][1])
                    compiled.finish(held, rest, turn)
                    for i in range(lanes):
                        out[n, chips, start + i] = turn[i]
                    bought, more = more, bought
                start += lanes
