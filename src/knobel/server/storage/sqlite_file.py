"""The file of an SQLite database: readable by its owner only, and locked for one server at a time."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from knobel.server.storage.errors import BadDatabase

_PRIVATE = 0o600
_BESIDE = ("", "-wal", "-shm")
"""The files of a database; SQLite gives those beside it the mode of the first."""


def make_private(file: str) -> None:
    """Make the file if it is not there, and let only its owner read it: it holds the dice that are still to fall."""
    # A file that cannot be made, or is somebody else's: whether it can be used all the same, SQLite finds out.
    with suppress(OSError):
        # Never opened when it is there: to close it would drop the locks that SQLite holds in this process.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE))
    for name in _BESIDE:
        with suppress(OSError):
            Path(file + name).chmod(_PRIVATE)


@contextmanager
def only_server(file: str) -> Iterator[None]:
    """Refuse to be the second server on a file: each would be late to see what is done at the other one."""
    beside = f"{file}-server"
    make_private(beside)
    # A lock of SQLite works on every system and ends with the process; on a file of its own it is in nobody's way.
    try:
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        kind = "taken" if error.sqlite_errorname == "SQLITE_BUSY" else "unusable"
        raise BadDatabase(f"cli.database.{kind}", file=file, reason=str(error)) from None
    with closing(lock):
        yield
