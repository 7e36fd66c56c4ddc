"""The bridge between a page and the application in its browser: a page sends messages as it would send requests.

Jobs run at once, since the engine of the browser is a worker already.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from knobel.app.application import App
from knobel.app.dispatch import Response, dispatch
from knobel.app.jobs import review_of, warming
from knobel.app.ports import Asker, Clock, Edition, EverybodyOnline, Ports, system_clock
from knobel.app.tables import with_time
from knobel.browser.store import IndexedStore, Store
from knobel.browser.tables import BrowserTables
from knobel.core.game import AnyGame
from knobel.library import find
from knobel.solve.kernel import backend
from knobel.solve.kernel.js import JsKernel
from knobel.tables.keys import check_key
from knobel.tables.seats import may_watch
from knobel.tables.table import Table

T = TypeVar("T")

PACE = 0.7
"""Seconds that a bot takes for a decision."""
Fetch = Callable[[str], Awaitable[bool]]
"""Fetches the values of a game; False if that is not possible."""
Progress = Callable[[int, int], None]
"""Called with the progress of a review: steps done, and all steps."""

PAUSE = 0.05
"""Seconds between two steps of a warm-up, in which other requests run first."""


async def _here(_game: str) -> bool:
    """Pretend to fetch values: all are here already."""
    return True


class Callbacks(NamedTuple):
    """What the application calls in the page."""

    changed: Callable[[str], None] = lambda _table: None
    """Called with the name of every table that has changed here."""
    fetch: Fetch = _here
    """Fetches the values of a game."""
    progress: Progress = lambda _done, _whole: None
    """Called with the progress of a review."""


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


class Bridge:
    """The application over the tables of one browser, for its user."""

    def __init__(
        self,
        store: Store,
        key: str,
        *,
        home: str = "",
        clock: Clock = system_clock,
        pace: float = PACE,
        callbacks: Callbacks | None = None,
    ) -> None:
        self._key, self._home = check_key(key), home
        changed, fetch, progress = callbacks or Callbacks()
        self.tables = BrowserTables(store, key, changed)
        jobs, edition = BrowserJobs(fetch, progress), Edition(sealed=False, reachable=False)
        self.app = App(Ports(self.tables, jobs, EverybodyOnline(), clock, edition), pace)

    async def answer(self, method: str, target: str, body: str | None = None) -> Response:
        """Answer a request as `/api` of a server does."""
        return await dispatch(self.app, method, target, body, key=self._key, home=self._home)

    async def news(self, name: str, after: int) -> str:
        """The events of a table after this number, with the view or the change unless all entries are one's own.

        A JSON list of pairs: the type and the data of an event, as in the stream of a server.
        """
        table = await self.tables.load(name)
        self.app.show(table)
        if after > table.seq:
            return f'[["reset",{self._timed(self.app.view(table, self._key))}]]'
        entries = await self.tables.entries(table, after)
        events = [f'["row",{entry.event_json().decode()}]' for entry in entries]
        if any(entry.seat not in may_watch(table, self._key) for entry in entries):
            change = self.app.change(table, self._key, after)
            kind, data = ("change", change) if change else ("view", self.app.view(table, self._key))
            events.append(f'["{kind}",{self._timed(data)}]')
        return f"[{','.join(events)}]"

    def forget(self, name: str) -> None:
        """Another window has changed a table."""
        self.tables.forget(name)

    def _timed(self, view: bytes) -> str:
        return with_time(view, self.app.clock()).decode()


def start(storage: Any, page: Any, key: str, home: str) -> Bridge:
    """Create the bridge for the owner of this key, with functions of JavaScript.

    `storage` has those of `web/src/device/store.ts`, `page` those of `web/src/device/engine.ts`: `changed` is called
    with every table that has changed, `fetched` with a game whose values are needed, `reviewed` with the progress of a
    review; `kernel` makes the passes of turns.
    """

    async def fetch(game: str) -> bool:
        return bool(await page.fetched(game, str(find(game).data(""))))

    backend.use(JsKernel(page.kernel))
    return Bridge(IndexedStore(storage), key, home=home, callbacks=Callbacks(page.changed, fetch, page.reviewed))
