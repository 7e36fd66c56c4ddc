"""Files of learned weights of Kriss Kross: weights quantised to integers, and how they were learned.

Weights are multiples of 1/1024, so sums of them are exact in single precision: in any order, plain or compiled.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadTable
from knobel.games.krisskross import SPEC
from knobel.games.krisskross.solve.features import frame
from knobel.solve.tables import writing

UNIT = 1 / 1024


class Weights(NamedTuple):
    """The learned weights, in points."""

    windows: NDArray[np.float32]
    lines: NDArray[np.float32]
    """Kinds x stages x patterns."""


def first_weights(advanced: bool) -> Weights:
    """The initial weights: a grid is worth its points so far."""
    made = frame(advanced)
    lines = np.zeros(made.line_shape, np.float32)
    for kind, points in enumerate(made.points):
        lines[kind][:, made.patterns] = points
    return Weights(np.zeros(made.size, np.float32), lines)


def weights_path(advanced: bool) -> Path:
    """The path of the shipped weights."""
    return SPEC.data(f"{'advanced' if advanced else 'basic'}.npz")


def rounded(weights: Weights) -> Weights:
    """The weights quantised as in a file."""
    return Weights(*(_whole(values).astype(np.float32) * np.float32(UNIT) for values in weights))


def _whole(values: NDArray[np.float32]) -> NDArray[np.int16]:
    limits = np.iinfo(np.int16)
    return np.asarray(np.clip(np.rint(values / UNIT), limits.min, limits.max), np.int16)


def save_weights(path: Path, weights: Weights, facts: Mapping[str, Any]) -> None:
    """Store weights, with the parameters of their training; the file is replaced atomically."""
    save_arrays(path, {**facts, "windows": _whole(weights.windows), "lines": _whole(weights.lines)}, small=True)


def save_arrays(path: Path, arrays: Mapping[str, Any], *, small: bool = False) -> None:
    """Write a file of arrays atomically, compressed if `small`."""
    with writing(path) as file:
        (np.savez_compressed if small else np.savez)(file, **arrays)


def load_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read the arrays in a file."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return dict(file)
    except FileNotFoundError as error:
        raise BadTable(f"there is no file {path}; knobel train krisskross makes one") from error
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise BadTable(f"cannot read {path}: {error}") from error


def load_weights(advanced: bool, path: Path) -> Weights:
    """Read the weights in a file."""
    arrays, blank = load_arrays(path), first_weights(advanced)
    for name in Weights._fields:
        if name not in arrays or arrays[name].dtype != np.int16 or arrays[name].shape != getattr(blank, name).shape:
            variant = "advanced" if advanced else "basic"
            raise BadTable(f"{path} does not hold weights of the {variant} game; knobel train krisskross makes them")
    return Weights(*(arrays[name].astype(np.float32) * np.float32(UNIT) for name in Weights._fields))


@cache
def shipped_weights(advanced: bool) -> Weights:
    """The shipped weights, cached."""
    return load_weights(advanced, weights_path(advanced))
