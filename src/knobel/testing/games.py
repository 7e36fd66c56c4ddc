"""Games that exist for the length of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from knobel.core.registry import Info, register, unregister


@contextmanager
def registered(info: Info) -> Iterator[None]:
    """The game is registered inside the block, and only there."""
    register(info)
    try:
        yield
    finally:
        unregister(info.key)
