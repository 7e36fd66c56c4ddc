"""Reference values of the games, with their errors and the commands that compute them, for others to test against."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from json import loads
from math import hypot

from knobel.games.spec import GameSpec
from knobel.library import find, games

FILE = "reference_values.json"


@dataclass(frozen=True, slots=True)
class ReferenceValue:
    """A value that was solved or measured."""

    game: str
    what: str
    value: float
    error: float
    """Its standard error; 0 if it was solved."""
    digits: int | None
    """How many digits after the point of a solved value are right; None if it was measured."""
    unit: str
    seats: int
    command: str
    """The command that computes it."""
    source: str
    """Where it comes from, and where it is explained."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the game, where they are not the default."""

    def agrees(self, value: float, error: float = 0.0) -> bool:
        """Whether another value with this standard error agrees, within the known digits or three standard errors."""
        rounding = 0.0 if self.digits is None else 10.0**-self.digits
        return abs(value - self.value) <= rounding + 3 * hypot(self.error, error)


def reference_values(game: str | None = None) -> tuple[ReferenceValue, ...]:
    """All reference values of a game, or of all games."""
    return tuple(value for one in ((find(game),) if game else games()) for value in _of(one))


def _of(game: GameSpec) -> list[ReferenceValue]:
    path = game.data(FILE)
    return [ReferenceValue(game.key, **entry) for entry in loads(path.read_text("utf-8"))] if path.is_file() else []


__all__ = ["ReferenceValue", "reference_values"]
