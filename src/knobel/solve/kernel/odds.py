"""Odds: the exact chance to meet a wish from the dice that lie, with some throws left and nothing else in mind."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadDice
from knobel.solve.kernel import reference
from knobel.solve.kernel.lattice import lattice

MOST_THROWS = 20

Wish = Callable[[Faces], bool]
"""What a roll, given in the order of the pool, may meet: a box, a task, anything."""


def prospects(
    pool: tuple[Die, ...], worths: NDArray[np.float64], dice: Sequence[int | None], throws: int
) -> NDArray[np.float64]:
    """The best expectation of each column of `worths` (rolls x columns), each played for alone.

    `dice` are the faces in the order of the pool, None for a die in the cup. Dice in the cup are thrown now, those
    that lie stay for this throw; if all lie, one may take up any of them first. Missing dice are in the cup.
    """
    grid = lattice(pool)
    row = grid.row([*dice, *[None] * (len(pool) - len(dice))])
    lying = sum(face is not None for face in dice)
    if not 0 <= throws <= MOST_THROWS:
        raise BadDice(f"0 to {MOST_THROWS} throws may be left, not {throws}")
    if lying < len(pool) and not throws:
        raise BadDice(f"{len(pool) - lying} dice are in the cup, and no throw is left for them")
    rolls = worths
    for _ in range(throws - (lying < len(pool))):
        rolls = reference.throw(grid, rolls)
    if lying == len(pool):
        return np.asarray(rolls[np.flatnonzero(grid.rolls == row)[0]])
    return np.asarray(reference.expect(grid, rolls)[row])


def chances(pool: tuple[Die, ...], wishes: Sequence[Wish], dice: Sequence[int | None], throws: int) -> list[float]:
    """The chance of each wish when it alone is played for; `prospects` says how the dice are given."""
    falls = lattice(pool).falls
    met = np.array([[wish(faces) for wish in wishes] for faces in falls], np.float64).reshape(len(falls), len(wishes))
    return [float(chance) for chance in prospects(pool, met, dice, throws)]
