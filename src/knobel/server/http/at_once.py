"""Request bodies and responses without a timer where they complete at once, as most do; timeouts guard the rest."""

from collections.abc import Awaitable, Coroutine
from typing import TypeVar

T = TypeVar("T")


def at_once(doing: Awaitable[T]) -> tuple[T] | None:
    """What comes of receiving or sending something; None if one would have to wait for it, and then nothing is done."""
    assert isinstance(doing, Coroutine)
    try:
        doing.send(None)
    except StopIteration as done:
        return (done.value,)
    doing.close()
    return None
