"""Files of compact values: the factors and cores of all blocks, and of which table and rules they are."""

import zlib
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache
from json import JSONDecodeError, dumps, loads
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from knobel.solve.compact.values import Block, Compact, Errors, Floats, Tidy
from knobel.solve.tables import BadTable, Identity

FORMAT = 1
ROWS = 500
"""How many rows of a compact table are remembered; they have a few thousand numbers at most."""


def write_compact(path: Path, compact: Compact) -> None:
    """Write compact values to a file."""
    about = {"format": FORMAT, **asdict(compact.identity), **asdict(compact.errors)}
    arrays = {"about": np.array(dumps(about))}
    for number, block in enumerate(compact.blocks):
        arrays |= {f"factor{number}.{axis}": factor for axis, factor in enumerate(block.factors)}
        arrays[f"core{number}"] = block.core
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    except OSError as error:
        raise BadTable(f"cannot write {path}: {error.strerror}") from error


def read_compact(path: Path, rules: str, tidy: Tidy) -> Compact:
    """The compact values in this file, only if they are of these rules (a hash)."""
    try:
        with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
            about = loads(str(file["about"]))
            if about["format"] != FORMAT:
                raise BadTable(f"{path} has format {about['format']}; this Knobel reads format {FORMAT}")
            texts = {name: str(about[name]) for name in ("game", "objective", "rules", "dtype")}
            identity = Identity(**texts, shape=tuple(about["shape"]), starts=tuple(about["starts"]))
            axes = [file[f"core{number}"].ndim for number in range(identity.chunks)]
            blocks = tuple(
                Block(tuple(file[f"factor{number}.{axis}"] for axis in range(axes[number])), file[f"core{number}"])
                for number in range(identity.chunks)
            )
    except FileNotFoundError as error:
        raise BadTable(f"there are no compact values {path}; knobel distil makes them") from error
    except OSError as error:
        raise BadTable(f"cannot read {path}: {error.strerror or 'no compact values of Knobel'}") from error
    except (BadZipFile, zlib.error, JSONDecodeError, KeyError, TypeError, ValueError, EOFError) as error:
        raise BadTable(f"{path} holds no compact values of Knobel, or is damaged: {error}") from error
    if identity.rules != rules:
        raise BadTable(f"{path} was distilled for other rules of {identity.game}; distil it again")
    return Compact(identity, blocks, Errors(about["rms"], about["worst"]), tidy)


def read_rows(path: Path, rules: str, tidy: Tidy) -> Callable[[int], Floats]:
    """The rows of a file of compact values; those that were worked out lately are remembered."""
    return lru_cache(maxsize=ROWS)(read_compact(path, rules, tidy).row)
