"""Advice of the coach and the explorer, computed as jobs in worker processes that may take long."""

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
    """How somebody asks the coach: in a language, by the usual objective unless said, and about one seat or all."""

    language: str
    objective: str | None = None
    seat: int | None = None


class Advice:
    """What the coach says about tables, records and positions."""

    def __init__(self, cache: TableCache, pool: Pool) -> None:
        self._cache, self._pool = cache, pool
        self._warm_up = WarmUp(pool)

    def expect(self, table: Table) -> None:
        """Warm up for the game of this table, since somebody may ask the coach there soon."""
        self._warm_up.expect(table)

    async def close(self) -> None:
        """Stop warming up; the owner of the workers closes them."""
        await self._warm_up.close()

    async def hints(self, table: str, key: str, asked: Question, asker: Asker | None = None) -> list[dict[str, Any]]:
        """What the coach says to those who have to decide, or to one of them."""
        found = await self._cache.watched(table, key)
        if not found.setup.coach:
            raise NotAllowed("at this table nobody asks the coach; a review is there when the game is over")
        return await self._about(jobs.hints_for, found, asked, asker)

    async def review(self, table: str, key: str, asked: Question, asker: Asker | None = None) -> dict[str, Any]:
        """What luck brought and decisions gave away."""
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
        """What became of the game of a day."""
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
        """Any position that a record leads to."""
        return await self._pool.run(jobs.study, record, asked.language, hint, review, asked.objective, asker=asker)

    async def explore(self, asked: ExploreRequest, asker: Asker | None = None) -> dict[str, Any]:
        """Any position that can be set up by hand."""
        return await self._pool.run(jobs.explored, asked, asker=asker)

    async def _about(self, job: Callable[..., T], table: Table, asked: Question, asker: Asker | None) -> T:
        """What a job says about the game of a table."""
        return await self._pool.run(job, record_text(table), asked.seat, asked.language, asked.objective, asker=asker)
