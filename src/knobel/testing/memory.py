"""The application in memory: for tests, and for programs that bring their own pages.

    app = memory_app()
    body = '{"game": "GAME", "seats": [{"kind": "here", "name": "Anna"}, {"kind": "bot", "level": "cat"}]}'
    opened = await dispatch(app, "POST", "/tables", body, key=new_token())

`knobel.app.dispatch.dispatch` answers every request of the API, whoever sends it; `knobel.tables.keys.new_token` makes
the key of a player. Nothing is stored: all tables are gone with the application.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from knobel.app.application import App
from knobel.app.ports import Asker, Clock, Edition, EverybodyOnline, Ports, system_clock
from knobel.core.game import AnyGame
from knobel.tables.errors import NoTable
from knobel.tables.keys import WATCHER, SeatKey, hashed
from knobel.tables.log import LogEntry
from knobel.tables.open import links
from knobel.tables.seats import forget, nobody_else, seats_of, without_names
from knobel.tables.setup import Opening
from knobel.tables.table import Table

T = TypeVar("T")

LIKE_A_SERVER = Edition(sealed=True, reachable=True)
"""Dice are sealed, and people come by links."""


def memory_app(clock: Clock = system_clock, edition: Edition = LIKE_A_SERVER, pace: float = 0.0) -> App:
    """An application in memory, whose bots take so many seconds for a decision; `await app.close()` stops them."""
    return App(Ports(MemoryTables(clock), MemoryJobs(), EverybodyOnline(), clock, edition), pace)


@dataclass(slots=True)
class _Stored:
    """A table, its whole log, and what a database would have beside it."""

    table: Table
    log: list[LogEntry]
    request_hash: str | None
    updated: int

    def holds(self, fingerprint: str) -> bool:
        """Whether its game was imported from the record with this fingerprint."""
        first = self.log[0]
        return first.kind == "import" and first.text.startswith(fingerprint)


class MemoryTables:
    """Tables in memory. Commands do not wait for anything while they run, so there are no conflicts."""

    def __init__(self, clock: Clock = system_clock) -> None:
        self._clock = clock
        self.on_change: Callable[[Table], None] = lambda _table: None
        self._tables: dict[str, _Stored] = {}

    async def load(self, name: str, _key: str = "") -> Table:
        """The table as its log stands now, to be read only; raises NoTable if there is none."""
        return self._find(name).table

    async def latest(self, name: str, _key: str) -> Table:
        """The table after one's own command."""
        return self._find(name).table

    async def change(self, name: str, _key: str, act: Callable[[Table], T], *, quick: bool = False) -> T:  # noqa: ARG002
        """Run a command on a draft of the table, and keep what it adds."""
        stored = self._find(name)
        draft = stored.table.fork(stored.table.seat_keys)
        result = act(draft)
        if draft.added or draft.keys_added or draft.keys_removed:
            self._keep(stored, draft)
        return result

    async def open(self, made: Opening) -> bool:
        """Keep a new table; False if there is one of this name."""
        if made.setup.table in self._tables:
            return False
        self._open(made, ())
        return True

    async def request_hash(self, name: str) -> str | None:
        """A hash of the request that opened a table; None if there is no table, or it is not known."""
        stored = self._tables.get(name)
        return stored.request_hash if stored else None

    async def entries(self, table: Table, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number."""
        return [entry for entry in self._find(table.setup.table).log if entry.seq > after]

    async def of_key(self, key: str, limit: int | None = None, before: int | None = None) -> Sequence[tuple[str, int]]:
        """The names of the tables of a key with the time of their last entry, newest first, from before a time on."""
        own = [
            (name, stored.updated)
            for name, stored in self._tables.items()
            if (before is None or stored.updated < before) and _knows(stored.table, key)
        ]
        return sorted(own, key=lambda table: (-table[1], table[0]))[:limit]

    async def imported(self, key: str, fingerprint: str) -> Sequence[str]:
        """The names of the tables of a key that may hold the imported record with this fingerprint."""
        return [
            name for name, stored in self._tables.items() if _knows(stored.table, key) and stored.holds(fingerprint)
        ]

    async def erase(self, key: str) -> None:
        """Delete the tables of a key at which nobody else sits; elsewhere give up its seats, and remove its names."""
        for name, _ in await self.of_key(key):
            stored = self._find(name)
            table = stored.table
            if nobody_else(table.seat_keys, key, opened=links(table, key) is not None):
                del self._tables[name]
                continue
            renamed = {entry.seq: entry for entry in without_names(stored.log, seats_of(table, key))}
            stored.log = [renamed.get(entry.seq, entry) for entry in stored.log]
            stored.table = Table(table.setup, table.seat_keys).read(stored.log)
            await self.change(name, key, lambda draft: forget(draft, key, self._clock()))

    def _find(self, name: str) -> _Stored:
        if name not in self._tables:
            raise NoTable(f"there is no table {name[:40]!a}")
        return self._tables[name]

    def _keep(self, stored: _Stored, draft: Table) -> None:
        """Keep what a command has added to a draft."""
        draft.seat_keys = tuple(key for key in draft.seat_keys if key not in draft.keys_removed)
        if draft.opening:
            self._open(draft.opening, draft.seat_keys)
        stored.log += draft.added
        stored.updated = stored.log[-1].at
        draft.added, draft.keys_added, draft.keys_removed, draft.opening = [], [], [], None
        stored.table = draft
        self.on_change(draft)

    def _open(self, made: Opening, before: Sequence[SeatKey]) -> None:
        """Keep a new table, and let those watch who watched the game before."""
        keys = (*made.seat_keys, *(key for key in before if key.seat == WATCHER))
        table = Table(made.setup, keys).read(made.entries)
        self._tables[made.setup.table] = _Stored(table, list(made.entries), made.request_hash, made.created)


def _knows(table: Table, key: str) -> bool:
    """Whether a key has a seat at a table, or came to watch."""
    mark = hashed(key)
    return any(seat_key.hashed == mark and not seat_key.ticket for seat_key in table.seat_keys)


class MemoryJobs:
    """Runs every job at once."""

    async def run(self, function: Callable[..., T], *arguments: Any, asker: Asker | None = None) -> T:  # noqa: ARG002
        """Run a function; nobody is charged."""
        return function(*arguments)

    async def briefly(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function."""
        return function(*arguments)

    async def prepare(self, _game: str) -> bool:
        """All values are here."""
        return True

    def may_warm_up(self, _table: Table) -> bool:
        """Never: the first answer of a coach takes longer."""
        return False

    async def warm_up(self, game: AnyGame) -> None:
        """Do nothing."""
