"""The corrections of a table, and the events that wait to be put back, derived from the log."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from knobel.core.entry import Entry, Fix, Undo
from knobel.core.game import Event, Fell, Moved, check, seat_of
from knobel.core.record import Record
from knobel.tables.log import LogEntry
from knobel.tables.replay_after import Placed, Replay, ended_turns, next_of_seat

MOST_CORRECTIONS = 10
"""How many of the last corrections are kept, and shown."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction: somebody replaced events by others."""

    seq: int
    """The number of its log entry."""
    by: int
    seat: int
    """The seat whose entry was corrected."""
    number: int
    """The entry that was corrected, or the first of several."""
    gone: range
    """The entries that were replaced."""
    new: int
    """How many of the replacing events are still to follow."""
    left: int
    """How many entries of the record that carry it out are still to follow."""
    was: Event
    """The event before the correction."""
    before: Any
    """The state of the game before the correction."""
    now: Event | None = None
    """The event after the correction."""
    after: Any = None
    """The state of the game after the correction."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """The last corrections of a table, the one in progress, and the events that wait to be put back."""

    done: tuple[Correction, ...] = ()
    open: Correction | None = None
    waiting: tuple[Placed, ...] = ()
    """Events whose turn is over are kept, since another correction may make it come again."""
    inner: int = 0
    """How many amendments were made by corrections."""
    amended: int = 0
    """The last log entry that undid or corrected something."""
    entered_by: Mapping[int, int] = field(default_factory=dict)
    """The seats that typed the entries, by entry number, at tables with own dice."""
    ended: tuple[tuple[int, ...], ...] = ()
    """While a correction is in progress, `ended_turns` of the record: to count anew for every entry takes long."""

    def begun(self, logged: LogEntry, record: Record) -> "Corrections":
        """Begin a correction by its log entry, `NUMBER FIRST LAST NEW COUNT`; COUNT entries of the record follow."""
        number, first, last, new, left = map(int, logged.text.split())
        _, event, before = record.since(number)[0]
        seat, by = seat_of(record.game, before, event), logged.seat or 0
        gone = range(first, last + 1)
        correction = Correction(logged.seq, by, seat, number, gone, new, left, event, record.state)
        return replace(self, open=correction, ended=ended_turns(record))

    def during(self, record: Record, entry: Entry, logged: LogEntry, number: int | None) -> "Corrections":
        """The corrections with an entry that is about to be added to the record; a `number` says that it was typed."""
        corrections = self._doing(self.open, record, entry) if self.open else self
        if isinstance(entry, (Undo, Fix)):
            return replace(corrections, amended=logged.seq)
        if self.waiting and not self.open:
            corrections = replace(corrections, waiting=self._without(record, entry))
        if number is None or logged.seat is None:
            return corrections
        return replace(corrections, entered_by={**self.entered_by, number: logged.seat})

    def _doing(self, correction: Correction, record: Record, entry: Entry) -> "Corrections":
        """The corrections with an entry that carries out the one in progress."""
        waiting = self.waiting
        correction = replace(correction, left=correction.left - 1)
        match entry:
            case Fix(number, event):
                correction = replace(correction, now=event) if number == correction.number else correction
            case Undo(number) if number not in correction.gone:
                # Events that are undone for a correction are put back after it.
                index = len(record.standing) - 1
                undone = record.standing[index][1]
                waiting = (self._replay(record, index).place(undone, self.entered_by.get(number, 0)), *waiting)
            case Fell() | Moved() if correction.new:
                correction = replace(correction, new=correction.new - 1, now=correction.now or entry)
            case Fell() | Moved() as event:
                waiting = self._without(record, event)
        return replace(self, open=correction, waiting=waiting, inner=self.inner + isinstance(entry, Undo | Fix))

    def _without(self, record: Record, event: Event) -> tuple[Placed, ...]:
        """The events that still wait after this one, which is one of them, or replaces the next one of its seat."""
        check(record.game, record.state, event)
        replay = self._replay(record, len(record.standing))
        at = next_of_seat(replay, self.waiting, seat_of(record.game, record.state, event))
        return self.waiting if at is None else (*self.waiting[:at], *self.waiting[at + 1 :])

    def _replay(self, record: Record, index: int) -> Replay:
        """The game after the first `index` standing events."""
        if not self.open:
            return Replay.at(record, index)
        return Replay(record.game, record.states[index], list(self.ended[index]))

    def settled(self, record: Record, entry: Entry) -> "Corrections":
        """The corrections after an entry was added: the one in progress is done after its last entry."""
        if not self.open:
            return self
        if self.open.left:
            return replace(self, ended=self._ended_after(record, entry))
        done = (*self.done, replace(self.open, after=record.state))[-MOST_CORRECTIONS:]
        return replace(self, done=done, open=None, ended=())

    def _ended_after(self, record: Record, entry: Entry) -> tuple[tuple[int, ...], ...]:
        """The turns that have ended, after this entry of the correction in progress was added to the record."""
        match entry:
            case Undo(number) if not record.standing or number > record.standing[-1][0]:
                return self.ended[: len(record.standing) + 1]
            case Fell() | Moved():
                replay = Replay(record.game, record.states[-2], list(self.ended[-1]))
                replay.go_on(entry, record.state)
                return (*self.ended, tuple(replay.ended))
        return ended_turns(record)

    def to_come(self, record: Record) -> int:
        """How many waiting events will be put back if they fit; those whose turn is over are not counted."""
        if not self.waiting:
            return 0
        replay = Replay.at(record, len(record.standing)).remembering(record)
        return sum(not replay.past(event) for event in self.waiting)
