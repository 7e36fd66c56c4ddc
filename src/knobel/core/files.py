"""Atomic file writes, and reading and writing record files."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from errno import EACCES, EEXIST, EISDIR, ENOENT, ENOTDIR, EPERM
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
        raise unread(path, error, BadRecord, folder="file.no_record") from error
    if len(data) > MOST_BYTES:
        message = f"{os.fspath(path)} is too large for a record; a record has at most {MOST_BYTES} bytes"
        raise with_text(BadRecord(message), "record.large_file", file=os.fspath(path), most=MOST_BYTES)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        strange = BadRecord("the file is not UTF-8 text", data.count(b"\n", 0, error.start) + 1)
        raise with_text(strange, "record.not_text") from error
    return Record.read(normalised(text))


def unread(
    path: str | os.PathLike[str],
    error: OSError,
    kind: type[KnobelError] = BadSetup,
    *,
    folder: str = "file.folder",
) -> KnobelError:
    """The error that this file cannot be read; `folder` is the key of the reason why it is none."""
    message = kind(f"cannot read {os.fspath(path)}: {error.strerror}")
    reason = _reason(error, {ENOENT: "file.missing", EISDIR: folder})
    return with_text(message, "record.unread", file=os.fspath(path), reason=reason)


def unusable(error: OSError) -> KnobelError:
    """The error that a file cannot be used, where nobody has said for what."""
    path = os.fsdecode(error.filename)
    message = BadSetup(f"cannot use {path}: {error.strerror}")
    words = {ENOENT: "file.missing", EISDIR: "file.folder", ENOTDIR: "file.file", EEXIST: "file.file"}
    return with_technical_text(message, "unusable", file=path, reason=_reason(error, words))


def check_writable(path: Path, *, makes_folder: bool = False) -> None:
    """Raise an error if no file can be there, before there is something to lose."""
    folder = next(above for above in path.parents if above.exists()) if makes_folder else path.parent
    kind = EISDIR if path.is_dir() else 0 if folder.is_dir() else ENOTDIR if folder.exists() else ENOENT
    if kind:
        raise unwritten(path, OSError(kind, os.strerror(kind)))


def _reason(error: OSError, words: Mapping[int, str]) -> Words | str:
    """The reason of an error of the system in our words, or in its own."""
    key = {EACCES: "file.denied", EPERM: "file.denied", **words}.get(error.errno or 0)
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
