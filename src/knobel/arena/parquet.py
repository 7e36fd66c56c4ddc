"""Results as Parquet: one row a game, and what was played in the metadata of the file."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from knobel.arena.played import Played
from knobel.core.errors import BadSetup

SCHEMA = pa.schema(
    [
        ("game", pa.string()),
        ("options", pa.string()),
        ("seed", pa.int64()),
        ("dice", pa.string()),
        ("number", pa.int64()),
        ("players", pa.list_(pa.string())),
        ("scores", pa.list_(pa.int32())),
        ("places", pa.list_(pa.int8())),
        ("moves", pa.int32()),
        ("forfeit", pa.int8()),
        ("reason", pa.string()),
        ("version", pa.string()),
    ]
)
"""Lists are by seat; `forfeit` is the seat that gave the game away, or null."""

META = b"knobel"


def write(path: Path, settings: Mapping[str, Any], games: Sequence[Played]) -> None:
    """Write the results; a reader sees the old file or the new one, never half of one."""
    same = {
        "game": settings["game"],
        "options": json.dumps(settings["options"]),
        "seed": settings["seed"],
        "dice": settings["dice"],
    }
    table = pa.Table.from_pylist([same | game.as_json() for game in games], SCHEMA)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        pq.write_table(table.replace_schema_metadata({META: json.dumps(settings)}), draft)
        os.replace(draft, path)
    except OSError as error:
        raise BadSetup(f"cannot write {path}: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def read(path: Path) -> tuple[dict[str, Any], list[Played]]:
    """What was played, and the games."""
    try:
        table = pq.read_table(path)
        settings: dict[str, Any] = json.loads(table.schema.metadata[META])
        return settings, [Played.read(row) for row in table.to_pylist()]
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError) as error:
        raise BadSetup(f"{path} holds no results of an arena: {error}") from error
