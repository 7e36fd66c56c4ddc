"""The application: what handlers share, and the warm-up for tables that are shown."""

import asyncio
from contextlib import suppress

from knobel.app.bots import BotRunner
from knobel.app.ports import Jobs, Ports
from knobel.core.errors import KnobelError, with_text
from knobel.core.game import AnyGame
from knobel.tables.changes import change_json
from knobel.tables.errors import NotAllowed, NotReady
from knobel.tables.seats import may_watch, seated
from knobel.tables.table import Table
from knobel.tables.view import record_text, view_json

LONG = 200
"""Records with more entries than this are written without holding up others."""


class App:
    """The application over its ports."""

    def __init__(self, ports: Ports, pace: float = 0.0) -> None:
        self.tables, self.jobs, self.presence = ports.tables, ports.jobs, ports.presence
        self.clock, self.edition, self.results = ports.clock, ports.edition, ports.results
        self.bots = BotRunner(ports.tables, ports.bot_jobs or ports.jobs, ports.clock, pace)
        self.warm_up = WarmUp(ports.jobs)
        ports.tables.on_change = self.bots.wake

    async def close(self) -> None:
        """Stop bots and warm-ups; the bots go on playing after the next start."""
        await self.bots.close()
        await self.warm_up.close()

    def show(self, table: Table) -> None:
        """Somebody looks at a table: wake its bots, and warm up for what may be asked soon."""
        self.bots.wake(table)
        self.warm_up.expect(table)

    def view(self, table: Table, key: str) -> bytes:
        """The view of a table as JSON."""
        return view_json(table, key, *self.presence.of(table))

    def change(self, table: Table, key: str, since: int) -> bytes | None:
        """The change of a view since this number as JSON; None if it is not known."""
        return change_json(table, key, since, *self.presence.of(table))

    async def watched(self, name: str, key: str) -> Table:
        """A table that the key may see."""
        table = await self.tables.load(name, key)
        may_watch(table, key)
        return table

    async def seated(self, name: str, key: str) -> tuple[Table, tuple[int, ...]]:
        """A table at which the key sits, and its seats."""
        table = await self.tables.load(name, key)
        return table, seated(table, key)

    async def record(self, table: Table) -> str:
        """The record of a table."""
        return record_text(table) if table.seq <= LONG else await self.jobs.briefly(record_text, table)

    async def prepare(self, game: str) -> None:
        """Make sure that the judge of a game has its values, or raise an error that says what to do."""
        if not await self.jobs.prepare(game):
            raise with_text(
                NotReady("the coach's data must be downloaded once; try again when you are online"), "device.values"
            )


class WarmUp:
    """Loads coach and bots of a game in the background as soon as a table of it is shown, one game after the other.

    A warm-up that fails does not stop the next.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._games: set[AnyGame] = set()
        self._tasks: set[asyncio.Future[None]] = set()
        self._lock = asyncio.Lock()
        """Held by the warm-up in progress; the others wait in the order in which they were expected."""

    def expect(self, table: Table) -> None:
        """Warm up for the game of this table, since somebody may ask the coach soon, or a bot may have to decide."""
        if not (table.setup.coach or any(table.levels)) or table.over or table.game in self._games:
            return
        if self._jobs.may_warm_up(table):
            self._games.add(table.game)
            task = asyncio.ensure_future(self._warm_up(table.game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _warm_up(self, game: AnyGame) -> None:
        # Without the warm-up, or where values cannot be fetched, the first answer takes longer or says what is missing.
        async with self._lock:
            with suppress(KnobelError):
                await self._jobs.warm_up(game)

    async def idle(self) -> None:
        """Wait until all warm-ups are done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Cancel the warm-ups."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def server_only() -> NotAllowed:
    """The error for everything that needs a server."""
    return with_text(NotAllowed("this needs a server; everything here runs on this device only"), "device.server")
