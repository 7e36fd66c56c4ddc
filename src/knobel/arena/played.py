"""A game that was played: one row of the results."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Played:
    """Who sat where, what it came to, and who gave it away."""

    number: int
    """Games with the same number may have the same dice."""
    players: tuple[str, ...]
    """By seat."""
    scores: tuple[int, ...]
    places: tuple[int, ...]
    moves: int
    """How many moves all players made."""
    forfeit: int | None = None
    """The seat that gave no move that can be played; then the game ended there."""
    reason: str | None = None
    version: str = ""
    """The version of Knobel that played it."""

    @property
    def key(self) -> tuple[int, tuple[str, ...]]:
        """What tells it apart from all other games of a tournament."""
        return self.number, self.players

    def as_json(self) -> dict[str, Any]:
        """The row for a file."""
        return asdict(self)

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Self:
        """The row from a file."""
        known: dict[str, Any] = {field.name: row[field.name] for field in fields(cls)}
        return cls(**known | {name: tuple(known[name]) for name in ("players", "scores", "places")})
