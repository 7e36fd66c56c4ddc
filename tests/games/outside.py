"""The games of other packages, for tests of engines in this process."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from knobel.testing import registered
from tests.outside import SOURCES


@contextmanager
def outside_game(name: str) -> Iterator[None]:
    """Register the game of a package that is not installed."""
    folder = str(SOURCES / name / "src")
    if folder not in sys.path:
        sys.path.append(folder)
    with registered(import_module(name).SPEC):
        yield
