"""The values that bots and judges decide by, named so that others can tell whether theirs are the same."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from knobel.core.errors import BadTable, NotProvided
from knobel.core.game import AnyGame
from knobel.games.spec import find
from knobel.solve.tables import read_table

DIGITS = 16
"""How many digits of a SHA-256 are given, as in the documents."""


@dataclass(frozen=True, slots=True)
class ValuesFile:
    """A file of values; files with equal checksums have equal values."""

    name: str
    shipped: bool
    """Whether it came with Knobel, or with the package of the game; else it was solved on this machine."""
    checksum: str
    """Of a table, the CRC-32 of what was solved and of its values; of another file, its SHA-256."""

    def __str__(self) -> str:
        return f"{self.name}, {'shipped' if self.shipped else 'solved here'} ({self.checksum})"


def values_of(game: AnyGame) -> tuple[ValuesFile, ...]:
    """The files of values that the judges of a game read on this machine, cached; none if the game names none."""
    return _values_of(game)


@lru_cache(maxsize=16)
def _values_of(game: Any) -> tuple[ValuesFile, ...]:
    spec = find(game.key)
    try:
        paths = [Path(source) for source in spec.judge.value_files(game)]
        return tuple(ValuesFile(path.name, path == spec.data(path.name), _checksum(path)) for path in paths)
    except (NotProvided, BadTable, ModuleNotFoundError):
        return ()


def _checksum(path: Path) -> str:
    if path.suffix == ".table":
        return f"crc32 {read_table(path).checksum:08x}"
    return f"sha256 {sha256(path.read_bytes()).hexdigest()[:DIGITS]}"
