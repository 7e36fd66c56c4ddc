"""The best result possible with the dice that fell, for games whose dice do not depend on decisions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from knobel.core.errors import BadSetup, NotProvided, with_technical_text
from knobel.core.game import AnyGame
from knobel.core.record import Record
from knobel.games.spec import games, spec
from knobel.scene import look
from knobel.scene.model import as_json
from knobel.scene.text import Text, text
from knobel.solve.arrays import HAS_NUMPY

SECONDS = 10.0
"""The default time limit of the search for a proof."""

Progress = Callable[[int, int], None]
"""Called with the points of the best sheet found so far, and with the upper bound."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best result that one seat could have reached with its dice."""

    seat: int
    reached: int
    """The points the seat reached."""
    points: int
    """The points of the best sheet found."""
    bound: int
    """An upper bound on the points of any sheet."""
    game: AnyGame
    """A game for one seat, whose `state` has the best sheet found."""
    state: Any

    @property
    def proven(self) -> bool:
        """Whether the sheet found is proven to be the best."""
        return self.points == self.bound

    def words(self) -> Text:
        """The result as a sentence."""
        facts = {"reached": self.reached, "points": self.points, "bound": self.bound}
        return text("best.proven" if self.proven else "best.open", seat=self.seat, **facts)

    def as_dict(self) -> dict[str, object]:
        """The result as plain values, for programs."""
        facts = {"seat": self.seat, "reached": self.reached, "points": self.points, "bound": self.bound}
        return {**facts, "proven": self.proven, "sheet": as_json(look(self.game, self.state))["sheets"][0]}


def offered(game: AnyGame) -> bool:
    """Whether the best possible result can be found: the game has a search for it, and NumPy is installed."""
    return HAS_NUMPY and spec(game).has("commands", "best")


def best(record: Record, seat: int, seconds: float = SECONDS, progress: Progress | None = None) -> Best:
    """The best sheet of a seat; if the time limit ends the search, the best found and an upper bound."""
    if not 0 <= seat < record.game.seats:
        raise with_technical_text(
            BadSetup(f"there is no seat {seat}; the seats are 0 to {record.game.seats - 1}"),
            "record_seat",
            place=seat,
            most=record.game.seats - 1,
        )
    if not spec(record.game).has("commands", "best"):
        able = [other.key for other in games() if other.has("commands", "best")]
        error = NotProvided(f"in {record.game.key} the dice depend on decisions; this is for {' and '.join(able)}")
        raise with_technical_text(error, "no_best", game=record.game.key, known=", ".join(able))
    sheet: Best = spec(record.game).commands.best(record, seat, seconds, progress)
    return sheet
