"""Compact values: a table of low rank, a hundredth of its size and nearly as good.

Values are smooth. So along each axis of a block of rows a few columns of numbers, its factor, say nearly all; a small
core says how the columns of the axes go together.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.solve.tables import Identity

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

TOGETHER = 1 << 24
"""About how many values are worked out together."""

Tidy = Callable[[Ints, NDArray[Any]], None]
"""Called with numbers of rows and their values; puts right what is known without them."""


@dataclass(frozen=True, eq=False)
class Block:
    """Rows of a table; all axes but the last count its rows, the last one the cells of a row."""

    factors: tuple[NDArray[np.int16], ...]
    """For each axis: places x columns."""
    core: Floats
    """How the columns go together, scales included: as many axes as factors."""

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The lengths of all axes."""
        return tuple(map(len, self.factors))

    @cached_property
    def _cells(self) -> Floats:
        """The last factor, ready to be multiplied: columns x cells."""
        return np.ascontiguousarray(self.factors[-1].T, np.float32)

    def take(self, rows: Ints) -> Floats:
        """Some of the rows: rows x cells."""
        places = np.unravel_index(rows, self.shape[:-1])
        part = self.factors[0][places[0]].astype(np.float32) @ self.core.reshape(len(self.core), -1)
        for factor, at in zip(self.factors[1:-1], places[1:], strict=True):
            part = np.einsum("nrk,nr->nk", part.reshape(len(rows), factor.shape[1], -1), factor[at], dtype=np.float32)
        return np.asarray(part @ self._cells)


@dataclass(frozen=True, eq=False)
class Errors:
    """How far compact values are from the exact ones."""

    rms: float
    worst: float


@dataclass(frozen=True, eq=False)
class Compact:
    """A compact table: its rows are worked out as they are asked for."""

    identity: Identity
    """What it stands for; its chunks are the blocks."""
    blocks: tuple[Block, ...]
    errors: Errors
    tidy: Tidy

    def row(self, row: int) -> Floats:
        """The values of a row."""
        block = bisect_right(self.identity.starts, row) - 1
        found: Floats = self._rows(block, np.array([row]))[0]
        return found

    def _rows(self, block: int, rows: Ints) -> Floats:
        """The values of rows in this block."""
        values = self.blocks[block].take(rows - self.identity.starts[block])
        values = values.reshape(len(rows), *self.identity.shape[1:])
        self.tidy(rows, values)
        return values

    def parts(self) -> Iterator[tuple[slice, Floats]]:
        """All rows, some at a time."""
        some = max(1, TOGETHER // int(np.prod(self.identity.shape[1:])))
        for block, (start, end) in enumerate(pairwise(self.identity.starts)):
            for first in range(start, end, some):
                rows = np.arange(first, min(first + some, end))
                yield slice(first, first + len(rows)), self._rows(block, rows)

    def whole(self) -> Floats:
        """All rows at once: as large as the table."""
        values = np.empty(self.identity.shape, np.float32)
        for rows, found in self.parts():
            values[rows] = found
        return values
