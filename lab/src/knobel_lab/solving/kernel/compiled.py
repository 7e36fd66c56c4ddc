"""The compiled turn kernel: the same passes over the lattice as in `reference`.

Rows of LANES values lie one after the other in flat arrays, so a place is a row times LANES. A whole axis of five equal
dice fits in the first-level cache.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.solve.kernel.lattice import Lattice
from knobel_lab.solving.kernel.jit import jit
from knobel_lab.solving.kernel.simd import LANES, add, larger, load, spread, store, times, times_plus, widen


def places(rows: Any) -> NDArray[np.uint32]:
    """Rows as offsets into the flat array; unsigned, because Numba would check signed indices for negative values."""
    return (np.asarray(rows, np.int64) * LANES).astype(np.uint32)


def steps(lattice: Lattice) -> tuple[Any, ...]:
    """The lattice as the arrays the compiled walks take: (ups, downs)."""
    ups, downs = [], []
    for walk in lattice.walks:
        axis, bases = walk.axis, places(walk.bases)
        # Larger holdings first: their means are the sources of smaller ones.
        partial = np.arange(len(axis.up))[::-1]
        ups.append((bases, places(partial * walk.step), places(axis.up[::-1] * walk.step)))
        starts = np.cumsum([0, *map(len, axis.down[1:])]).astype(np.uint32)
        sources = places(np.concatenate(axis.down[1:]) * walk.step)
        downs.append((bases, places(np.arange(1, axis.size) * walk.step), starts, sources))
    return tuple(ups), tuple(reversed(downs))


def turn_of(lattice: Lattice, throws: int, order: Any = slice(None)) -> tuple[Any, ...]:
    """The arguments of `finish` for a turn: the walks, place and chance of each roll in this order, and the throws."""
    return steps(lattice), places(lattice.rolls[order]), lattice.chances[order], throws


def in_order(parts: Sequence[Sequence[int]]) -> tuple[list[int], tuple[Any, Any]]:
    """Rolls sorted by how many parts they choose from, the start of each roll's parts, and all parts concatenated.

    Rolls with equally many parts are next to each other, which helps branch prediction.
    """
    order = sorted(range(len(parts)), key=lambda roll: len(parts[roll]))
    starts = np.cumsum([0, *(len(parts[roll]) for roll in order)]).astype(np.uint32)
    return order, (starts, places([part for roll in order for part in parts[roll]]))


def scratch(rows: int, dtype: Any) -> NDArray[Any]:
    """A buffer for rows of lanes, aligned to cache lines: lanes that straddle two of them cost double."""
    size = rows * LANES * np.dtype(dtype).itemsize
    buffer = np.zeros(size + 64, np.uint8)
    start = -buffer.ctypes.data % 64
    return buffer[start : start + size].view(dtype)


@jit
def expect(held: Any, ups: Any) -> None:
    """Fill every partial holding with its expectation over the next die, in place."""
    for bases, targets, sources in ups:
        faces = sources.shape[1]
        # 1/6 is not exact in binary: its rounding error is added back, or single precision would drift upwards.
        share = held.dtype.type(1 / faces)
        scale, rest = spread(share), spread(held.dtype.type(1 / faces - np.float64(share)))
        for base in bases:
            for k in range(targets.size):
                total = add(load(held, base + sources[k, 0]), load(held, base + sources[k, 1]))
                if faces == 6:  # most dice have six faces: unrolled for them
                    total = add(total, load(held, base + sources[k, 2]))
                    more = add(load(held, base + sources[k, 3]), load(held, base + sources[k, 4]))
                    total = add(total, add(more, load(held, base + sources[k, 5])))
                else:
                    for face in range(2, faces):
                        total = add(total, load(held, base + sources[k, face]))
                store(held, base + targets[k], times_plus(total, scale, times(total, rest)))


@jit
def choose(held: Any, downs: Any) -> None:
    """Raise every holding to the maximum over those with a die less, in place."""
    for bases, targets, starts, sources in downs:
        for base in bases:
            for k in range(targets.size):
                best = load(held, base + targets[k])
                for at in range(starts[k], starts[k + 1]):
                    best = larger(load(held, base + sources[at]), best)
                store(held, base + targets[k], best)


@jit
def throw(held: Any, ups: Any, downs: Any) -> None:
    """The worth of every roll when one more throw may follow it, in place."""
    expect(held, ups)
    choose(held, downs)


@jit
def finish(held: Any, rest: Any, turn: Any) -> None:
    """Store the worth of a turn in `turn`, from the worths of rolls after its last throw; overwrites `held`."""
    (ups, downs), rolls, chances, throws = rest
    for _ in range(throws - 1):
        throw(held, ups, downs)
    # A sum of thousands of small numbers needs double precision.
    total = spread(0.0)
    for k in range(rolls.size):
        total = times_plus(widen(load(held, rolls[k])), spread(chances[k]), total)
    store(turn, np.uint32(0), total)


@jit
def _turn(entries: Any, out: Any, rest: Any, buffers: Any, turn: Any) -> None:
    """Fill `out` (chips x lanes) from `entries` (chips x rolls x lanes), LANES at a time."""
    held, bought, more = buffers
    rolls = rest[1]
    for start in range(0, entries.shape[2], LANES):
        lanes = min(LANES, entries.shape[2] - start)
        for chips in range(entries.shape[0]):
            for k in range(rolls.size):
                for i in range(lanes):
                    more[rolls[k] + i] = entries[chips, k, start + i]
                best = load(more, rolls[k])
                store(held, rolls[k], best if chips == 0 else larger(load(bought, rolls[k]), best))
            throw(more, rest[0][0], rest[0][1])
            finish(held, rest, turn)
            for i in range(lanes):
                out[chips, start + i] = turn[i]
            bought, more = more, bought


def turn(lattice: Lattice, entries: NDArray[Any], throws: int) -> NDArray[Any]:
    """The worth of a whole turn for each number of chips, as `numpy_kernel.turn`, in the precision of `entries`."""
    out = np.zeros((entries.shape[0], entries.shape[2]), entries.dtype)
    rest = steps(lattice), places(lattice.rolls), lattice.chances, throws
    buffers = tuple(scratch(lattice.size, entries.dtype) for _ in range(3))
    _turn(np.ascontiguousarray(entries), out, rest, buffers, scratch(1, np.float64))
    return out
