"""Distribution of the last roll of turns, compiled: rolls are worth the same by class, and lanes are positions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.solve.kernel.lattice import Lattice
from knobel_lab.solving.kernel.compiled import finish, places, scratch, steps, throw, turn_of
from knobel_lab.solving.kernel.jit import jit
from knobel_lab.solving.kernel.simd import LANES, add, load, minus, spread, store, times, where_equal


@jit
def hold(best: Any, chances: Any, downs: Any) -> None:
    """Move the chance of every roll to its best holding."""
    for at in range(len(downs) - 1, -1, -1):
        bases, targets, starts, sources = downs[at]
        for base in bases:
            for k in range(targets.size - 1, -1, -1):
                row = base + targets[k]
                for source in range(starts[k], starts[k + 1]):
                    less = base + sources[source]
                    chance = load(chances, row)
                    moved = where_equal(load(best, less), load(best, row), chance)
                    store(chances, less, add(load(chances, less), moved))
                    store(chances, row, minus(chance, moved))


@jit
def fall(chances: Any, ups: Any) -> None:
    """Distribute the chance of every holding over the rolls that may result from it."""
    nothing = spread(chances.dtype.type(0))
    for at in range(len(ups) - 1, -1, -1):
        bases, targets, sources = ups[at]
        share = spread(chances.dtype.type(1 / sources.shape[1]))
        for base in bases:
            for k in range(targets.size - 1, -1, -1):
                part = times(load(chances, base + targets[k]), share)
                store(chances, base + targets[k], nothing)
                for face in range(sources.shape[1]):
                    up = base + sources[k, face]
                    store(chances, up, add(load(chances, up), part))


@jit
def _enter(worths: Any, classes: Any, rolls: Any, held: Any, start: Any, lanes: Any) -> None:
    """Write the worth of every roll's class, in the lanes from `start` on, at the place of the roll."""
    for k in range(rolls.size):
        for i in range(lanes):
            held[rolls[k] + i] = worths[classes[k], start + i]


@jit
def _turns(worths: Any, classes: Any, out: Any, rest: Any, buffers: Any) -> None:
    held, turn = buffers
    for start in range(0, worths.shape[1], LANES):
        lanes = min(LANES, worths.shape[1] - start)
        _enter(worths, classes, rest[1], held, start, lanes)
        finish(held, rest, turn)
        for i in range(lanes):
            out[start + i] = turn[i]


def turns(lattice: Lattice, classes: NDArray[np.int64], worths: NDArray[Any], throws: int) -> NDArray[np.float64]:
    """The worth of a turn in each lane, if `worths` (classes x lanes) are those of the classes of its last roll."""
    out = np.zeros(worths.shape[1])
    _turns(
        worths, classes, out, turn_of(lattice, throws), (scratch(lattice.size, worths.dtype), scratch(1, np.float64))
    )
    return out


@jit
def _endings(worths: Any, classes: Any, out: Any, rest: Any, buffers: Any) -> None:
    (ups, downs), rolls, start_chances, throws = rest
    bests, chances = buffers
    for start in range(0, worths.shape[1], LANES):
        lanes = min(LANES, worths.shape[1] - start)
        _enter(worths, classes, rolls, bests[0], start, lanes)
        for left in range(throws - 1):
            throw(bests[left], ups, downs)
            if left < throws - 2:
                for k in range(rolls.size):
                    store(bests[left + 1], rolls[k], load(bests[left], rolls[k]))
        for k in range(rolls.size):
            store(chances, rolls[k], spread(start_chances[k]))
        for left in range(throws - 2, -1, -1):
            hold(bests[left], chances, downs)
            fall(chances, ups)
        for k in range(rolls.size):
            for i in range(lanes):
                out[classes[k], start + i] += chances[rolls[k] + i]


def endings(lattice: Lattice, classes: NDArray[np.int64], worths: NDArray[Any], throws: int) -> NDArray[np.float64]:
    """The chance that a turn ends in each class of rolls, if `worths` (classes x lanes) are the worths of these."""
    out = np.zeros(worths.shape)
    rest = steps(lattice), places(lattice.rolls), lattice.chances.astype(worths.dtype), throws
    bests = tuple(scratch(lattice.size, worths.dtype) for _ in range(throws - 1))
    _endings(worths, classes, out, rest, (bests, scratch(lattice.size, worths.dtype)))
    return out
