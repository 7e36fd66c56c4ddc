"""A turn of Kribbeln, compiled: its worth, and how it is played with given dice.

Six dice are the digits of a number, each 0 in the cup or its face. The endings of a turn are worth the same in a few
dozen classes of rolls.
"""

from typing import Any

import numpy as np

from knobel.games.kribbeln.rules.game import THROWS
from knobel.games.kribbeln.rules.tasks import DICE
from knobel_lab.solving.kernel.jit import jit

FACES = 6
SIDES = FACES + 1
"""The states of a die: in the cup, and its faces."""
COUNT = len(DICE)
LAST = COUNT - 1
STEPS = SIDES ** np.arange(COUNT)[::-1]
HOLDINGS = SIDES**COUNT
SLACK = np.float32(1e-6)
"""Choices that differ by no more are equal, as worths are in single precision."""


@jit
def _expect(held: Any, walks: Any) -> None:
    """Expectation, die by die: the worth with a die in the cup is the mean over its faces, where all later dice lie."""
    share = np.float32(1 / FACES)
    for axis in range(LAST):
        step = STEPS[axis]
        # Where the last die lies, its faces are contiguous, so they are processed together.
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
    """Choice, die by die: any face may be taken up, where all later dice lie."""
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
def worth(ends: Any, classes: Any, lattice: Any, held: Any) -> Any:
    """The worth of a turn before its first throw, from the worths of endings by class."""
    rolls, walks = lattice
    for k in range(rolls.size):
        held[rolls[k]] = ends[classes[k]]
    _expect(held, walks)
    for _ in range(THROWS - 1):
        _raise(held, walks)
        _expect(held, walks)
    return held[0]


@jit
def _choose(best: Any, choice: Any, walks: Any) -> None:
    """As `_raise`, recording the best holding."""
    # Without branches, the compiler vectorises over neighbours.
    for base in walks[LAST]:
        for face in range(1, SIDES):
            row = base + face
            less = best[base] > best[row] + SLACK
            best[row] = best[base] if less else best[row]
            choice[row] = choice[base] if less else choice[row]
    for axis in range(LAST - 1, -1, -1):
        step = STEPS[axis]
        for at in range(0, walks[axis].size, FACES):
            base = walks[axis][at]
            for face in range(1, SIDES):
                row = base + face * step
                for near in range(FACES):
                    less = best[base + near] > best[row + near] + SLACK
                    best[row + near] = best[base + near] if less else best[row + near]
                    choice[row + near] = choice[base + near] if less else choice[row + near]


@jit
def solve_turn(ends: Any, classes: Any, lattice: Any, plan: Any) -> None:
    """Fill a plan from the worths of endings by class.

    A plan has the worths of holdings (throws to come x holdings), and the best holding of each before the last throw
    and before the one before it; all dice, if the turn ends.
    """
    rolls, walks = lattice
    stages, choices = plan
    for left in range(THROWS):
        held = stages[left]
        if left == 0:
            for k in range(rolls.size):
                held[rolls[k]] = ends[classes[k]]
        else:
            held[:] = stages[left - 1]
            choices[left - 1] = np.arange(HOLDINGS)
            _choose(held, choices[left - 1], walks)
        _expect(held, walks)


@jit
def follow(choices: Any, ends: Any, classes: Any, lattice: Any, stages: Any) -> Any:
    """The worth of a turn before its first throw, played by these choices, from the worths of endings by class."""
    rolls, walks = lattice
    for left in range(THROWS):
        held = stages[left]
        for k in range(rolls.size):
            held[rolls[k]] = ends[classes[k]] if left == 0 else stages[left - 1, choices[left - 1, rolls[k]]]
        _expect(held, walks)
    return stages[THROWS - 1, 0]


@jit
def _fall(chances: Any, walks: Any) -> None:
    """Die by die, the last first: distribute the chance of a holding with the die in the cup over its faces."""
    share = np.float32(1 / FACES)
    for axis in range(LAST, -1, -1):
        step = STEPS[axis]
        for base in walks[axis]:
            part = chances[base] * share
            chances[base] = 0
            for face in range(1, SIDES):
                chances[base + face * step] += part


@jit
def endings(choices: Any, classes: Any, lattice: Any, chances: Any, ended: Any) -> None:
    """Add the chance that a turn played by these choices ends in each class."""
    rolls, walks = lattice
    chances[:] = 0
    chances[0] = 1
    _fall(chances, walks)
    for left in range(THROWS - 2, -1, -1):
        for roll in rolls:
            chance = chances[roll]
            chances[roll] = 0
            chances[choices[left, roll]] += chance
        _fall(chances, walks)
    for k in range(rolls.size):
        ended[classes[k]] += chances[rolls[k]]


@jit
def play(choices: Any, faces: Any) -> Any:
    """Play a turn with these throws (throws x dice); return the last roll."""
    row = 0
    for throw in range(THROWS):
        for die in range(COUNT):
            if row // STEPS[die] % SIDES == 0:
                row += faces[throw, die] * STEPS[die]
        if throw == THROWS - 1 or choices[THROWS - 2 - throw, row] == row:
            return row
        row = choices[THROWS - 2 - throw, row]
    return row
