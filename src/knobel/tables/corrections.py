"""What was corrected at a table, and what waits to be put back: it follows from the log, as everything does."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from knobel.core.entry import Entry, Fix, Undo
from knobel.core.game import Event, Fell, Moved, check, seat_of
from knobel.core.record import Record
from knobel.tables.log import LogEntry
from knobel.tables.refit import Line, Placed, meant

MOST_TOLD = 10
"""How many of the last corrections a view tells."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Somebody corrected something; other events stand there now."""

    seq: int
    """Its log entry."""
    by: int
    seat: int
    """Whose entry it was."""
    number: int
    """The entry that was corrected, or the first of them."""
    gone: range
    """The entries that stand no more."""
    new: int
    """How many events are still to come that stand for them."""
    left: int
    """How many entries of the record are still to come that carry it out."""
    was: Event
    """What stood there."""
    before: Any
    """How the table stood before."""
    now: Event | None = None
    """What stands there."""
    after: Any = None
    """How the table stood after it."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """The last corrections of a table, the one that is carried out, and the events that wait to be put back."""

    done: tuple[Correction, ...] = ()
    open: Correction | None = None
    waiting: tuple[Placed, ...] = ()
    """Those whose turn is past by now are kept: if the correction is corrected, it may come again."""
    inner: int = 0
    """How many amendments carried out corrections."""
    amended: int = 0
    """The last log entry that took something back or corrected it."""
    entered_by: Mapping[int, int] = field(default_factory=dict)
    """Who entered what, by the number of the entry, where people type dice."""

    def begun(self, logged: LogEntry, record: Record) -> "Corrections":
        """A log entry says what is corrected: `NUMBER FIRST LAST NEW COUNT`; as many entries of the record follow."""
        number, first, last, new, left = map(int, logged.text.split())
        _, event, before = record.since(number)[0]
        seat, by = seat_of(record.game, before, event), logged.seat or 0
        gone = range(first, last + 1)
        return replace(self, open=Correction(logged.seq, by, seat, number, gone, new, left, event, record.state))

    def during(self, record: Record, entry: Entry, logged: LogEntry, number: int | None) -> "Corrections":
        """The same with an entry that is about to be added to the record; with its number, who entered it is kept."""
        known = self._doing(self.open, record, entry) if self.open else self
        if isinstance(entry, (Undo, Fix)):
            return replace(known, amended=logged.seq)
        if self.waiting and not self.open:
            known = replace(known, waiting=self._without(record, entry))
        if number is None or logged.seat is None:
            return known
        return replace(known, entered_by={**self.entered_by, number: logged.seat})

    def _doing(self, found: Correction, record: Record, entry: Entry) -> "Corrections":
        """The same with an entry that carries out a correction."""
        waiting = self.waiting
        found = replace(found, left=found.left - 1)
        match entry:
            case Fix(number, event):
                found = replace(found, now=event) if number == found.number else found
            case Undo(number) if number not in found.gone:
                # What is undone for a correction is put back after it.
                index = len(record.standing) - 1
                one = Line.at(record, index).place(record.standing[index][1], self.entered_by.get(number, 0))
                waiting = (one, *waiting)
            case Fell() | Moved() if found.new:
                found = replace(found, new=found.new - 1, now=found.now or entry)
            case Fell() | Moved() as event:
                waiting = self._without(record, event)
        return replace(self, open=found, waiting=waiting, inner=self.inner + isinstance(entry, Undo | Fix))

    def _without(self, record: Record, event: Event) -> tuple[Placed, ...]:
        """What still waits after this event: it is one of those, or stands for the next of its seat."""
        check(record.game, record.state, event)
        line = Line.at(record, len(record.standing))
        at = meant(line, self.waiting, seat_of(record.game, record.state, event))
        return self.waiting if at is None else (*self.waiting[:at], *self.waiting[at + 1 :])

    def settled(self, record: Record) -> "Corrections":
        """The same once the entry was added: after its last entry a correction is done."""
        if not self.open or self.open.left:
            return self
        return replace(self, done=(*self.done, replace(self.open, after=record.state))[-MOST_TOLD:], open=None)

    def to_come(self, record: Record) -> int:
        """How many events will be put back, as far as they fit; of those that wait, some are past."""
        if not self.waiting:
            return 0
        line = Line.at(record, len(record.standing)).remembering(record)
        return sum(not line.past(one) for one in self.waiting)
