"""Await without a timeout what completes immediately, as most request bodies and responses do."""

from collections.abc import Awaitable
from types import CoroutineType
from typing import TypeVar

T = TypeVar("T")


def poll_once(doing: Awaitable[T]) -> tuple[T] | None:
    """The result of an awaitable that completes without waiting, as a tuple; None if it would have to wait."""
    assert isinstance(doing, CoroutineType)
    try:
        doing.send(None)
    except StopIteration as done:
        return (done.value,)
    doing.close()
    return None
