"""The file of an SQLite database: readable by its owner only, and locked for one server at a time."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from knobel.scene.text import text_error
from knobel.server.storage.errors import BadDatabase

_PRIVATE = 0o600
_BESIDE = ("", "-wal", "-shm")
"""The suffixes of the files of a database; SQLite gives the additional ones the mode of the first."""


def make_private(file: str) -> None:
    """Create the file if it is missing, and let only its owner read it: it holds the dice that are still to fall."""
    # If it cannot be created or belongs to somebody else, SQLite finds out whether it can be used.
    with suppress(OSError):
        # Never opened if it exists: closing it would release the locks that SQLite holds in this process.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, _PRIVATE))
    for name in _BESIDE:
        with suppress(OSError):
            Path(file + name).chmod(_PRIVATE)


@contextmanager
def only_server(file: str) -> Iterator[None]:
    """Refuse to start a second server on a file: each would be slow to see the writes of the other."""
    beside = f"{file}-server"
    make_private(beside)
    # A lock of SQLite works on every system and ends with the process; it is on a separate file to block nothing else.
    try:
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        kind = "taken" if error.sqlite_errorname == "SQLITE_BUSY" else "unusable"
        raise text_error(BadDatabase, f"cli.database.{kind}", file=file, reason=str(error)) from None
    with closing(lock):
        yield
