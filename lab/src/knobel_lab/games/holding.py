"""Vectorised tables of a game with dice to hold: the tray of the turn as arrays, compiled."""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from knobel.core.dice import Die
from knobel.games.holding.tray import Tray, fresh
from knobel_lab.sim.packed import packed
from knobel_lab.sim.random_bits_compiled import BLOCK, below
from knobel_lab.solving.kernel.jit import jit

NONE = -1


class Dice(NamedTuple):
    """The dice of a game as lookup tables, and the throws of a turn."""

    cup: Any
    shifts: Any
    """The first bit of each die, and the end of the last one's."""
    faces: Any
    """The number of faces of each die."""
    throws: int
    """The throws of a turn, without extra ones that cost something."""


class Trays(NamedTuple):
    """The tray of each table, one row per table."""

    seat: Any
    """Whose turn it is."""
    dice: Any
    """The dice packed in bits; NONE while all are in the cup, which is only so once the game is over."""
    thrown: Any
    """The number of throws of the turn so far."""
    random: Any
    """Seed, number of the game, and number of the next random word."""
    words: Any
    """The block of random words drawn last."""


def dice_of(pool: tuple[Die, ...], throws: int) -> Dice:
    """The dice of a pool packed in bits."""
    bits = packed(pool)
    ends = [*bits.shifts, (bits.size - 1).bit_length()]
    return Dice(bits.cup, np.array(ends, np.int64), np.array([len(die.faces) for die in pool], np.int64), throws)


def trays(count: int) -> Trays:
    """The trays of `count` tables before the first game."""
    return Trays(
        np.zeros(count, np.int64),
        np.full(count, NONE, np.int64),
        np.zeros(count, np.int64),
        np.zeros((count, 3), np.uint64),
        np.zeros((count, BLOCK + 1), np.uint64),
    )


def tray_at(pool: tuple[Die, ...], dice: Dice, held: Trays, at: int) -> Tray:
    """The tray of one table as a `Tray` of the rules."""
    bits = int(held.dice[at])
    if bits == NONE:
        return fresh(len(pool))
    ends = zip(pool, pairwise(dice.shifts.tolist()), strict=True)
    return Tray(
        tuple([(bits >> shift & (1 << end - shift) - 1) + die.first for die, (shift, end) in ends]),
        int(held.thrown[at]),
    )


@jit
def fallen(cup: Any, bits: Any, keep: Any, word: Any) -> Any:
    """The dice after all but those of this holding have been thrown; number 0 holds none."""
    masks, ways, starts, falls = cup
    return bits & masks[keep] | falls[starts[keep] + below(word, ways[keep])]


@jit
def write_turn_features(dice: Any, bits: Any, thrown: Any, ahead: Any, row: Any) -> Any:
    """Write the one-hot features of the dice, of the throws so far, and of the seats ahead of the one on turn.

    `dice` are the shifts and faces of `Dice` and the largest number of throws. Returns the start of the last feature.
    """
    shifts, faces, throws = dice
    start = 0
    for die in range(faces.size):
        if bits >= 0:
            row[start + (bits >> shifts[die] & (1 << shifts[die + 1] - shifts[die]) - 1)] = 1.0
        start += faces[die]
    row[start + thrown] = 1.0
    row[start + throws + 1 + ahead] = 1.0
    return start + throws + 1


@jit
def nth_marked(marked: Any, which: Any) -> Any:
    """The index of the marked place with this number, counted from 0; NONE if there are fewer."""
    for at in range(marked.size):
        if marked[at]:
            if which == 0:
                return at
            which -= 1
    return NONE


@jit
def first_deciding(_rules: Any, arrays: Any, out: Any) -> None:
    """The seat that decides at each table; NONE if the game is over."""
    on_turn = arrays.trays.seat
    for at in range(out.size):
        out[at] = NONE if arrays.over[at] else on_turn[at]
