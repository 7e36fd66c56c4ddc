"""Advice of the coach and the explorer, computed in a pool of worker processes because it may take long."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from knobel.answers import advice as jobs
from knobel.answers.advice import ExploreRequest
from knobel.server.live.pool import Asker, Pool
from knobel.server.live.table_cache import TableCache
from knobel.server.live.warm_up import WarmUp
from knobel.tables.errors import NotAllowed, NotReady
from knobel.tables.table import Table
from knobel.tables.view import record_text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """What the coach is asked: the language, the objective (None for the default), and one seat or all."""

    language: str
    objective: str | None = None
    seat: int | None = None


class Advice:
    """Advice about tables, records and positions."""

    def __init__(self, cache: TableCache, pool: Pool) -> None:
        self._cache, self._pool = cache, pool
        self._warm_up = WarmUp(pool)

    def expect(self, table: Table) -> None:
        """Warm up the coach for the game of this table, since somebody may ask it soon."""
        self._warm_up.expect(table)

    async def close(self) -> None:
        """Cancel warm-ups; the owner of the pool closes it."""
        await self._warm_up.close()

    async def hints(self, table: str, key: str, asked: Question, asker: Asker | None = None) -> list[dict[str, Any]]:
        """Hints of the coach for the seats that have to decide, or for one of them."""
        found = await self._cache.watched(table, key)
        if not found.setup.coach:
            raise NotAllowed("at this table nobody asks the coach; a review is there when the game is over")
        return await self._about(jobs.hints_for, found, asked, asker)

    async def review(self, table: str, key: str, asked: Question, asker: Asker | None = None) -> dict[str, Any]:
        """A review of a game: the luck of the dice, and what the decisions gave away."""
        found = await self._cache.watched(table, key)
        if not found.over and not found.setup.coach:
            raise NotReady("at this table the review comes when the game is over; play it to the end first")
        return await self._about(jobs.review_of, found, asked, asker)

    async def decisive(
        self, table: str, key: str, seat: int | None, asker: Asker | None = None
    ) -> dict[str, Any] | None:
        """The moment that decided a game that is over."""
        found = await self._cache.watched(table, key)
        if not found.over:
            raise NotReady("the game is not over; what decides it is not known yet")
        return await self._pool.run(jobs.decisive_of, record_text(found), seat, asker=asker)

    async def result_of_day(self, table: str, key: str, language: str, asker: Asker | None = None) -> dict[str, Any]:
        """The result of the game of a day."""
        found = await self._cache.watched(table, key)
        if not found.over:
            raise NotReady("the game is not over; play it to its end first")
        return await self._pool.run(jobs.result_of_day, record_text(found), language, asker=asker)

    async def best(
        self, table: str, key: str, seat: int, seconds: float, language: str, asker: Asker | None = None
    ) -> dict[str, Any]:
        """The best that a seat could have made of the dice of a game that is over."""
        found = await self._cache.watched(table, key)
        if not found.over:
            raise NotReady("the game is not over; what was possible is not known yet")
        return await self._pool.run(jobs.best_of, record_text(found), seat, seconds, language, asker=asker)

    async def study(
        self, record: str, asked: Question, *, hint: bool = False, review: bool = False, asker: Asker | None = None
    ) -> dict[str, Any]:
        """The position in which a record ends, with a hint and a review if wanted."""
        return await self._pool.run(jobs.study, record, asked.language, hint, review, asked.objective, asker=asker)

    async def explore(self, asked: ExploreRequest, asker: Asker | None = None) -> dict[str, Any]:
        """A position that was set up by hand, with the value of every choice."""
        return await self._pool.run(jobs.explored, asked, asker=asker)

    async def _about(self, job: Callable[..., T], table: Table, asked: Question, asker: Asker | None) -> T:
        """The result of a job about the game of a table."""
        return await self._pool.run(job, record_text(table), asked.seat, asked.language, asked.objective, asker=asker)
