"""Events put back after something before them was corrected: each goes to the seat and the turn that it belongs to.

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
    """An event, with whom and which turn it belongs to."""

    seat: int
    turn: Hashable
    event: Event
    by: int
    """Who entered it."""


@dataclass(slots=True)
class Line:
    """A game as it is played again."""

    game: AnyGame
    state: Any
    ended: list[int]
    """How many moves that hold no dice each seat has made."""
    seen: set[Hashable] = field(default_factory=set)
    """The turns that there have been, where the game tells them."""

    @classmethod
    def at(cls, record: Record, index: int) -> "Line":
        """The game after the first `index` events that stand."""
        line = cls(record.game, record.states[index], [0] * record.game.seats)
        for _, event in record.standing[:index]:
            line.count(event)
        return line

    def remembering(self, record: Record) -> "Line":
        """The same, knowing the turns that there have been in the record."""
        self.seen |= {turn_of(self.game, state) for state in record.states}
        return self

    def count(self, event: Event) -> None:
        """Count a move that ends a turn."""
        if isinstance(event, Moved) and not isinstance(event.move, Keep):
            self.ended[event.seat] += 1

    def play(self, event: Event) -> None:
        """Let something happen, or raise an error."""
        after = step(self.game, self.state, event)
        self.seen.add(turn_of(self.game, self.state))
        self.state = after
        self.count(event)

    def turn(self, seat: int) -> Hashable:
        """The turn that what this seat does now belongs to."""
        told = turn_of(self.game, self.state)
        return self.ended[seat] if told is None else told

    def place(self, event: Event, by: int) -> Placed:
        """The event that happens now, with whom and what it belongs to."""
        seat = seat_of(self.game, self.state, event)
        return Placed(seat, self.turn(seat), event, by)

    def past(self, one: Placed) -> bool:
        """The turn of an event is over, or the game is."""
        if isinstance(self.game.pending(self.state), Over):
            return True
        told = turn_of(self.game, self.state)
        if told is None:
            return isinstance(one.turn, int) and one.turn < self.ended[one.seat]
        return one.turn != told and one.turn in self.seen


def placed(record: Record, index: int, entered_by: Iterable[int]) -> list[Placed]:
    """The events that stand after the first `index`, each with whom and what it belongs to."""
    line, found = Line.at(record, index), []
    for ((_, event), state), by in zip(
        zip(record.standing[index:], record.states[index:], strict=False), entered_by, strict=True
    ):
        line.state = state
        found.append(line.place(event, by))
        line.count(event)
    return found


def meant(line: Line, waiting: Sequence[Placed], seat: int) -> int | None:
    """Where the next of those that wait is, of what this seat may do now; it need not fit any more."""
    pending, turn = line.game.pending(line.state), line.turn(seat)
    for at, one in enumerate(waiting):
        if one.seat != seat or one.turn != turn:
            continue
        match one.event, pending:
            case Fell(faces), Throw(_, dice) if len(faces) == len(dice):
                return at
            case Fell(), Throw():
                # A roll for the start that is no longer needed, or not yet.
                continue
            case Moved(), Decide():
                return at
        return None
    return None


def refit(line: Line, waiting: Sequence[Placed]) -> tuple[list[Placed], tuple[Placed, ...]]:
    """What can be put back now, in this order, and the rest, which waits or is past. The line is played on."""
    back: list[Placed] = []
    rest = tuple(waiting)
    while rest and (at := _fitting(line, rest)) is not None:
        back.append(rest[at])
        rest = (*rest[:at], *rest[at + 1 :])
    return back, rest


def next_meant(line: Line, waiting: Sequence[Placed]) -> Placed | None:
    """The first of those that wait that is meant for now, though it does not fit."""
    found = [at for seat in _asked(line) if (at := meant(line, waiting, seat)) is not None]
    return waiting[min(found)] if found else None


def _fitting(line: Line, waiting: Sequence[Placed]) -> int | None:
    """The first of those that wait that may happen now; it has happened then."""
    for at in sorted(found for seat in _asked(line) if (found := meant(line, waiting, seat)) is not None):
        try:
            line.play(waiting[at].event)
        except KnobelError:
            continue
        return at
    return None


def _asked(line: Line) -> tuple[int, ...]:
    """The seats that have to throw or to decide."""
    match line.game.pending(line.state):
        case Throw(seat, _):
            return (seat,)
        case Decide(seats):
            return seats
    return ()
