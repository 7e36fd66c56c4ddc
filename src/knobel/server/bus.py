"""The bus: wakes those who wait for news of a table. It carries no news; these are in the log."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Bus:
    """Bells of this process, table by table."""

    def __init__(self) -> None:
        self._bells: dict[str, set[asyncio.Event]] = {}

    @contextmanager
    def listen(self, table: str) -> Iterator[asyncio.Event]:
        """A bell that rings whenever something happens at a table."""
        bell = asyncio.Event()
        self._bells.setdefault(table, set()).add(bell)
        try:
            yield bell
        finally:
            self._bells[table].discard(bell)
            if not self._bells[table]:
                del self._bells[table]

    def ring(self, table: str) -> None:
        """Something happened at a table."""
        for bell in self._bells.get(table, ()):
            bell.set()

    def __contains__(self, table: str) -> bool:
        return table in self._bells

    @property
    def tables(self) -> list[str]:
        """The tables for which somebody waits."""
        return list(self._bells)


async def heard(bell: asyncio.Event, seconds: float) -> bool:
    """Wait until a bell rings, or for so long; whether it rang."""
    try:
        async with asyncio.timeout(seconds):
            await bell.wait()
    except TimeoutError:
        return False
    bell.clear()
    return True
