"""The store: tables, the hashes of the keys to their seats, and the log that is only ever added to."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import and_, delete, func, insert, literal, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from knobel.server.database import Database, answering
from knobel.server.errors import NoTable
from knobel.server.holder import WATCHER, Holder
from knobel.server.row import Row
from knobel.server.schema import HOLDERS, LOG, TABLES
from knobel.server.setup import Opening, Setup
from knobel.server.tokens import is_table


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
        with answering():
            try:
                async with self.database.writer.begin() as connection:
                    await _open(connection, opening)
            except IntegrityError:
                return False
        return True

    async def setup(self, table: str) -> Setup:
        """How a table was set up."""
        query = select(TABLES).where(TABLES.c.id == table)
        found = None
        if is_table(table):
            with answering():
                async with self.database.reader.connect() as connection:
                    found = (await connection.execute(query)).one_or_none()
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
        rows = select(LOG).where(LOG.c.table_id == table, LOG.c.seq > after).order_by(LOG.c.seq)
        watches = and_(HOLDERS.c.seat == WATCHER, HOLDERS.c.hash == hashed)
        holders = select(HOLDERS).where(HOLDERS.c.table_id == table, or_(HOLDERS.c.seat > WATCHER, watches))
        with answering():
            async with self.database.reader.connect() as connection:
                found = [
                    Row(row.seq, row.kind, row.text, row.seat, row.at, row.key, row.asked)
                    for row in await connection.execute(rows)
                ]
                # Hashes last: they may be newer than the rows, but never older.
                keys = tuple(Holder(row.seat, row.hash, row.ticket) for row in await connection.execute(holders))
        return found, keys

    async def append(self, changes: Changes) -> bool:
        """Add rows with what belongs to them, all or nothing; False if somebody else was first."""
        with answering():
            try:
                async with self.database.writer.begin() as connection:
                    await _append(connection, changes)
                    if changes.opening:
                        await _open(connection, changes.opening)
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

    async def forget(self, table: str, hashed: str, names: Sequence[Row]) -> None:
        """Take a key's seats away, and put other words for the names that it gave."""
        with answering():
            async with self.database.writer.begin() as connection:
                for row in names:
                    where = (LOG.c.table_id == table, LOG.c.seq == row.seq)
                    await connection.execute(update(LOG).where(*where).values(text=row.text))
                gone = (HOLDERS.c.table_id == table, HOLDERS.c.hash == hashed)
                await connection.execute(delete(HOLDERS).where(*gone))

    async def erase(self, table: str) -> None:
        """Delete a table with all that belongs to it."""
        with answering():
            async with self.database.writer.begin() as connection:
                for kept in (LOG.c.table_id, HOLDERS.c.table_id, TABLES.c.id):
                    await connection.execute(delete(kept.table).where(kept == table))

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
        with answering():
            async with self.database.reader.connect() as connection:
                await connection.execute(select(TABLES.c.id).limit(1))

    async def start(self) -> None:
        """Bring the database up to date."""
        await self.database.start()

    async def close(self) -> None:
        """Let go of the database."""
        await self.database.close()


async def _open(connection: AsyncConnection, opening: Opening) -> None:
    setup = opening.setup
    await connection.execute(
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
    await _append(connection, Changes(setup.table, opening.rows, opening.holders))
    if opening.after:
        columns = (literal(setup.table), HOLDERS.c.seat, HOLDERS.c.hash, HOLDERS.c.ticket)
        watchers = select(*columns).where(HOLDERS.c.table_id == opening.after, HOLDERS.c.seat == WATCHER)
        await connection.execute(insert(HOLDERS).from_select(["table_id", "seat", "hash", "ticket"], watchers))


async def _append(connection: AsyncConnection, changes: Changes) -> None:
    table = changes.table
    if changes.rows:
        await connection.execute(insert(LOG), [{"table_id": table, **asdict(row)} for row in changes.rows])
    for holder in changes.taken:
        gone = (HOLDERS.c.table_id == table, HOLDERS.c.hash == holder.hashed, HOLDERS.c.seat == holder.seat)
        if not (await connection.execute(delete(HOLDERS).where(*gone))).rowcount and holder.ticket:
            # A ticket is good once: of two who come with it, the second finds it gone.
            raise IntegrityError("the ticket was used", None, LookupError())
    for holder in changes.given:
        values = {"table_id": table, "seat": holder.seat, "hash": holder.hashed, "ticket": holder.ticket}
        await connection.execute(insert(HOLDERS).values(values))
