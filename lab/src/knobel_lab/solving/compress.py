"""Compressing an exact table to compact values of low rank.

Axis by axis, only the few directions in which the values differ most are kept: a sequentially truncated higher-order
singular value decomposition. For two axes that is optimal.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, BadTable
from knobel.solve.compact.values import Block, Compact, Errors, Recipe, read_compact, write_compact
from knobel.solve.tables import Table, header, read_table, writing
from knobel_lab.solving.evaluate import Trial, Tryout, Worth
from knobel_lab.solving.run import Progress

SPARE = 16
"""Oversampling of the randomised SVD: more directions are computed than kept, or the last ones would be inaccurate."""
VALUES_AT_ONCE = 1 << 24
"""About how many values of a table are read at once."""
SEED = 1
"""The seed of the random start directions: fixed, so a table always gives the same compact values."""
LARGEST = np.iinfo(np.int16).max

Values = NDArray[np.float64]


class _Reader:
    """Multiplies with a large matrix part by part, and reports progress."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.total, self.done = progress, total, 0
        self.start = time.perf_counter()

    def parts(self, count: int, each: int) -> list[slice]:
        """Slices of `count` rows of `each` values, each slice of about VALUES_AT_ONCE values."""
        step = max(1, VALUES_AT_ONCE // each)
        return [slice(at, min(at + step, count)) for at in range(0, count, step)]

    def read(self, values: int) -> None:
        """Count values that were read, and report progress."""
        self.done += values
        if self.progress:
            self.progress(min(self.done, self.total), self.total, time.perf_counter() - self.start)

    def times(self, matrix: NDArray[Any], right: Values) -> Values:
        """The product of the matrix with another."""
        out = np.empty((len(matrix), right.shape[1]))
        narrow = right.astype(matrix.dtype)
        for part in self.parts(*matrix.shape):
            out[part] = matrix[part] @ narrow
            self.read(matrix[part].size)
        return out

    def turned_times(self, matrix: NDArray[Any], right: Values) -> Values:
        """The product of the transposed matrix with another."""
        out = np.zeros((matrix.shape[1], right.shape[1]))
        for part in self.parts(*matrix.shape):
            out += matrix[part].T @ right[part].astype(matrix.dtype)
            self.read(matrix[part].size)
        return out


def _directions(matrix: NDArray[Any], rank: int, reader: _Reader) -> tuple[Values, Values]:
    """Orthonormal columns that span most of a matrix, and the matrix projected onto them: columns x cells."""
    count = min(rank + SPARE, *matrix.shape)
    random = np.random.default_rng(SEED).standard_normal((matrix.shape[1], count))
    columns = np.linalg.qr(reader.times(matrix, random))[0]
    back = np.linalg.qr(reader.turned_times(matrix, columns))[0]
    columns = np.linalg.qr(reader.times(matrix, back))[0]
    left, _, _ = np.linalg.svd(reader.turned_times(matrix, columns).T, full_matrices=False)
    columns = columns @ left[:, :rank]
    return columns, reader.turned_times(matrix, columns).T


def _scale(tensor: NDArray[Any], axis: int, by: Values) -> None:
    """Multiply a tensor by one factor for each place along an axis."""
    tensor *= by.astype(tensor.dtype).reshape(-1, *(1,) * (tensor.ndim - axis - 1))


def _block(tensor: NDArray[Any], rank: int, weights: Sequence[Values], reader: _Reader) -> Block:
    """A low-rank approximation of a tensor, of this rank along each axis, with errors weighted by `weights`."""
    factors = []
    tensor = tensor.copy()
    for axis, weight in enumerate(weights):
        _scale(tensor, axis, weight)
    for axis in range(tensor.ndim):
        turned = np.moveaxis(tensor, axis, 0)
        columns, left = _directions(turned.reshape(len(turned), -1), rank, reader)
        factors.append(columns)
        tensor = np.moveaxis(left.reshape(-1, *turned.shape[1:]), 0, axis)
    factors = [columns / weight[:, None] for columns, weight in zip(factors, weights, strict=True)]
    # Factors are quantised to 16 bits, using the full range; the scales go into the core.
    scales = [np.abs(columns).max(axis=0) / LARGEST for columns in factors]
    for axis, scale in enumerate(scales):
        _scale(tensor, axis, scale)
    rounded = (np.round(columns / scale).astype(np.int16) for columns, scale in zip(factors, scales, strict=True))
    return Block(tuple(rounded), tensor.astype(np.float32))


def distil(recipe: Recipe, values: NDArray[Any], rank: int, progress: Progress | None = None) -> Compact:
    """Compact values of this rank, from the values of the exact table."""
    starts = (0, *np.cumsum([int(np.prod(shape)) for shape in recipe.shapes]).tolist())
    flat = values.reshape(len(values), -1)
    # The first axis is read five times in full, the others after it has shrunk; then once more for the errors.
    reader = _Reader(progress, 6 * flat.size)
    blocks = []
    for shape, (start, end) in zip(recipe.shapes, pairwise(starts), strict=True):
        tensor = flat[start:end].reshape(*shape, -1)
        layers = recipe.layers() if recipe.layers else [np.zeros(length, np.int64) for length in tensor.shape]
        # Every layer has the same weight, however many places it has.
        weights = [np.asarray(1 / np.sqrt(np.bincount(labels)[labels])) for labels in layers]
        blocks.append(_block(tensor, rank, weights, reader))
    compact = Compact(replace(recipe.identity, starts=starts), tuple(blocks), Errors(0, 0), recipe.tidy)
    return replace(compact, errors=_errors(compact, values, reader))


def _errors(compact: Compact, values: NDArray[Any], reader: _Reader) -> Errors:
    """The root mean square and the largest error of compact values, over all exact values that are not 0."""
    squares, count, worst = 0.0, 0, 0.0
    for rows, approximate in compact.parts():
        exact = values[rows]
        off = np.abs(approximate - exact)
        squares += float(np.square(off, dtype=np.float64).sum())
        count += int(np.count_nonzero(exact))
        worst = max(worst, float(off.max()))
        reader.read(exact.size)
    return Errors((squares / max(1, count)) ** 0.5, worst)


SMALL = 1_000_000
"""Tables with no more values than this are shipped as they are, in single precision."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A table to be compressed to compact values."""

    recipe: Recipe
    path: Path
    """The file of the exact table."""
    shipped: Path
    """The path of the shipped compact values; its suffix is ignored."""
    trial: Callable[[Tryout], Trial]
    """Plays games by compact values."""
    wish: str = ""
    """The options that `knobel solve` needs beside the name of the game to make the exact table."""

    @property
    def small(self) -> bool:
        """Whether the table is shipped as it is."""
        return int(np.prod(self.recipe.identity.shape)) <= SMALL

    @property
    def usual(self) -> Path:
        """The path of the shipped file, with its suffix."""
        return self.shipped.with_suffix(".table" if self.small else ".npz")

    def exact(self) -> Table:
        """The exact table; raises an error that says how to make it if there is none."""
        game = self.recipe.identity.game
        if not self.path.exists():
            raise BadTable(f"there is no exact table {self.path}; make it with knobel solve {game}{self.wish}")
        return read_table(self.path, self.recipe.identity.rules)


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a compression."""

    game: str
    objective: str
    rank: int | None
    """None for a table that is shipped as it is."""
    size: int
    """In bytes."""
    rms: float
    """The root mean square error over all positions."""
    worst: float
    """The largest error over all positions."""


def distil_to(subject: Subject, path: Path, rank: int | None = None, progress: Progress | None = None) -> Report:
    """Compress a table to a file."""
    table = subject.exact()
    identity = table.identity
    if subject.small:
        if rank is not None:
            raise BadSetup(f"the table of {identity.game} is small and stored as it is; leave out --rank")
        errors = _keep(table, path)
        return Report(identity.game, identity.objective, None, path.stat().st_size, errors.rms, errors.worst)
    table.check_all()
    compact = distil(subject.recipe, table.values, rank or subject.recipe.rank, progress)
    write_compact(path, compact)
    errors = compact.errors
    rank_kept = max(max(block.core.shape) for block in compact.blocks)
    return Report(identity.game, identity.objective, rank_kept, path.stat().st_size, errors.rms, errors.worst)


def _keep(table: Table, path: Path) -> Errors:
    """Write a table in single precision, and return the rounding errors."""
    identity = replace(table.identity, dtype="<f4")
    values = table.values.astype(identity.dtype)
    checksums = [crc32(values[start:end].tobytes()) for start, end in pairwise(identity.starts)]
    with writing(path) as file:
        file.write(header(identity, table.figures, checksums) + values.tobytes())
    off = np.abs(values - table.values)
    return Errors(float(np.sqrt(np.square(off).mean())), float(off.max()))


def measure(
    subject: Subject, path: Path, games: int, seed: int = 0, compared: int = 1000, progress: Progress | None = None
) -> Trial:
    """Play games decided by the values in a compressed file, and measure what that loses."""
    exact = subject.exact()
    rules, tidy = subject.recipe.identity.rules, subject.recipe.tidy
    values: NDArray[Any] = read_table(path).values if subject.small else read_compact(path, rules, tidy).whole()
    return subject.trial(Tryout(Worth(values, exact.values), games, seed, compared, progress))
