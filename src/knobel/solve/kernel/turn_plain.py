"""A turn solved in plain Python: for machines without NumPy, such as the browser of a phone.

Worths are lists. The axis of the current pass varies slowest, so all rows of a holding are contiguous; after the pass
it is interleaved as the fastest, and the next axis has become the slowest. After all axes the original order is
restored. Values are computed lazily: of most turns only the last throws are needed. An accelerator (`quick`) is used if
there is one.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from operator import add, mul
from typing import Any, TypeAlias, TypeVar

from knobel.solve.kernel.lattice import Axis, Lattice
from knobel.solve.kernel.quick import Numbers, walker
from knobel.solve.kernel.ways import Ends, Kinds, Labels, Rolls

Worths: TypeAlias = "list[float] | Numbers"
Thing = TypeVar("Thing", float, tuple[float, int])

CUBE = 6
"""The number of faces of the usual die."""

LARGE = 20_000
"""With more holdings than this, single values are computed without those of all holdings."""
APART = 64
"""Where holdings outnumber the rolls by this factor, the best holding is searched roll by roll."""
FEW = 4096
"""How many partial results of a large lattice are cached."""


def expect(lattice: Lattice, rolls: Iterable[float]) -> Worths:
    """The expectation of every holding if all other dice are thrown; rolls are in the order of the holdings."""
    quick = walker()
    return quick.expect(lattice, rolls) if quick else _expect(lattice, list(rolls))


def _expect(lattice: Lattice, grid: list[float]) -> list[float]:
    for axis in lattice.axes:
        first = axis.full.start
        parts: list[Any] = [None] * first + _parted(grid, len(axis.full))
        faces = len(axis.ups[0])
        if len(grid) == len(axis.full):
            flat: list[Any] = [None] * first + grid
            for holding in range(first - 1, -1, -1):
                flat[holding] = sum([flat[more] for more in axis.ups[holding]]) / faces
            grid = flat
            continue
        for holding in range(first - 1, -1, -1):
            parts[holding] = _means([parts[more] for more in axis.ups[holding]])
        grid = _woven(parts)
    return grid


def _means(faces: list[list[float]]) -> list[float]:
    """The mean over the faces of a die, element by element."""
    if len(faces) == CUBE:
        # Unrolled for the usual die: it takes two thirds of the time.
        return [(a + b + c + d + e + f) / CUBE for a, b, c, d, e, f in zip(*faces, strict=True)]
    sides = len(faces)
    return [total / sides for total in map(sum, zip(*faces, strict=True))]


def choose(lattice: Lattice, held: Worths, ending: Worths) -> Worths:
    """The worth of every roll, in the order of the holdings, if dice may be held or the turn may end with it."""
    quick = walker()
    return quick.choose(lattice, held, ending) if quick else list(map(max, ending, _choose(lattice, list(held))))


def _choose(lattice: Lattice, held: list[Thing]) -> list[Thing]:
    """The worth of every roll if dice are held; worths may be pairs, such as a worth and the row of its holding."""
    for axis in lattice.axes:
        if len(held) == axis.size:
            best = list(held)
            for holding in range(1, axis.size):
                best[holding] = max(best[holding], *[best[less] for less in axis.down[holding]])
            held = best[axis.full.start :]
            continue
        parts = _parted(held, axis.size)
        for holding in range(1, axis.size):
            parts[holding] = list(map(max, parts[holding], *[parts[less] for less in axis.down[holding]]))
        held = _woven(parts[axis.full.start :])
    return held


def fall(lattice: Lattice, held: Worths) -> Worths:
    """The chance of every roll, in the order of the holdings, after the dice in the cup of every holding are thrown."""
    quick = walker()
    return quick.fall(lattice, held) if quick else _fall(lattice, list(held))


def _fall(lattice: Lattice, held: list[float]) -> list[float]:
    for axis in lattice.axes:
        parts: list[Any] = _parted(held, axis.size)
        parts = [part if any(part) else None for part in parts]
        faces = len(axis.ups[0])
        for holding, ups in enumerate(axis.ups):
            if parts[holding] is not None:
                share = [chance / faces for chance in parts[holding]]
                for more in ups:
                    parts[more] = share if parts[more] is None else list(map(add, parts[more], share))
        nothing = [0.0] * (len(held) // axis.size)
        held = _woven([part or nothing for part in parts[axis.full.start :]])
    return held


def _parted(grid: list[Thing], count: int) -> list[list[Thing]]:
    """Split values by the holding of the slowest axis."""
    each = len(grid) // count
    return [grid[at : at + each] for at in range(0, len(grid), each)]


def _woven(parts: Sequence[list[Thing]]) -> list[Thing]:
    """Interleave values, so that the axis they were split by varies fastest."""
    size = len(parts)
    found = parts[0] * size
    for at, part in enumerate(parts):
        found[at::size] = part
    return found


class PlainTurn:
    """The worths of a turn, each computed when it is first asked for."""

    def __init__(self, lattice: Lattice, ending: Rolls, throws: int, bought: Rolls | None) -> None:
        self.lattice, self.throws, self.ending = lattice, throws, ending
        self._ending = _in_order(lattice, ending)
        self._bought = None if bought is None else _in_order(lattice, bought)
        self._rolls: dict[int, Worths] = {}
        self._holdings: dict[int, Worths] = {}
        self._stays: dict[int, list[int | None]] = {}
        self._rows: dict[int, Numbers] = {}
        self._near: dict[tuple[int, tuple[int | None, ...]], Worths] = {}

    def held(self, throws: int, dice: Sequence[int | None]) -> float:
        """The worth of holding these dice and throwing those in the cup (None), after `throws` throws."""
        if self.lattice.size > LARGE and throws not in self._holdings and not walker():
            return self._mean(throws, dice)
        known = self._holdings.get(throws)
        return (known or self.holding(throws))[self.lattice.row(dice)]

    @property
    def start(self) -> float:
        """The worth of the whole turn before its first throw."""
        return _mean_of(self.lattice, self._after(1))

    def thrown(self, dice: Sequence[int | None]) -> float:
        """The worth of throwing the dice in the cup if the turn ends with that throw."""
        return expect(self.lattice, self._ending)[self.lattice.row(dice)]

    def holding(self, throws: int) -> Worths:
        """The worth of throwing on from each holding, after `throws` throws."""
        if throws not in self._holdings:
            self._holdings[throws] = expect(self.lattice, self._after(throws + 1))
        return self._holdings[throws]

    def _after(self, throws: int) -> Worths:
        """The worth of each roll after `throws` throws, in the order of the holdings."""
        if throws > self.throws:
            assert self._bought is not None
            return self._bought
        if throws == self.throws and self._bought is None:
            return self._ending
        if throws not in self._rolls:
            # A roll is also a holding of itself: to hold everything is to stop.
            self._rolls[throws] = choose(self.lattice, self.holding(throws), self._ending)
        return self._rolls[throws]

    def _mean(self, throws: int, dice: Sequence[int | None]) -> float:
        """The worth of one holding, from the rolls it may become; for large lattices, whose dice are all different."""
        parts, axes = self.lattice.parts, self.lattice.axes
        lying = tuple(dice[part[0]] for part in parts)
        known = next((at for at in range(len(lying), 0, -1) if (throws, lying[:at]) in self._near), 0)
        rest = self._near[throws, lying[:known]] if known else self._after(throws + 1)
        if len(self._near) > FEW:
            self._near.clear()
        for at in range(known, len(lying)):
            rest = _fixed(axes[at], rest, lying[at])
            self._near[throws, lying[: at + 1]] = rest
        return rest[0]

    def ends(self, ends: Sequence[Ends], throws: int, held: Sequence[Sequence[int | None]]) -> list[list[float]]:
        """The expected outcomes; see `turn.Turn`."""
        return [self._ends(ends, throws, dice) for dice in held]

    def _ends(self, ends: Sequence[Ends], throws: int, dice: Sequence[int | None]) -> list[float]:
        """The expected outcomes of one holding: chances are propagated to rolls, and on to their best holdings."""
        found = [0.0] * len(ends[0].brings[0])
        for end, stopped in zip(ends, self._stops(throws, throws + len(ends), dice), strict=True):
            shares = gather(self.lattice, end.labels, len(end.brings), stopped)
            for share, brings in zip(shares, end.brings, strict=True):
                if share:
                    found = [sum_ + share * each for sum_, each in zip(found, brings, strict=True)]
        return found

    def endings(self, kinds: Labels, count: int) -> list[float]:
        """The chance that the turn ends with a roll of each of `count` kinds."""
        stops = self._stops(0, self.throws, (None,) * len(self.lattice.pool))
        every = [gather(self.lattice, kinds, count, stopped) for stopped in stops]
        return [sum(shares) for shares in zip(*every, strict=True)]

    def _stops(self, throws: int, last: int, dice: Sequence[int | None]) -> Iterator[Worths]:
        """After each throw up to `last`, the chance that the turn ends with each roll, in the order of the holdings."""
        held: Worths = _nothing(self.lattice.size)
        held[self.lattice.row(dice)] = 1.0
        for fallen in range(throws + 1, last + 1):
            rolls = fall(self.lattice, held)
            if fallen < last:
                held = self._hold(fallen, rolls)
            yield rolls

    def _hold(self, throws: int, rolls: Worths) -> Worths:
        """Move the chances of rolls to their best holdings after `throws` throws; rolls that end the turn keep them."""
        quick = walker()
        if quick and isinstance(rolls, array):
            if throws not in self._rows:
                self._rows[throws] = quick.best(self.lattice, self.holding(throws), self._ending)
            return quick.hold(self.lattice, self._rows[throws], rolls)
        held, fell = _nothing(self.lattice.size), [at for at, chance in enumerate(rolls) if chance]
        for at, row in zip(fell, self._held(throws, fell), strict=True):
            if row is not None:
                held[row] += rolls[at]
                rolls[at] = 0.0
        return held

    def _held(self, throws: int, rolls: Sequence[int]) -> list[int | None]:
        """The row of the best holding of each of these rolls, the one with fewest dice on ties; None to stop."""
        worths, ending = self.holding(throws), self._ending
        if throws not in self._stays and len(rolls) <= self.lattice.size // APART:
            found = [_first_best(worths, holdings(self.lattice, at)) for at in rolls]
            return [row if worths[row] > ending[at] else None for row, at in zip(found, rolls, strict=True)]
        if throws not in self._stays:
            pairs = zip(best(self.lattice, worths), ending, strict=True)
            self._stays[throws] = [-row if worth > stop else None for (worth, row), stop in pairs]
        stays = self._stays[throws]
        return [stays[at] for at in rolls]


def gather(lattice: Lattice, kinds: Labels, count: int, rolls: Worths) -> Worths:
    """The total chance of each of `count` kinds of rolls; chances are in the order of the holdings."""
    quick = walker()
    if quick and isinstance(rolls, array):
        return quick.gather(lattice, kinds, count, rolls)
    found = [0.0] * count
    for at, chance in enumerate(rolls):
        if chance:
            found[kinds[lattice.order[at]]] += chance
    return found


def starts(lattice: Lattice, kinds: Kinds, ends: Sequence[Sequence[float]], throws: int) -> list[float]:
    """The worth of some turns before their first throw; see `turn.starts`."""
    quick = walker()
    if quick:
        return quick.starts(lattice, kinds.of_roll, ends, throws)
    return [PlainTurn(lattice, kinds.column(worths), throws, None).start for worths in ends]


def endings(lattice: Lattice, kinds: Kinds, ends: Sequence[Sequence[float]], throws: int) -> list[list[float]]:
    """The chance that some turns end with each kind of roll; see `turn.endings`."""
    turns = [PlainTurn(lattice, kinds.column(worths), throws, None) for worths in ends]
    return [turn.endings(kinds.of_roll, len(worths)) for turn, worths in zip(turns, ends, strict=True)]


def best(lattice: Lattice, worths: Worths) -> list[tuple[float, int]]:
    """The worth of the best holding of every roll, with its negated row: on ties, the smaller row is the maximum."""
    return _choose(lattice, list(zip(worths, count(0, -1), strict=False)))


def _first_best(worths: Worths, rows: list[int]) -> int:
    """The first of these rows with the highest worth."""
    found = [worths[row] for row in rows]
    return rows[found.index(max(found))]


def holdings(lattice: Lattice, roll: int) -> list[int]:
    """The rows of all holdings of a roll, given by its place in the order of the holdings."""
    places = []
    for axis in reversed(lattice.axes):
        roll, at = divmod(roll, len(axis.full))
        places.append(axis.below[at])
    rows = [0]
    for axis, below in zip(lattice.axes, reversed(places), strict=True):
        rows = [row * axis.size + held for row in rows for held in below]
    return rows


def _fixed(axis: Axis, grid: Worths, face: int | None) -> Worths:
    """The values of the slowest axis, a single die, if it shows this face, or their mean if it is thrown."""
    parts = _parted(list(grid), len(axis.full))
    if face is not None:
        return parts[axis.index[face,] - 1]
    return [total / len(parts) for total in map(sum, zip(*parts, strict=True))]


def _nothing(count: int) -> Worths:
    """A list or array of zeros."""
    return array("d", [0.0]) * count if walker() else [0.0] * count


def _in_order(lattice: Lattice, rolls: Rolls) -> Worths:
    """The worths of rolls in the order in which rolls occur among the holdings."""
    # If all dice are different, that is their usual order.
    apart = len(lattice.parts) == len(lattice.pool)
    found = list(rolls) if apart else [rolls[number] for number in lattice.order]
    return array("d", found) if walker() else found


def prospect(lattice: Lattice, worths: Rolls, throws: int, dice: Sequence[int | None]) -> float:
    """The best expectation of these worths of rolls; see `turn.prospects`."""
    rolls, lying = _in_order(lattice, worths), None not in dice
    for _ in range(throws - (not lying)):
        rolls = choose(lattice, expect(lattice, rolls), rolls)
    if any(face is not None for face in dice):
        # Holdings with every die have the worth of the roll itself.
        return expect(lattice, rolls)[lattice.row(dice)]
    return _mean_of(lattice, rolls)


def _mean_of(lattice: Lattice, rolls: Worths) -> float:
    """The expectation of throwing all dice, from the worths of rolls."""
    return float(sum(map(mul, rolls, _shares(lattice))))


@lru_cache(maxsize=16)
def _shares(lattice: Lattice) -> Worths:
    """The chance of each roll when all dice are thrown, in the order of the holdings."""
    return fall(lattice, [1.0, *[0.0] * (lattice.size - 1)])
