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
from knobel.games.turns import ends_turn, turn_of


@dataclass(frozen=True, slots=True)
class Placed:
    """An event with the seat and the turn that it belongs to."""

    seat: int
    turn: Hashable
    event: Event
    by: int
    """The seat that entered it."""


@dataclass(slots=True)
class Replay:
    """A game that is being replayed."""

    game: AnyGame
    state: Any
    ended: list[int]
    """The number of turns that each seat has ended."""
    seen: set[Hashable] = field(default_factory=set)
    """The turns that have occurred, in games that name them."""

    @classmethod
    def at(cls, record: Record, index: int) -> "Replay":
        """The game after the first `index` standing events."""
        replay = cls(record.game, record.states[0], [0] * record.game.seats)
        for (_, event), after in zip(record.standing[:index], record.states[1:], strict=False):
            replay.go_on(event, after)
        return replay

    def remembering(self, record: Record) -> "Replay":
        """Add the turns that have occurred in the record; returns itself."""
        self.seen |= {turn_of(self.game, state) for state in record.states}
        return self

    def go_on(self, event: Event, after: Any) -> None:
        """Go on to the state after an event, and count the turn that it ends."""
        if ends_turn(self.game, self.state, event):
            self.ended[seat_of(self.game, self.state, event)] += 1
        self.state = after

    def play(self, event: Event) -> None:
        """Apply an event, or raise an error."""
        after = step(self.game, self.state, event)
        self.seen.add(turn_of(self.game, self.state))
        self.go_on(event, after)

    def turn(self, seat: int) -> Hashable:
        """The turn that an event of this seat belongs to now."""
        turn = turn_of(self.game, self.state)
        return self.ended[seat] if turn is None else turn

    def place(self, event: Event, by: int) -> Placed:
        """The event that happens now, with its seat and turn."""
        seat = seat_of(self.game, self.state, event)
        return Placed(seat, self.turn(seat), event, by)

    def past(self, event: Placed) -> bool:
        """Whether the turn of an event is over, or the game is."""
        if isinstance(self.game.pending(self.state), Over):
            return True
        turn = turn_of(self.game, self.state)
        if turn is None:
            return isinstance(event.turn, int) and event.turn < self.ended[event.seat]
        return event.turn != turn and event.turn in self.seen


def ended_turns(record: Record) -> tuple[tuple[int, ...], ...]:
    """How many turns each seat has ended before each standing event, and after the last."""
    replay = Replay.at(record, 0)
    counts = [tuple(replay.ended)]
    for (_, event), after in zip(record.standing, record.states[1:], strict=True):
        replay.go_on(event, after)
        counts.append(tuple(replay.ended))
    return tuple(counts)


def placed(record: Record, index: int, entered_by: Iterable[int]) -> list[Placed]:
    """The standing events after the first `index`, each with its seat and turn."""
    replay, events = Replay.at(record, index), []
    for ((_, event), after), by in zip(
        zip(record.standing[index:], record.states[index + 1 :], strict=True), entered_by, strict=True
    ):
        events.append(replay.place(event, by))
        replay.go_on(event, after)
    return events


def next_of_seat(replay: Replay, waiting: Sequence[Placed], seat: int) -> int | None:
    """The index of the next waiting event for what this seat may do now; it may no longer fit."""
    pending, turn = replay.game.pending(replay.state), replay.turn(seat)
    for at, candidate in enumerate(waiting):
        if candidate.seat != seat or candidate.turn != turn:
            continue
        match candidate.event, pending:
            case Fell(faces), Throw(_, dice) if len(faces) == len(dice):
                return at
            case Fell(), Throw():
                # A roll for the start that is not needed any more, or not yet.
                continue
            case Moved(), Decide():
                return at
        return None
    return None


def put_back(replay: Replay, waiting: Sequence[Placed]) -> tuple[list[Placed], tuple[Placed, ...]]:
    """The events that can be put back now, in this order, and the rest; the replay goes on with them."""
    back: list[Placed] = []
    rest = tuple(waiting)
    while rest and (at := _fitting(replay, rest)) is not None:
        back.append(rest[at])
        rest = (*rest[:at], *rest[at + 1 :])
    return back, rest


def next_misfit(replay: Replay, waiting: Sequence[Placed]) -> Placed | None:
    """The first waiting event that is meant for now, but does not fit."""
    indices = [at for seat in seats_to_act(replay) if (at := next_of_seat(replay, waiting, seat)) is not None]
    return waiting[min(indices)] if indices else None


def _fitting(replay: Replay, waiting: Sequence[Placed]) -> int | None:
    """The index of the first waiting event that may happen now, after applying it."""
    for at in sorted(
        index for seat in seats_to_act(replay) if (index := next_of_seat(replay, waiting, seat)) is not None
    ):
        try:
            replay.play(waiting[at].event)
        except KnobelError:
            continue
        return at
    return None


def seats_to_act(replay: Replay) -> tuple[int, ...]:
    """The seats that have to throw or decide."""
    match replay.game.pending(replay.state):
        case Throw(seat, _):
            return (seat,)
        case Decide(seats):
            return seats
    return ()
