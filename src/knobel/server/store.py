"""The store: tables, the hashes of the keys to their seats, and the log that is only ever added to."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, fields

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, literal, or_, select, update
from sqlalchemy.exc import IntegrityError

from knobel.server.database import Database, answering
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
_SETTINGS = ("table", "game", "seats", "options", "undo", "dice", "coach", "clock", "secret", "invite", "watch")
_COLUMNS = {"table": "id", "invite": "invite_hash", "watch": "watch_hash"}
_SETUP = select(*(TABLES.c[_COLUMNS.get(name, name)] for name in _SETTINGS)).where(TABLES.c.id == bindparam("table"))
_ANYTHING = select(TABLES.c.id).limit(1)


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
        try:
            await self.database.write(lambda connection: _open(connection, opening))
        except IntegrityError:
            return False
        return True

    async def setup(self, table: str) -> Setup:
        """How a table was set up."""
        found = await self.database.fetch(_SETUP, table=table) if is_table(table) else ()
        if not found:
            raise NoTable(f"there is no table {table[:40]!a}; a table is named by the link that led to it")
        kept = dict(zip(_SETTINGS, found[0], strict=True))
        return Setup(**{**kept, "options": json.loads(kept["options"])})

    async def read(self, table: str, after: int = 0, hashed: str = "") -> tuple[list[Row], tuple[Holder, ...]]:
        """The rows of a table after this number, and who holds its seats now; of those who watch, this one only."""
        rows = await self._rows(table, after)
        # Hashes last: they may be newer than the rows, but never older.
        return rows, await self._holders(table, hashed)

    async def news(self, table: str, after: int) -> tuple[list[Row], tuple[Holder, ...] | None]:
        """The rows of a table after this number, and who holds its seats now if these may have changed that."""
        rows = await self._rows(table, after)
        same = all(row.kind == "entry" for row in rows)
        return rows, None if same else await self._holders(table)

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last number of each of these tables."""
        with answering():
            async with self.database.reader.connect() as connection:
                found = await connection.execute(_HEADS, {"tables": list(tables)})
                return {row.id: row.head or 0 for row in found}

    async def append(self, changes: Changes) -> bool:
        """Add rows with what belongs to them, all or nothing; False if somebody else was first."""

        def write(connection: Connection) -> None:
            _append(connection, changes)
            if changes.opening:
                _open(connection, changes.opening)

        try:
            if changes.given or changes.taken or changes.opening:
                await self.database.write(write)
            else:
                await self.database.add(_ADD, _added(changes))
        except IntegrityError:
            return False
        return True

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
        with answering():
            async with self.database.reader.connect() as connection:
                return [(row.id, row.last) for row in await connection.execute(query)]

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
        while True:
            later = or_(TABLES.c.created > last[0], and_(TABLES.c.created == last[0], TABLES.c.id > last[1]))
            query = (
                select(TABLES.c.created, TABLES.c.id).where(later).order_by(TABLES.c.created, TABLES.c.id).limit(500)
            )
            with answering():
                async with self.database.reader.connect() as connection:
                    found = (await connection.execute(query)).all()
            for created, name in found:
                last = (created, name)
                yield name
            if not found:
                return

    async def ready(self) -> None:
        """Ask the database for an answer."""
        await self.database.fetch(_ANYTHING)

    async def start(self) -> None:
        """Bring the database up to date."""
        await self.database.start()

    async def close(self) -> None:
        """Let go of the database."""
        await self.database.close()

    async def _rows(self, table: str, after: int) -> list[Row]:
        return [Row(*row) for row in await self.database.fetch(_ROWS, table=table, after=after)]

    async def _holders(self, table: str, hashed: str = "") -> tuple[Holder, ...]:
        return tuple(Holder(*row) for row in await self.database.fetch(_HOLDERS, table=table, hashed=hashed))


def _added(changes: Changes) -> list[dict[str, object]]:
    """New rows as the log takes them."""
    return [{"table_id": changes.table, **{name: getattr(row, name) for name in _FIELDS}} for row in changes.rows]


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
        connection.execute(_ADD, _added(changes))
    for holder in changes.taken:
        gone = (HOLDERS.c.table_id == table, HOLDERS.c.hash == holder.hashed, HOLDERS.c.seat == holder.seat)
        if not (connection.execute(delete(HOLDERS).where(*gone))).rowcount and holder.ticket:
            # A ticket is good once: of two who come with it, the second finds it gone.
            raise IntegrityError("the ticket was used", None, LookupError())
    for holder in changes.given:
        values = {"table_id": table, "seat": holder.seat, "hash": holder.hashed, "ticket": holder.ticket}
        connection.execute(insert(HOLDERS).values(values))
