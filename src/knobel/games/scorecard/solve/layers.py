"""The positions of a sheet without chips, by how many boxes are open: a turn leads from one layer to the one before."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.positions import Positions


class Layers:
    """All layers, fewest open boxes first; each as pairs of a subset of lower boxes and a number of upper ones."""

    def __init__(self, place: Positions) -> None:
        self._levels = place.upper.levels.tolist()
        self._subsets = [int(subset) for subset in place.subsets]
        self._most = len(place.upper.boxes) + len(place.lower)

    def __iter__(self) -> Iterator[list[tuple[int, int]]]:
        levels = len(self._levels) - 1
        for count in range(self._most + 1):
            pairs = ((subset, count - subset.bit_count()) for subset in self._subsets)
            yield [(subset, level) for subset, level in pairs if 0 <= level < levels]

    def states(self, level: int) -> NDArray[np.int64]:
        """The upper situations with so many upper boxes open."""
        return np.arange(self._levels[level], self._levels[level + 1])


def most_points(place: Positions) -> int:
    """The most points that can still come."""
    boxes = [*place.upper.boxes, *place.lower]
    return int(place.rules.worths[:, boxes].max(axis=0, initial=0).sum()) + place.rules.bonus
