"""Who sent the request that is being answered, for work that it causes in passing."""

from contextvars import ContextVar

from knobel.app.ports import Asker

CALLER: ContextVar[Asker | None] = ContextVar("CALLER", default=None)
"""Is charged for brief work and for replaying logs, and has its turn among others; None for the server itself."""
