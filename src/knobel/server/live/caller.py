"""Who sent the request that is being answered, for work that it causes in passing."""

import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from knobel.app.ports import Asker
from knobel.tables.table import Table

T = TypeVar("T")

LONG_COMMAND = 0.01
"""Seconds from which a command is charged; corrections replay the rest of the game."""

CALLER: ContextVar[Asker | None] = ContextVar("CALLER", default=None)
"""Is charged for brief work and for replaying logs, and has its turn among others; None for the server itself."""


def charged(command: Callable[[Table], T], draft: Table) -> T:
    """Run a command on a draft; if it takes long, it is charged to whoever sent it."""
    began = time.thread_time()
    try:
        return command(draft)
    finally:
        spent, caller = time.thread_time() - began, CALLER.get()
        if caller and spent > LONG_COMMAND:
            caller.charge(spent)
