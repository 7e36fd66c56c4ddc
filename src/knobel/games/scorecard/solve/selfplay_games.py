"""Many games of one sheet in step: which of them stand alike, and what a turn brings each of them.

Where a game stands is one number, its key: chips x rows x upper situations of the positions, counted through.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.positions import Positions
from knobel.solve.kernel.cup import WORDS, Ints, Words

Shorts = NDArray[np.int16]


def shape(place: Positions) -> tuple[int, int, int]:
    """The shape of keys; games with equally many chips stand together."""
    rows, chips, states = place.shape
    return chips, rows, states


@dataclass(frozen=True, eq=False)
class Turn:
    """A turn of many games, those in the same position next to each other."""

    numbers: Ints
    """Which games these are."""
    words: Words
    """What decides their throws: games x WORDS."""
    trail: NDArray[np.int32]
    """What lay on the table: number of a roll, row of what was held, number of a roll, ...; -1 after the last."""
    boxes: Shorts
    """The box of the card that was written."""
    points: Shorts
    """What was written there."""
    bonus: Shorts
    """The points of the bonus, if it was won."""
    after: Ints
    """The keys of the games after the turn."""


def new_turn(numbers: Ints, words: Words) -> Turn:
    """A turn that is still to be played."""
    count = len(numbers)
    trail = np.full((count, 2 * WORDS - 1), -1, np.int32)
    boxes, points, bonus = (np.zeros(count, np.int16) for _ in range(3))
    return Turn(numbers, words, trail, boxes, points, bonus, np.zeros(count, np.int64))


@dataclass(frozen=True, eq=False)
class Group:
    """Positions with equally many chips, in which games of a turn stand."""

    chips: int
    rows: Ints
    states: Ints
    starts: Ints
    """Where the games of each position begin, and the end."""


def groups(place: Positions, keys: Ints) -> Iterator[Group]:
    """The positions of games whose keys are sorted."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(keys)) + 1])
    chips, rows, states = np.unravel_index(keys[starts], shape(place))
    starts = np.append(starts, len(keys))
    for count in range(place.chips + 1):
        first, end = np.searchsorted(chips, [count, count + 1]).tolist()
        if first < end:
            yield Group(count, rows[first:end], states[first:end], starts[first : end + 1])


Play = Callable[[Positions, NDArray[Any], Group, Turn], None]
"""Plays a turn of the games in a group of positions, given all positions and their values."""


def slack(values: NDArray[Any]) -> float:
    """Choices that differ by no more are equal: the first is taken, so that rounding does not make another game."""
    return 1e-9 if values.dtype == np.float64 else 1e-5
