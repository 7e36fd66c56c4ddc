"""Atomic file writes, and reading and writing record files."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from errno import EEXIST, EISDIR, ENOENT, ENOTDIR
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from knobel.core.errors import BadRecord, BadSetup, KnobelError, Words, with_technical_text, with_text
from knobel.core.record import MOST_BYTES, Record, normalised


def data_folder() -> Path:
    """The folder where a person's games, tables and databases are kept by default."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "knobel"


def load(path: str | os.PathLike[str]) -> Record:
    """Read the record in this file."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        unread = BadRecord(f"cannot read {os.fspath(path)}: {error.strerror}")
        reason = _reason(error, {ENOENT: "file.missing", EISDIR: "file.no_record"})
        raise with_text(unread, "record.unread", file=os.fspath(path), reason=reason) from error
    if len(data) > MOST_BYTES:
        message = f"{os.fspath(path)} is too large for a record; a record has at most {MOST_BYTES} bytes"
        raise with_text(BadRecord(message), "record.large_file", file=os.fspath(path), most=MOST_BYTES)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        strange = BadRecord("the file is not UTF-8 text", data.count(b"\n", 0, error.start) + 1)
        raise with_text(strange, "record.not_text") from error
    return Record.read(normalised(text))


def _reason(error: OSError, words: Mapping[int, str]) -> Words | str:
    """The reason of an error of the system in our words, or in its own."""
    key = words.get(error.errno or 0)
    return Words(key) if key else str(error.strerror)


def unwritten(path: str | os.PathLike[str], error: OSError, kind: type[KnobelError] = BadSetup) -> KnobelError:
    """The error that this file cannot be written."""
    words = {ENOENT: "file.no_folder", EISDIR: "file.folder", ENOTDIR: "file.file", EEXIST: "file.file"}
    message = kind(f"cannot write {os.fspath(path)}: {error.strerror}")
    return with_technical_text(message, "unwritten", file=os.fspath(path), reason=_reason(error, words))


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
        raise unwritten(path, error, BadRecord) from error
