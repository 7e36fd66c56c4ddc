"""The dice of a pool packed in one integer: every die has a few bits, so that holding dice is a bit mask."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.dice import Die, Faces, groups, outcomes
from knobel.games.holding.tray import keeps

Ints = NDArray[np.int64]


class Cup(NamedTuple):
    """For each way to hold dice, by its number as a move, the lookup table of a throw."""

    masks: Ints
    """The bit mask of the held dice."""
    ways: NDArray[np.uint64]
    """The number of ways in which the others may fall."""
    starts: Ints
    """Where those ways begin in `fallen`."""
    fallen: NDArray[np.int32]
    """The bits of the dice that fell."""


@dataclass(frozen=True, eq=False)
class Packed:
    """The dice of a pool packed in bits."""

    pool: tuple[Die, ...]

    @cached_property
    def shifts(self) -> tuple[int, ...]:
        """The first bit of each die."""
        widths = [(len(die.faces) - 1).bit_length() for die in self.pool]
        return tuple(sum(widths[:at]) for at in range(len(widths)))

    @property
    def size(self) -> int:
        """The number of integers, including those that stand for no dice."""
        return 1 << self.shifts[-1] + (len(self.pool[-1].faces) - 1).bit_length()

    def pack(self, positions: tuple[int, ...], faces: Faces) -> int:
        """The bits of some dice, the others 0."""
        return sum((face - self.pool[at].first) << self.shifts[at] for at, face in zip(positions, faces, strict=True))

    @cached_property
    def cup(self) -> Cup:
        """The lookup tables of a throw; holding none comes first."""
        count, masks, fallen = len(self.pool), [], []
        for keep in keeps(count):
            thrown = tuple(at for at in range(count) if at not in keep.holds)
            masks.append(self.pack(keep.holds, tuple(self._last(at) for at in keep.holds)))
            # The first die varies slowest, as when dice take their shares of a word.
            falls = product(*(self.pool[at].values for at in thrown))
            fallen.append([self.pack(thrown, faces) for faces in falls])
        ways = [len(falls_of) for falls_of in fallen]
        starts = np.cumsum([0, *ways[:-1]])
        return Cup(np.array(masks), np.array(ways, np.uint64), starts, np.concatenate(fallen).astype(np.int32))

    def _last(self, at: int) -> int:
        """The face whose number has all bits of a die set."""
        die = self.pool[at]
        return die.first + (1 << (len(die.faces) - 1).bit_length()) - 1

    @cached_property
    def rolls(self) -> NDArray[np.int32]:
        """The number of the roll, among `outcomes`, of each integer; -1 if there is none."""
        numbers = {faces: number for number, (faces, _) in enumerate(outcomes(self.pool))}
        rolls = np.full(self.size, -1, np.int32)
        parts, positions = groups(self.pool), tuple(range(len(self.pool)))
        for faces in product(*(die.values for die in self.pool)):
            ordered = list(faces)
            for part in parts:
                for at, face in zip(part, sorted(faces[at] for at in part), strict=True):
                    ordered[at] = face
            rolls[self.pack(positions, faces)] = numbers[tuple(ordered)]
        return rolls

    @cached_property
    def digits(self) -> Ints:
        """The face of each die, from 0: integers x dice."""
        ends = [*self.shifts[1:], (self.size - 1).bit_length()]
        numbers = np.arange(self.size)
        bits = [numbers >> shift & (1 << end - shift) - 1 for shift, end in zip(self.shifts, ends, strict=True)]
        return np.array(bits).T

    @property
    def lies(self) -> Ints:
        """Whether each die is held, for each way to hold dice by its number as a move: ways x dice."""
        return np.array([[mask >> shift & 1 for shift in self.shifts] for mask in self.cup.masks.tolist()])


@lru_cache(maxsize=8)
def packed(pool: tuple[Die, ...]) -> Packed:
    """The packed dice of a pool, cached."""
    return Packed(pool)
