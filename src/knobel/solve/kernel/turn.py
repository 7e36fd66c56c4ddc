"""Solving a turn with whichever back end is available: values of holdings, where the turn ends, odds of wishes.

There are two back ends that agree: `turn_arrays` where NumPy is installed, `turn_plain` elsewhere. Callers know
neither.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadDice, noted
from knobel.solve.arrays import ARRAYS
from knobel.solve.kernel.lattice import Lattice, lattice
from knobel.solve.kernel.ways import Ends, Kinds, Rolls

MOST_THROWS = 20

Wish = Callable[[Faces], bool]
"""A predicate on a roll, given in the order of the pool: a box, a task, anything."""


class Turn(Protocol):
    """The worths of a turn; throws are counted from 0, before the first."""

    @property
    def lattice(self) -> Lattice:
        """The lattice of the dice."""

    @property
    def ending(self) -> Rolls:
        """The worth of each roll if the turn ends with it."""

    @property
    def throws(self) -> int:
        """How many throws a turn has, without an extra one that may be bought."""

    @property
    def start(self) -> float:
        """The worth of the whole turn before its first throw."""

    def held(self, throws: int, dice: Sequence[int | None]) -> float:
        """The worth of holding these dice and throwing those in the cup (None), after `throws` throws."""

    def thrown(self, dice: Sequence[int | None]) -> float:
        """The worth of throwing the dice in the cup if the turn ends with that throw."""

    def ends(self, ends: Sequence[Ends], throws: int, held: Sequence[Sequence[int | None]]) -> list[list[float]]:
        """The expected outcomes for each of these holdings, whose dice in the cup (None) are thrown.

        They are held after `throws` throws, and the turn goes on optimally. `ends[k]` are the outcomes of rolls with
        which it ends after `throws + k + 1` throws.
        """


def lay_open(
    lattice: Lattice, ending: Rolls, throws: int, bought: Rolls | None = None, *, plain: bool = not ARRAYS
) -> Turn:
    """A turn of `throws` throws, from the worth of ending it with each roll.

    `bought` is the worth of ending with each roll after an extra throw, if one may be bought.
    """
    if plain:
        from knobel.solve.kernel.turn_plain import PlainTurn

        return PlainTurn(lattice, ending, throws, bought)
    from knobel.solve.kernel import turn_arrays

    return turn_arrays.lay_open(lattice, ending, throws, bought)


def starts(
    lattice: Lattice, kinds: Kinds, ends: Sequence[Sequence[float]], throws: int, *, plain: bool = not ARRAYS
) -> list[float]:
    """The worth of some turns before their first throw; `ends` are the worths of each kind of roll as their last."""
    if plain:
        from knobel.solve.kernel import turn_plain

        return turn_plain.starts(lattice, kinds, ends, throws)
    from knobel.solve.kernel import turn_arrays

    return turn_arrays.starts(lattice, kinds, ends, throws)


def endings(
    lattice: Lattice, kinds: Kinds, ends: Sequence[Sequence[float]], throws: int, *, plain: bool = not ARRAYS
) -> list[list[float]]:
    """The chance that each of these turns ends with a roll of each kind, if played optimally."""
    if plain:
        from knobel.solve.kernel import turn_plain

        return turn_plain.endings(lattice, kinds, ends, throws)
    from knobel.solve.kernel import turn_arrays

    return turn_arrays.endings(lattice, kinds, ends, throws)


def prospects(
    pool: tuple[Die, ...],
    worths: Sequence[Rolls],
    dice: Sequence[int | None],
    throws: int,
    *,
    plain: bool = not ARRAYS,
) -> list[float]:
    """The best expectation of each of `worths` (a number for every roll), each maximised on its own.

    `dice` are the faces in the order of the pool, None for a die in the cup. Dice in the cup are thrown now, the others
    stay for this throw; if all are on the table, any of them may be taken up first. Missing dice are in the cup.
    """
    grid = lattice(pool)
    whole = [*dice, *[None] * (len(pool) - len(dice))]
    grid.row(whole)
    lying = sum(face is not None for face in dice)
    if not 0 <= throws <= MOST_THROWS:
        raise noted(
            BadDice(f"0 to {MOST_THROWS} throws may be left, not {throws}"),
            "throws_left",
            most=MOST_THROWS,
            count=throws,
        )
    if lying < len(pool) and not throws:
        raise noted(
            BadDice(f"{len(pool) - lying} dice are in the cup, and no throw is left for them"),
            "no_throw_left",
            n=len(pool) - lying,
        )
    if plain:
        from knobel.solve.kernel.turn_plain import prospect

        return [prospect(grid, column, throws, whole) for column in worths]
    from knobel.solve.kernel import turn_arrays

    return turn_arrays.prospects(grid, worths, throws, whole)


def chances(pool: tuple[Die, ...], wishes: Sequence[Wish], dice: Sequence[int | None], throws: int) -> list[float]:
    """The chance of each wish if only that wish is played for; `prospects` says how the dice are given."""
    return prospects(pool, [_met(pool, wish) for wish in wishes], dice, throws) if wishes else []


@lru_cache(maxsize=256)
def _met(pool: tuple[Die, ...], wish: Wish) -> list[float]:
    """Which rolls meet a wish: 1 or 0."""
    return [float(wish(faces)) for faces in lattice(pool).falls]
