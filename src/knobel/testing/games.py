"""Games that exist for the length of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from knobel.core.registry import Registered, register, unregister


@contextmanager
def registered(spec: Registered) -> Iterator[None]:
    """The game is registered inside the block, and only there."""
    register(spec)
    try:
        yield
    finally:
        unregister(spec.key)
