"""Learned weights before they are shipped: where learning begins, and how they are quantised and stored."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.krisskross.solve.features import frame
from knobel.games.krisskross.solve.weights import UNIT, Weights
from knobel.solve.tables import writing


def first_weights(advanced: bool) -> Weights:
    """The initial weights: a grid is worth its points so far."""
    made = frame(advanced)
    lines = np.zeros(made.line_shape, np.float32)
    for kind, points in enumerate(made.points):
        lines[kind][:, made.patterns] = points
    return Weights(np.zeros(made.size, np.float32), lines)


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
