"""The data of a player key: listing its tables, exporting and deleting everything stored about it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from knobel.answers.tables import exported
from knobel.server.live.serial_executor import SerialExecutor
from knobel.server.live.table_cache import TableCache, TableWriter
from knobel.server.storage.boards import BoardStore
from knobel.server.storage.store import Store
from knobel.tables import open as opening
from knobel.tables import seats
from knobel.tables.errors import NoTable
from knobel.tables.keys import check_key, hashed
from knobel.tables.seats import seats_of
from knobel.tables.table import Table
from knobel.tables.view import summary


class PlayerData:
    """Lists, exports and deletes the tables and results of a key."""

    def __init__(
        self,
        store: Store,
        boards: BoardStore,
        cache: TableCache,
        writer: TableWriter,
        serial: SerialExecutor,
        clock: Callable[[], int],
        on_erased: Callable[[str], None],
    ) -> None:
        self._store, self._cache, self._writer, self._serial = store, cache, writer, serial
        self._boards, self._clock, self._on_erased = boards, clock, on_erased

    async def tables(self, key: str, limit: int = 20, before: int | None = None) -> list[dict[str, Any]]:
        """The tables of a key, newest first; `before` is the time of the last entry of the last one already listed."""
        return [summary(one, seats_of(one, key), updated) async for one, updated in self._mine(key, limit, before)]

    async def export(self, key: str) -> AsyncGenerator[dict[str, Any], None]:
        """Everything stored about a key: its tables and their records, one at a time."""
        async for table, updated in self._mine(key):
            # In a thread, since writing a long record would block the event loop.
            yield await self._serial.run(exported, table, seats_of(table, key), updated)

    async def handed_in(self, key: str) -> dict[str, list[dict[str, Any]]]:
        """The results that a key has handed in to boards, and the circles that it has made."""
        mark = hashed(check_key(key))
        circles = {one.id: one.name for one in await self._boards.circles_of(mark)}
        results = [
            {name: value for name, value in one.told().items() if name != "id"}
            for one in await self._boards.of_key(mark)
        ]
        return {"results": results, "circles": [{"circle_id": one, "name": name} for one, name in circles.items()]}

    async def forget(self, key: str) -> None:
        """Delete a key: its seats, names and results, and the tables at which nobody else sits."""
        await self._boards.forget(hashed(check_key(key)))
        for name, _ in await self._store.tables_of(hashed(check_key(key))):
            # Others may be deleted at the same time, and the table with them.
            with suppress(NoTable):
                await self._forget_at(name, key)

    async def _mine(
        self, key: str, limit: int | None = None, before: int | None = None
    ) -> AsyncGenerator[tuple[Table, int], None]:
        """The tables of a key with the time of their last entry, newest first."""
        for name, updated in await self._store.tables_of(hashed(check_key(key)), limit, before):
            # It may have been deleted since.
            with suppress(NoTable):
                yield await self._cache.load(name, key), updated

    async def _forget_at(self, name: str, key: str) -> None:
        """Delete a key from one table."""
        # Evicted first, so that all keys and tickets are read again.
        self._cache.evict(name)
        table = await self._cache.load(name, key)
        nobody_else = partial(seats.nobody_else, key=key, opened=opening.links(table, key) is not None)
        erased = await self._store.erase(name, nobody_else)
        if not erased:
            log, _ = await self._store.read(name)
            await self._store.rename(name, seats.blanked(log, seats_of(table, key)))
            await self._writer.change(name, key, lambda draft: seats.forget(draft, key, self._clock()))
            # If several leave at once, the last one deletes the table.
            erased = await self._store.erase(name, nobody_else)
        if erased:
            self._on_erased(name)
        else:
            self._cache.evict(name)
