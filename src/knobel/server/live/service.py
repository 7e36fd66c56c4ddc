"""The service of a server: the application over a database, and what keeps it running."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from knobel.app.application import App
from knobel.app.ports import Edition, Ports
from knobel.server.live.boards import Boards
from knobel.server.live.dice_report import DiceReports
from knobel.server.live.following import Followers
from knobel.server.live.housekeeping import Housekeeper
from knobel.server.live.pool import Pool, PoolJobs
from knobel.server.live.presence import LINGER, Presence
from knobel.server.live.readiness import Readiness
from knobel.server.live.signals import Refresher, TableSignals
from knobel.server.live.sql_tables import SqlTables
from knobel.server.live.table_cache import TableCache
from knobel.server.storage.boards import BoardStore
from knobel.server.storage.database import Database
from knobel.server.storage.store import Store

if TYPE_CHECKING:
    from knobel.server.storage.postgres import PostgresNotifier


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _notifier(database: Database, refresher: Refresher, presence: Presence) -> "PostgresNotifier":
    """The notifier for PostgreSQL; imported here, since SQLite needs no driver for it."""
    from knobel.server.storage.postgres import PostgresNotifier

    return PostgresNotifier(
        database.url, database.origin, refresher.concerns, refresher.changed, refresher.poll, presence
    )


class Service:
    """The tables of one database. Any number of services may share it; none holds state that the others need."""

    def __init__(
        self,
        url: str,
        *,
        pool: Callable[[], Pool] = Pool,
        clock: Callable[[], int] = now,
        poll: float | None = None,
        pace: float = 0.0,
        linger: float = LINGER,
        retention: int = 0,
        boards: bool = True,
    ) -> None:
        self.store = Store(url)
        results = BoardStore(self.store.database)
        self.signals = TableSignals()
        self.jobs, self._bot_jobs = PoolJobs(pool()), PoolJobs(pool())
        self.cache = TableCache(self.store, self.signals.send)
        self._dice = DiceReports(self.store, self.jobs.pool, clock)
        self.housekeeper = Housekeeper(self.store, results, retention, clock, self._erased)
        self.boards = Boards(results, self.cache, self.jobs.pool, clock)
        database = self.store.database
        # With a notifier, polling only catches lost notifications.
        self._poll = poll or (15.0 if database.postgres else 1.0)
        self._refresher = Refresher(self.store, self.cache, self.signals, self._poll)
        self.presence = Presence(self.signals.send, clock, linger)
        tables = SqlTables(self.store, results, self.cache, clock, self._erased)
        self.app = App(
            Ports(
                tables=tables,
                jobs=self.jobs,
                presence=self.presence,
                clock=clock,
                edition=Edition(sealed=True, reachable=True, boards=boards),
                results=self.boards,
                bot_jobs=self._bot_jobs,
            ),
            pace,
        )
        self.followers = Followers(self.app, self.cache, self.signals, self.presence)
        self.notifier = _notifier(database, self._refresher, self.presence) if database.postgres else None
        if self.notifier:
            self.presence.announce = self.notifier.wake
        self._readiness = Readiness(self.store.ready)
        self._starting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Migrate the database, and start listening and polling."""
        await self.store.start()
        self._refresher.start()
        if self.notifier:
            self.notifier.start()
        self.housekeeper.start()
        self._readiness.started()

    async def start_when_possible(self) -> None:
        """Start now, or as soon as the database can be reached; until then, requests are refused."""
        if not await self._readiness.try_to(self.start):
            self._starting = asyncio.create_task(self._readiness.insist_to(self.start))

    async def close(self) -> None:
        """Stop; everything that was answered is stored."""
        if self._starting:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        self.presence.close()
        await self.housekeeper.close()
        await self.app.close()
        await self._dice.close()
        await asyncio.gather(self.jobs.close(), self._bot_jobs.close())
        if self.notifier:
            await self.notifier.close()
        await self._refresher.close()
        await self.store.close()

    async def ready(self) -> None:
        """Raise an error if the database cannot be written to."""
        await self._readiness.check()

    def check_started(self) -> None:
        """Refuse requests until the database was reached once."""
        self._readiness.check_started()

    async def public_info(self, name: str) -> tuple[str, bool]:
        """What anybody who knows the name of a table may know: the game, and whether it is shared."""
        self.check_started()
        table = await self.app.tables.load(name)
        return table.setup.game, table.admission.public

    async def dice_report(self) -> dict[str, Any]:
        """Statistics of the server's dice at the newest tables, with chi-square tests."""
        return await self._dice.newest()

    def _erased(self, name: str) -> None:
        """Evict a deleted table, and notify followers and other workers."""
        self.cache.evict(name)
        self.signals.send(name)
        if self.notifier:
            self.notifier.erased(name)
