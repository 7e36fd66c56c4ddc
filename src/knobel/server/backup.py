"""Backup and restore: all tables of a server in one file, from either database and into either."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, MetaData, Table, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from knobel.server.backup_file import BadBackup, Head, read_head, read_rows, writing
from knobel.server.database import Database, answering, migrations
from knobel.server.revision import check_known, known, revision
from knobel.server.schema import METADATA

VERSION = "alembic_version"
OURS = frozenset({*METADATA.tables, "seats"})
"""The tables of the database in any state of the schema."""
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Kept:
    """How much a backup holds."""

    tables: int
    rows: int


async def backup(url: str, path: Path) -> Kept:
    """Write all that a database keeps to a file, as it is at one moment; a server may go on working on it."""
    database = Database(url)
    try:
        await check_known(database)
        with answering():
            async with database.reader.connect() as connection:
                if database.postgres:
                    # On SQLite every transaction sees one moment only; PostgreSQL wants to be asked for that.
                    wishes = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
                    await connection.execution_options(**wishes)
                return await _write(connection, path)
    finally:
        await database.close()


async def _write(connection: AsyncConnection, path: Path) -> Kept:
    found = await connection.run_sync(_tables)
    head = Head(str(await connection.run_sync(revision)), {table.name: _columns(table) for table in found})
    counts = dict.fromkeys(head.tables, 0)
    with writing(path, head) as add:
        for table in found:
            # In a fixed order, so that the same rows make the same file.
            rows = await connection.stream(select(table).order_by(*table.primary_key.columns))
            async for row in rows:
                add(table.name, list(row))
                counts[table.name] += 1
    return Kept(counts["tables"], sum(counts.values()))


async def restore(path: Path, url: str) -> Kept:
    """Fill an empty database with what a backup holds: all of it, or nothing if anything is wrong."""
    head = read_head(path)
    counts = dict.fromkeys(head.tables, 0)
    # Once to the end before anything is touched: only there the file has proved itself.
    for name, _ in read_rows(path):
        counts[name] += 1
    database = Database(url)
    file = Path("" if database.postgres else database.url.database or "")
    fresh = not database.postgres and not file.exists()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadBackup(f"the folder {file.parent} cannot be made: {error.strerror}") from error
    try:
        with answering():
            async with database.writer.begin() as connection:
                await connection.run_sync(_fill, path, head)
    except BaseException as error:
        await database.close()
        if fresh:
            file.unlink(missing_ok=True)
        if isinstance(error, SQLAlchemyError):
            raise BadBackup(f"the backup does not fit into this database: {_reason(error)}") from error
        raise
    await database.close()
    return Kept(counts.get("tables", 0), sum(counts.values()))


def _fill(connection: Connection, path: Path, head: Head) -> None:
    steps = known(connection)
    if head.revision not in steps:
        raise BadBackup(f"a newer Knobel made this backup (its schema is {head.revision}); bring this one up to date")
    _clear(connection)
    command.upgrade(migrations(connection), head.revision)
    made = {table.name: table for table in _tables(connection)}
    if {name: set(columns) for name, columns in head.tables.items()} != {
        name: set(_columns(table)) for name, table in made.items()
    }:
        raise BadBackup(f"{path} has other tables than its schema {head.revision}; use another backup")
    for name, batch in _batches(path):
        columns = head.tables[name]
        connection.execute(made[name].insert(), [dict(zip(columns, row, strict=True)) for row in batch])
    # Its rows have the form of the Knobel that made it; ours may want another.
    command.upgrade(migrations(connection), "head")


def _clear(connection: Connection) -> None:
    """Refuse a database that holds anything; one that is only prepared is made bare."""
    there = set(inspect(connection).get_table_names())
    foreign = sorted(there - OURS - {VERSION})
    if foreign:
        raise BadBackup(f"the database holds other things ({', '.join(foreign[:3])}); restore into an empty one")
    found = _tables(connection)
    for table in found:
        if connection.dialect.name == "postgresql":
            # Nobody may open a table between the look and the end.
            connection.execute(text(f'LOCK TABLE "{table.name}" IN ACCESS EXCLUSIVE MODE'))
        if connection.execute(select(table).limit(1)).first():
            raise BadBackup("there are tables in this database already; restore into an empty one")
    for table in reversed(found):
        table.drop(connection)
    if VERSION in there:
        connection.execute(text(f"DROP TABLE {VERSION}"))


def _tables(connection: Connection) -> list[Table]:
    """Our tables as they are in this database, those first that others refer to."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in OURS)
    return found.sorted_tables


def _columns(table: Table) -> list[str]:
    return [column.name for column in table.columns]


def _batches(path: Path) -> Iterator[tuple[str, list[list[Any]]]]:
    """The rows of a backup, some of one table at a time."""
    for name, rows in groupby(read_rows(path), key=lambda row: row[0]):
        while batch := [row for _, row in islice(rows, _BATCH)]:
            yield name, batch


def _reason(error: SQLAlchemyError) -> str:
    """What a database says, without the rows that it says it of."""
    return str(getattr(error, "orig", None) or type(error).__name__).splitlines()[0][:200]
