"""Atomic file writes, and reading and writing record files."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from knobel.core.errors import BadRecord, noted, worded
from knobel.core.record import MOST_BYTES, Record


def load(path: str | os.PathLike[str]) -> Record:
    """Read the record in this file."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        unread = BadRecord(f"cannot read {os.fspath(path)}: {error.strerror}")
        raise worded(unread, "record.unread", file=os.fspath(path), reason=str(error.strerror)) from error
    if len(data) > MOST_BYTES:
        message = f"{os.fspath(path)} is too large for a record; a record has at most {MOST_BYTES} bytes"
        raise worded(BadRecord(message), "record.large_file", file=os.fspath(path), most=MOST_BYTES)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        strange = BadRecord("the file is not UTF-8 text", data.count(b"\n", 0, error.start) + 1)
        raise worded(strange, "record.not_text") from error
    return Record.read(text)


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Write a file that atomically replaces another; if it is private, nobody but its owner may ever read it.

    A reader sees the old file or the whole new one, never half of one, even after a crash.
    """
    draft = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write the record to this file, atomically."""
    try:
        with replacing(Path(path)) as file:
            file.write(record.text().encode())
    except OSError as error:
        raise noted(
            BadRecord(f"cannot write {os.fspath(path)}: {error.strerror}"),
            "unwritten",
            file=os.fspath(path),
            reason=str(error.strerror),
        ) from error
