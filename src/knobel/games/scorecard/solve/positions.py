"""The positions of a scorecard game, its upper part included, and the order in which they are solved.

A position is what determines the points still to come: the open lower boxes, the upper situation, the chips.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod

from knobel.core.errors import BadSetup, with_technical_text
from knobel.games.scorecard.solve.rule_tables import Ints, Rules
from knobel.solve.arrays import NDArray, np


@dataclass(frozen=True, eq=False)
class Upper:
    """Every upper situation reachable from one: pairs of open boxes (a bit each) and sum, fewest open boxes first.

    Equivalent sums are merged: with the bonus reached to `needed`, with the bonus out of reach to 0.
    """

    rules: Rules
    boxes: tuple[int, ...]
    """The upper boxes that are open at the start."""
    begin: int = 0
    """The sum at the start."""

    @cached_property
    def worths(self) -> tuple[tuple[int, ...], ...]:
        """The different worths each open box may get, 0 first."""
        return tuple(self.rules.different[box] for box in self.boxes)

    def merge(self, mask: int, total: int) -> int:
        """The representative of this sum."""
        if total >= self.rules.needed:
            return self.rules.needed
        return total if total + self._most[mask] >= self.rules.needed else 0

    @cached_property
    def _most(self) -> list[int]:
        """The most points that open boxes may add, by their bits."""
        most = [0]
        for worths in self.worths:
            most += [before + worths[-1] for before in most]
        return most

    @cached_property
    def states(self) -> tuple[tuple[int, int], ...]:
        """All situations as (open boxes, merged sum)."""
        full = (1 << len(self.boxes)) - 1
        states = {(full, self.merge(full, self.begin))}
        layer = states
        while layer:
            layer = {
                (mask ^ 1 << at, self.merge(mask ^ 1 << at, total + worth))
                for mask, total in layer
                for at, worths in enumerate(self.worths)
                if mask >> at & 1
                for worth in worths
            }
            states |= layer
        return tuple(sorted(states, key=lambda state: (state[0].bit_count(), state)))

    @cached_property
    def index(self) -> dict[tuple[int, int], int]:
        return {state: at for at, state in enumerate(self.states)}

    @cached_property
    def begins(self) -> list[int]:
        """The first situation with 0, 1, 2, ... open boxes, and the number of situations."""
        counts = [mask.bit_count() for mask, _ in self.states]
        return [bisect_left(counts, level) for level in range(len(self.boxes) + 2)]

    @cached_property
    def levels(self) -> NDArray[np.uint64]:
        """`begins` as an array."""
        return np.array(self.begins, np.uint64)

    def situations(self, level: int) -> Ints:
        """The situations with so many open boxes."""
        return np.arange(self.begins[level], self.begins[level + 1])

    @cached_property
    def kinds(self) -> int:
        """The largest number of different worths of a box."""
        return max(map(len, self.worths), default=1)

    @cached_property
    def after(self) -> NDArray[np.uint64]:
        """The situation after writing: boxes x worths x situations; 0 where the box is closed."""
        after = np.zeros((len(self.boxes), self.kinds, len(self.states)), np.uint64)
        for (mask, _), at in self.index.items():
            for box, worths in enumerate(self.worths):
                if mask >> box & 1:
                    after[box, : len(worths), at] = [state_after for _, state_after in self.written(box, at)]
        return after

    def written(self, box: int, state: int) -> list[tuple[int, int]]:
        """The points of each worth of an open box, including the bonus if it is won, and the situation after it."""
        mask, total = self.states[state]
        still_open = mask ^ 1 << box
        return [
            (worth + self._won(total, worth), self.index[still_open, self.merge(still_open, total + worth)])
            for worth in self.worths[box]
        ]

    def _won(self, total: int, worth: int) -> int:
        """The bonus, if this worth wins it."""
        return self.rules.bonus if total < self.rules.needed <= total + worth else 0

    @cached_property
    def gain(self) -> NDArray[np.float32]:
        """The points of that writing, including the bonus if it is won; minus infinity where the box is closed."""
        gain = np.full(self.after.shape, -np.inf, np.float32)
        for (mask, _), at in self.index.items():
            for box, worths in enumerate(self.worths):
                if mask >> box & 1:
                    gain[box, : len(worths), at] = [points for points, _ in self.written(box, at)]
        return gain

    @cached_property
    def kind(self) -> NDArray[np.uint64]:
        """The worth of each roll in each box, by number: rolls x boxes."""
        kind = np.zeros((len(self.rules.lattice.falls), len(self.boxes)), np.uint64)
        for at, box in enumerate(self.boxes):
            kind[:, at] = self.rules.kinds[box].array
        return kind


@dataclass(frozen=True, eq=False)
class Positions:
    """All positions reachable from one, as an array: subsets of lower boxes x chips x upper situations."""

    rules: Rules
    lower: tuple[int, ...]
    """The lower boxes that are open at the start."""
    upper: Upper
    chips: int

    @property
    def shape(self) -> tuple[int, int, int]:
        """Rows (subsets of lower boxes), numbers of chips, upper situations."""
        return 1 << len(self.lower), self.chips + 1, len(self.upper.states)

    @property
    def count(self) -> int:
        return prod(self.shape)

    @cached_property
    def order(self) -> list[int]:
        """The subset of each row, a bit for each lower box; fewest open boxes first, so rows depend on earlier ones."""
        # Sorting is stable: subsets with equally many boxes stay in the order of their numbers.
        return sorted(range(1 << len(self.lower)), key=int.bit_count)

    @cached_property
    def row_of(self) -> list[int]:
        """The row of each subset."""
        rows = [0] * len(self.order)
        for row, subset in enumerate(self.order):
            rows[subset] = row
        return rows

    @cached_property
    def subsets(self) -> NDArray[np.uint64]:
        """The subset of each row as an array."""
        return np.array(self.order, np.uint64)

    @cached_property
    def rows(self) -> NDArray[np.uint64]:
        """The row of each subset as an array."""
        return np.array(self.row_of, np.uint64)

    @cached_property
    def layers(self) -> tuple[int, ...]:
        """The first row with 0, 1, 2, ... open lower boxes, and the number of rows; rows of a layer are independent."""
        counts = [mask.bit_count() for mask in self.order]
        return tuple(bisect_left(counts, layer) for layer in range(len(self.lower) + 2))

    def written(self, row: int, state: int) -> dict[int, list[tuple[int, int, int]]]:
        """For each open box, the points of each of its worths, and the row and the upper situation after it."""
        subset, mask = self.order[row], self.upper.states[state][0]
        upper = {
            box: [(points, row, after) for points, after in self.upper.written(at, state)]
            for at, box in enumerate(self.upper.boxes)
            if mask >> at & 1
        }
        lower = {
            box: [(worth, self.row_of[subset ^ 1 << at], state) for worth in self.rules.different[box]]
            for at, box in enumerate(self.lower)
            if subset >> at & 1
        }
        return upper | lower

    def by_open_boxes(self) -> Iterator[list[tuple[int, int]]]:
        """All subsets of lower boxes with numbers of open upper ones, as pairs: fewest open boxes first."""
        levels = range(len(self.upper.boxes) + 1)
        for count in range(len(self.lower) + len(levels)):
            pairs = ((subset, count - subset.bit_count()) for subset in self.order)
            yield [(subset, level) for subset, level in pairs if level in levels]

    def most_points(self, boxes: int | None = None) -> int:
        """An upper bound on the points still to come, or on those of `boxes` boxes."""
        best = sorted((self.rules.different[box][-1] for box in (*self.upper.boxes, *self.lower)), reverse=True)
        return sum(best[:boxes]) + self.rules.bonus

    def find(self, open_boxes: Collection[int], upper: int, chips: int) -> tuple[int, int, int]:
        """The index of the position with these open boxes, upper sum and chips."""
        subset = sum(1 << at for at, box in enumerate(self.lower) if box in open_boxes)
        mask = sum(1 << at for at, box in enumerate(self.upper.boxes) if box in open_boxes)
        state = mask, self.upper.merge(mask, upper)
        if not set(open_boxes) <= {*self.lower, *self.upper.boxes} or state not in self.upper.index:
            raise with_technical_text(
                BadSetup(f"with these boxes open the upper sum of {self.rules.card.key} cannot be {upper}"),
                "no_such_sum",
                game=self.rules.card.key,
                count=upper,
            )
        if not 0 <= chips <= self.chips:
            raise BadSetup(f"there are 0 to {self.chips} chips, not {chips}")
        return self.row_of[subset], chips, self.upper.index[state]


def positions(
    rules: Rules, open_boxes: Collection[int] | None = None, upper: int = 0, chips: int | None = None
) -> Positions:
    """All positions that can follow one, by default the blank sheet."""
    boxes = range(len(rules.card.boxes)) if open_boxes is None else sorted(set(open_boxes))
    above = tuple(box for box in boxes if box < rules.upper)
    below = tuple(box for box in boxes if box >= rules.upper)
    return Positions(rules, below, Upper(rules, above, upper), rules.card.chips if chips is None else chips)
