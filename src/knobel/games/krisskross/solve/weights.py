"""Files of learned weights of Kriss Kross: weights quantised to integers, and how they were learned.

Weights are multiples of 1/1024, so sums of them are exact in single precision, in any order.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadTable
from knobel.games.krisskross import SPEC
from knobel.games.krisskross.solve.features import frame

UNIT = 1 / 1024


class Weights(NamedTuple):
    """The learned weights, in points."""

    windows: NDArray[np.float32]
    lines: NDArray[np.float32]
    """Kinds x stages x patterns."""


def weights_path(advanced: bool) -> Path:
    """The path of the shipped weights."""
    return SPEC.data(f"{'advanced' if advanced else 'basic'}.npz")


def load_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read the arrays in a file."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return dict(file)
    except FileNotFoundError as error:
        raise BadTable(f"there is no file {path}; make it with knobel train krisskross") from error
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise BadTable(f"cannot read {path}: {error}") from error


def load_weights(advanced: bool, path: Path) -> Weights:
    """Read the weights in a file."""
    arrays, layout = load_arrays(path), frame(advanced)
    for name, shape in {"windows": (layout.size,), "lines": layout.line_shape}.items():
        if name not in arrays or arrays[name].dtype != np.int16 or arrays[name].shape != shape:
            variant = "advanced" if advanced else "basic"
            raise BadTable(
                f"{path} does not hold weights of the {variant} game; make them with knobel train krisskross"
            )
    return Weights(*(arrays[name].astype(np.float32) * np.float32(UNIT) for name in Weights._fields))


@cache
def shipped_weights(advanced: bool) -> Weights:
    """The shipped weights, cached."""
    return load_weights(advanced, weights_path(advanced))
