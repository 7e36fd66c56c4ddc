"""Jobs in a browser: they run at once, since its engine is a worker already."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from knobel.app.jobs import review_of, warming
from knobel.app.ports import Asker
from knobel.core.game import AnyGame
from knobel.library import find
from knobel.tables.table import Table

T = TypeVar("T")

Fetch = Callable[[str], Awaitable[bool]]
"""Fetches the values of a game; False if that is not possible."""
Progress = Callable[[int, int], None]
"""Called with the progress of a review: steps done, and all steps."""

PAUSE = 0.05
"""Seconds between two steps of a warm-up, in which other requests run first."""


class BrowserJobs:
    """Runs jobs at once; the values of a game are fetched when its judge is first asked."""

    def __init__(self, fetch: Fetch, progress: Progress) -> None:
        self._fetch, self._progress = fetch, progress

    async def run(self, function: Callable[..., T], *arguments: Any, asker: Asker | None = None) -> T:  # noqa: ARG002
        """Run a function; a review, which takes longest, says how far it is."""
        reported = {"progress": self._progress} if function is review_of else {}
        return function(*arguments, **reported)

    async def briefly(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function."""
        return function(*arguments)

    async def prepare(self, game: str) -> bool:
        """Fetch the values of a game, if it has a judge."""
        return not find(game).has("judge") or await self._fetch(game)

    def may_warm_up(self, _table: Table) -> bool:
        """Always: nobody else waits."""
        return True

    async def warm_up(self, game: AnyGame) -> None:
        """Load what coach and bots of a game need, in small steps; without values, the next request says so."""
        if await self.prepare(game.key):
            for _ in warming(game):
                await asyncio.sleep(PAUSE)
