"""Throws of simulated games: how dice in the cup fall by random words, and which dice of a roll may be held.

A throw uses up one random word: a fraction of 44 bits picks one of the ways in which the dice in the cup may fall, die
by die. With 77,760 ways, as of five six-sided dice and a ten-sided one, every roll has its true chance to
within 10⁻⁸ of it.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.solve.kernel.lattice import Axis, Lattice

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

WORDS = 4
"""Random words per turn: as many as a turn may have throws, and as many as Philox makes at once."""
BITS = np.uint64(44)
"""The number of bits of a fraction."""
SPARE = np.uint64(20)
"""The bits of a word that a fraction leaves free: this many bits may number the ways."""


def words(seed: int, turn: int, first: int, count: int) -> Words:
    """The words of a turn for `count` games from the game numbered `first` on: games x WORDS.

    Philox is counter-based: the block of a game depends only on seed, turn and the number of the game.
    """
    if not 0 <= seed < 1 << 64:
        raise BadSetup(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
    bits = np.random.Philox(key=np.array([seed, turn], np.uint64), counter=first)
    return np.asarray(bits.random_raw(count * WORDS)).reshape(count, WORDS)


@dataclass(frozen=True, eq=False)
class Cup:
    """The transitions between holdings and rolls of a lattice as lookup tables, by row."""

    ways: Words
    """In how many ways the dice in the cup may fall, by the row of what is held."""
    starts: Words
    """Where these ways begin in `falls`."""
    falls: NDArray[np.uint16]
    """The number of the roll that each way makes."""
    counts: Ints
    """How many holdings each roll has, without the roll itself: at least one die must go into the cup."""
    holds: Ints
    """The rows of these holdings, most dice first: rolls x the largest number of holdings, padded with -1."""

    def throw(self, rows: Ints, word: Words) -> NDArray[np.uint16]:
        """The rolls that result when the other dice of these holdings are thrown."""
        return self.falls[self.starts[rows] + ((word >> SPARE) * self.ways[rows] >> BITS)]


@lru_cache(maxsize=8)
def cup(lattice: Lattice) -> Cup:
    """The cup of a lattice, cached."""
    steps = [int(np.prod(lattice.shape[at + 1 :], dtype=np.int64)) for at in range(len(lattice.axes))]
    falls: dict[int, NDArray[np.uint16]] = {
        row: np.array([roll], np.uint16) for roll, row in enumerate(lattice.rolls.tolist())
    }
    # Larger holdings come later on every axis, so in reverse order the successors of a holding are already known.
    for row, places in reversed(list(enumerate(product(*map(range, lattice.shape))))):
        for axis, at, step in zip(lattice.axes, places, steps, strict=True):
            if at < len(axis.up):
                falls[row] = np.concatenate([falls[row + (more - at) * step] for more in axis.up[at].tolist()])
                break
    ways = np.array([len(falls[row]) for row in range(lattice.size)], np.uint64)
    if ways.max() > 1 << int(SPARE) or len(lattice.rolls) > 1 << 16:
        raise BadSetup("there are too many dice to play many games at once")
    below = [_below(axis) for axis in lattice.axes]
    holdings = [_holds(below, steps, row) for row in lattice.rolls.tolist()]
    counts = np.array([len(rows) for rows in holdings])
    holds = np.full((len(holdings), counts.max()), -1)
    for at, rows in enumerate(holdings):
        holds[at, : len(rows)] = rows
    whole = np.concatenate([falls[row] for row in range(lattice.size)])
    starts = np.cumsum(ways, dtype=np.uint64) - ways
    return Cup(ways, starts, whole, counts, holds)


def _holds(below: list[list[dict[int, int]]], steps: list[int], row: int) -> list[int]:
    """The rows of all holdings of a roll but the whole roll, most dice first."""
    parts = []
    for axis, step in zip(below, steps, strict=True):
        at, row = divmod(row, step)
        parts.append([(dice, held * step) for held, dice in axis[at].items()])
    whole = sum(max(dice for dice, _ in part) for part in parts)
    sums = [(sum(dice for dice, _ in chosen), sum(place for _, place in chosen)) for chosen in product(*parts)]
    return [place for dice, place in sorted(sums, key=lambda one: (-one[0], one[1])) if dice < whole]


def _below(axis: Axis) -> list[dict[int, int]]:
    """For each holding, all holdings it contains, with the number of their dice."""
    dice = {at: count for count, layer in enumerate(axis.layers) for at in layer}
    below_each: list[dict[int, int]] = []
    for at, less in enumerate(axis.down):
        below_each.append({at: dice[at], **{below: count for one in less for below, count in below_each[one].items()}})
    return below_each
