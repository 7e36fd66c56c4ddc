"""The application: what handlers share."""

from collections.abc import Callable

from knobel.app.bots import BotRunner
from knobel.app.ports import Ports
from knobel.app.warm_up import WarmUp
from knobel.core.errors import worded
from knobel.tables.changes import change_json
from knobel.tables.errors import NotAllowed, NotReady
from knobel.tables.play import choose_seat
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

    async def each(self, name: str, key: str, seat: int | None, act: Callable[[Table, int], None]) -> int:
        """Call a function for one seat, or for all seats of a key; the number of the last log entry."""

        def each(draft: Table) -> int:
            mine = seated(draft, key)
            for one in mine if seat is None else [choose_seat(mine, seat)]:
                act(draft, one)
            return draft.seq

        return await self.tables.change(name, key, each)

    async def values(self, game: str) -> None:
        """Make sure that the judge of a game has its values, or raise an error that says what to do."""
        if not await self.jobs.prepare(game):
            raise worded(NotReady("the coach of this game is fetched once, which takes a network"), "device.values")


def server_only() -> NotAllowed:
    """The error for everything that needs a server."""
    return worded(NotAllowed("this needs a server; here nobody but this device can be reached"), "device.server")
