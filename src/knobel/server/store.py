"""The store: tables, the hashes of the keys to their seats, and the log that is only ever added to."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, literal, or_, select, update
from sqlalchemy.exc import IntegrityError

from knobel.server.database import Database
from knobel.server.errors import NoTable
from knobel.server.holder import WATCHER, Holder
from knobel.server.row import Row
from knobel.server.schema import HOLDERS, LOG, TABLES
from knobel.server.setup import Opening, Setup
from knobel.server.tokens import is_table

_FIELDS = tuple(field.name for field in fields(Row))
# Made once: to build a statement takes longer than to run it.
_ROWS = (
    select(*(LOG.c[name] for name in _FIELDS))
    .where(LOG.c.table_id == bindparam("table"), LOG.c.seq > bindparam("after"))
    .order_by(LOG.c.seq)
)
_WATCHES = and_(HOLDERS.c.seat == WATCHER, HOLDERS.c.hash == bindparam("hashed"))
_HOLDERS = select(HOLDERS.c.seat, HOLDERS.c.hash, HOLDERS.c.ticket).where(
    HOLDERS.c.table_id == bindparam("table"), or_(HOLDERS.c.seat > WATCHER, _WATCHES)
)
_HEAD = select(func.max(LOG.c.seq)).where(LOG.c.table_id == TABLES.c.id).scalar_subquery()
_HEADS = select(TABLES.c.id, _HEAD.label("head")).where(TABLES.c.id.in_(bindparam("tables", expanding=True)))
_ADD = insert(LOG)


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be kept of something that happened at a table, all or nothing."""

    table: str
    rows: Sequence[Row] = ()
    given: Sequence[Holder] = ()
    taken: Sequence[Holder] = ()
    opening: Opening | None = None


class Store:
    """All that is kept, in one database; knows nothing of games."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)

    async def open(self, opening: Opening) -> bool:
        """Keep a new table; False if there is one of this name."""
        return await self._first(lambda connection: _open(connection, opening))

    async def setup(self, table: str) -> Setup:
        """How a table was set up."""
        query = select(TABLES).where(TABLES.c.id == table)
        found = None
        if is_table(table):
            found = await self.database.glance(lambda connection: connection.execute(query).one_or_none())
        if found is None:
            raise NoTable(f"there is no table {table[:40]!a}; a table is named by the link that led to it")
        return Setup(
            table=found.id,
            game=found.game,
            seats=found.seats,
            options=json.loads(found.options),
            undo=found.undo,
            dice=found.dice,
            coach=found.coach,
            clock=found.clock,
            secret=found.secret,
            invite=found.invite_hash,
            watch=found.watch_hash,
        )

    async def read(self, table: str, after: int = 0, hashed: str = "") -> tuple[list[Row], tuple[Holder, ...]]:
        """The rows of a table after this number, and who holds its seats now; of those who watch, this one only."""

        def look(connection: Connection) -> tuple[list[Row], tuple[Holder, ...]]:
            # Hashes last: they may be newer than the rows, but never older.
            return _rows(connection, table, after), _holders(connection, table, hashed)

        return await self.database.glance(look)

    async def news(self, table: str, after: int) -> tuple[list[Row], tuple[Holder, ...] | None]:
        """The rows of a table after this number, and who holds its seats now if these may have changed that."""

        def look(connection: Connection) -> tuple[list[Row], tuple[Holder, ...] | None]:
            rows = _rows(connection, table, after)
            same = all(row.kind == "entry" for row in rows)
            return rows, None if same else _holders(connection, table)

        return await self.database.glance(look)

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last number of each of these tables."""

        def look(connection: Connection) -> dict[str, int]:
            return {row.id: row.head or 0 for row in connection.execute(_HEADS, {"tables": list(tables)})}

        return await self.database.glance(look)

    async def append(self, changes: Changes) -> bool:
        """Add rows with what belongs to them, all or nothing; False if somebody else was first."""

        def write(connection: Connection) -> None:
            _append(connection, changes)
            if changes.opening:
                _open(connection, changes.opening)

        return await self._first(write)

    async def tables_of(
        self, hashed: str, limit: int | None = None, before: int | None = None
    ) -> list[tuple[str, int]]:
        """The tables a key belongs to, with the time something last happened there; the newest first."""
        rows = select(LOG.c.at).where(LOG.c.table_id == TABLES.c.id)
        newest = rows.order_by(LOG.c.seq.desc()).limit(1).scalar_subquery()
        mine = select(HOLDERS.c.table_id).where(HOLDERS.c.hash == hashed, ~HOLDERS.c.ticket)
        last = select(TABLES.c.id, func.coalesce(newest, TABLES.c.created).label("last")).where(TABLES.c.id.in_(mine))
        found = last.subquery()
        query = select(found).order_by(found.c.last.desc(), found.c.id).limit(limit)
        if before is not None:
            query = query.where(found.c.last < before)
        return await self.database.glance(lambda connection: [(row.id, row.last) for row in connection.execute(query)])

    async def rename(self, table: str, names: Sequence[Row]) -> None:
        """Put other words for the names that somebody gave; the only thing in a log that ever changes."""

        def write(connection: Connection) -> None:
            for row in names:
                where = (LOG.c.table_id == table, LOG.c.seq == row.seq)
                connection.execute(update(LOG).where(*where).values(text=row.text))

        await self.database.write(write)

    async def erase(self, table: str) -> None:
        """Delete a table with all that belongs to it."""

        def write(connection: Connection) -> None:
            for kept in (LOG.c.table_id, HOLDERS.c.table_id, TABLES.c.id):
                connection.execute(delete(kept.table).where(kept == table))

        await self.database.write(write)

    async def names(self) -> AsyncIterator[str]:
        """All tables, oldest first, a few at a time."""
        last = (-1, "")
        while found := await self.database.glance(partial(_later, last=last)):
            for last in found:
                yield last[1]

    async def ready(self) -> None:
        """Ask the database for an answer."""
        await self.database.glance(lambda connection: connection.execute(select(TABLES.c.id).limit(1)))

    async def start(self) -> None:
        """Bring the database up to date."""
        await self.database.start()

    async def close(self) -> None:
        """Let go of the database."""
        await self.database.close()

    async def _first(self, write: Callable[[Connection], None]) -> bool:
        """Write something; False if somebody else was first."""
        try:
            await self.database.write(write)
        except IntegrityError:
            return False
        return True


def _later(connection: Connection, last: tuple[int, str]) -> list[tuple[int, str]]:
    """Some tables that were opened after this one."""
    later = or_(TABLES.c.created > last[0], and_(TABLES.c.created == last[0], TABLES.c.id > last[1]))
    query = select(TABLES.c.created, TABLES.c.id).where(later).order_by(TABLES.c.created, TABLES.c.id).limit(500)
    return [(row.created, row.id) for row in connection.execute(query)]


def _rows(connection: Connection, table: str, after: int) -> list[Row]:
    found = connection.execute(_ROWS, {"table": table, "after": after})
    return [Row(*row) for row in found]


def _holders(connection: Connection, table: str, hashed: str = "") -> tuple[Holder, ...]:
    found = connection.execute(_HOLDERS, {"table": table, "hashed": hashed})
    return tuple(Holder(*row) for row in found)


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
        )
    )
    _append(connection, Changes(setup.table, opening.rows, opening.holders))
    if opening.after:
        columns = (literal(setup.table), HOLDERS.c.seat, HOLDERS.c.hash, HOLDERS.c.ticket)
        watchers = select(*columns).where(HOLDERS.c.table_id == opening.after, HOLDERS.c.seat == WATCHER)
        connection.execute(insert(HOLDERS).from_select(["table_id", "seat", "hash", "ticket"], watchers))


def _append(connection: Connection, changes: Changes) -> None:
    table = changes.table
    if changes.rows:
        added = [{"table_id": table, **{name: getattr(row, name) for name in _FIELDS}} for row in changes.rows]
        connection.execute(_ADD, added)
    for holder in changes.taken:
        gone = (HOLDERS.c.table_id == table, HOLDERS.c.hash == holder.hashed, HOLDERS.c.seat == holder.seat)
        if not (connection.execute(delete(HOLDERS).where(*gone))).rowcount and holder.ticket:
            # A ticket is good once: of two who come with it, the second finds it gone.
            raise IntegrityError("the ticket was used", None, LookupError())
    for holder in changes.given:
        values = {"table_id": table, "seat": holder.seat, "hash": holder.hashed, "ticket": holder.ticket}
        connection.execute(insert(HOLDERS).values(values))
