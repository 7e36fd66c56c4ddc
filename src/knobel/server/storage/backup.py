"""Backup and restore: all tables of a server in one file, from and into either database.

A backup is packed with gzip. In it are lines of JSON: the first says what it is, the last has the checksum of the rest.

    {"knobel": "backup", "format": 1, "revision": "0002", "tables": {"tables": ["id", "game", …], …}}
    ["tables", "k3vw…", "GAME", …]
    {"rows": 4711, "sha256": "…"}

Bytes are written as {"hex": "…"}. The same rows make the same file, whatever database they come from.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, MetaData, Table, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from knobel.core.errors import KnobelError
from knobel.core.files import replacing
from knobel.server.storage.database import Database, check_known, database_errors, migrations, revision, revisions
from knobel.server.storage.schema import METADATA

_VERSION = "alembic_version"
OURS = frozenset({*METADATA.tables, "seats"})
"""The names of the tables of the database, in all revisions of the schema."""
_BATCH = 500


FORMAT = 1
LONGEST_LINE = 4 << 20
"""The longest line in bytes, above that of any row, so that a foreign file cannot fill the memory."""

Add = Callable[[str, list[Any]], None]


class BadBackup(KnobelError):
    """A file that is no complete backup, or cannot be written or restored."""

    code = "bad_backup"


@dataclass(frozen=True, slots=True)
class Head:
    """The header of a backup."""

    revision: str
    """The schema revision of its rows."""
    tables: dict[str, list[str]]
    """The columns of every table; the tables are in the order in which they are filled."""


@dataclass(frozen=True, slots=True)
class BackupSize:
    """The size of a backup."""

    tables: int
    rows: int


async def backup(url: str, path: Path) -> BackupSize:
    """Write a consistent snapshot of a database to a file, while servers may go on using it."""
    database = Database(url)
    try:
        await check_known(database)
        with database_errors():
            async with database.reader.connect() as connection:
                if database.postgres:
                    # On SQLite every transaction reads a snapshot; PostgreSQL has to be asked for one.
                    wishes = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
                    await connection.execution_options(**wishes)
                return await _write(connection, path)
    finally:
        await database.close()


async def _write(connection: AsyncConnection, path: Path) -> BackupSize:
    tables = await connection.run_sync(_tables)
    head = Head(str(await connection.run_sync(revision)), {table.name: _columns(table) for table in tables})
    counts = dict.fromkeys(head.tables, 0)
    with writing(path, head) as add:
        for table in tables:
            # Sorted, so that the same rows make the same file.
            rows = await connection.stream(select(table).order_by(*table.primary_key.columns))
            async for row in rows:
                add(table.name, list(row))
                counts[table.name] += 1
    return BackupSize(counts["tables"], sum(counts.values()))


async def restore(path: Path, url: str) -> BackupSize:
    """Restore a backup into an empty database, all or nothing."""
    head = read_head(path)
    counts = dict.fromkeys(head.tables, 0)
    # Read to the end before anything is changed: the checksum is in the last line.
    for name, _ in read_rows(path):
        counts[name] += 1
    database = Database(url)
    file = Path("" if database.postgres else database.url.database or "")
    fresh = not database.postgres and not file.exists()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadBackup(f"the folder {file.parent} cannot be created: {error.strerror}") from error
    try:
        with database_errors():
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
    return BackupSize(counts.get("tables", 0), sum(counts.values()))


def _fill(connection: Connection, path: Path, head: Head) -> None:
    steps = revisions()
    if head.revision not in steps:
        raise BadBackup(f"a newer Knobel made this backup (its schema is {head.revision}); update this one first")
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
    # The rows have the schema of the Knobel that made the backup; ours may be newer.
    if head.revision != steps[0]:
        command.upgrade(migrations(connection), "head")


def _clear(connection: Connection) -> None:
    """Drop the empty tables of a database that a server has prepared; refuse one that holds any data."""
    there = set(inspect(connection).get_table_names())
    foreign = sorted(there - OURS - {_VERSION})
    if foreign:
        raise BadBackup(f"the database holds other things ({', '.join(foreign[:3])}); restore into an empty one")
    tables = _tables(connection)
    for table in tables:
        if connection.dialect.name == "postgresql":
            # Locked, so that nobody writes between this check and the commit.
            connection.execute(text(f'LOCK TABLE "{table.name}" IN ACCESS EXCLUSIVE MODE'))
        if connection.execute(select(table).limit(1)).first():
            raise BadBackup("there are tables in this database already; restore into an empty one")
    for table in reversed(tables):
        table.drop(connection)
    if _VERSION in there:
        connection.execute(text(f"DROP TABLE {_VERSION}"))


def _tables(connection: Connection) -> list[Table]:
    """Our tables as they are in this database, sorted by their foreign keys."""
    metadata = MetaData()
    metadata.reflect(connection, only=lambda name, _: name in OURS)
    return metadata.sorted_tables


def _columns(table: Table) -> list[str]:
    return [column.name for column in table.columns]


def _batches(path: Path) -> Iterator[tuple[str, list[list[Any]]]]:
    """The rows of a backup in batches, each of one table."""
    for name, rows in groupby(read_rows(path), key=lambda row: row[0]):
        while batch := [row for _, row in islice(rows, _BATCH)]:
            yield name, batch


def _reason(error: SQLAlchemyError) -> str:
    """The error message of a database, without the rows."""
    return str(getattr(error, "orig", None) or type(error).__name__).splitlines()[0][:200]


@contextmanager
def writing(path: Path, head: Head) -> Iterator[Add]:
    """Write a backup row by row to a temporary file, which replaces the target when it is complete."""
    if path.exists() and not _is_backup(path):
        raise BadBackup(f"{path} exists and is not a backup; choose another name")
    checksum, rows = hashlib.sha256(), 0
    with ExitStack() as closing:
        with _file_errors("write", path):
            # Readable by its owner only, since it holds the secrets of the dice.
            file = closing.enter_context(replacing(path, private=True))
        # With no name and no time in its header, the same rows make the same file.
        packed = gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0)
        closing.callback(_close, packed)

        def put(value: Any) -> None:
            line = _line(value)
            checksum.update(line)
            with _file_errors("write", path):
                packed.write(line)

        def add(table: str, values: list[Any]) -> None:
            nonlocal rows
            put([table, *({"hex": one.hex()} if isinstance(one, bytes) else one for one in values)])
            rows += 1

        put({"knobel": "backup", "format": FORMAT, "revision": head.revision, "tables": head.tables})
        yield add
        put({"rows": rows, "sha256": checksum.hexdigest()})
        with _file_errors("write", path):
            packed.close()
            closing.close()


def _close(packed: gzip.GzipFile) -> None:
    """Close a file after an error, ignoring what cannot be written."""
    with suppress(OSError):
        packed.close()


def read_head(path: Path) -> Head:
    """The header of a backup."""
    for line in _lines(path):
        return _head(path, line)
    raise _foreign(path)


def read_rows(path: Path) -> Iterator[tuple[str, list[Any]]]:
    """All rows with the names of their tables; at the end, the checksum is verified."""
    head: Head | None = None
    checksum, rows = hashlib.sha256(), 0
    lines = _lines(path)
    for line in lines:
        if head is None:
            head = _head(path, line)
        else:
            match _read(line):
                case [str(table), *values] if len(values) == len(head.tables.get(table, ())):
                    yield table, _values(path, values)
                    rows += 1
                case {"rows": int(count), "sha256": str(digest)} if (count, digest) == (rows, checksum.hexdigest()):
                    if any(lines):
                        raise _torn(path)
                    return
                case _:
                    raise _torn(path)
        checksum.update(line)
    raise (_torn if head else _foreign)(path)


def _lines(path: Path) -> Iterator[bytes]:
    ours = False
    try:
        with _file_errors("read", path), gzip.open(path, "rb") as file:
            while line := file.readline(LONGEST_LINE):
                if not line.endswith(b"\n"):
                    raise EOFError
                yield line
                ours = True
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise (_torn if ours else _foreign)(path) from error


def _head(path: Path, line: bytes) -> Head:
    match _read(line):
        case {"knobel": "backup", "format": int(number)} if number != FORMAT:
            raise BadBackup(f"{path} has format {number}; this Knobel reads format {FORMAT}")
        case {"knobel": "backup", "revision": str(revision), "tables": dict(tables)}:
            if all(isinstance(columns, list) for columns in tables.values()):
                return Head(revision, tables)
    raise _foreign(path)


def _is_backup(path: Path) -> bool:
    """Whether the file is a backup, which a new one may replace."""
    try:
        return bool(read_head(path))
    except BadBackup:
        return False


def _read(line: bytes) -> Any:
    """A line of JSON; None if it cannot be parsed."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _values(path: Path, values: list[Any]) -> list[Any]:
    try:
        return [bytes.fromhex(value["hex"]) if isinstance(value, dict) else value for value in values]
    except (ValueError, LookupError, TypeError) as error:
        raise _torn(path) from error


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _foreign(path: Path) -> BadBackup:
    return BadBackup(f"{path} is not a backup of Knobel; knobel backup writes one")


def _torn(path: Path) -> BadBackup:
    return BadBackup(f"{path} is damaged or incomplete; use another backup")


@contextmanager
def _file_errors(what: str, path: Path) -> Iterator[None]:
    """Raise BadBackup, with a sentence, for errors of the system."""
    try:
        yield
    except gzip.BadGzipFile:
        raise
    except OSError as error:
        raise BadBackup(f"cannot {what} {path}: {error.strerror}") from error
