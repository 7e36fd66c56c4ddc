"""What was possible with the dice that fell, where these do not depend on decisions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from knobel.core.errors import BadSetup, noted
from knobel.core.game import AnyGame
from knobel.core.record import Record
from knobel.games.spec import spec
from knobel.scene import look
from knobel.scene.model import as_json
from knobel.scene.text import Text, text
from knobel.solve.kernel.jit import COMPILED

SECONDS = 10.0
"""How long is searched for a proof unless said."""

Progress = Callable[[int, int], None]
"""Called with the points of the best sheet found so far, and with what nothing can pass."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best that one seat could have made of its dice."""

    seat: int
    reached: int
    """What it has."""
    points: int
    """What the best sheet found would have."""
    bound: int
    """What no sheet can pass."""
    game: AnyGame
    """A game for one seat, and its state with that sheet."""
    state: Any

    @property
    def proven(self) -> bool:
        """Nothing is better than the sheet found."""
        return self.points == self.bound

    def words(self) -> Text:
        """It in a sentence."""
        facts = {"reached": self.reached, "points": self.points, "bound": self.bound}
        return text("best.proven" if self.proven else "best.open", seat=self.seat, **facts)

    def plain(self) -> dict[str, object]:
        """It for programs."""
        facts = {"seat": self.seat, "reached": self.reached, "points": self.points, "bound": self.bound}
        return {**facts, "proven": self.proven, "sheet": as_json(look(self.game, self.state))["sheets"][0]}


def offered(game: AnyGame) -> bool:
    """Whether the best that was possible can be found: the game knows how, and there is a compiler for it."""
    return COMPILED and spec(game).has("solve", "best")


def best(record: Record, seat: int, seconds: float = SECONDS, progress: Progress | None = None) -> Best:
    """The best sheet of a seat, proven or with a bound if the time is not enough."""
    if not 0 <= seat < record.game.seats:
        raise noted(
            BadSetup(f"there is no seat {seat}; the seats are 0 to {record.game.seats - 1}"),
            "record_seat",
            place=seat,
            most=record.game.seats - 1,
        )
    found: Best = spec(record.game).solve.best(record, seat, seconds, progress)
    return found
