"""Tables in memory: the commands of a table without a database, a server or an event loop of their own."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar, Unpack

from knobel.tables import knock, play, seats
from knobel.tables import open as opening
from knobel.tables.errors import NoTable
from knobel.tables.keys import WATCHER, check_key, new_token
from knobel.tables.log import LogEntry
from knobel.tables.open import NewTable, Opened
from knobel.tables.play import Command, choose_seat
from knobel.tables.seats import may_watch, seated, seats_of
from knobel.tables.setup import Opening
from knobel.tables.table import Table
from knobel.tables.view import record_text, view
from tests.tables.people import Brings

T = TypeVar("T")


class Joined:
    """The seats of somebody who has come to a table."""

    def __init__(self, found: tuple[int, ...]) -> None:
        self.seats, self.watching = found, not found


class MemoryTables:
    """What a server does with tables, one command after another; nothing is kept but the logs and their tables."""

    def __init__(self, clock: Callable[[], int] = lambda: 1_000_000) -> None:
        self.tables: dict[str, Table] = {}
        self.logs: dict[str, list[LogEntry]] = {}
        self._asked: dict[str, str | None] = {}
        self._clock = clock

    async def open(self, wanted: NewTable, key: str, again: str | None = None) -> Opened:
        return self._open(opening.new(wanted, check_key(key), again, self._clock()), key)

    async def import_record(self, text: str, key: str, again: str | None = None) -> Opened:
        return self._open(opening.imported(text, check_key(key), again, self._clock()), key)

    async def join(self, table: str, key: str, **brings: Unpack[Brings]) -> Joined:
        check_key(key)
        ticket, name, commitment = brings.get("ticket", ""), brings.get("name"), brings.get("commitment")
        seat, at = brings.get("seat"), self._clock()
        self.change(table, lambda draft: seats.join(draft, key, ticket, name, commitment, seat, at))
        return Joined(seats_of(self._table(table), key))

    async def open_nonce(self, table: str, key: str, nonce: str) -> int:
        self.change(table, lambda draft: seats.open_nonce(draft, seated(draft, key), nonce, self._clock()))
        return self._table(table).seq

    async def start_game(self, table: str, key: str) -> int:
        self.change(table, lambda draft: seats.start(draft, seated(draft, key)[0], self._clock()))
        return self._table(table).seq

    async def command(self, table: str, key: str, command: Command) -> int:
        return self.change(table, lambda draft: play.play(draft, seated(draft, key), command, self._clock())).seq

    async def wear(self, table: str, key: str, face: str) -> None:
        self._each(table, key, lambda draft, one: seats.choose_face(draft, one, face, self._clock()))

    async def answer(self, table: str, key: str, *, agree: bool, seat: int | None = None) -> int:
        def act(draft: Table) -> int:
            return play.answer(draft, seated(draft, key), seat, self._clock(), agree=agree).seq

        return self.change(table, act)

    async def leave(self, table: str, key: str) -> None:
        self._each(table, key, lambda draft, seat: seats.leave(draft, seat, self._clock()))

    async def back(self, table: str, key: str) -> None:
        self._each(table, key, lambda draft, seat: seats.back(draft, seat, self._clock()))

    async def forget(self, table: str, key: str) -> None:
        self.change(table, lambda draft: seats.forget(draft, key, self._clock()))

    async def renew(self, table: str, key: str) -> None:
        self._each(table, key, lambda draft, seat: seats.revoke_other_keys(draft, seat, key, self._clock()))

    async def ticket(self, table: str, key: str) -> str:
        fresh = new_token()
        self.change(table, lambda draft: seats.add_ticket(draft, choose_seat(seated(draft, key), None), fresh))
        return fresh

    async def fill(self, table: str, key: str, seat: int, level: str, gone_since: int | None = None) -> int:
        def act(draft: Table) -> int:
            seated(draft, key)
            seats.seat_bot(draft, seat, level, self._clock(), gone_since=gone_since)
            return draft.seq

        return self.change(table, act)

    async def watch(self, table: str, key: str, ticket: str) -> Joined:
        self.change(table, lambda draft: seats.watch(draft, key, ticket))
        return Joined(seats_of(self._table(table), key))

    async def knock(self, table: str, key: str, ticket: str, seat: int, online: Collection[int] = ()) -> str:
        return self.change(table, lambda draft: knock.knock(draft, key, ticket, seat, online, self._clock()))

    async def admit(self, table: str, key: str, mark: str, *, admit: bool, online: Collection[int] = ()) -> None:
        def act(draft: Table) -> None:
            knock.answer_knock(draft, key, mark, online, self._clock(), admit=admit)

        self.change(table, act)

    async def emote(self, table: str, key: str, emote: str) -> int:
        return self.change(table, lambda draft: play.emote(draft, seated(draft, key)[0], emote, self._clock())).seq

    async def rematch(self, table: str, key: str) -> str:
        return self.change(table, lambda draft: opening.rematch(draft, seated(draft, key)[0], self._clock()))

    async def view(self, table: str, key: str) -> dict[str, Any]:
        return view(self._table(table), key)

    async def events(self, table: str, key: str, after: int = 0) -> list[dict[str, Any]]:
        may_watch(self._table(table), key)
        return [entry.event() for entry in self.logs[table] if entry.seq > after]

    async def record(self, table: str, key: str) -> str:
        may_watch(self._table(table), key)
        return record_text(self._table(table))

    def _table(self, name: str) -> Table:
        if name not in self.tables:
            raise NoTable(f"there is no table {name!a}")
        return self.tables[name]

    def _open(self, made: Opening, key: str) -> Opened:
        name = made.setup.table
        if name in self.tables:
            opening.check_same(self._asked[name], made.request_hash)
        else:
            watchers = [one for one in self.tables[made.after].seat_keys if one.seat == WATCHER] if made.after else []
            # As from a database: without the entries that stand behind the texts.
            self.logs[name] = [LogEntry(*entry.stored()) for entry in made.entries]
            self.tables[name] = Table(made.setup, (*made.seat_keys, *watchers)).read(self.logs[name])
            self._asked[name] = made.request_hash
        there = self.tables[name]
        return opening.opened(there.setup, key, seats_of(there, key))

    def change(self, name: str, act: Callable[[Table], T]) -> T:
        """Let something happen at a table."""
        draft = self._table(name).fork(self._table(name).seat_keys)
        result = act(draft)
        self.logs[name] += draft.added
        self.tables[name] = draft.fork(one for one in draft.seat_keys if one not in draft.keys_removed)
        if draft.opening:
            self._open(draft.opening, "")
        return result

    def _each(self, table: str, key: str, act: Callable[[Table, int], None]) -> None:
        def each(draft: Table) -> None:
            for seat in seated(draft, key):
                act(draft, seat)

        self.change(table, each)
