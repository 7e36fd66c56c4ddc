"""The file of a backup: rows of any database, proved by what they add up to.

It is packed with gzip. In it are lines of JSON: the first says what it is, the last proves the rest.

    {"knobel": "backup", "format": 1, "revision": "0002", "tables": {"tables": ["id", "game", …], …}}
    ["tables", "k3vw…", "classic", …]
    {"rows": 4711, "sha256": "…"}

Bytes are written as {"hex": "…"}. The same rows make the same file, whatever database they come from.
"""

import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knobel.core.errors import KnobelError

FORMAT = 1
LONGEST_LINE = 4 << 20
"""Longer than any row can be; a foreign file shall not fill the memory."""

Add = Callable[[str, list[Any]], None]


class BadBackup(KnobelError):
    """A file that is no backup, or no whole one, or cannot be written or restored."""

    code = "bad_backup"


@dataclass(frozen=True, slots=True)
class Head:
    """What a backup says of itself."""

    revision: str
    """The state of the schema that its rows have."""
    tables: dict[str, list[str]]
    """The columns of every table; tables stand in the order in which they are filled."""


@contextmanager
def writing(path: Path, head: Head) -> Iterator[Add]:
    """Write a backup, row by row: beside its place at first, and there only when it is whole."""
    if path.exists() and not _is_backup(path):
        raise BadBackup(f"{path} is there, and is no backup; choose another name")
    with _told("write", path):
        # It holds the secrets of the dice: from the first moment nobody but its owner may read it (mode 0600).
        number, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    file = os.fdopen(number, "wb")
    # With no name and no time in it, the same rows make the same file.
    packed = gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0)
    proof, rows = hashlib.sha256(), 0

    def put(value: Any) -> None:
        line = _line(value)
        proof.update(line)
        with _told("write", path):
            packed.write(line)

    def add(table: str, values: list[Any]) -> None:
        nonlocal rows
        put([table, *({"hex": one.hex()} if isinstance(one, bytes) else one for one in values)])
        rows += 1

    try:
        put({"knobel": "backup", "format": FORMAT, "revision": head.revision, "tables": head.tables})
        yield add
        put({"rows": rows, "sha256": proof.hexdigest()})
        with _told("write", path):
            packed.close()
            file.flush()
            os.fsync(file.fileno())
            os.replace(draft, path)
    finally:
        # What could not be written before cannot be written now, and need not be.
        with suppress(OSError):
            packed.close()
        with suppress(OSError):
            file.close()
        Path(draft).unlink(missing_ok=True)


def read_head(path: Path) -> Head:
    """What a backup says of itself."""
    for line in _lines(path):
        return _head(path, line)
    raise _foreign(path)


def read_rows(path: Path) -> Iterator[tuple[str, list[Any]]]:
    """All rows with the names of their tables; whoever has had the last one knows that all are the right ones."""
    head: Head | None = None
    proof, rows = hashlib.sha256(), 0
    lines = _lines(path)
    for line in lines:
        if head is None:
            head = _head(path, line)
        else:
            match _read(line):
                case [str(table), *values] if len(values) == len(head.tables.get(table, ())):
                    yield table, _values(path, values)
                    rows += 1
                case {"rows": int(count), "sha256": str(told)} if (count, told) == (rows, proof.hexdigest()):
                    if any(lines):
                        raise _torn(path)
                    return
                case _:
                    raise _torn(path)
        proof.update(line)
    raise (_torn if head else _foreign)(path)


def _lines(path: Path) -> Iterator[bytes]:
    ours = False
    try:
        with _told("read", path), gzip.open(path, "rb") as file:
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
    """A backup is there that a new one may take the place of."""
    try:
        return bool(read_head(path))
    except BadBackup:
        return False


def _read(line: bytes) -> Any:
    """What a line says; None if nothing."""
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
    return BadBackup(f"{path} is no backup of Knobel; knobel backup makes one")


def _torn(path: Path) -> BadBackup:
    return BadBackup(f"{path} is damaged or not whole; use another backup")


@contextmanager
def _told(what: str, path: Path) -> Iterator[None]:
    """What the system has against a file is told in a sentence."""
    try:
        yield
    except gzip.BadGzipFile:
        raise
    except OSError as error:
        raise BadBackup(f"cannot {what} {path}: {error.strerror}") from error
