"""Compact values: low-rank tables, a hundredth of the size and nearly as good, and their files.

Values are smooth, so along each axis of a block of rows a few columns of numbers (a factor) hold nearly all of the
information; a small core says how to combine the columns of the axes: a Tucker decomposition.
"""

import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from json import JSONDecodeError, dumps, loads
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from knobel.core.errors import BadTable
from knobel.solve import plain_files
from knobel.solve.arrays import HAS_NUMPY, NDArray, np
from knobel.solve.tables import Identity, writing

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

TOGETHER = 1 << 24
"""About how many values are computed together."""

Tidy = Callable[[Ints, NDArray[Any]], None]
"""Called with numbers of rows and their values; corrects, in place, values that are known without the table."""


@dataclass(frozen=True, eq=False)
class Block:
    """A low-rank block of rows: all axes but the last number its rows, the last one the cells of a row."""

    factors: tuple[NDArray[np.int16], ...]
    """For each axis, its factor: places x columns, quantised to 16 bits."""
    core: Floats
    """How the columns are combined, scales included: as many axes as factors."""

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The lengths of all axes."""
        return tuple(map(len, self.factors))

    @cached_property
    def _cells(self) -> Floats:
        """The last factor in the layout for multiplication: columns x cells."""
        return np.ascontiguousarray(self.factors[-1].T, np.float32)

    def take(self, rows: Ints) -> Floats:
        """The values of some rows: rows x cells."""
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
    """A compact table: its rows are computed when they are asked for."""

    identity: Identity
    """The identity of the exact table it approximates; its chunks are the blocks."""
    blocks: tuple[Block, ...]
    errors: Errors
    tidy: Tidy

    def row(self, row: int) -> Floats:
        """The values of a row."""
        block = bisect_right(self.identity.starts, row) - 1
        values: Floats = self._rows(block, np.array([row]))[0]
        return values

    def _rows(self, block: int, rows: Ints) -> Floats:
        """The values of rows in this block."""
        values = self.blocks[block].take(rows - self.identity.starts[block])
        values = values.reshape(len(rows), *self.identity.shape[1:])
        self.tidy(rows, values)
        return values

    def parts(self) -> Iterator[tuple[slice, Floats]]:
        """All rows, in parts of about TOGETHER values."""
        count = max(1, TOGETHER // int(np.prod(self.identity.shape[1:])))
        for block, (start, end) in enumerate(pairwise(self.identity.starts)):
            for first in range(start, end, count):
                rows = np.arange(first, min(first + count, end))
                yield slice(first, first + len(rows)), self._rows(block, rows)

    def whole(self) -> Floats:
        """All rows at once, as large as the exact table."""
        values = np.empty(self.identity.shape, np.float32)
        for rows, part in self.parts():
            values[rows] = part
        return values


@dataclass(frozen=True, eq=False)
class Recipe:
    """How a table is compressed."""

    identity: Identity
    """The identity of the exact table."""
    shapes: tuple[tuple[int, ...], ...]
    """For each block of rows, the shape by which its rows are numbered."""
    rank: int
    """The default rank: beyond it, a little more accuracy costs much more space."""
    tidy: Tidy
    layers: Callable[[], tuple[Ints, ...]] | None = None
    """The layer of each place along each axis; every layer has the same weight. None if a block is one layer."""


FORMAT = 1
ROWS = 500
"""How many rows of a compact table are cached; they have a few thousand numbers at most."""


def write_compact(path: Path, compact: Compact) -> None:
    """Write compact values to a file."""
    about = {"format": FORMAT, **asdict(compact.identity), **asdict(compact.errors)}
    arrays = {"about": np.array(dumps(about))}
    for number, block in enumerate(compact.blocks):
        arrays |= {f"factor{number}.{axis}": factor for axis, factor in enumerate(block.factors)}
        arrays[f"core{number}"] = block.core
    with writing(path) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def _read(path: Path, rules: str | None, *, plain: bool) -> tuple[Identity, tuple[Any, ...], Errors]:
    """The identity, blocks and errors in a file of compact values, as arrays or plain; other rules are refused."""
    block: Callable[[Any, Any], Any] = plain_files.Block if plain else Block
    opening: Callable[[Any], Any] = plain_files.Archive if plain else partial(np.load, allow_pickle=False)
    try:
        with open(path, "rb") as opened, opening(opened) as file:
            about = loads(str(file["about"]))
            if about["format"] != FORMAT:
                raise BadTable(f"{path} has format {about['format']}; this Knobel reads format {FORMAT}")
            texts = {name: str(about[name]) for name in ("game", "objective", "rules", "dtype")}
            identity = Identity(**texts, shape=tuple(about["shape"]), starts=tuple(about["starts"]))
            cores = [file[f"core{number}"] for number in range(identity.chunks)]
            blocks = tuple(
                block(tuple(file[f"factor{number}.{axis}"] for axis in range(len(core.shape))), core)
                for number, core in enumerate(cores)
            )
    except FileNotFoundError as error:
        raise BadTable(f"there are no compact values {path}; make them with knobel distil") from error
    except OSError as error:
        raise BadTable(f"cannot read {path}: {error.strerror or 'no compact values of Knobel'}") from error
    except (BadZipFile, zlib.error, JSONDecodeError, KeyError, TypeError, ValueError, EOFError) as error:
        raise BadTable(f"{path} holds no compact values of Knobel, or is damaged: {error}") from error
    if rules is not None and identity.rules != rules:
        raise BadTable(f"{path} was distilled for other rules of {identity.game}; distil it again")
    return identity, blocks, Errors(about["rms"], about["worst"])


def read_compact(path: Path, rules: str, tidy: Tidy) -> Compact:
    """The compact values in this file; raises an error if they are of other rules (a hash)."""
    identity, blocks, errors = _read(path, rules, plain=False)
    return Compact(identity, blocks, errors, tidy)


def read_rows(
    path: Path, rules: str | None, tidy_cell: plain_files.Tidy | None = None, tidy: Tidy | None = None
) -> Callable[[int], Any]:
    """A function that reads rows of compact values, as arrays with `tidy`, else as plain cells; the latest are cached.

    Raises an error if they are of other rules (a hash), unless `rules` is None.
    """
    if tidy is not None and HAS_NUMPY:
        assert rules is not None
        return lru_cache(maxsize=ROWS)(read_compact(path, rules, tidy).row)
    assert tidy_cell is not None
    identity, blocks, _ = _read(path, rules, plain=True)

    def block_of(row: int) -> tuple[int, int]:
        block = bisect_right(identity.starts, row) - 1
        return block, row - identity.starts[block]

    return plain_files.compact_rows(blocks, block_of, identity.shape[1:], tidy_cell)
