"""Putting events back after something before them was corrected: each goes to its own seat and turn.

Who begins a row, and whether somebody has to roll off for it, may follow from what was corrected. So events are not
played again one after the other: the table is asked whom it waits for, and takes the next one of that seat and turn.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from knobel.core.errors import KnobelError
from knobel.core.game import AnyGame, Decide, Event, Fell, Moved, Over, Throw, seat_of, step
from knobel.core.record import Record
from knobel.games.holding.tray import Keep
from knobel.games.turns import turn_of


@dataclass(frozen=True, slots=True)
class Placed:
    """An event with the seat and the turn that it belongs to."""

    seat: int
    turn: Hashable
    event: Event
    by: int
    """The seat that entered it."""


@dataclass(slots=True)
class Line:
    """A game that is being replayed."""

    game: AnyGame
    state: Any
    ended: list[int]
    """The number of moves of each seat that ended a turn."""
    seen: set[Hashable] = field(default_factory=set)
    """The turns that have occurred, in games that name them."""

    @classmethod
    def at(cls, record: Record, index: int) -> "Line":
        """The game after the first `index` standing events."""
        line = cls(record.game, record.states[index], [0] * record.game.seats)
        for _, event in record.standing[:index]:
            line.count(event)
        return line

    def remembering(self, record: Record) -> "Line":
        """Add the turns that have occurred in the record; returns itself."""
        self.seen |= {turn_of(self.game, state) for state in record.states}
        return self

    def count(self, event: Event) -> None:
        """Count a move that ends a turn."""
        if isinstance(event, Moved) and not isinstance(event.move, Keep):
            self.ended[event.seat] += 1

    def play(self, event: Event) -> None:
        """Apply an event, or raise an error."""
        after = step(self.game, self.state, event)
        self.seen.add(turn_of(self.game, self.state))
        self.state = after
        self.count(event)

    def turn(self, seat: int) -> Hashable:
        """The turn that an event of this seat belongs to now."""
        told = turn_of(self.game, self.state)
        return self.ended[seat] if told is None else told

    def place(self, event: Event, by: int) -> Placed:
        """The event that happens now, with its seat and turn."""
        seat = seat_of(self.game, self.state, event)
        return Placed(seat, self.turn(seat), event, by)

    def past(self, one: Placed) -> bool:
        """Whether the turn of an event is over, or the game is."""
        if isinstance(self.game.pending(self.state), Over):
            return True
        told = turn_of(self.game, self.state)
        if told is None:
            return isinstance(one.turn, int) and one.turn < self.ended[one.seat]
        return one.turn != told and one.turn in self.seen


def placed(record: Record, index: int, entered_by: Iterable[int]) -> list[Placed]:
    """The standing events after the first `index`, each with its seat and turn."""
    line, found = Line.at(record, index), []
    for ((_, event), state), by in zip(
        zip(record.standing[index:], record.states[index:], strict=False), entered_by, strict=True
    ):
        line.state = state
        found.append(line.place(event, by))
        line.count(event)
    return found


def meant(line: Line, waiting: Sequence[Placed], seat: int) -> int | None:
    """The index of the next waiting event for what this seat may do now; it may no longer fit."""
    pending, turn = line.game.pending(line.state), line.turn(seat)
    for at, one in enumerate(waiting):
        if one.seat != seat or one.turn != turn:
            continue
        match one.event, pending:
            case Fell(faces), Throw(_, dice) if len(faces) == len(dice):
                return at
            case Fell(), Throw():
                # A roll for the start that is not needed any more, or not yet.
                continue
            case Moved(), Decide():
                return at
        return None
    return None


def refit(line: Line, waiting: Sequence[Placed]) -> tuple[list[Placed], tuple[Placed, ...]]:
    """The events that can be put back now, in this order, and the rest; the line is advanced."""
    back: list[Placed] = []
    rest = tuple(waiting)
    while rest and (at := _fitting(line, rest)) is not None:
        back.append(rest[at])
        rest = (*rest[:at], *rest[at + 1 :])
    return back, rest


def next_meant(line: Line, waiting: Sequence[Placed]) -> Placed | None:
    """The first waiting event that is meant for now, but does not fit."""
    found = [at for seat in _asked(line) if (at := meant(line, waiting, seat)) is not None]
    return waiting[min(found)] if found else None


def _fitting(line: Line, waiting: Sequence[Placed]) -> int | None:
    """The index of the first waiting event that may happen now, after applying it."""
    for at in sorted(found for seat in _asked(line) if (found := meant(line, waiting, seat)) is not None):
        try:
            line.play(waiting[at].event)
        except KnobelError:
            continue
        return at
    return None


def _asked(line: Line) -> tuple[int, ...]:
    """The seats that have to throw or decide."""
    match line.game.pending(line.state):
        case Throw(seat, _):
            return (seat,)
        case Decide(seats):
            return seats
    return ()
