"""The store of tables: their setup, the hashes of the keys to their seats, and the append-only log."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, bindparam, delete, exists, func, insert, literal, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from knobel.core.errors import with_technical_text
from knobel.server.storage.database import Database
from knobel.server.storage.rows import entries_of, rows_of
from knobel.server.storage.schema import HOLDERS, LOG, TABLES
from knobel.tables.errors import NoTable
from knobel.tables.keys import WATCHER, SeatKey, is_table
from knobel.tables.log import COLUMNS, LogEntry
from knobel.tables.setup import Opening, Setup

# Module constants, because building a statement takes longer than running it.
_ENTRIES = (
    select(*(LOG.c[name] for name in COLUMNS))
    .where(LOG.c.table_id == bindparam("table"), LOG.c.seq > bindparam("after"))
    .order_by(LOG.c.seq)
    .limit(bindparam("most"))
)
_MOST_ROWS = 500
"""The most rows that are read at once, so that a long log does not hold up others."""
_WATCHES = and_(HOLDERS.c.seat == WATCHER, HOLDERS.c.hash == bindparam("hashed"))
_KEYS = select(HOLDERS.c.seat, HOLDERS.c.hash, HOLDERS.c.ticket)
_SEAT_KEYS = _KEYS.where(HOLDERS.c.table_id == bindparam("table"), or_(HOLDERS.c.seat > WATCHER, _WATCHES))
_WATCHERS = select(func.count()).where(HOLDERS.c.table_id == bindparam("table"), HOLDERS.c.seat == WATCHER)
_SEATED = HOLDERS.alias("seated")
# Whoever opens a table may watch it, too; those at which a key sits do not count.
_WATCHED = (
    select(func.count())
    .select_from(HOLDERS)
    .where(HOLDERS.c.hash == bindparam("hashed"), HOLDERS.c.seat == WATCHER)
    .where(
        ~exists().where(
            _SEATED.c.table_id == HOLDERS.c.table_id, _SEATED.c.hash == HOLDERS.c.hash, _SEATED.c.seat > WATCHER
        )
    )
)
_NEWEST = select(LOG.c.at).where(LOG.c.table_id == TABLES.c.id).order_by(LOG.c.seq.desc()).limit(1).scalar_subquery()
_LAST = select(TABLES.c.id, TABLES.c.created, func.coalesce(_NEWEST, TABLES.c.created).label("last"))
_HEAD = select(func.max(LOG.c.seq)).where(LOG.c.table_id == TABLES.c.id).scalar_subquery()
_HEADS = select(TABLES.c.id, _HEAD.label("head")).where(TABLES.c.id.in_(bindparam("tables", expanding=True)))
# An imported game has its record as the first entry of its log.
_IMPORTED = (
    select(LOG.c.table_id)
    .join(HOLDERS, HOLDERS.c.table_id == LOG.c.table_id)
    .where(HOLDERS.c.hash == bindparam("hashed"), LOG.c.seq == 1, LOG.c.kind == "import")
    .where(LOG.c.text.like(bindparam("record")))
)
_ADD = insert(LOG)
# One statement inserts a log of any length, passed as JSON. With one per row, the SQLite driver would release and
# reacquire the GIL thousands of times, and all moves would wait half a second for the writer.
_ADD_ALL = {
    "sqlite": text(
        "INSERT INTO log (table_id, seq, kind, text, seat, at, key, asked)"
        " SELECT :table, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),"
        " json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),"
        " json_extract(value, '$[6]') FROM json_each(:entries)"
    ),
    "postgresql": text(
        "INSERT INTO log (table_id, seq, kind, text, seat, at, key, asked)"
        " SELECT :table, CAST(value->>0 AS integer), value->>1, value->>2,"
        " CAST(value->>3 AS integer), CAST(value->>4 AS bigint), value->>5, value->>6"
        " FROM json_array_elements(CAST(:entries AS json))"
    ),
}
BULK = 200
"""A log of more entries is a bulk write."""
_SETTINGS = ("table", "game", "seats", "options", "undo", "dice", "coach", "clock", "secret", "invite", "watch")
_COLUMNS = {"table": "id", "invite": "invite_hash", "watch": "watch_hash"}
_SETUP = select(*(TABLES.c[_COLUMNS.get(name, name)] for name in _SETTINGS)).where(TABLES.c.id == bindparam("table"))
_REQUEST_HASH = select(TABLES.c.asked).where(TABLES.c.id == bindparam("table"))


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything to store for a change of a table, all or nothing."""

    table: str
    entries: Sequence[LogEntry] = ()
    keys_added: Sequence[SeatKey] = ()
    keys_removed: Sequence[SeatKey] = ()
    opening: Opening | None = None


class Store:
    """All tables in one database; it knows nothing of games."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)

    async def open(self, opening: Opening) -> bool:
        """Store a new table; False if the name is taken."""
        try:
            bulk = len(opening.entries) > BULK
            await self.database.write(lambda connection: _open(connection, opening), bulk=bulk)
        except IntegrityError:
            return False
        return True

    async def setup(self, table: str) -> Setup:
        """The setup of a table."""
        rows = await self.database.fetch(_SETUP, table=table) if is_table(table) else ()
        if not rows:
            raise NoTable(f"there is no table {table[:40]!a}; its name is in the link to the table")
        values = dict(zip(_SETTINGS, rows[0], strict=True))
        return Setup(**{**values, "options": json.loads(values["options"])})

    async def request_hash(self, table: str) -> str | None:
        """The hash of the request that opened a table."""
        rows = await self.database.fetch(_REQUEST_HASH, table=table)
        return rows[0][0] if rows else None

    async def entries(self, table: str, after: int) -> list[LogEntry]:
        """The log of a table after this number, read in pieces."""
        entries: list[LogEntry] = []
        while True:
            rows = await self.database.fetch(_ENTRIES, table=table, after=after, most=_MOST_ROWS)
            entries += entries_of(rows, after)
            if len(rows) < _MOST_ROWS:
                return entries
            after = entries[-1].seq

    async def read(self, table: str, after: int = 0, hashed: str = "") -> tuple[list[LogEntry], tuple[SeatKey, ...]]:
        """The log of a table after this number, and its current keys; of the keys of watchers, this one only."""
        entries = await self.entries(table, after)
        # Keys are read last: they may be newer than the entries, but never older.
        return entries, await self._seat_keys(table, hashed)

    async def news(
        self, table: str, last: LogEntry, hashed: str | None = None
    ) -> tuple[list[LogEntry], tuple[SeatKey, ...] | None] | None:
        """The log of a table after an entry, and its current keys, as `read` gives them.

        Without a hash the keys are None unless these entries may have changed them. None if the log has no such entry:
        the table was deleted, and maybe opened again under its name.
        """
        entries = await self.entries(table, last.seq - 1)
        if not entries or (entries[0].seq, entries[0].kind, entries[0].at) != (last.seq, last.kind, last.at):
            return None
        del entries[0]
        if hashed is None and all(entry.kind == "entry" for entry in entries):
            return entries, None
        return entries, await self._seat_keys(table, hashed or "")

    async def watchers(self, table: str, hashed: str) -> tuple[int, int]:
        """How many keys watch a table, and how many tables a key watches at which it does not sit."""
        ((watchers,),) = await self.database.fetch(_WATCHERS, table=table)
        ((watched,),) = await self.database.fetch(_WATCHED, hashed=hashed)
        return watchers, watched

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last log entry of each of these tables."""
        rows = await self.database.query(_HEADS, tables=list(tables))
        return {row.id: row.head or 0 for row in rows}

    async def append(self, changes: Changes) -> bool:
        """Append log entries and related changes, all or nothing, and notify the other workers; False on a conflict."""

        def write(connection: Connection) -> None:
            _append(connection, changes)
            if changes.opening:
                _open(connection, changes.opening)
            if changes.entries:
                self.database.notify(connection, news)

        news = (changes.table, changes.entries)

        try:
            if changes.keys_added or changes.keys_removed or changes.opening:
                await self.database.write(write)
            else:
                rows = [(changes.table, *entry.stored()) for entry in changes.entries]
                await self.database.add(_ADD, rows, news)
        except IntegrityError:
            return False
        return True

    async def tables_of(
        self, hashed: str, limit: int | None = None, before: int | None = None
    ) -> list[tuple[str, int]]:
        """The tables of a key, with the time of their last log entry; newest first."""
        mine = select(HOLDERS.c.table_id).where(HOLDERS.c.hash == hashed, ~HOLDERS.c.ticket)
        last_entries = _LAST.where(TABLES.c.id.in_(mine)).subquery()
        query = select(last_entries).order_by(last_entries.c.last.desc(), last_entries.c.id).limit(limit)
        if before is not None:
            query = query.where(last_entries.c.last < before)
        return [(row.id, row.last) for row in await self.database.query(query)]

    async def imported(self, hashed: str, fingerprint: str) -> list[str]:
        """The tables of a key whose game was imported from the record with this fingerprint."""
        return [row[0] for row in await self.database.fetch(_IMPORTED, hashed=hashed, record=f"{fingerprint} %")]

    async def listed(self, before: int | None, after: int | None, limit: int | None) -> list[tuple[str, int, int]]:
        """All tables whose last log entry is in a span of time: name, time of opening, time of the last entry."""
        last_entries = _LAST.subquery()
        query = select(last_entries).order_by(last_entries.c.last.desc(), last_entries.c.id).limit(limit)
        if before is not None:
            query = query.where(last_entries.c.last < before)
        if after is not None:
            query = query.where(last_entries.c.last >= after)
        return [(row.id, row.created, row.last) for row in await self.database.query(query)]

    async def times(self, table: str) -> tuple[int, int]:
        """When a table was opened, and the time of its last log entry."""
        for row in await self.database.query(_LAST.where(TABLES.c.id == table)):
            return row.created, row.last
        raise with_technical_text(NoTable(f"there is no table {table[:40]!a}"), "table", table=ascii(table[:40]))

    async def rename(self, table: str, names: Sequence[LogEntry]) -> None:
        """Replace names that somebody gave; nothing else in a log ever changes."""

        def write(connection: Connection) -> None:
            for entry in names:
                where = (LOG.c.table_id == table, LOG.c.seq == entry.seq)
                connection.execute(update(LOG).where(*where).values(text=entry.text))

        await self.database.write(write)

    async def erase(self, table: str, whether: Callable[[Sequence[SeatKey]], bool], *, head: int | None = None) -> bool:
        """Delete a table with everything that belongs to it, if `whether` accepts its keys; whether it was deleted.

        With a `head`, only if that is still the number of its last log entry.
        """

        def write(connection: Connection) -> bool:
            # Concurrent writers wait: PostgreSQL locks the row that their entries refer to.
            connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
            keys = connection.execute(_KEYS.where(HOLDERS.c.table_id == table))
            if not whether([SeatKey(*row) for row in keys]):
                return False
            last = connection.execute(select(func.max(LOG.c.seq)).where(LOG.c.table_id == table)).scalar_one()
            if head is not None and head != (last or 0):
                return False
            for column in (LOG.c.table_id, HOLDERS.c.table_id, TABLES.c.id):
                connection.execute(delete(column.table).where(column == table))
            return True

        return await self.database.write(write, bulk=True)

    async def names(self) -> AsyncIterator[str]:
        """The names of all tables, oldest first, fetched in batches."""
        last = (-1, "")
        while True:
            later = or_(TABLES.c.created > last[0], and_(TABLES.c.created == last[0], TABLES.c.id > last[1]))
            query = (
                select(TABLES.c.created, TABLES.c.id).where(later).order_by(TABLES.c.created, TABLES.c.id).limit(500)
            )
            rows = await self.database.query(query)
            for created, name in rows:
                last = (created, name)
                yield name
            if not rows:
                return

    async def ready(self) -> None:
        """Raise an error if the database cannot be written to."""
        await self.database.check_writing()

    async def start(self, *, check: bool = False) -> None:
        """Migrate the database; with `check`, look for damage first."""
        await self.database.start(check=check)

    async def close(self) -> None:
        """Close the database."""
        await self.database.close()

    async def _seat_keys(self, table: str, hashed: str = "") -> tuple[SeatKey, ...]:
        return tuple(SeatKey(*row) for row in await self.database.fetch(_SEAT_KEYS, table=table, hashed=hashed))


def _open(connection: Connection, opening: Opening) -> None:
    setup = opening.setup
    connection.execute(
        insert(TABLES).values(
            id=setup.table,
            game=setup.game,
            seats=setup.seats,
            options=setup.options_text(),
            undo=setup.undo,
            dice=setup.dice,
            coach=setup.coach,
            clock=setup.clock,
            secret=setup.secret,
            invite_hash=setup.invite,
            watch_hash=setup.watch,
            created=opening.created,
            asked=opening.request_hash,
        )
    )
    _append(connection, Changes(setup.table, opening.entries, opening.seat_keys))
    if opening.after:
        columns = (literal(setup.table), HOLDERS.c.seat, HOLDERS.c.hash, HOLDERS.c.ticket)
        watchers = select(*columns).where(HOLDERS.c.table_id == opening.after, HOLDERS.c.seat == WATCHER)
        connection.execute(insert(HOLDERS).from_select(["table_id", "seat", "hash", "ticket"], watchers))


def _append(connection: Connection, changes: Changes) -> None:
    table = changes.table
    if changes.entries:
        entries = json.dumps(rows_of(changes.entries), ensure_ascii=False)
        connection.execute(_ADD_ALL[connection.dialect.name], {"table": table, "entries": entries})
    for key in changes.keys_removed:
        gone = (HOLDERS.c.table_id == table, HOLDERS.c.hash == key.hashed, HOLDERS.c.seat == key.seat)
        if not (connection.execute(delete(HOLDERS).where(*gone))).rowcount and key.ticket:
            # A ticket is valid once: of two who use it, the second fails.
            raise IntegrityError("this ticket was used already", None, LookupError())
    for key in changes.keys_added:
        values = {"table_id": table, "seat": key.seat, "hash": key.hashed, "ticket": key.ticket}
        connection.execute(insert(HOLDERS).values(values))
