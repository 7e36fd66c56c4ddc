"""The store: tables, the hashes of their tokens, and the log that is only ever added to."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from knobel.server.database import Database, answering
from knobel.server.errors import NoTable
from knobel.server.row import Row
from knobel.server.schema import LOG, SEATS, TABLES
from knobel.server.setup import Opening, Setup
from knobel.server.tokens import is_table


class Store:
    """All that is kept, in one database; knows nothing of games."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)

    async def open(self, opening: Opening) -> None:
        """Keep a new table."""
        with answering():
            async with self.database.writer.begin() as connection:
                await _open(connection, opening)

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
            secret=found.secret,
            invite=found.invite_hash,
            watch=found.watch_hash,
        )

    async def read(self, table: str, after: int = 0) -> tuple[list[Row], dict[int, str]]:
        """The rows of a table after this number, and the hashes of the tokens of its seats as they are now."""
        rows = select(LOG).where(LOG.c.table_id == table, LOG.c.seq > after).order_by(LOG.c.seq)
        tokens = select(SEATS.c.seat, SEATS.c.token_hash).where(SEATS.c.table_id == table)
        with answering():
            async with self.database.reader.connect() as connection:
                found = [
                    Row(row.seq, row.kind, row.text, row.seat, row.at, row.key, row.asked)
                    for row in await connection.execute(rows)
                ]
                # Hashes last: they may be newer than the rows, but never older.
                hashes = {row.seat: row.token_hash for row in await connection.execute(tokens)}
        return found, hashes

    async def append(
        self, table: str, rows: Sequence[Row], tokens: Mapping[int, str], opening: Opening | None = None
    ) -> bool:
        """Add rows with what belongs to them, all or nothing; False if somebody else was first."""
        with answering():
            try:
                async with self.database.writer.begin() as connection:
                    await _append(connection, table, rows, tokens)
                    if opening:
                        await _open(connection, opening)
            except IntegrityError:
                return False
        return True

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
            secret=setup.secret,
            invite_hash=setup.invite,
            watch_hash=setup.watch,
            created=opening.created,
        )
    )
    await _append(connection, setup.table, opening.rows, opening.tokens)


async def _append(connection: AsyncConnection, table: str, rows: Sequence[Row], tokens: Mapping[int, str]) -> None:
    if rows:
        await connection.execute(insert(LOG), [{"table_id": table, **asdict(row)} for row in rows])
    for seat, kept in tokens.items():
        await connection.execute(delete(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat))
        await connection.execute(insert(SEATS).values(table_id=table, seat=seat, token_hash=kept))
