"""Housekeeping: lists the tables of a database, and deletes abandoned ones."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Literal

from knobel.core.errors import KnobelError
from knobel.server.storage.boards import BoardStore
from knobel.server.storage.store import Store
from knobel.tables.errors import NoTable
from knobel.tables.table import Table

DAY = 24 * 3600 * 1000
"""Milliseconds in a day."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as the operator sees it, without its dice and keys."""

    table: str
    game: str
    names: tuple[str, ...]
    state: Literal["waiting", "running", "over"]
    people: int
    """The number of people who sit at the table and have not left."""
    keys: int
    """The number of keys that open a seat."""
    entries: int
    """The number of log entries."""
    created: int
    updated: int
    """The time of the last log entry, in milliseconds since 1970."""

    @property
    def abandoned(self) -> bool:
        """Whether the game is not over, and nobody is left to go on with it."""
        return self.state != "over" and not self.people

    def as_dict(self) -> dict[str, Any]:
        """The table as a dictionary for JSON."""
        return {**asdict(self), "names": list(self.names)}


async def table_info(store: Store, table: str) -> TableInfo:
    """Information about one table."""
    created, updated = await store.times(table)
    return await _info(store, table, created, updated)


async def list_tables(
    store: Store, before: int | None = None, after: int | None = None, limit: int | None = None
) -> AsyncIterator[TableInfo]:
    """All tables, or those whose last log entry is in a span of time; newest first."""
    for table, created, updated in await store.listed(before, after, limit):
        try:
            yield await _info(store, table, created, updated)
        except NoTable:
            # It was deleted in the meantime.
            continue


async def prune(
    store: Store, before: int, after: int | None = None, *, finished: bool = False, really: bool = True
) -> AsyncIterator[TableInfo]:
    """Delete all abandoned tables, and finished ones if wanted, whose last log entry is older than a time."""
    async for info in list_tables(store, before, after):
        prunable = info.abandoned or (finished and info.state == "over")
        # The number of entries is checked again, since somebody may have come back.
        if prunable and (not really or await store.erase(info.table, lambda _: True, head=info.entries)):
            yield info


async def _info(store: Store, table: str, created: int, updated: int) -> TableInfo:
    setup = await store.setup(table)
    log, seat_keys = await store.read(table)
    # In a thread, since replaying a long log would block the event loop.
    replayed = await asyncio.to_thread(Table(setup, seat_keys).read, log)
    return TableInfo(
        table=table,
        game=setup.game,
        names=replayed.names,
        state="over" if replayed.over else "running" if replayed.started else "waiting",
        people=sum(seat.present for seat in replayed.seats),
        keys=len({one.hashed for one in seat_keys if not one.ticket}),
        entries=replayed.seq,
        created=created,
        updated=updated,
    )


class Housekeeper:
    """Deletes abandoned tables and results older than so many days, once a day; 0 means never."""

    def __init__(
        self,
        store: Store,
        boards: BoardStore,
        days: int,
        clock: Callable[[], int],
        on_erase: Callable[[str], None],
    ) -> None:
        self._store, self._boards, self._keep, self._clock = store, boards, days * DAY, clock
        self._on_erase = on_erase
        self._seen: int | None = None
        """All tables with a last log entry before this time were already checked."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the daily task."""
        if self._keep:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop the daily task."""
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def tidy(self) -> int:
        """Delete everything that is too old; the number of tables deleted."""
        if not self._keep:
            return 0
        until, erased = self._clock() - self._keep, 0
        async for info in prune(self._store, until, self._seen):
            self._on_erase(info.table)
            erased += 1
        await self._boards.prune(until)
        self._seen = until
        return erased

    async def _run(self) -> None:
        while True:
            # If the database cannot be reached, the next day is early enough.
            with suppress(KnobelError):
                await self.tidy()
            await asyncio.sleep(DAY / 1000)
