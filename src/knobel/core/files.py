"""Records in files: read with care, written whole or not at all."""

import os
from pathlib import Path

from knobel.core.errors import BadRecord
from knobel.core.record import MOST_BYTES, Record


def load(path: str | os.PathLike[str]) -> Record:
    """The record in this file."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadRecord(f"cannot read {os.fspath(path)}: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise BadRecord(f"{os.fspath(path)} is too large for a record; a record has at most {MOST_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord("the file is not UTF-8 text", data.count(b"\n", 0, error.start) + 1) from error
    return Record.read(text)


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write the record to this file; a reader sees the old file or the new one, never half of one."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        try:
            with open(draft, "wb") as file:
                file.write(record.text().encode())
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise BadRecord(f"cannot write {target}: {error.strerror}") from error
