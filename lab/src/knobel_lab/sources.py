"""Where shipped values come from: for each data file of a game, what made it, with which seed, and its error."""

import tomllib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from knobel.games.spec import find
from knobel.library import games

FILE = "sources.toml"
"""The name of the file of records in the data of a game."""


@dataclass(frozen=True, slots=True)
class Source:
    """The record of a data file."""

    game: str
    file: str
    kind: str
    """What the file holds: a table, compact values, books, margins, weights, distributions, known values, puzzles."""
    command: str
    """The commands of a shell that make the file; in words where the file itself has one for each value."""
    version: str
    """The version of the laboratory that made it."""
    error: str
    """How far its values may be off."""
    sha256: str
    seed: int | str | None = None
    """None if nothing is left to chance; in words where the file itself has one for each value."""
    note: str = ""
    """What else is needed to make the same file."""

    @property
    def path(self) -> Path:
        """The path of the data file."""
        return find(self.game).data(self.file)


def sources(game: str | None = None) -> tuple[Source, ...]:
    """The records of all data files of a game, or of all games."""
    return tuple(source for key in ([game] if game else [spec.key for spec in games()]) for source in _of(key))


def _of(game: str) -> list[Source]:
    path = find(game).data(FILE)
    if not path.is_file():
        return []
    records = tomllib.loads(path.read_text("utf-8"))
    return [Source(game, file, **record) for file, record in records.items()]


def checksum(path: Path) -> str:
    """The SHA-256 of a file, as in its record."""
    return sha256(path.read_bytes()).hexdigest()
