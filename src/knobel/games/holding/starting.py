"""Who begins: the first seat, one drawn by lot, the highest of a roll-off, or whoever the rulebook names.

A game that offers this has the option BEGINS and keeps a `Starting` in its state until it is known who begins. A lot is
one die: its number is the seat, numbers beyond the last seat are thrown again.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from knobel.core.game import Decide, Throw
from knobel.core.registry import Option

FIRST, LOT, ROLL, RULEBOOK = "first", "lot", "roll", "rulebook"
BEGINS = Option("begins", FIRST, (FIRST, LOT, ROLL, RULEBOOK))
BEGINS_WITH_SYMBOLS = Option("begins", FIRST, (FIRST, LOT, RULEBOOK))
"""`BEGINS` for dice with symbols, none of which is higher than another."""

DIE = (0,)
"""The position of the die that decides."""


@dataclass(frozen=True, slots=True)
class Begins:
    """This seat begins: the answer of the table when asked who is the youngest."""

    seat: int

    def __str__(self) -> str:
        return f"begin {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Starting:
    """The state before it is known who begins."""

    way: str
    seats: int
    rolled: tuple[tuple[int, int | None], ...] = ()
    """The seats that roll for it, each with its number once it is thrown."""

    @property
    def pending(self) -> Throw | Decide:
        """The throw or decision that the game waits for."""
        if self.way == RULEBOOK:
            return Decide((0,))
        return Throw(next((seat for seat, number in self.rolled if number is None), 0), DIE)

    @property
    def moves(self) -> tuple[Begins, ...]:
        """The possible answers."""
        return beginnings(self.seats) if self.way == RULEBOOK else ()

    def land(self, number: int) -> "Starting | int":
        """Let the die fall: the seat that begins, or the next `Starting` while it is still open."""
        if self.way == LOT:
            return number - 1 if number <= self.seats else self
        thrown = list(self.rolled)
        at = next(at for at, (_, fell) in enumerate(thrown) if fell is None)
        thrown[at] = (thrown[at][0], number)
        if at + 1 < len(thrown):
            return Starting(self.way, self.seats, tuple(thrown))
        highest = max(fell for _, fell in thrown if fell is not None)
        best = [seat for seat, fell in thrown if fell == highest]
        return best[0] if len(best) == 1 else Starting(self.way, self.seats, tuple((seat, None) for seat in best))


def opening(way: str, seats: int) -> Starting | None:
    """The `Starting` of a new game; None where the first seat begins."""
    if way == FIRST or seats == 1:
        return None
    return Starting(way, seats, tuple((seat, None) for seat in range(seats)) if way == ROLL else ())


def beginnings(seats: int) -> tuple[Begins, ...]:
    """All possible answers."""
    return tuple(Begins(seat) for seat in range(seats))


def answers(way: str, seats: int) -> tuple[Begins, ...]:
    """The moves in a game's alphabet that answer who begins; none unless the table is asked."""
    return beginnings(seats) if way == RULEBOOK and seats > 1 else ()


def begins_option(way: str) -> Mapping[str, str]:
    """The option as stored in records; the first seat is left out, as in records from before there was a choice."""
    return {} if way == FIRST else {"begins": way}
