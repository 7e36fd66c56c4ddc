"""A table as its log tells it: seats, the record so far, who asks for what."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from knobel.core.checked import Checked
from knobel.core.entry import Fix, Undo, read_entry, write_entry
from knobel.core.game import Decide, Event, Fell, Moved, Over, Pending, Throw
from knobel.core.record import Record
from knobel.server.holder import Holder
from knobel.server.row import Kind, Row
from knobel.server.setup import Opening, Setup


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there. A seat without a nonce is still free, or kept for a name."""

    name: str | None = None
    nonce: str | None = None
    person: bool = False
    away: bool = False
    level: str | None = None
    """The level of the bot that plays, also for a person who is away."""

    @property
    def present(self) -> bool:
        """A person is there."""
        return self.person and not self.away


@dataclass(frozen=True, slots=True)
class Ask:
    """A seat asks to undo back to an entry; these seats have agreed."""

    seat: int
    number: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier game of the series, with what the people who sit here now had then, by seat."""

    table: str
    scores: tuple[int, ...]


NAMING = ("name", "join", "bot")
"""The kinds of rows that name somebody."""
TAIL = 50
"""How many of its last rows a table has at hand, for those who follow it."""


@dataclass
class Table:
    """What follows from the rows of a log, and the rows that are about to be added to it."""

    setup: Setup
    holders: tuple[Holder, ...] = field(default=(), repr=False)
    """Whose its seats are."""

    def __post_init__(self) -> None:
        self.record = Record(self.setup.rules)
        self.seats = [Seat() for _ in range(self.setup.seats)]
        self.seq = 0
        self.fell = 0
        """The last row with which dice fell or were amended."""
        self.moved = [0] * self.setup.seats
        """The last row with which each seat moved."""
        self.since = 0
        """When what the game waits for began: the last entry, or the last seat that was taken before."""
        self.emoted = [0] * self.setup.seats
        """When each seat last gave a sign."""
        self.past: tuple[Past, ...] = ()
        self.chatter = 0
        """How many rows are no entries."""
        self.amendments = 0
        self.keys: dict[str, Row] = {}
        self.tail: tuple[Row, ...] = ()
        """The last rows."""
        self.ask: Ask | None = None
        self.next: str | None = None
        """Where the game is played again."""
        self.rows: list[Row] = []
        """What is to be added to the log."""
        self.given: list[Holder] = []
        """Who gets a seat with these rows."""
        self.taken: list[Holder] = []
        """Who loses one."""
        self.opening: Opening | None = None
        """The table that is opened with these rows."""
        self._lines: dict[int, tuple[Event, str]] = {}
        """Entries that were written before, by number; copies of a table share them."""

    def fork(self, holders: Iterable[Holder] = ()) -> "Table":
        """The same table, to try something on."""
        other = copy(self)
        other.holders = tuple(holders)
        other.record = self.record.copy()
        other.seats, other.moved, other.keys = self.seats[:], self.moved[:], dict(self.keys)
        other.emoted = self.emoted[:]
        other.rows, other.given, other.taken, other.opening = [], [], [], None
        return other

    def read(self, rows: Iterable[Row]) -> "Table":
        """The same table, with these rows of its log."""
        for row in rows:
            if row.seq > self.seq:
                self._apply(row)
        return self

    def after(self, seq: int) -> tuple[Row, ...] | None:
        """The rows after this number, if they are at hand; names may be forgotten, so rows with names are not."""
        rows = tuple(row for row in self.tail if row.seq > seq)
        whole = len(rows) == self.seq - seq or seq >= self.seq
        return rows if whole and not any(row.kind in NAMING for row in rows) else None

    def add(
        self, kind: Kind, text: str, seat: int | None, at: int, *, key: str | None = None, asked: str | None = None
    ) -> Row:
        """Let something happen that is allowed; an entry that is not raises an error and changes nothing."""
        row = Row(self.seq + 1, kind, text, seat, at, key, asked)
        self._apply(row)
        self.rows.append(row)
        return row

    @property
    def game(self) -> Any:
        """The rules."""
        return self.setup.rules

    @property
    def pending(self) -> Pending:
        """What the game waits for."""
        return self.record.pending

    @property
    def over(self) -> bool:
        """The game is over."""
        return isinstance(self.pending, Over)

    @property
    def started(self) -> bool:
        """Every seat is taken."""
        return all(seat.nonce for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat.name or f"Player {number + 1}" for number, seat in enumerate(self.seats))

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats whose bot has to throw or decide now; while somebody asks to undo, bots wait for the answer."""
        idle = not self.started or self.ask or (self.setup.own_dice and isinstance(self.pending, Throw))
        return () if idle else tuple(seat for seat in self.waiting if self.seats[seat].level)

    @property
    def thrown_again(self) -> bool:
        """Somebody has just held dice, so that the others are thrown again at once."""
        last = self.record.standing[-1][1] if self.record.standing else None
        return isinstance(last, Moved) and str(last.move).startswith("keep")

    @property
    def deadline(self) -> int | None:
        """When the clock of those who have to act runs out, if there is one."""
        waits = self.started and isinstance(self.pending, Decide | Throw)
        return self.since + 1000 * self.setup.clock if self.setup.clock and waits else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have to decide or to throw."""
        match self.pending:
            case Decide(seats):
                return seats
            case Throw(seat, _):
                return (seat,)
        return ()

    def same_hands(self, seat: int) -> frozenset[int]:
        """The seats that somebody who holds this one holds too."""
        hands = {holder.hashed for holder in self.holders if holder.seat == seat and not holder.ticket}
        return frozenset(holder.seat for holder in self.holders if holder.hashed in hands) | {seat}

    def lines(self) -> list[tuple[int, str]]:
        """The entries that stand, with their numbers, as a record has them."""
        found = []
        for number, event in self.record.standing:
            known = self._lines.get(number)
            if known is None or known[0] is not event:
                known = self._lines[number] = (event, write_entry(self.game, event))
            found.append((number, known[1]))
        return found

    def standing(self, number: int) -> Event | None:
        """The event with this number, if it stands."""
        return dict(self.record.standing).get(number)

    def thrown_after(self, number: int) -> bool:
        """Dice that fell after this entry stand."""
        return any(isinstance(event, Fell) for later, event in self.record.standing if later > number)

    @property
    def checked(self) -> Checked | None:
        """The dice of the server with their secret, if they are sealed and all nonces are known."""
        nonces = tuple(seat.nonce for seat in self.seats if seat.nonce)
        return self.setup.checked(nonces) if self.started else None

    def dice_line(self) -> str:
        """How the dice stand in the record; with their secret only once the game is over."""
        if self.checked is None:
            return self.setup.dice
        return (self.checked if self.over else self.checked.hidden()).text()

    def _apply(self, row: Row) -> None:
        match row.kind:
            case "entry":
                self._enter(row)
            case "rematch":
                self.next = row.text
            case "ask":
                self.ask = Ask(row.seat or 0, int(row.text))
            case "agree" if self.ask:
                self.ask = replace(self.ask, agreed=self.ask.agreed | {row.seat or 0})
            case "refuse":
                self.ask = None
            case "emote":
                self.emoted[row.seat or 0] = row.at
            case "past":
                name, *scores = row.text.split()
                self.past += (Past(name, tuple(map(int, scores))),)
            case _:
                self._sit(row)
        self.chatter += row.kind != "entry"
        self.seq = row.seq
        self.tail = (*self.tail[-TAIL + 1 :], row)
        if row.key:
            self.keys[row.key] = row

    def _enter(self, row: Row) -> None:
        entry = read_entry(self.game, row.text)
        self.record.append(entry)
        self.since = row.at
        self.ask = None
        match entry:
            case Moved(seat, _):
                self.moved[seat] = row.seq
            case Fell():
                self.fell = row.seq
            case Undo() | Fix():
                self.fell = row.seq
                self.amendments += 1

    def _sit(self, row: Row) -> None:
        assert row.seat is not None
        seat = self.seats[row.seat]
        match row.kind, row.text.split(" ", 2):
            case "name", _:
                seat = replace(seat, name=row.text)
            case "join", [nonce, *_]:
                seat = replace(seat, nonce=nonce, name=row.text.partition(" ")[2], person=True)
            case "bot", [level, nonce, name]:
                seat = replace(seat, nonce=nonce, name=name, level=level)
            case "bot", [level]:
                seat = replace(seat, level=level)
            case "leave", _:
                seat = replace(seat, away=True)
            case "back", _:
                seat = replace(seat, away=False, level=None, person=True)
        if not self.started:
            self.since = row.at
        self.seats[row.seat] = seat
