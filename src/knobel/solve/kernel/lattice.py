"""The holdings lattice: every subset of the dice of a pool that may be held, from none to all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, pairwise, zip_longest
from math import prod

from knobel.core.dice import Die, Faces, falls, groups
from knobel.core.errors import BadDice
from knobel.solve.arrays import NDArray, np

Index = NDArray[np.int64]

CACHED_ROWS = 1024
"""How many rows of holdings are cached."""


@dataclass(frozen=True, slots=True)
class Group:
    """Equal dice of a pool."""

    die: Die
    dice: int

    @property
    def holdings(self) -> tuple[Faces, ...]:
        """The multisets of up to `dice` faces, sorted; the first holds no die, the last ones hold every die."""
        counts = range(self.dice + 1)
        holdings = [held for count in counts for held in combinations_with_replacement(self.die.values, count)]
        # Holdings with equally many ways to take up a die are next to each other, which helps branch prediction.
        return tuple(sorted(holdings, key=lambda held: (len(held), len(set(held)), held)))


@dataclass(frozen=True, eq=False)
class Axis:
    """The transitions along one group's axis: which holding one die more, or one die less, leads to."""

    index: dict[Faces, int]
    """The number of each holding."""
    layers: tuple[range, ...]
    """The holdings with 0, 1, 2, ... dice."""
    ups: tuple[tuple[int, ...], ...]
    """For each holding with a die in the cup, the holding with each face added."""
    down: tuple[tuple[int, ...], ...]
    """For each holding, the distinct holdings with one die taken up."""

    @cached_property
    def size(self) -> int:
        """How many holdings there are."""
        return len(self.index)

    @property
    def full(self) -> range:
        """The holdings with every die of the group."""
        return self.layers[-1]

    @cached_property
    def up(self) -> Index:
        """`ups` as an array: holdings x faces."""
        return np.array(self.ups, np.int64)

    @cached_property
    def falls(self) -> NDArray[np.float64]:
        """In how many ways to throw all dice each full holding comes of each, when only those in its cup count."""
        ways = np.eye(self.size)[:, self.full.start :] * float(self.orders[-1])
        for holding in reversed(range(self.full.start)):
            ways[holding] = ways[self.up[holding]].mean(axis=0)
        return ways

    @cached_property
    def orders(self) -> tuple[int, ...]:
        """In how many ways the dice of each holding may have fallen, whatever they show."""
        return tuple(len(self.ups[0]) ** dice for dice, layer in enumerate(self.layers) for _ in layer)

    @cached_property
    def subsets(self) -> Index:
        """For each holding with every die, all that may be held of it, fewest dice first: padded with itself."""
        subsets: list[set[int]] = []
        for holding, down in enumerate(self.down):
            subsets.append({holding}.union(*(subsets[less] for less in down)))
        rows = [sorted(subsets[holding]) for holding in self.full]
        most = max(map(len, rows))
        return np.array([row + row[-1:] * (most - len(row)) for row in rows], np.int64)


def _axis(group: Group) -> Axis:
    holdings = group.holdings
    index = {held: at for at, held in enumerate(holdings)}
    bounds = [sum(len(held) < count for held in holdings) for count in range(group.dice + 2)]
    layers = tuple(range(start, end) for start, end in pairwise(bounds))
    partial = holdings[: layers[-1].start]
    ups = tuple(tuple(index[tuple(sorted((*held, face)))] for face in group.die.values) for held in partial)
    down = [tuple(dict.fromkeys(index[held[:at] + held[at + 1 :]] for at in range(len(held)))) for held in holdings]
    return Axis(index, layers, ups, tuple(down))


@dataclass(frozen=True, eq=False)
class Walk:
    """A pass along one axis: from each base row, the axis' holdings are `step` rows apart."""

    axis: Axis
    bases: Index
    step: int

    @property
    def single(self) -> bool:
        """Whether the group is a single die: its holdings are then the die in the cup, and each of its faces."""
        return len(self.axis.layers) == 2

    @cached_property
    def ups(self) -> tuple[tuple[Index, Index], ...]:
        """Layer by layer, larger holdings first: rows, and the rows with each face added (an extra last axis)."""
        layers = reversed(self.axis.layers[:-1])
        return tuple((self._rows(np.array(layer)), self._rows(self.axis.up[layer])) for layer in layers)

    @cached_property
    def downs(self) -> tuple[tuple[Index, Index], ...]:
        """Layer by layer, smaller holdings first: rows, and the rows with one die less, for each way to take one up."""
        downs = []
        for layer in self.axis.layers[1:]:
            for less in zip_longest(*(self.axis.down[holding] for holding in layer)):
                pairs = [(held, source) for held, source in zip(layer, less, strict=True) if source is not None]
                targets, sources = np.array(pairs).T
                downs.append((self._rows(targets), self._rows(sources)))
        return tuple(downs)

    def _rows(self, holdings: Index) -> Index:
        """The rows of holdings, for every base: an extra first axis."""
        return np.asarray(np.add.outer(self.bases, self.step * holdings))


@dataclass(frozen=True, eq=False)
class Lattice:
    """The holdings of a pool: the product of its groups' holdings, the last and largest group varying fastest."""

    pool: tuple[Die, ...]

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The positions of each group in the pool, the largest group last: passes along it are then local in memory."""
        return tuple(sorted(groups(self.pool), key=len))

    @cached_property
    def axes(self) -> tuple[Axis, ...]:
        """The moves along each group's axis."""
        return tuple(_axis(Group(self.pool[part[0]], len(part))) for part in self.parts)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many holdings each group has."""
        return tuple(axis.size for axis in self.axes)

    @cached_property
    def size(self) -> int:
        """How many holdings the pool has."""
        return prod(self.shape)

    @cached_property
    def ways(self) -> int:
        """In how many ways all dice may fall."""
        return prod(len(die.faces) for die in self.pool)

    @cached_property
    def falls(self) -> tuple[Faces, ...]:
        """Every roll, in the order of the pool."""
        return tuple(faces for faces, _ in falls(self.pool))

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """The chance of each roll when all dice are thrown."""
        return np.array([orders / self.ways for _, orders in falls(self.pool)])

    @cached_property
    def rolls(self) -> Index:
        """The row of each roll among all holdings."""
        rows = np.zeros(1, np.int64)
        for axis in self.axes:
            rows = np.add.outer(rows * axis.size, np.array(axis.full)).ravel()
        return np.asarray(rows[self.places])

    @cached_property
    def places(self) -> Index:
        """The place of each roll in the order in which rolls stand among the holdings."""
        return np.argsort(self.order)

    @cached_property
    def _steps(self) -> dict[tuple[int, ...], tuple[int, dict[Faces, int]]]:
        """For each group, the distance of its rolls among all rolls, and the number of each of the group's rolls."""
        steps, step = {}, 1
        for part in reversed(groups(self.pool)):
            shown = combinations_with_replacement(self.pool[part[0]].values, len(part))
            numbers = {roll: at for at, roll in enumerate(shown)}
            steps[part] = step, numbers
            step *= len(numbers)
        return steps

    @cached_property
    def order(self) -> list[int]:
        """The number of each roll, in the order in which rolls occur among the holdings."""
        order = [0]
        for part, axis in zip(self.parts, self.axes, strict=True):
            step, numbers = self._steps[part]
            holdings = list(axis.index)
            own = [step * numbers[holdings[at]] for at in axis.full]
            order = [before + more for before in order for more in own]
        return order

    def number(self, dice: Sequence[int | None]) -> int:
        """The number of a roll, given by its dice."""
        number = 0
        for part, (step, numbers) in self._steps.items():
            number += step * numbers[tuple(sorted([face for at in part if (face := dice[at]) is not None]))]
        return number

    def row(self, dice: Sequence[int | None]) -> int:
        """The row of a holding; `dice` are the faces in the order of the pool, None for a die in the cup."""
        return self._row(tuple(dice))

    @cached_property
    def _row(self) -> Callable[[tuple[int | None, ...]], int]:
        # Rating moves and explaining them asks for the same few rows again and again.
        return lru_cache(maxsize=CACHED_ROWS)(self._find_row)

    def _find_row(self, dice: tuple[int | None, ...]) -> int:
        if len(dice) != len(self.pool):
            raise BadDice(f"this pool has {len(self.pool)} dice, not {len(dice)}")
        row = 0
        for part, axis in zip(self.parts, self.axes, strict=True):
            lying = [face for position in part if (face := dice[position]) is not None]
            held = tuple(sorted(lying) if len(lying) > 1 else lying)
            at = axis.index.get(held)
            if at is None:
                shown = ", ".join(self.pool[part[0]].faces)
                raise BadDice(f"{' '.join(map(str, held))} cannot lie there; these dice show {shown}")
            row = row * len(axis.index) + at
        return row

    @cached_property
    def walks(self) -> tuple[Walk, ...]:
        """The passes of an expectation, first axis first; a choice makes the same passes, last axis first."""
        walks = []
        for at, axis in enumerate(self.axes):
            inner = np.zeros(1, np.int64)
            # Where a later group is partial, an expectation has no values yet and a choice is no longer needed.
            for after in self.axes[at + 1 :]:
                inner = (inner[:, None] * after.size + np.array(after.full)).ravel()
            step = prod(self.shape[at + 1 :])
            outer = np.arange(prod(self.shape[:at]))
            walks.append(Walk(axis, (outer[:, None] * axis.size * step + inner).ravel(), step))
        return tuple(walks)


@lru_cache(maxsize=16)
def lattice(pool: tuple[Die, ...]) -> Lattice:
    """The lattice of a pool, cached."""
    return Lattice(pool)
