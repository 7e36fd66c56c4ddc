"""The service: everything that can be done with tables, for any front door."""

import asyncio
import random
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from knobel.server import acts, opening, sitting
from knobel.server.acts import Command
from knobel.server.bus import Bus, heard
from knobel.server.errors import Busy, NotReady
from knobel.server.herald import Herald
from knobel.server.opening import Opened, Wish
from knobel.server.store import Store
from knobel.server.table import Table
from knobel.server.thinking import Bots
from knobel.server.tokens import check_token, new_token
from knobel.server.view import record_text, view

T = TypeVar("T")

ATTEMPTS = 40
"""How often a command is tried again because somebody else was first."""
KEPT = 512
"""How many tables a worker remembers; more are read again when they are needed."""
MANY = 200
"""So many rows take long enough to replay that others should not wait for it."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A seat and the token that opens it; nobody can tell the token again."""

    table: str
    seat: int
    token: str = field(repr=False)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Service:
    """The tables of one database. Any number of services may work on it; none holds anything the others need."""

    def __init__(
        self,
        url: str,
        *,
        executor: Executor | None = None,
        clock: Callable[[], int] = now,
        poll: float | None = None,
    ) -> None:
        self.store = Store(url)
        self.bus = Bus()
        self._clock = clock
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._bots = Bots(self._look, self._make, executor)
        database = self.store.database
        self.herald = Herald(database.url, self.bus) if database.postgres else None
        # With a herald, looking without being called is only for calls that were lost.
        self._poll = poll or (15.0 if self.herald else 1.0)

    async def start(self) -> None:
        """Bring the database up to date and begin to listen."""
        await self.store.start()
        if self.herald:
            self.herald.start()

    async def close(self) -> None:
        """Stop; everything that was answered is kept."""
        await self._bots.close()
        if self.herald:
            await self.herald.close()
        await self.store.close()

    async def open(self, wish: Wish) -> Opened:
        """Open a table; who opens it gets the tokens to invite and to watch, and joins like everybody else."""
        opened, made = opening.new(wish, self._clock())
        await self.store.open(made)
        return opened

    async def import_record(self, text: str) -> Opened:
        """Open a table with the game of a record; everybody who wants to play on takes a seat."""
        # A hostile record may take seconds to read; nobody else shall wait for it.
        opened, made = await asyncio.to_thread(opening.imported, text, self._clock())
        await self.store.open(made)
        return opened

    async def join(
        self,
        table: str,
        *,
        invite: str = "",
        token: str | None = None,
        name: str | None = None,
        nonce: str | None = None,
        seat: int | None = None,
    ) -> Ticket:
        """Take a seat. A token of 32 random bytes made by the caller makes it safe to send this twice."""
        mine = new_token() if token is None else check_token(token)
        added = sitting.new_nonce() if nonce is None else nonce

        def act(draft: Table) -> Ticket:
            return Ticket(table, sitting.join(draft, invite, mine, name, added, seat, self._clock()), mine)

        return await self._change(table, act)

    async def command(self, table: str, token: str, command: Command) -> int:
        """Do what a seat wants, once for each key; the number of the event that tells of it."""
        return await self._seated(table, token, lambda draft, seat: acts.act(draft, seat, command, self._clock()).seq)

    async def answer(self, table: str, token: str, *, agree: bool) -> int:
        """Agree or refuse to undo what another seat asks; the number of the event that tells of it."""
        return await self._seated(
            table, token, lambda draft, seat: acts.answer(draft, seat, self._clock(), agree=agree).seq
        )

    async def leave(self, table: str, token: str) -> None:
        """Get up; the table may let a bot play."""
        await self._seated(table, token, lambda draft, seat: sitting.leave(draft, seat, self._clock()))

    async def back(self, table: str, token: str) -> None:
        """Sit down again."""
        await self._seated(table, token, lambda draft, seat: sitting.back(draft, seat, self._clock()))

    async def renew(self, table: str, token: str) -> Ticket:
        """Take the seat to another device: a new token, and the old one is void."""
        fresh = new_token()

        def act(draft: Table, seat: int) -> Ticket:
            sitting.renew(draft, seat, fresh, self._clock())
            return Ticket(table, seat, fresh)

        return await self._seated(table, token, act)

    async def fill(self, table: str, token: str, seat: int, level: str) -> None:
        """Let a bot play at a free seat, or for one who is away; anybody who sits there may ask for it."""
        await self._seated(table, token, lambda draft, _: sitting.fill(draft, seat, level, self._clock()))

    async def rematch(self, table: str, token: str) -> str:
        """Play again: same people, rules and tokens, the next seat starts. The new table, the same for all who ask."""

        def act(draft: Table, seat: int) -> str:
            if draft.next is None:
                if not draft.over:
                    raise NotReady("the game is not over; play it to the end first")
                draft.opening = opening.again(draft, self._clock())
                return draft.add("rematch", draft.opening.setup.table, seat, self._clock()).text
            return draft.next

        return await self._seated(table, token, act)

    async def view(self, table: str, token: str) -> dict[str, Any]:
        """The table as it stands, for one who sits there or watches."""
        found = await self._look(table)
        seat = sitting.may_watch(found, token)
        self._bots.wake(found)
        return view(found, seat)

    async def record(self, table: str, token: str) -> str:
        """The record of the game so far."""
        found = await self._look(table)
        sitting.may_watch(found, token)
        return record_text(found)

    async def events(self, table: str, token: str, after: int = 0) -> list[dict[str, Any]]:
        """Everything that happened after this number."""
        found = await self._look(table)
        sitting.may_watch(found, token)
        self._bots.wake(found)
        if after >= found.seq:
            return []
        rows, _ = await self.store.read(table, max(0, after))
        return [row.event() for row in rows]

    async def follow(self, table: str, token: str, after: int = 0) -> AsyncGenerator[list[dict[str, Any]], None]:
        """Everything that happens after this number, as it happens; an empty list now and then shows it is alive."""
        with self.bus.listen(table) as bell:
            while True:
                news = await self.events(table, token, after)
                after = news[-1]["seq"] if news else after
                yield news
                await heard(bell, self._poll)

    async def _look(self, name: str) -> Table:
        """The table as it stands now, for the caller alone."""
        kept = self._kept.get(name) or Table(await self.store.setup(name))
        rows, tokens = await self.store.read(name, kept.seq)
        if rows:
            fork = kept.fork({})
            kept = await asyncio.to_thread(fork.read, rows) if len(rows) > MANY else fork.read(rows)
        self._keep(kept)
        return kept.fork(tokens)

    def _keep(self, table: Table) -> None:
        """Remember a table that nobody will change any more."""
        name = table.setup.table
        known = self._kept.get(name)
        if known is None or known.seq <= table.seq:
            self._kept[name] = table
        self._kept.move_to_end(name)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _seated(self, table: str, token: str, act: Callable[[Table, int], T]) -> T:
        """Change a table in the name of the seat that a token opens."""
        return await self._change(table, lambda draft: act(draft, sitting.seat_of(draft, token)))

    async def _make(self, table: str, seat: int, move: str, seen: int) -> None:
        """Make the move of a bot."""
        await self._change(table, lambda draft: acts.bot_act(draft, seat, move, seen, self._clock()))

    async def _change(self, name: str, act: Callable[[Table], T]) -> T:
        """Let something happen at a table; if somebody else was first, look again and try again."""
        for attempt in range(ATTEMPTS):
            draft = await self._look(name)
            result = act(draft)
            if not draft.rows:
                return result
            if await self.store.append(name, draft.rows, draft.given, draft.opening):
                self._keep(draft.fork({}))
                self._tell(draft)
                return result
            await asyncio.sleep(random.random() * 0.002 * (attempt + 1))
        raise Busy("too many write at this table at once; send the same command again")

    def _tell(self, table: Table) -> None:
        """Wake all who wait for this."""
        name = table.setup.table
        self.bus.ring(name)
        if self.herald:
            self.herald.call(name)
        self._bots.wake(table)
