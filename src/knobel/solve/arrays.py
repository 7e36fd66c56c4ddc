"""NumPy where it is installed; judges have a fallback in plain Python.

A module that imports from here can be loaded anywhere; only a function that makes arrays needs NumPy, and says so.
"""

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

HAS_NUMPY = find_spec("numpy") is not None
"""Whether NumPy is installed; only back ends are chosen by it."""
IN_BROWSER = sys.platform == "emscripten"
"""Whether Python runs in a browser, where time and memory are scarce."""


class MissingNumpy:
    """Stands in for NumPy in annotations where it is missing; calling it raises an error that says so."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return MissingNumpy(f"{self._name}.{name}")

    def __getitem__(self, _: object) -> "MissingNumpy":
        return self

    def __or__(self, _: object) -> "MissingNumpy":
        return self

    __ror__ = __or__

    def __call__(self, *_: object, **__: object) -> Any:
        raise ModuleNotFoundError(f"{self._name} is needed for this; run pip install numpy", name="numpy")


if TYPE_CHECKING or HAS_NUMPY:
    import numpy as np
    from numpy.typing import NDArray
else:
    np, NDArray = MissingNumpy("numpy"), MissingNumpy("numpy.typing.NDArray")

__all__ = ["HAS_NUMPY", "IN_BROWSER", "NDArray", "np"]
