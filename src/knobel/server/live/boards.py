"""Boards of results of the games of a day, for everybody or for a circle; they show names, never keys."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

from knobel.app import jobs
from knobel.app.ports import Asker
from knobel.app.today.result import BoardEntry, latest_day, practice
from knobel.core.errors import BadSetup, with_text
from knobel.server.live.pool import Pool
from knobel.server.live.table_cache import TableCache
from knobel.server.storage.boards import EVERYBODY, BoardResult, BoardStore, Circle
from knobel.tables.day import day_game, read_day
from knobel.tables.errors import Denied, NotAllowed, NotReady, TooLarge
from knobel.tables.keys import check_key, derived, hashed, new_table
from knobel.tables.seats import clean_name, seats_of
from knobel.tables.table import Table
from knobel.tables.view import record_text

SHOWN = 100
"""How many results of a game a board shows."""
MOST_RESULTS = 1000
"""How many results of a game a board accepts."""
MOST_CIRCLES = 50
"""How many circles a key may make."""
_NOBODY = "-"


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A result that somebody hands in: of a table, or of a record that was played elsewhere."""

    table: str | None
    record: str | None
    name: str
    face: str
    everybody: bool
    """Whether the result appears on the board for everybody."""
    circles: Sequence[str] = field(default=(), repr=False)
    """The tickets of the circles on whose boards the result appears."""


class Boards:
    """All boards of a server."""

    def __init__(self, store: BoardStore, cache: TableCache, pool: Pool, clock: Callable[[], int]) -> None:
        self._store, self._cache, self._pool, self._clock = store, cache, pool, clock

    async def look(self, day: str, ticket: str, key: str | None) -> dict[str, Any]:
        """The board of a day, for everybody or for the circle with this ticket."""
        when = read_day(day).isoformat()
        circle = await self._circle(ticket) if ticket else None
        best = await self._store.best(circle.id if circle else EVERYBODY, when, SHOWN)
        mine = hashed(key) if key else ""
        games = [
            {"game": game, "results": list(_placed(results, mine))}
            for game, results in groupby(best, key=lambda one: one.game)
        ]
        return {"day": when, "circle": circle and circle.name, "games": games}

    async def of_key(self, key: str) -> dict[str, list[dict[str, Any]]]:
        """The results that a key has handed in, and the circles that it has made."""
        mark = hashed(check_key(key))
        circles = [{"circle_id": circle.id, "name": circle.name} for circle in await self._store.circles_of(mark)]
        results = [
            {name: value for name, value in result.as_dict().items() if name != "id"}
            for result in await self._store.of_key(mark)
        ]
        return {"results": results, "circles": circles}

    async def make_circle(self, key: str, name: str, idempotency_key: str) -> tuple[str, Circle]:
        """Create a circle, with a ticket to pass on; the same idempotency key returns the same circle."""
        ticket = derived(check_key(key), f"circle {idempotency_key}")
        there = await self._store.circle(hashed(ticket))
        if there:
            return ticket, there
        if len(await self._store.circles_of(hashed(key))) >= MOST_CIRCLES:
            raise TooLarge(f"you have created {MOST_CIRCLES} circles already; use one of them")
        fresh = Circle(new_table(), hashed(ticket), _cleaned(name), hashed(key), self._clock())
        await self._store.open(fresh)
        return ticket, fresh

    async def hand_in(self, key: str, given: HandedIn, asker: Asker | None = None) -> dict[str, Any]:
        """Store a result on boards. Only the first that a key hands in for a game of a day counts."""
        boards = [*([EVERYBODY] if given.everybody else []), *[(await self._circle(one)).id for one in given.circles]]
        if not boards:
            raise BadSetup("choose who may see it: everybody, or at least one circle")
        name = _cleaned(given.name)
        entry = await self._entry(key, given, asker)
        there = await self._store.of_key(hashed(key), entry.day, entry.game)
        first = there[-1] if there else self._fresh(key, entry, brought=given.table is None)
        missing = [board for board in dict.fromkeys(boards) if board not in {one.circle_id for one in there}]
        for board in missing:
            if await self._store.count(board, entry.day, entry.game) >= MOST_RESULTS:
                raise TooLarge(f"this board is full: it has {MOST_RESULTS} results of this game already")
        shown = [_named(first.on(board), name, given.face) for board in missing]
        # If the same result is sent twice at once, one is stored; the response is then what was stored.
        if shown and not await self._store.add(shown):
            first = (await self._store.of_key(hashed(key), entry.day, entry.game))[-1]
        return {"day": first.day, "game": first.game, "score": first.score}

    async def _entry(self, key: str, given: HandedIn, asker: Asker | None) -> BoardEntry:
        """The result that is handed in, after checking that it counts."""
        if given.table is not None:
            return await self._played_here(key, given.table, asker)
        if given.record is None:
            raise BadSetup("hand in a table or a record")
        entry = await self._pool.run(jobs.board_entry_of, given.record, latest_day(self._clock()), asker=asker)
        dice = day_game(read_day(entry.day), entry.game).dice.hidden().text()
        if await self._store.first_table(hashed(key), entry.game, dice):
            raise _not_first()
        return entry

    async def _played_here(self, key: str, name: str, asker: Asker | None) -> BoardEntry:
        """The result of a table of this server, which needs no checking of its record."""
        table = await self._cache.load(name, key)
        if 0 not in seats_of(table, key):
            raise Denied("you did not play this game; you can only hand in your own results")
        if table.setup.day is None:
            raise with_text(BadSetup("this is not a game of the day; its dice are different"), "today.of_no_day")
        if not table.over:
            raise with_text(NotReady("this game is not over; finish it first"), "today.not_over")
        if table.setup.coach:
            raise practice()
        if await self._store.first_table(hashed(key), table.setup.game, table.setup.dice) != name:
            raise _not_first()
        return await self._of_table(table, key, asker)

    async def _of_table(self, table: Table, key: str, asker: Asker | None) -> BoardEntry:
        """The result of a table; it is computed only once, however many boards show it."""
        assert table.setup.day
        there = await self._store.of_key(hashed(key), table.setup.day, table.setup.game)
        if there:
            one = there[-1]
            return BoardEntry(one.day, one.game, one.score, one.objective, one.luck, one.decisions, one.spread)
        return await self._pool.run(jobs.board_entry_of, record_text(table), latest_day(self._clock()), asker=asker)

    def _fresh(self, key: str, entry: BoardEntry, *, brought: bool) -> BoardResult:
        values = {**asdict(entry), "name": "", "face": "", "brought": brought, "at": self._clock()}
        return BoardResult(id="", circle_id="", hash=hashed(key), **values)

    async def _circle(self, ticket: str) -> Circle:
        circle = await self._store.circle(hashed(ticket))
        if circle is None:
            raise with_text(Denied("there is no such circle here; ask for the link again"), "board.unknown")
        return circle


def _not_first() -> NotAllowed:
    return with_text(NotAllowed("your first try counts; what follows is practice"), "board.first")


def _cleaned(name: str) -> str:
    """A name cleaned for display; empty if nothing of it is visible."""
    shown = clean_name(name, _NOBODY)
    return "" if shown == _NOBODY else shown


def _named(result: BoardResult, name: str, face: str) -> BoardResult:
    """A copy of a result with the name and face of whoever hands it in."""
    return BoardResult(**{**asdict(result), "name": name, "face": face})


def _placed(results: Iterable[BoardResult], mine: str) -> Iterable[dict[str, Any]]:
    """Results sorted by score, with places; equal scores share a place."""
    place, last = 0, None
    columns = ("name", "face", "score", "objective", "luck", "decisions", "spread", "brought")
    for number, one in enumerate(results, 1):
        place, last = (place, last) if one.score == last else (number, one.score)
        yield {"place": place, "you": one.hash == mine, **{name: getattr(one, name) for name in columns}}
