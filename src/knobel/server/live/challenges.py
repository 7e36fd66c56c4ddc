"""Challenges: links to the dice of a game that is over, tables that play them, and comparisons."""

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from hmac import compare_digest
from typing import Any

from knobel.answers import advice as jobs
from knobel.answers.tables import challenged
from knobel.server.live.openings import Openings
from knobel.server.live.pool import Asker, Pool
from knobel.server.live.table_cache import TableCache, TableWriter
from knobel.tables import challenge
from knobel.tables.errors import Denied, NoTable, NotAllowed, NotReady
from knobel.tables.keys import hashed
from knobel.tables.open import Opened, opened
from knobel.tables.seats import seated, seats_of
from knobel.tables.table import Table
from knobel.tables.view import record_text


class Challenges:
    """The challenges of all tables. Whoever has a ticket may play; whoever has played may compare."""

    def __init__(
        self, cache: TableCache, writer: TableWriter, openings: Openings, pool: Pool, clock: Callable[[], int]
    ) -> None:
        self._cache, self._writer, self._openings, self._pool, self._clock = cache, writer, openings, pool, clock

    async def dare(self, table: str, key: str) -> str:
        """The ticket of a challenge with the dice of one's own seat."""

        def act(draft: Table) -> str:
            return challenge.dare(draft, seated(draft, key)[0], key, self._clock())

        return await self._writer.change(table, key, act)

    async def look(self, table: str, key: str, ticket: str, language: str) -> dict[str, Any]:
        """A challenge as shown to somebody who has its ticket, or has taken it up."""
        asked, seat, _ = await self._seen(table, key, ticket)
        taken = [(one, bool(seats_of(one, key))) async for one in self._taken(asked, seat, key)]
        return challenged(asked, seat, taken, own=_own(asked, key), language=language)

    async def play(self, table: str, key: str, ticket: str, name: str | None) -> Opened:
        """Open a table at which somebody plays the dice of a challenge, one for each key."""
        asked, seat, mine = await self._seen(table, key, ticket)
        if mine:
            return opened(mine.setup, key, seats_of(mine, key))
        if _knows(asked, key):
            raise NotAllowed("you know these dice; a challenge is for others")
        wanted = challenge.same_dice(asked, seat, name)
        made = await self._openings.open(wanted, key, f"dare {table}")
        await self._writer.change(table, "", lambda draft: challenge.take_up(draft, seat, made.table, self._clock()))
        return made

    async def compare(
        self, table: str, key: str, ticket: str, other: str, asker: Asker | None = None
    ) -> dict[str, Any]:
        """A comparison of two games of a challenge, for those who can learn no dice from it any more."""
        asked, seat, mine = await self._seen(table, key, ticket)
        if not _own(asked, key) and not (mine and mine.over):
            raise NotReady("play these dice to the end first; then you see what others made of them")
        if other not in asked.dares.taken:
            raise NoTable(f"no table {other[:40]!a} has taken up this challenge")
        played = await self._cache.load(other)
        if not played.over:
            raise NotReady("this game is not over yet")
        return await self._pool.run(jobs.compared, record_text(asked), record_text(played), seat, asker=asker)

    async def _seen(self, table: str, key: str, ticket: str) -> tuple[Table, int, Table | None]:
        """The original game, the seat whose dice are played again, and the table where this key plays them, if any."""
        asked = await self._cache.load(table, key)
        for name, seat in asked.dares.taken.items():
            with suppress(NoTable):
                mine = await self._cache.load(name, key)
                if seats_of(mine, key):
                    return asked, seat, mine
        own = seats_of(asked, key)
        if own and asked.dares.tickets:
            return asked, own[0], None
        return asked, challenge.dared_seat(asked, ticket), None

    async def _taken(self, asked: Table, seat: int, key: str) -> AsyncIterator[Table]:
        """The tables that play the dice of this seat."""
        for name, played in asked.dares.taken.items():
            if played == seat:
                with suppress(NoTable, Denied):
                    yield await self._cache.load(name, key)


def _own(table: Table, key: str) -> bool:
    """Whether the key sat at the table."""
    return bool(seats_of(table, key))


def _knows(table: Table, key: str) -> bool:
    """Whether the key sat at the table or watched, and so has seen the dice."""
    mark = hashed(key)
    return any(compare_digest(mark, one.hashed) for one in table.seat_keys if not one.ticket)
