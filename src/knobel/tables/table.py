"""The state of a table, derived from its log: seats, record, pending undo requests, and more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from knobel.core.checked import NONCE_BYTES, NOTHING, SECRET_BYTES
from knobel.core.dealt import follow
from knobel.core.entry import Entry, Fix, Undo, read_entry, write_entry
from knobel.core.game import Decide, Event, Fell, Moved, Over, Pending, Throw, holds
from knobel.core.record import Record
from knobel.core.throws import Throws
from knobel.tables.corrections import Corrections
from knobel.tables.guests import ADMISSION, CHALLENGES, Admission, Challenges
from knobel.tables.keys import SeatKey
from knobel.tables.log import NAMING, REQUESTS, Kind, LogEntry
from knobel.tables.setup import RANDOM, Opening, Setup

EARLIER_VIEWS = 3
"""The number of earlier states from which changes can be computed."""
TAIL = 50
"""The number of the last log entries that a table keeps in memory for its followers."""


Left = Literal["up", "late", "absent"]
"""Why somebody is away: they got up, or others let a bot play because they were out of time, or offline."""
_LEFT: dict[str, Left] = {"late": "late", "absent": "absent"}


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, and who sits there. A seat that is not taken is free, or kept for a name."""

    name: str | None = None
    taken: bool = False
    commitment: str | None = None
    """The commitment of this seat's device, if any."""
    nonce: str | None = None
    """The nonce, once its commitment is opened."""
    person: bool = False
    left: Left | None = None
    face: str | None = None
    """The animal that a person has chosen for the token of this seat."""
    level: str | None = None
    """The level of the bot that plays, also for a person who is away."""

    @property
    def away(self) -> bool:
        """Whether a person sat there and does not play now."""
        return self.left is not None

    @property
    def present(self) -> bool:
        """Whether a person sits there and plays."""
        return self.person and not self.away

    @property
    def dice_part(self) -> str:
        """What this seat adds to the dice: its nonce, nothing, or a commitment that was not opened."""
        return self.nonce or f"{NOTHING}{self.commitment or ''}"


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A seat's request to undo back to an entry, with the seats that have agreed."""

    seat: int
    number: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An event that was undone: its entry, the entry that undid it, and the state before it."""

    number: int
    until: int
    event: Event
    before: Any


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier game of the series, with the scores by present seat."""

    table: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SharedView:
    """The part of a view that is the same for everybody, at one state of a table."""

    seq: int
    amendments: int
    facts: Mapping[str, Any]
    standing: tuple[tuple[int, Event], ...]
    history: tuple[str, ...]
    """The explained entries, as JSON."""
    scene: Any


@dataclass(slots=True)
class JsonCache:
    """Cached JSON of one state of a table; copies of a table share it until they change."""

    entries: tuple[int, int, str] = (0, 0, "")
    """The number of amendments, the number of entries, and the entries as JSON; later states append to them."""
    before: tuple[SharedView, ...] = ()
    """The last states that somebody has seen before this one, newest first."""
    seats: tuple[list[Seat], set[int], Sequence[Mapping[str, Any]], str] | None = None
    """The last JSON of the seats, with the seats, those with keys, and presence that it was made from."""
    shared_view: SharedView | None = None
    """The shared part of a view; None until it is needed."""
    shared_json: bytes = b""
    """The shared part of a view as JSON."""
    changes: dict[int, bytes] = field(default_factory=dict)
    """Changes since earlier states as JSON, by their number."""
    record: str = ""
    """The record as text; empty until it is needed."""

    def next(self) -> "JsonCache":
        """The cache for the next state."""
        before = (self.shared_view, *self.before[: EARLIER_VIEWS - 1]) if self.shared_view else self.before
        return JsonCache(self.entries, before, self.seats)


@dataclass
class Table:
    """The state that follows from the log, and entries that are about to be appended."""

    setup: Setup
    seat_keys: tuple[SeatKey, ...] = field(default=(), repr=False)
    """The keys and tickets of its seats."""
    seats_by_key: tuple[tuple[SeatKey, ...], dict[str, tuple[int, ...]]] = field(
        default_factory=lambda: ((), {}), init=False, repr=False, compare=False
    )
    """A cache of the seats that keys open, by hash, with the keys it is valid for."""
    person_seats: tuple[tuple[SeatKey, ...], dict[int, frozenset[int]]] = field(
        default_factory=lambda: ((), {}), init=False, repr=False, compare=False
    )
    """A cache of the seats of the same person, by seat, with the keys it is valid for; shared by copies."""

    def __post_init__(self) -> None:
        self.record = Record(self.setup.rules)
        self.seats = [Seat() for _ in range(self.setup.seats)]
        self.seq = 0
        self.complete_at = 0
        """When the last seat was taken."""
        self.started_early = False
        """Whether the game was started without the nonces that are not opened yet."""
        self._update_seats()
        self.imported: str | None = None
        """For an imported game, whether its dice are proved: `holds`, `fails` or `unproved`."""
        tracked = self.setup.version == 2 or self.setup.dice == RANDOM
        self.throws = Throws(self.setup.seats) if tracked else None
        """The names of the throws; None for dice of version 1, which have numbers, and own dice."""
        self.taken_back: tuple[TakenBack, ...] = ()
        """The entries that were undone, in the order of the undos."""
        self.last_fall = 0
        """The last log entry with which dice fell or were amended."""
        self.last_moves = [0] * self.setup.seats
        """The last log entry with which each seat moved."""
        self.turn_began = 0
        """When the present turn began: the time of the last entry, or of the last seat taken before."""
        self.last_emotes = [0] * self.setup.seats
        """When each seat last sent an emote."""
        self.past: tuple[Past, ...] = ()
        self.chatter = self.named = 0
        """The number of log entries that are no entries of the record; the last log entry that names somebody."""
        self.requests = [0] * self.setup.seats
        """How often each seat made a request of a kind in `REQUESTS`."""
        self.amendments = 0
        self.corrections, self.admission, self.challenges = Corrections(), Admission(), Challenges()
        self.commands: dict[str, LogEntry] = {}
        """The log entries of commands, by idempotency key."""
        self.tail: tuple[LogEntry, ...] = ()
        """The last log entries."""
        self.undo_request: UndoRequest | None = None
        self.next: str | None = None
        """The table of the rematch."""
        self.added: list[LogEntry] = []
        """The entries to append to the log."""
        self.keys_added: list[SeatKey] = []
        """The keys to store with these entries."""
        self.keys_removed: list[SeatKey] = []
        """The keys to delete with these entries."""
        self.opening: Opening | None = None
        """The table to open with these entries."""
        self._lines: dict[int, tuple[Event, str]] = {}
        """The lines of standing entries, by number; shared by copies of a table."""
        self.explained: dict[int, tuple[Event, Any, str]] = {}
        """Explained standing entries as JSON, with the event and the state before it; shared as well."""
        self.json_cache = JsonCache()

    def fork(self, seat_keys: Iterable[SeatKey] = ()) -> "Table":
        """A copy of this table, to try a command on."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.seat_keys = tuple(seat_keys)
        other.record = self.record.copy()
        other.seats, other.last_moves, other.commands = self.seats[:], self.last_moves[:], dict(self.commands)
        other.last_emotes, other.requests = self.last_emotes[:], self.requests[:]
        other.throws = self.throws and self.throws.copy()
        other.added, other.keys_added, other.keys_removed, other.opening = [], [], [], None
        return other

    def read(self, entries: Iterable[LogEntry]) -> "Table":
        """Apply these entries of its log; returns itself."""
        for entry in entries:
            if entry.seq > self.seq:
                self._apply(entry)
        return self

    def after(self, seq: int) -> tuple[LogEntry, ...] | None:
        """The log entries after this number; None if some are not in memory, or contain names, which may be deleted."""
        later = self.seq - seq
        entries = self.tail[-later:] if later > 0 else ()
        whole = len(entries) == later or later <= 0
        return entries if whole and not any(entry.kind in NAMING for entry in entries) else None

    def add(
        self, kind: Kind, text: str, seat: int | None, at: int, *, key: str | None = None, request: str | None = None
    ) -> LogEntry:
        """Add a log entry that is no entry of the record."""
        return self._add(LogEntry(self.seq + 1, kind, text, seat, at, key, request))

    def enter(
        self, entry: Entry, seat: int | None, at: int, *, key: str | None = None, request: str | None = None
    ) -> LogEntry:
        """Add an entry of the record; one that is not allowed raises an error and changes nothing."""
        text = write_entry(self.game, entry)
        return self._add(LogEntry(self.seq + 1, "entry", text, seat, at, key, request, entry))

    @property
    def game(self) -> Any:
        """The rules of the game."""
        return self.setup.rules

    @property
    def pending(self) -> Pending:
        """What the game waits for."""
        return self.record.pending

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.pending, Over)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name or f"Player {number + 1}" for number, seat in enumerate(self.seats))

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats whose bot has to throw or decide now; none while somebody asks to undo."""
        idle = not self.started or self.undo_request or (self.setup.own_dice and isinstance(self.pending, Throw))
        return () if idle or not any(self.levels) else tuple(seat for seat in self.waiting if self.levels[seat])

    @property
    def holding_dice(self) -> bool:
        """Whether somebody has just held dice, so that the others are thrown again at once."""
        last = self.record.standing[-1][1] if self.record.standing else None
        return isinstance(last, Moved) and holds(last.move) is not None

    @property
    def deadline(self) -> int | None:
        """When the clock of those who have to act runs out; None without a clock."""
        waits = self.started and isinstance(self.pending, Decide | Throw)
        return self.turn_began + 1000 * self.setup.clock if self.setup.clock and waits else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have to throw or decide."""
        match self.pending:
            case Decide(seats):
                return seats
            case Throw(seat, _):
                return (seat,)
        return ()

    def seats_of_person(self, seat: int) -> frozenset[int]:
        """The seats of the same person: all that the keys of this seat open."""
        if self.person_seats[0] is not self.seat_keys:
            self.person_seats = (self.seat_keys, {})
        cached = self.person_seats[1]
        if seat not in cached:
            hands = {key.hashed for key in self.seat_keys if key.seat == seat and not key.ticket}
            cached[seat] = frozenset(key.seat for key in self.seat_keys if key.hashed in hands) | {seat}
        return cached[seat]

    def lines(self) -> list[tuple[int, str]]:
        """The standing entries with their numbers, as lines of a record."""
        return [(number, self.line(number, event)) for number, event in self.record.standing]

    def line(self, number: int, event: Event) -> str:
        """A standing entry as a line of a record."""
        cached = self._lines.get(number)
        if cached is None or cached[0] is not event:
            cached = self._lines[number] = (event, write_entry(self.game, event))
        return cached[1]

    def standing(self, number: int) -> Event | None:
        """The event with this number, if it stands."""
        return self.record.event(number)

    @property
    def last_throw(self) -> int:
        """The number of the last standing throw; 0 before any."""
        return next((number for number, event in reversed(self.record.standing) if isinstance(event, Fell)), 0)

    def throw_name(self, seat: int) -> tuple[int, ...]:
        """The name of the throw that falls if this seat throws now, as checked dice need it."""
        if self.throws:
            return self.throws.name(seat)
        return (1 + sum(isinstance(event, Fell) for _, event in self.record.standing),)

    def dice_line(self) -> str:
        """The `dice` line of the record; with the secret only after the game is over."""
        return self.checked.text() if self.checked and self.over else self._hidden_line

    def _add(self, entry: LogEntry) -> LogEntry:
        self._apply(entry)
        self.added.append(entry)
        return entry

    def _apply(self, logged: LogEntry) -> None:
        match logged.kind:
            case "entry" | "correct":
                self._enter(logged)
            case "rematch":
                self.next = logged.text
            case "ask":
                self.undo_request = UndoRequest(logged.seat or 0, int(logged.text))
            case "agree" if self.undo_request:
                self.undo_request = replace(self.undo_request, agreed=self.undo_request.agreed | {logged.seat or 0})
            case "refuse":
                self.undo_request = None
            case "emote":
                self.last_emotes[logged.seat or 0] = logged.at
            case "start":
                self.started_early = True
                self._update_seats()
            case "import":
                self.imported = logged.text.split()[1]
            case "past":
                name, *scores = logged.text.split()
                # A game that is already there was corrected.
                games = {game.table: game for game in self.past} | {name: Past(name, tuple(map(int, scores)))}
                self.past = tuple(games.values())
            case kind if kind in ADMISSION or kind in CHALLENGES:
                self.admission, self.challenges = self.admission.after(logged), self.challenges.after(logged)
            case _:
                self._change_seat(logged)
        self._count(logged)
        self.seq = logged.seq
        self.json_cache = self.json_cache.next()
        self.tail = (*self.tail[-TAIL + 1 :], logged)
        if logged.key:
            self.commands[logged.key] = logged

    def _count(self, logged: LogEntry) -> None:
        """Count what is limited, and remember the last log entry that names somebody."""
        self.chatter += logged.kind != "entry"
        if logged.kind in NAMING:
            self.named = logged.seq
        if logged.kind in REQUESTS and logged.seat is not None:
            self.requests[logged.seat] += 1

    def _enter(self, logged: LogEntry) -> None:
        if logged.kind == "correct":
            self.corrections = self.corrections.begun(logged, self.record)
            return
        entry = logged.entry or read_entry(self.game, logged.text)
        # The number in the record counts only its entries.
        number = logged.seq - self.chatter
        gone = self.record.since(entry.number)[:1] if isinstance(entry, Undo) else []
        corrections = self.corrections.during(self.record, entry, logged, number if self.setup.own_dice else None)
        # New entries that give a throw to another seat are refused before they are logged; old logs have some.
        self.record.append(entry, hands=False, line=logged.text)
        self.corrections = corrections.settled(self.record, entry)
        self.taken_back += tuple(TakenBack(at, number, event, before) for at, event, before in gone)
        if self.throws:
            follow(self.throws, self.record, entry, number)
        if logged.seat is None:
            self.imported = self.imported or "unproved"
        self.turn_began = logged.at
        self.undo_request = None
        match entry:
            case Moved(seat, _):
                self.last_moves[seat] = logged.seq
                self._lines[number] = (entry, logged.text)
            case Fell():
                self.last_fall = logged.seq
                self._lines[number] = (entry, logged.text)
            case Undo() | Fix():
                self.last_fall = logged.seq
                self.amendments += 1

    def _change_seat(self, logged: LogEntry) -> None:
        assert logged.seat is not None
        seat = self.seats[logged.seat]
        match logged.kind, logged.text.split(" ", 2):
            case "name", _:
                seat = replace(seat, name=logged.text)
            case "join", [dice_part, *_]:
                seat = _taken(seat, dice_part, logged.text.partition(" ")[2], person=True)
            case "bot", [level, dice_part, name]:
                seat = _taken(seat, dice_part, name, level=level)
            case "open", [nonce]:
                seat = replace(seat, nonce=nonce)
            case "bot", [level]:
                seat = replace(seat, level=level)
            case "leave", [why, *_]:
                seat = replace(seat, left=_LEFT.get(why, "up"))
            case "face", _:
                seat = replace(seat, face=logged.text or None)
            case "back", _:
                seat = replace(seat, left=None, level=None, person=True)
        if not self.started:
            self.turn_began = logged.at
        complete = self.complete
        self.seats[logged.seat] = seat
        self._update_seats()
        if self.complete and not complete:
            self.complete_at = logged.at

    def _update_seats(self) -> None:
        """Update what depends on the seats."""
        self.people = tuple([seat.person for seat in self.seats])
        """Whether a person sits at each seat."""
        self.levels = tuple([seat.level for seat in self.seats])
        """The levels of bots, by seat."""
        self.complete = all(seat.taken for seat in self.seats)
        """Whether every seat is taken."""
        self.unopened = tuple([number for number, seat in enumerate(self.seats) if seat.commitment and not seat.nonce])
        """The seats that have committed to a nonce and not opened it."""
        self.started = self.complete and (self.started_early or not self.unopened)
        """Whether every seat is taken and no nonce is waited for, so that dice may fall."""
        self.checked = self.setup.checked(tuple([seat.dice_part for seat in self.seats])) if self.started else None
        """The dice of the server with their secret, if they are sealed and all nonces are known."""
        self._hidden_line = self.checked.hidden().text() if self.checked else self.setup.dice


def _taken(seat: Seat, dice_part: str, name: str, **more: Any) -> Seat:
    """A seat that is taken: with a commitment, a nonce as in version 1, or neither."""
    commitment = dice_part if len(dice_part) == 2 * SECRET_BYTES else None
    nonce = dice_part if len(dice_part) == 2 * NONCE_BYTES else None
    return replace(seat, taken=True, commitment=commitment, nonce=nonce, name=name, **more)
