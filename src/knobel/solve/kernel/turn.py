"""A turn laid open: what every roll and every way to hold dice is worth after each throw; and the odds of wishes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadDice, noted
from knobel.solve.kernel import reference
from knobel.solve.kernel.lattice import Lattice, lattice

Worths = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Turn:
    """The worths of a turn; throws are counted as they fall, from 0 before the first."""

    lattice: Lattice
    holding: tuple[Worths, ...]
    """For each number of throws fallen, the worth of throwing on from each holding."""
    ending: Worths
    """The worth of each roll if the turn ends with it."""
    throws: int
    """How many throws a turn has, without any that may be bought."""

    def held(self, throws: int, dice: Sequence[int | None]) -> float:
        """The worth of throwing the dice in the cup (None) while the others lie, after so many throws."""
        return float(self.holding[throws][self.lattice.row(dice)])

    @property
    def start(self) -> float:
        """The worth of the whole turn before its first throw."""
        return float(self.holding[0][0])


def lay_open(lattice: Lattice, ending: Worths, throws: int, bought: Worths | None = None) -> Turn:
    """A turn of so many throws, from the worth of ending it with each roll.

    `bought` is the worth of ending with each roll after one throw more, if that may be bought.
    """
    last = ending
    holding = []
    if bought is not None:
        holding.append(_expect(lattice, bought))
        last = np.maximum(last, _choose(lattice, holding[-1]))
    for _ in range(throws - 1):
        holding.append(_expect(lattice, last))
        # A roll lies among the holdings too, as it is: to hold everything is to stop.
        last = np.maximum(ending, _choose(lattice, holding[-1]))
    holding.append(_expect(lattice, last))
    return Turn(lattice, tuple(reversed(holding)), ending, throws)


def _expect(lattice: Lattice, rolls: Worths) -> Worths:
    return reference.expect(lattice, rolls[:, None])[:, 0]


def _choose(lattice: Lattice, held: Worths) -> Worths:
    return reference.choose(lattice, held[:, None])[:, 0]


@lru_cache(maxsize=4)
def holdings(lattice: Lattice) -> NDArray[np.int64]:
    """The rows of all that may be held of each roll: rolls x ways, some of them the same."""
    rows = np.zeros((len(lattice.rolls), 1), np.int64)
    rest = lattice.rolls
    parts = []
    for axis in reversed(lattice.axes):
        rest, at = np.divmod(rest, axis.size)
        parts.append(at)
    for axis, at in zip(lattice.axes, reversed(parts), strict=True):
        full = [held for held in axis.index if len(held) == len(axis.layers) - 1]
        ways = {
            axis.index[held]: [axis.index[some] for n in range(len(held) + 1) for some in combinations(held, n)]
            for held in full
        }
        own = np.array([ways[int(number)] for number in at], np.int64)
        rows = (rows[:, :, None] * axis.size + own[:, None, :]).reshape(len(rows), -1)
    return rows


def ends_of(turn: Turn, ends: Sequence[Worths], throws: int, held_dice: Sequence[Sequence[int | None]]) -> Worths:
    """What ends bring once the dice in the cup (None) are thrown, for each of these holdings, in the mean.

    They are held after so many throws, and the turn goes on as well as it can; what they may become is worked out once
    for all of them. `ends[k]` (rolls x columns) is what each roll brings after `throws + k + 1` throws, if the turn
    ends there: which kind of ending it is, or anything else.
    """
    lattice = turn.lattice
    last = throws + len(ends)
    rolls = ends[-1]
    for fallen in reversed(range(throws + 1, last)):
        held = reference.expect(lattice, rolls)
        worths = turn.holding[fallen][holdings(lattice)]
        best = worths.argmax(axis=1)
        every = np.arange(len(best))
        stops = turn.ending >= worths[every, best]
        rolls = np.where(stops[:, None], ends[fallen - throws - 1], held[holdings(lattice)[every, best]])
    return np.asarray(reference.expect(lattice, rolls)[[lattice.row(dice) for dice in held_dice]])


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
    rolls = worths
    for _ in range(throws - (lying < len(pool))):
        rolls = reference.throw(grid, rolls)
    if lying == len(pool):
        return np.asarray(rolls[np.flatnonzero(grid.rolls == row)[0]])
    return np.asarray(reference.expect(grid, rolls)[row])


def chances(pool: tuple[Die, ...], wishes: Sequence[Wish], dice: Sequence[int | None], throws: int) -> list[float]:
    """The chance of each wish when it alone is played for; `prospects` says how the dice are given."""
    if not wishes:
        return []
    met = np.column_stack([_met(pool, wish) for wish in wishes])
    return [float(chance) for chance in prospects(pool, met, dice, throws)]


@lru_cache(maxsize=256)
def _met(pool: tuple[Die, ...], wish: Wish) -> Worths:
    """Which rolls meet a wish: 1 or 0."""
    return np.array([wish(faces) for faces in lattice(pool).falls], np.float64)
