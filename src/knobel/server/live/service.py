"""The service: everything clients can do with tables, independent of HTTP."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from knobel.core.game import AnyGame
from knobel.players.bot import level as level_of
from knobel.server.live.advice import Advice
from knobel.server.live.boards import Boards
from knobel.server.live.bot_runner import BotRunner
from knobel.server.live.challenges import Challenges
from knobel.server.live.dice_report import DiceReports
from knobel.server.live.following import NOTHING, Followers, News, Update
from knobel.server.live.housekeeping import Housekeeper
from knobel.server.live.openings import Openings
from knobel.server.live.player_data import PlayerData
from knobel.server.live.pool import Asker, Pool
from knobel.server.live.presence import LINGER, Presence
from knobel.server.live.readiness import Readiness
from knobel.server.live.serial_executor import SerialExecutor
from knobel.server.live.table_cache import MANY_ENTRIES, TableCache, TableWriter
from knobel.server.live.wakeups import Refresher, Wakeups
from knobel.server.storage.boards import BoardStore
from knobel.server.storage.database import Database
from knobel.server.storage.store import Store
from knobel.tables import knock, play, reports, seats
from knobel.tables import open as opening
from knobel.tables.correct import CORRECT
from knobel.tables.errors import Denied, NoTable, NotReady, TableError
from knobel.tables.keys import check_key, new_token
from knobel.tables.open import NewTable, Opened
from knobel.tables.pace import Pace
from knobel.tables.play import Command, choose_seat
from knobel.tables.seats import may_watch, seated, seats_of
from knobel.tables.table import Table
from knobel.tables.view import record_text

if TYPE_CHECKING:
    from knobel.server.storage.postgres import PostgresNotifier

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Joined:
    """The seats of somebody who has come to a table; none for one who only watches."""

    seats: tuple[int, ...]
    watching: bool


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
    ) -> None:
        self.store = Store(url)
        kept = BoardStore(self.store.database)
        self.wakeups = Wakeups()
        # Bots have a pool of their own, so that questions to the coach do not delay them.
        self.pool, self._bot_pool = pool(), pool()
        self._clock = clock
        self.cache = TableCache(self.store, self.wakeups.wake)
        self.advice = Advice(self.cache, self.pool)
        self._bots = BotRunner(self.cache.load, self._make, self._bot_pool, pace)
        self._writer = TableWriter(self.store, self.cache, self._bots.wake)
        self._dice = DiceReports(self.store, self.pool, clock)
        self.housekeeper = Housekeeper(self.store, kept, retention, clock, self._erased)
        self._serial = SerialExecutor()
        self._openings = Openings(self.store, self.cache, self._serial, self.pool, clock)
        self.challenges = Challenges(self.cache, self._writer, self._openings, self.pool, clock)
        self.boards = Boards(kept, self.cache, self.pool, clock)
        self.own = PlayerData(self.store, kept, self.cache, self._writer, self._serial, clock, self._erased)
        database = self.store.database
        # With a notifier, polling only catches lost notifications.
        self._poll = poll or (15.0 if database.postgres else 1.0)
        self._refresher = Refresher(self.store, self.cache, self.wakeups, self._poll)
        self.presence = Presence(self.wakeups.wake, clock, linger)
        self._followers = Followers(self.store, self.cache, self.wakeups, self.presence, self._bots.wake)
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
        await self._bots.close()
        await self._dice.close()
        await self.advice.close()
        await asyncio.gather(self.pool.close(), self._bot_pool.close())
        await self._serial.close()
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

    async def open(self, wanted: NewTable, key: str, again: str | None = None) -> Opened:
        """Open a table; the same idempotency key `again` returns the same table."""
        return await self._openings.open(wanted, key, again)

    async def import_record(
        self,
        text: str,
        key: str,
        again: str | None = None,
        mine: Sequence[int] = (),
        asker: Asker | None = None,
    ) -> Opened:
        """Open a table with the game of a record; everybody who wants to play on takes a seat."""
        return await self._openings.import_record(text, key, again, mine, asker)

    async def join(
        self,
        table: str,
        key: str,
        *,
        ticket: str = "",
        name: str | None = None,
        commitment: str | None = None,
        seat: int | None = None,
        watch: bool = False,
    ) -> Joined:
        """Take a seat, or the seats that are kept for this key, or watch; to send this twice is safe."""
        check_key(key)

        def act(draft: Table) -> Joined:
            if watch:
                seats.watch(draft, key, ticket)
            else:
                seats.join(draft, key, ticket, name, commitment, seat, self._clock())
            mine = seats_of(draft, key)
            return Joined(mine, not mine)

        return await self._writer.change(table, key, act)

    async def mine(self, table: str, key: str) -> Joined:
        """The seats of a key, and whether it may watch; neither, but no error, for a stranger."""
        found = await self.cache.load(table, key)
        try:
            mine = may_watch(found, key)
        except Denied:
            return Joined((), watching=False)
        return Joined(mine, not mine)

    async def told_to_all(self, table: str) -> tuple[str, bool]:
        """What anybody who knows the name of a table may know: the game, and whether it is shared."""
        self.check_started()
        found = await self.cache.load(table)
        return found.setup.game, found.admission.public

    async def share(self, table: str, key: str, *, public: bool) -> int:
        """Make a game that is over visible to everybody who has its link, or hide it again; the last log entry."""

        def act(draft: Table) -> int:
            seats.share(draft, seated(draft, key)[0], self._clock(), public=public)
            return draft.seq

        return await self._writer.change(table, key, act)

    async def knock(self, table: str, key: str, ticket: str, seat: int) -> knock.Answer:
        """Ask to be let back in to a seat; asking again returns the answer so far."""
        check_key(key)

        def act(draft: Table) -> knock.Answer:
            return knock.knock(draft, key, ticket, seat, self.presence.of(table).seats, self._clock())

        return await self._writer.change(table, key, act)

    async def answer_knock(self, table: str, key: str, mark: str, *, admit: bool) -> int:
        """Admit somebody who knocks, or refuse; the last log entry."""

        def act(draft: Table) -> int:
            knock.answer_knock(draft, key, mark, self.presence.of(table).seats, self._clock(), admit=admit)
            return draft.seq

        return await self._writer.change(table, key, act)

    async def open_nonce(self, table: str, key: str, nonce: str) -> int:
        """Open the nonce that the seats of this key have committed to; sending it twice is safe. The last log entry."""

        def act(draft: Table) -> int:
            seats.open_nonce(draft, seated(draft, key), nonce, self._clock())
            return draft.seq

        return await self._writer.change(table, key, act)

    async def start_game(self, table: str, key: str) -> int:
        """Start without the nonces that are not opened yet; the last log entry."""

        def act(draft: Table) -> int:
            seats.start(draft, seated(draft, key)[0], self._clock())
            return draft.seq

        return await self._writer.change(table, key, act)

    async def command(self, table: str, key: str, command: Command, pace: Pace = "normal") -> int:
        """Carry out a command, once for each idempotency key; the number of its log entry.

        Bots play on at this pace.
        """

        def act(draft: Table) -> int:
            entry = play.play(draft, seated(draft, key), command, self._clock())
            self._bots.tempos.ask(table, pace)
            return entry.seq

        seq = await self._writer.change(table, key, act, quick=True)
        if command.move.startswith(CORRECT):
            await self._recount(table)
        return seq

    async def _recount(self, table: str) -> None:
        """Update the scores of this game in the later games of its series, after a correction."""
        corrected = await self.cache.load(table)
        scores, following, later = corrected.game.scores(corrected.record.state), corrected.next, 0
        while following:
            later += 1
            recount = partial(opening.recount, earlier=table, scores=scores, later=later, at=self._clock())
            try:
                await self._writer.change(following, "", recount)
                following = (await self.cache.load(following)).next
            except NoTable:
                return

    async def answer(self, table: str, key: str, *, agree: bool, seat: int | None = None) -> int:
        """Agree or refuse to undo what another seat asks; the number of the log entry."""

        def act(draft: Table) -> int:
            return play.answer(draft, seated(draft, key), seat, self._clock(), agree=agree).seq

        return await self._writer.change(table, key, act)

    async def leave(self, table: str, key: str, seat: int | None = None) -> int:
        """Get up from one's own seat, or all of them; the others may let a bot play."""
        return await self._each(table, key, seat, lambda draft, one: seats.leave(draft, one, self._clock()))

    async def back(self, table: str, key: str, seat: int | None = None) -> int:
        """Return to one's own seat, or to all of them."""
        return await self._each(table, key, seat, lambda draft, one: seats.back(draft, one, self._clock()))

    async def wear(self, table: str, key: str, face: str, seat: int | None = None) -> int:
        """Choose the animal on the token of one's own seat, or of all of them."""
        return await self._each(table, key, seat, lambda draft, one: seats.wear(draft, one, face, self._clock()))

    async def renew(self, table: str, key: str, seat: int | None = None) -> int:
        """Revoke all other keys and tickets of one's own seat, or of all of them."""
        return await self._each(table, key, seat, lambda draft, one: seats.renew(draft, one, key, self._clock()))

    async def ticket(self, table: str, key: str, seat: int | None = None) -> str:
        """A ticket that brings a seat to another device, valid once."""
        fresh = new_token()

        def act(draft: Table) -> str:
            seats.add_ticket(draft, choose_seat(seated(draft, key), seat), fresh)
            return fresh

        return await self._writer.change(table, key, act)

    async def fill(self, table: str, key: str, seat: int, level: str) -> int:
        """Let a bot play at a free seat, or for somebody who is away, out of time or gone; anybody seated may ask."""
        gone_since = self.presence.of(table).left.get(seat)

        def act(draft: Table) -> int:
            seated(draft, key)
            return seats.fill(draft, seat, level_of(level).key, self._clock(), gone_since=gone_since).seq

        return await self._writer.change(table, key, act)

    async def emote(self, table: str, key: str, emote: str, seat: int | None = None) -> int:
        """Send an emote to the others."""

        def act(draft: Table) -> int:
            return play.emote(draft, choose_seat(seated(draft, key), seat), emote, self._clock()).seq

        return await self._writer.change(table, key, act)

    async def rematch(self, table: str, key: str) -> str:
        """Open a table for a rematch: same people and keys, the next seat starts; all who ask get the same one."""

        def act(draft: Table) -> str:
            return opening.rematch(draft, seated(draft, key)[0], self._clock())

        return await self._writer.change(table, key, act)

    async def view(self, table: str, key: str) -> dict[str, Any]:
        """The table as it stands, for somebody who sits there, watches or is invited."""
        seen: dict[str, Any] = json.loads(await self.view_json(table, key))
        return seen

    async def pad(self, table: str, key: str, seat: int | None) -> dict[str, Any]:
        """What may be entered without dice now, for a seat or the one whose turn it is."""
        found = await self.cache.load(table, key)
        return await asyncio.to_thread(reports.pad_of, found, seated(found, key), seat)

    async def moves_made(self, table: str, key: str) -> dict[str, Any]:
        """The last moves at a table, in words."""
        found = await self.cache.watched(table, key)
        return {"moves": await asyncio.to_thread(reports.moves_made, found)}

    async def correctable(self, table: str, key: str, of: str) -> dict[str, Any]:
        """What an entry may be corrected to; it is given as `7`, or by a cell of a sheet as `0 full_house`."""
        found = await self.cache.load(table, key)
        seated(found, key)
        return await asyncio.to_thread(reports.correctable, found, of)

    async def consequences(self, table: str, key: str, move: str) -> dict[str, Any]:
        """The consequences that a correction would have."""
        found = await self.cache.load(table, key)
        seated(found, key)
        return await asyncio.to_thread(reports.consequences, found, move)

    async def view_json(self, table: str, key: str) -> bytes:
        """The view of a table as JSON."""
        found = await self.cache.load(table, key)
        self._bots.wake(found)
        return self._followers.shown(found, key)

    async def shown(self, table: str, key: str, since: int | None = None) -> tuple[bytes | None, bytes | None]:
        """The view of a table as JSON after one's own command, or the change since a number if that is known.

        It is taken from the cache, so entries of other workers may be missing.
        """
        found = self.cache.peek(table, key) or await self.cache.load(table, key)
        change = None if since is None else self._followers.changed(found, key, since)
        return (None, change) if change else (self._followers.shown(found, key), None)

    async def record(self, table: str, key: str) -> str:
        """The record of the game so far."""
        found = await self.cache.watched(table, key)
        if found.seq <= MANY_ENTRIES:
            return record_text(found)
        # In a thread, since writing a long record would block the event loop.
        return await self._serial.run(record_text, found)

    async def standing(self, table: str, key: str) -> tuple[AnyGame, Any, tuple[str, ...]]:
        """The game of a table, its state, and the names of the seats."""
        found = await self.cache.watched(table, key)
        if not found.started:
            raise NotReady("nothing stands on the sheets yet; the game has not started")
        return found.game, found.record.state, tuple(found.names)

    async def dice_report(self) -> dict[str, Any]:
        """Statistics of the server's dice at the newest tables, with chi-square tests."""
        return await self._dice.newest()

    async def events(self, table: str, key: str, after: int = 0) -> list[dict[str, Any]]:
        """The events of a table after this number."""
        found = await self._followers.entries(await self.cache.load(table, key), key, after)
        return [entry.event() for entry in found]

    async def follow(
        self, table: str, key: str, after: int = 0, *, views: bool = False, changes: bool = False
    ) -> AsyncGenerator[Update, None]:
        """Updates of a table after this number, as they happen; like `follow_all` for one table."""
        following = self.follow_all({table: after}, key, views=views, changes=changes)
        async with aclosing(following):
            async for news in following:
                update = news.get(table, NOTHING)
                if isinstance(update, TableError):
                    raise update
                yield update

    def follow_all(
        self,
        after: Mapping[str, int],
        key: str,
        *,
        views: bool = False,
        changes: bool = False,
    ) -> AsyncGenerator[News, None]:
        """Updates of several tables after these numbers, as they happen.

        A table that can no longer be followed gets its error as the last update. With `views`, updates contain the view
        after them, unless all their entries are this key's own: the responses to its commands contained it already.
        With `changes`, they contain the change since the last view or response instead, where that is known. A client
        that knows later entries than there are, because a backup was restored, gets a view in any case. While somebody
        follows, their seats are online.
        """
        for table in after:
            if known := self.cache.peek(table, key):
                self.advice.expect(known)
        return self._followers.follow(after, key, views=views, changes=changes)

    async def _each(self, table: str, key: str, seat: int | None, act: Callable[[Table, int], None]) -> int:
        """Call a function for one seat, or for all seats of a key; the number of the last log entry."""

        def each(draft: Table) -> int:
            mine = seated(draft, key)
            for one in mine if seat is None else [choose_seat(mine, seat)]:
                act(draft, one)
            return draft.seq

        return await self._writer.change(table, key, each)

    async def _make(self, table: str, seat: int, move: Any, seen: int) -> None:
        """Make the move of a bot."""
        await self._writer.change(
            table, "", lambda draft: play.play_bot(draft, seat, move, seen, self._clock()), quick=True
        )

    def _erased(self, name: str) -> None:
        """Evict a deleted table, and notify followers and other workers."""
        self.cache.evict(name)
        self.wakeups.wake(name)
        if self.notifier:
            self.notifier.erased(name)
