"""The distillery: which tables are distilled, where the result goes, and what it is worth."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.solve.compact.compress import distil
from knobel.solve.compact.evaluate import Trial
from knobel.solve.compact.file import read_compact, write_compact
from knobel.solve.compact.recipe import Recipe
from knobel.solve.compact.values import Errors
from knobel.solve.run import Progress
from knobel.solve.tables import BadTable, Table, header, read_table

SMALL = 1_000_000
"""Tables with no more values are shipped as they are, in single precision."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A game whose table is distilled."""

    recipe: Recipe
    path: Path
    """Where the exact table is."""
    shipped: Path
    """Where compact values are shipped, whatever its suffix."""
    trial: Callable[..., Trial]
    """Plays games by values: called with these, the exact ones, games, seed, games to compare, and progress."""

    wish: str = ""
    """What the command that makes the exact table needs beside the name of the game."""

    @property
    def small(self) -> bool:
        """Whether the table is shipped as it is."""
        return int(np.prod(self.recipe.identity.shape)) <= SMALL

    @property
    def usual(self) -> Path:
        """Where what is shipped lies."""
        return self.shipped.with_suffix(".table" if self.small else ".npz")

    def exact(self) -> Table:
        """The exact table; raises an error that says what to do if there is none."""
        game = self.recipe.identity.game
        if not self.path.exists():
            raise BadTable(f"there is no exact table {self.path}; make it with knobel solve {game}{self.wish}")
        return read_table(self.path, self.recipe.identity.rules)


@dataclass(frozen=True, slots=True)
class Report:
    """What was distilled."""

    game: str
    objective: str
    rank: int | None
    """None for a table that is kept as it is."""
    size: int
    """In bytes."""
    rms: float
    """The root of the mean squared error over all positions."""
    worst: float
    """The largest error of all."""


def distil_to(subject: Subject, path: Path, rank: int | None = None, progress: Progress | None = None) -> Report:
    """Distil a table to a file."""
    table = subject.exact()
    identity = table.identity
    if subject.small:
        if rank is not None:
            raise BadSetup(f"the table of {identity.game} is small and kept as it is; it has no rank")
        found = _keep(table, path)
        return Report(identity.game, identity.objective, None, path.stat().st_size, found.rms, found.worst)
    table.check_all()
    compact = distil(subject.recipe, table.values, rank or subject.recipe.rank, progress)
    write_compact(path, compact)
    found = compact.errors
    kept = max(max(block.core.shape) for block in compact.blocks)
    return Report(identity.game, identity.objective, kept, path.stat().st_size, found.rms, found.worst)


def _keep(table: Table, path: Path) -> Errors:
    """Write a table in single precision; the errors that makes."""
    identity = replace(table.identity, dtype="<f4")
    values = table.values.astype(identity.dtype)
    checksums = [crc32(values[start:end].tobytes()) for start, end in pairwise(identity.starts)]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(header(identity, table.figures, checksums) + values.tobytes())
    except OSError as error:
        raise BadTable(f"cannot write {path}: {error.strerror}") from error
    off = np.abs(values - table.values)
    return Errors(float(np.sqrt(np.square(off).mean())), float(off.max()))


def measure(
    subject: Subject, path: Path, games: int, seed: int = 0, compared: int = 1000, progress: Progress | None = None
) -> Trial:
    """Play games that are decided by what was distilled to a file."""
    exact = subject.exact()
    rules, tidy = subject.recipe.identity.rules, subject.recipe.tidy
    values: NDArray[Any] = read_table(path).values if subject.small else read_compact(path, rules, tidy).whole()
    return subject.trial(values, exact.values, games, seed, compared, progress)
