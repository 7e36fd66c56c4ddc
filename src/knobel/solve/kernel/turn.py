"""A turn: the worths of rolls and holdings, where it ends, and the odds of wishes.

Nothing here knows how the passes over the lattice of holdings are made; that is for the kernel (`backend`).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import mul

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadDice, with_technical_text
from knobel.solve.kernel.backend import Kernel, Vector, kernel
from knobel.solve.kernel.lattice import Lattice, lattice
from knobel.solve.kernel.uses import Kinds, Outcomes, Rolls, Use

MOST_THROWS = 20

Wish = Callable[[Faces], bool]
"""A predicate on a roll, given in the order of the pool: a box, a task, anything."""


class Turn:
    """The worths of a turn of `throws` throws; throws are counted from 0, before the first.

    `ending` is the worth of ending it with each roll, `bought` that of ending it after an extra throw, if one may be
    bought. Everything is solved when it is first asked for: of most turns only the last throws are needed.
    """

    def __init__(
        self, lattice: Lattice, ending: Rolls, throws: int, bought: Rolls | None = None, *, solver: Kernel | None = None
    ) -> None:
        self.lattice, self.ending, self.throws = lattice, ending, throws
        self._kernel = solver or kernel()
        self._ending = self._kernel.column(lattice, ending)
        self._bought = None if bought is None else self._kernel.column(lattice, bought)
        self._rolls: dict[int, Vector] = {}
        self._holdings: dict[int, Vector] = {}
        self._stays: dict[int, Vector] = {}

    @property
    def start(self) -> float:
        """The worth of the whole turn before its first throw."""
        return self.held(0, (None,) * len(self.lattice.pool))

    def held(self, throws: int, dice: Sequence[int | None]) -> float:
        """The worth of holding these dice and throwing those in the cup (None), after `throws` throws."""
        return float(self.holdings(throws)[self.lattice.row(dice)])

    def thrown(self, dice: Sequence[int | None]) -> float:
        """The worth of throwing the dice in the cup if the turn ends with that throw."""
        return float(self._kernel.expect(self.lattice, self._ending)[self.lattice.row(dice)])

    def outcomes(
        self, outcomes: Sequence[Outcomes], throws: int, holdings: Sequence[Sequence[int | None]]
    ) -> list[list[float]]:
        """The expected outcomes for each of these holdings, whose dice in the cup (None) are thrown.

        They are held after `throws` throws, and the turn goes on optimally. `outcomes[k]` are those of rolls with which
        it ends after `throws + k + 1` throws.
        """
        return [self._outcomes(outcomes, throws, dice) for dice in holdings]

    def chances(self, kinds: Sequence[tuple[Kinds, int]], throws: int, dice: Sequence[int | None]) -> list[list[float]]:
        """The chance that the turn ends with a roll of each kind, after each further throw.

        These dice are held after `throws` throws, and the turn goes on optimally. `kinds[k]` are the kinds of rolls
        with which it ends after `throws + k + 1` throws, and their number.
        """
        ends = enumerate(self._ends(kinds, throws, dice), 1)
        return [[ways / self.lattice.ways**fallen for ways in shares] for fallen, shares in ends]

    def endings(self, kinds: Kinds, count: int) -> list[float]:
        """The chance that the turn ends with a roll of each of `count` kinds."""
        sure = Outcomes(kinds, [[float(at == kind) for at in range(count)] for kind in range(count)])
        return self._outcomes([sure] * self.throws, 0, (None,) * len(self.lattice.pool))

    def holdings(self, throws: int) -> Vector:
        """The worth of throwing on from each holding, after `throws` throws."""
        if throws not in self._holdings:
            self._holdings[throws] = self._kernel.expect(self.lattice, self._after(throws + 1))
        return self._holdings[throws]

    def _after(self, throws: int) -> Vector:
        """The worth of each roll after `throws` throws."""
        if throws > self.throws:
            return self._bought
        if throws == self.throws and self._bought is None:
            return self._ending
        if throws not in self._rolls:
            self._rolls[throws] = self._kernel.choose(self.lattice, self.holdings(throws), self._ending)
        return self._rolls[throws]

    def _outcomes(self, outcomes: Sequence[Outcomes], throws: int, dice: Sequence[int | None]) -> list[float]:
        """The expected outcomes of one holding: its ways are followed to rolls, and on to their best holdings."""
        totals = [0.0] * len(outcomes[0].numbers[0])
        ends = self._ends([(kinds, len(numbers)) for kinds, numbers in outcomes], throws, dice)
        for shares, (_, numbers) in zip(ends, outcomes, strict=True):
            ended = [sum(map(mul, shares, column)) for column in zip(*numbers, strict=True)]
            totals = [total * self.lattice.ways + more for total, more in zip(totals, ended, strict=True)]
        return [total / self.lattice.ways ** len(outcomes) for total in totals]

    def _ends(
        self, kinds: Sequence[tuple[Kinds, int]], throws: int, dice: Sequence[int | None]
    ) -> Iterator[Sequence[float]]:
        """In how many ways the turn ends with a roll of each kind, after each further throw."""
        grid, passes, last = self.lattice, self._kernel, throws + len(kinds)
        ways = passes.holding(grid, grid.row(dice))
        for fallen, (kind, count) in enumerate(kinds, throws + 1):
            rolls = passes.fall(grid, ways)
            if fallen < last:
                ways = passes.hold(grid, self._stay(fallen), rolls)
            yield passes.gather(grid, kind, count, rolls)

    def _stay(self, throws: int) -> Vector:
        """The row of the best holding of each roll after `throws` throws; -1 where the turn ends with it."""
        # Cached: all seats at a table ask for it, and so do explanations.
        if throws not in self._stays:
            self._stays[throws] = self._kernel.best(self.lattice, self.holdings(throws), self._ending)
        return self._stays[throws]


def starts(lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int) -> Sequence[float]:
    """The worth of some turns before their first throw; `worths` are those of each kind of roll as their last."""
    return kernel().starts(lattice, kinds, worths, throws)


def endings(lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int) -> list[list[float]]:
    """The chance that each of these turns ends with a roll of each kind, if played optimally."""
    return kernel().endings(lattice, kinds, worths, throws)


def best_worths(uses: Sequence[Use]) -> Rolls:
    """The worth of each roll, used in the best way."""
    return kernel().best_worths(uses)


def best_uses(uses: Sequence[Use]) -> list[int]:
    """The number of the best use of each roll, the first of several."""
    return kernel().best_uses(uses)


def prospects(pool: tuple[Die, ...], worths: Sequence[Rolls], dice: Sequence[int | None], throws: int) -> list[float]:
    """The best expectation of each of `worths` (a number for every roll), each maximised on its own.

    `dice` are the faces in the order of the pool, None for a die in the cup. Dice in the cup are thrown now, the others
    stay for this throw; if all are on the table, any of them may be taken up first. Missing dice are in the cup.
    """
    grid = lattice(pool)
    whole = [*dice, *[None] * (len(pool) - len(dice))]
    row, lying = grid.row(whole), sum(face is not None for face in dice)
    if not 0 <= throws <= MOST_THROWS:
        raise with_technical_text(
            BadDice(f"0 to {MOST_THROWS} throws may be left, not {throws}"),
            "throws_left",
            most=MOST_THROWS,
            count=throws,
        )
    if lying < len(pool) and not throws:
        raise with_technical_text(
            BadDice(f"{len(pool) - lying} dice are still to be thrown, but no throw is left"),
            "no_throw_left",
            n=len(pool) - lying,
        )
    # To throw no die is to hold the roll: then all throws are left.
    return list(kernel().prospects(grid, worths, throws - (lying < len(pool)), row))


def chances(pool: tuple[Die, ...], wishes: Sequence[Wish], dice: Sequence[int | None], throws: int) -> list[float]:
    """The chance of each wish if only that wish is played for; `prospects` says how the dice are given."""
    return prospects(pool, [_met(pool, wish) for wish in wishes], dice, throws) if wishes else []


@lru_cache(maxsize=256)
def _met(pool: tuple[Die, ...], wish: Wish) -> list[float]:
    """Which rolls meet a wish: 1 or 0."""
    return [float(wish(faces)) for faces in lattice(pool).falls]
