"""A turn of Kribbeln, compiled: what it is worth, and how it is played with dice that fall as they fall.

Six dice lie as digits of a number, each 0 in the cup or its face. Ends of a turn are worth the same in a few dozen
classes of rolls.
"""

from typing import Any

import numpy as np

from knobel.games.kribbeln.rules.game import THROWS
from knobel.games.kribbeln.rules.tasks import DICE
from knobel.solve.kernel.jit import jit

FACES = 6
SIDES = FACES + 1
"""A die in the cup, and its faces."""
COUNT = len(DICE)
LAST = COUNT - 1
STEPS = SIDES ** np.arange(COUNT)[::-1]
HOLDINGS = SIDES**COUNT
SLACK = 1e-6
"""Choices that differ by no more are equal: worths are in single precision."""


@jit
def _expect(held: Any, walks: Any) -> None:
    """Die by die: the worth with it in the cup is the mean over its faces, where all later dice lie."""
    share = np.float32(1 / FACES)
    for axis in range(LAST):
        step = STEPS[axis]
        # Where the last die lies, its faces are neighbours: they are taken together.
        for at in range(0, walks[axis].size, FACES):
            base = walks[axis][at]
            for near in range(FACES):
                total = held[base + step + near] + held[base + 2 * step + near] + held[base + 3 * step + near]
                total += held[base + 4 * step + near] + held[base + 5 * step + near] + held[base + 6 * step + near]
                held[base + near] = total * share
    for base in walks[LAST]:
        total = held[base + 1] + held[base + 2] + held[base + 3]
        held[base] = (total + held[base + 4] + held[base + 5] + held[base + 6]) * share


@jit
def _raise(best: Any, walks: Any) -> None:
    """Die by die: any face may be taken up, where all later dice lie."""
    for base in walks[LAST]:
        for face in range(1, SIDES):
            best[base + face] = max(best[base + face], best[base])
    for axis in range(LAST - 1, -1, -1):
        step = STEPS[axis]
        for at in range(0, walks[axis].size, FACES):
            base = walks[axis][at]
            for face in range(1, SIDES):
                row = base + face * step
                for near in range(FACES):
                    best[row + near] = max(best[row + near], best[base + near])


@jit
def lay_open(ends: Any, classes: Any, lattice: Any, room: Any) -> None:
    """Fill `room` (throws to come x holdings) with what holdings are worth, from what ends are, by class."""
    rolls, walks = lattice
    for left in range(THROWS):
        held = room[left]
        if left == 0:
            for k in range(rolls.size):
                held[rolls[k]] = ends[classes[k]]
        else:
            held[:] = room[left - 1]
            _raise(held, walks)
        _expect(held, walks)


@jit
def _best(held: Any, dice: Any) -> Any:
    """The best way to hold dice of a roll, as bits, and its worth; throwing none again is no way."""
    most, best = held[0], 0
    for way in range(1, (1 << COUNT) - 1):
        row = _row(dice, way)
        if held[row] > most:
            most, best = held[row], way
    return best, most


@jit
def _row(dice: Any, way: Any) -> Any:
    """The number of what lies when these dice of a roll are held."""
    row = 0
    for die in range(COUNT):
        if way >> die & 1:
            row += dice[die] * STEPS[die]
    return row


EVERY = (1 << COUNT) - 1


@jit
def play(turn: Any, judged: Any, class_of: Any, faces: Any) -> Any:
    """Play a turn with dice that fall like this (throws x dice): the class of its last roll, and how lucky it was.

    `turn` and `judged` are rooms and ends: what the turn is played for, and what it is judged by.
    """
    (room, ends), (values, last) = turn, judged
    dice = np.zeros(COUNT, np.int64)
    keep, found, luck, before = 0, 0, 0.0, values[THROWS - 1, 0]
    for throw in range(THROWS):
        for die in range(COUNT):
            if not keep >> die & 1:
                dice[die] = faces[throw, die]
        found = class_of[_row(dice, EVERY)]
        if throw == THROWS - 1:
            return found, luck + last[found] - before
        left = THROWS - 2 - throw
        luck += max(last[found], _best(values[left], dice)[1]) - before
        keep, most = _best(room[left], dice)
        if most <= ends[found] + SLACK:
            return found, luck
        before = values[left, _row(dice, keep)]
    return found, luck
