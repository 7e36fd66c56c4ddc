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
"""Milliseconds of a day."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as its host sees it, without its dice and keys."""

    table: str
    game: str
    names: tuple[str, ...]
    state: Literal["waiting", "running", "over"]
    people: int
    """How many people sit there, and have not left."""
    keys: int
    """How many keys open a seat."""
    entries: int
    """How long its log is."""
    created: int
    updated: int
    """When something last happened there, in milliseconds since 1970."""

    @property
    def abandoned(self) -> bool:
        """The game is not over, and nobody is there to go on with it."""
        return self.state != "over" and not self.people

    def plain(self) -> dict[str, Any]:
        """The table for programs."""
        return {**asdict(self), "names": list(self.names)}


async def table_info(store: Store, table: str) -> TableInfo:
    """One table."""
    created, updated = await store.times(table)
    return await _info(store, table, created, updated)


async def list_tables(
    store: Store, before: int | None = None, after: int | None = None, limit: int | None = None
) -> AsyncIterator[TableInfo]:
    """All tables, or those at which something last happened in a span of time; the newest first."""
    for table, created, updated in await store.listed(before, after, limit):
        try:
            yield await _info(store, table, created, updated)
        except NoTable:
            # It was deleted in the meantime.
            continue


async def prune(
    store: Store, before: int, after: int | None = None, *, finished: bool = False, really: bool = True
) -> AsyncIterator[TableInfo]:
    """Delete all abandoned tables, and finished ones too if wanted, at which nothing has happened since a time."""
    async for info in list_tables(store, before, after):
        wanted = info.abandoned or (finished and info.state == "over")
        # Somebody may have come back since.
        if wanted and (not really or await store.erase(info.table, lambda _: True, head=info.entries)):
            yield info


async def _info(store: Store, table: str, created: int, updated: int) -> TableInfo:
    setup = await store.setup(table)
    log, seat_keys = await store.read(table)
    # To replay a long log takes a while; nobody else shall wait for it.
    found = await asyncio.to_thread(Table(setup, seat_keys).read, log)
    return TableInfo(
        table=table,
        game=setup.game,
        names=found.names,
        state="over" if found.over else "running" if found.started else "waiting",
        people=sum(seat.present for seat in found.seats),
        keys=len({one.hashed for one in seat_keys if not one.ticket}),
        entries=found.seq,
        created=created,
        updated=updated,
    )


class Housekeeper:
    """Deletes abandoned tables, and results on boards, that are older than so many days, once a day; 0 means never."""

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
        """All tables at which something last happened before then were looked at."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        if self._keep:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def tidy(self) -> int:
        """Delete what has become too old; how many tables that were."""
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
            # If the database is away, tomorrow is early enough.
            with suppress(KnobelError):
                await self.tidy()
            await asyncio.sleep(DAY / 1000)
