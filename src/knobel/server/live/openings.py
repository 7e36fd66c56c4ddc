"""Opening tables: new ones, and those of imported records."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from knobel.core.checked import Checked
from knobel.players.bot import level as level_of
from knobel.server.live.pool import Asker, Pool
from knobel.server.live.serial_executor import SerialExecutor
from knobel.server.live.table_cache import TableCache
from knobel.server.storage.store import Store
from knobel.tables import open as opening
from knobel.tables.errors import Denied, NoTable, NotReady
from knobel.tables.keys import check_key, hashed, new_table
from knobel.tables.open import NewTable, Opened
from knobel.tables.seats import seats_of
from knobel.tables.setup import Opening
from knobel.tables.table import Table
from knobel.tables.view import record_text


class Openings:
    """Opens tables, each only once for the same idempotency key."""

    def __init__(
        self, store: Store, cache: TableCache, serial: SerialExecutor, pool: Pool, clock: Callable[[], int]
    ) -> None:
        self._store, self._cache, self._serial, self._pool, self._clock = store, cache, serial, pool, clock

    async def open(self, wanted: NewTable, key: str, again: str | None = None) -> Opened:
        """Open a table; the same idempotency key `again` returns the same table."""
        bots = [replace(one, level=level_of(one.level).key) if one.kind == "bot" else one for one in wanted.seats]
        made = opening.new(replace(wanted, seats=bots), check_key(key), again, self._clock())
        return await self._open(made, key)

    async def import_record(
        self,
        text: str,
        key: str,
        again: str | None = None,
        mine: Sequence[int] = (),
        asker: Asker | None = None,
    ) -> Opened:
        """Open a table with the game of a record; everybody who wants to play on takes a seat."""
        check_key(key)
        if again and (asked := await self._store.asked(table := new_table(key, again))):
            # A repeated request is answered without parsing the record again.
            opening.check_same(asked, opening.import_request(text))
            return await self._there(table, key)
        # A hostile record may take seconds to parse. A thread would compete with the event loop for the GIL.
        made = await self._pool.run(opening.imported, text, key, again, self._clock(), mine, asker=asker)
        there = await self._same_game(text, made.setup.dice, key)
        return opening.opened(there.setup, key, seats_of(there, key)) if there else await self._open(made, key)

    async def _open(self, made: Opening, key: str) -> Opened:
        """Store a new table, or return the one that the same request opened before."""
        if await self._store.open(made):
            return opening.opened(made.setup, key, tuple(one.seat for one in made.seat_keys if one.seat >= 0))
        opening.check_same(await self._store.asked(made.setup.table), made.asked)
        return await self._there(made.setup.table, key)

    async def _there(self, table: str, key: str) -> Opened:
        """The response for a table that was opened before."""
        found = await self._cache.load(table, key)
        return opening.opened(found.setup, key, seats_of(found, key))

    async def _same_game(self, text: str, dice: str, key: str) -> Table | None:
        """A table of this key with exactly this record, imported before or played here."""
        played = Checked.read(dice)
        imported = await self._store.imported(hashed(key), opening.fingerprint(text))
        for name in [*imported, *([played.table] if played else [])]:
            with suppress(NoTable, Denied, NotReady):
                found = await self._cache.watched(name, key)
                if await self._serial.run(record_text, found) == text:
                    return found
        return None
