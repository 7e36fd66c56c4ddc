"""A plain model of a table: what the people there were told, and what must follow from it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from knobel import AnyGame, Event, Fell, Moved, Record, replay
from knobel.core.entry import read_entry
from knobel.core.game import seat_of, step
from knobel.core.proof import prove
from knobel.tables.log import LogEntry
from knobel.tables.table import Table

WATCHER = -1


@dataclass
class SeatModel:
    """Who sits at a seat; what somebody does there answers with the kinds of rows that it adds to the log."""

    taken: bool = False
    person: bool = False
    away: bool = False
    bot: bool = False

    @property
    def present(self) -> bool:
        return self.person and not self.away

    def sit(self) -> list[str]:
        if self.taken:
            return self.back()
        self.taken = self.person = True
        return ["join"]

    def back(self) -> list[str]:
        if self.present:
            return []
        self.person, self.away, self.bot = True, False, False
        return ["back"]

    def leave(self) -> list[str]:
        if not self.present:
            return []
        self.away = True
        return ["leave"]

    def fill(self) -> list[str]:
        rows = self.leave()
        self.taken = self.bot = True
        return [*rows, "bot"]


@dataclass
class Acknowledged:
    """A command that was acknowledged, and its number in the log."""

    seat: int
    move: str
    seen: int
    seq: int


@dataclass
class TableModel:
    """All that was told of one table."""

    name: str
    game: AnyGame
    opener: str
    """The key that opened it, or the first of its series."""
    undo: str
    own_dice: bool
    seats: list[SeatModel]
    keys: set[tuple[int, str]]
    """Seats with the keys that open them."""
    invite: str = ""
    rows: list[LogEntry] = field(default_factory=list)
    done: dict[str, Acknowledged] = field(default_factory=dict)
    """Acknowledged commands by idempotency key."""
    refused: set[str] = field(default_factory=set)
    nonces: dict[str, str] = field(default_factory=dict)
    """The nonces that people have committed to, by their keys."""
    ask: tuple[int, int] | None = None
    """Who asks to undo which entry."""
    agreed: set[int] = field(default_factory=set)
    next: str | None = None
    seen: tuple[int, set[tuple[int, str]]] = field(default=(0, set()))
    """The number of rows and the keys when everybody last looked."""

    def own(self, key: str) -> list[int]:
        """The seats of a key."""
        return sorted(seat for seat, other in self.keys if other == key and seat != WATCHER)

    def may_watch(self, key: str) -> bool:
        return any(other == key for _, other in self.keys)

    def mine(self, seat: int) -> set[int]:
        """All seats of the person at this one."""
        hands = {key for own, key in self.keys if own == seat}
        return {own for own, key in self.keys if key in hands and own != WATCHER} | {seat}

    def others(self, seat: int) -> set[int]:
        """The seats of other people, whom an undo of this seat concerns."""
        held = {own for own, _ in self.keys if own != WATCHER} - self.mine(seat)
        return {other for other in held if self.seats[other].person}

    def join(self, key: str, seat: int | None = None) -> list[tuple[str, int]] | None:
        """The rows of a key that comes by the invitation; None if there is no seat left."""
        own = self.own(key)
        if not own:
            held = {seat for seat, _ in self.keys}
            free = [at for at, there in enumerate(self.seats) if not there.taken and at not in held]
            if not free or (seat is not None and seat not in free):
                return None
            own = [free[0] if seat is None else seat]
            self.keys.add((own[0], key))
        return [(kind, at) for at in own for kind in self.seats[at].sit()]

    def forget(self, key: str) -> list[tuple[str, int]] | None:
        """The rows of somebody who goes for good; None if the table is deleted."""
        others = {seat for seat, other in self.keys if other != key}
        if not others or (key == self.opener and others == {WATCHER}):
            return None
        own = self.own(key)
        rows = [(kind, seat) for seat in own for kind in (*self.seats[seat].leave(), "name")]
        self.keys = {(seat, other) for seat, other in self.keys if other != key}
        self.rows = [nameless(row) if row.seat in own else row for row in self.rows]
        return rows

    # What the log tells.

    def read(self, rows: Sequence[LogEntry]) -> list[LogEntry]:
        """The new rows of the log; all others must be there as they were."""
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "numbers are missing"
        assert list(rows[: len(self.rows)]) == self.rows, "something is lost, or was changed"
        new = list(rows[len(self.rows) :])
        self._check_undo(new)
        for row in new:
            self._note(row)
        self.rows = list(rows)
        return new

    def by_bots(self, new: Sequence[LogEntry]) -> int:
        """How many of the last new rows are what bots did afterwards."""
        count = 0
        for row in reversed(new):
            plain = row.kind == "entry" and row.key is None and not row.text.startswith(("undo ", "fix "))
            if not plain or row.seat is None or not self.seats[row.seat].bot:
                break
            count += 1
        return count

    def _note(self, row: LogEntry) -> None:
        match row.kind:
            case "ask":
                self.ask, self.agreed = (row.seat or 0, int(row.text)), set()
            case "agree":
                self.agreed.add(row.seat or 0)
            case "refuse" | "entry":
                self.ask = None
            case "rematch":
                self.next = row.text

    def _check_undo(self, new: Sequence[LogEntry]) -> None:
        """What somebody takes back alone is their own, or what bots did since; for all else the others have agreed."""
        rows = [row for row in new if row.kind == "entry" and row.text.startswith("undo ")]
        if not rows or any(row.kind in {"correct", "import"} for row in new):
            return
        seat = rows[0].seat
        assert seat is not None
        assert self.undo != "off"
        mine, others = self.mine(seat), self.others(seat)
        agreed = self.agreed | {row.seat for row in new if row.kind == "agree"}
        if (self.ask and self.ask[0] == seat and others <= agreed) or (self.undo == "ask" and not others):
            return
        lines = standing(self.rows)
        if self.own_dice and self.undo == "free" and [row.text for row in rows] == [f"undo {lines[-1][0]}"]:
            return
        doers = dict(zip([number for number, _ in lines], self._doers(lines), strict=True))
        for row in rows:
            doer, threw = doers[int(row.text.split()[1])]
            assert not self.seats[doer].person or (doer in mine and not threw), f"{seat}: {row.text} of {doer}"

    def _doers(self, lines: Sequence[tuple[int, str]]) -> list[tuple[int, bool]]:
        """Whose entries these are, and whether they are throws."""
        state, doers = self.game.start(), []
        for _, text in lines:
            event = read_event(self.game, text)
            doers.append((seat_of(self.game, state, event), isinstance(event, Fell)))
            state = step(self.game, state, event)
        return doers


def nameless(row: LogEntry) -> LogEntry:
    """A row without the name of who was there."""
    nobody = f"Player {(row.seat or 0) + 1}"
    match row.kind:
        case "name":
            return replace(row, text=nobody)
        case "join":
            return replace(row, text=f"{row.text.partition(' ')[0]} {nobody}")
    return row


def standing(rows: Sequence[LogEntry]) -> list[tuple[int, str]]:
    """What stands after these rows, by number."""
    lines: dict[int, str] = {}
    for number, row in enumerate((row for row in rows if row.kind == "entry"), 1):
        verb, _, rest = row.text.partition(" ")
        if verb == "undo":
            del lines[int(rest)]
        elif verb == "fix":
            place, _, text = rest.partition(" ")
            lines[int(place)] = text
        else:
            lines[number] = row.text
    return list(lines.items())


def read_event(game: AnyGame, text: str) -> Event:
    """The event of a standing line."""
    event = read_entry(game, text)
    assert isinstance(event, Fell | Moved)
    return event


def check_table(model: TableModel, table: Table) -> None:
    """A table is what its log says, replayed from its first row; its dice are as sealed; its record reads back."""
    fresh = Table(table.setup, table.seat_keys).read(model.rows)
    assert (fresh.seats, fresh.seq, fresh.record.text()) == (table.seats, table.seq, table.record.text())
    game, lines = table.game, standing(model.rows)
    events = [read_event(game, text) for _, text in lines]
    assert list(table.record.standing) == list(zip([number for number, _ in lines], events, strict=True))
    assert table.record.state == replay(game, events)
    seats = [SeatModel(seat.taken, seat.person, seat.away, seat.level is not None) for seat in table.seats]
    assert seats == model.seats
    if table.started:
        dice = table.checked.text() if table.checked else table.setup.dice
        entries = table.record.text().removeprefix(table.record.header())
        record = Record.read(Record(game, table.names, dice).header(table.record.version) + entries)
        assert record.state == table.record.state
        if table.checked:
            proof = prove(record)
            assert proof.holds, proof.problem


def check_commands(model: TableModel) -> None:
    """Every acknowledged command stands in the log once, as it was acknowledged, and no refused one does."""
    keys = Counter(row.key for row in model.rows if row.key)
    assert not model.refused & set(keys)
    assert dict.fromkeys(model.done, 1) == keys
    for key, done in model.done.items():
        row = model.rows[done.seq - 1]
        assert (row.seq, row.key, row.seat, row.request) == (done.seq, key, done.seat, f"{done.seen} {done.move}")
