"""The service: everything that can be done with tables, for any front door."""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from knobel.core.errors import KnobelError
from knobel.server import acts, advice, exploring, leaving, opening, sitting
from knobel.server.acts import Command
from knobel.server.bus import Bus, heard
from knobel.server.database import Database
from knobel.server.dice_report import DiceReports
from knobel.server.ears import Ears
from knobel.server.errors import Busy, KeyUsed, NotAllowed, NotReady
from knobel.server.memory import Memory
from knobel.server.opening import Opened, Wish
from knobel.server.pool import Pool, threads
from knobel.server.setup import Opening
from knobel.server.store import Changes, Store
from knobel.server.table import Table
from knobel.server.thinking import Bots
from knobel.server.tokens import check_key, hashed, new_token
from knobel.server.view import record_text, summary, view

if TYPE_CHECKING:
    from knobel.server.herald import Herald

T = TypeVar("T")

ATTEMPTS = 40
"""How often a command is tried again because somebody else was first."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The seats of somebody who has come to a table; none for one who only watches."""

    seats: tuple[int, ...]
    watching: bool


class News(NamedTuple):
    """What happened at a table, and how it stands now if that was asked for."""

    events: list[dict[str, Any]]
    view: dict[str, Any] | None = None


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _herald(database: Database, ears: Ears) -> "Herald":
    """The herald of a PostgreSQL; whoever has none need not have its driver."""
    from knobel.server.herald import Herald

    return Herald(database.url, ears)


class Service:
    """The tables of one database. Any number of services may work on it; none holds anything the others need."""

    def __init__(
        self,
        url: str,
        *,
        workers: Callable[[], Executor] = threads,
        clock: Callable[[], int] = now,
        poll: float | None = None,
        pace: float = 0.0,
    ) -> None:
        self.store = Store(url)
        self.bus = Bus()
        self.pool = Pool(workers)
        self._clock = clock
        self.memory = Memory(self.store)
        self._dice = DiceReports(self.store, self.pool, clock)
        self._bots = Bots(self.memory.look, self._make, self.pool, pace)
        database = self.store.database
        # With a herald, looking without being called is only for calls that were lost.
        self._poll = poll or (15.0 if database.postgres else 1.0)
        self._ears = Ears(self.store, self.memory, self.bus, self._poll)
        self.herald = _herald(database, self._ears) if database.postgres else None

    async def start(self) -> None:
        """Bring the database up to date and begin to listen."""
        await self.store.start()
        self._ears.start()
        if self.herald:
            self.herald.start()

    async def close(self) -> None:
        """Stop; everything that was answered is kept."""
        await self._bots.close()
        await self._dice.close()
        await self.pool.close()
        if self.herald:
            await self.herald.close()
        await self._ears.close()
        await self.store.close()

    async def ready(self) -> None:
        """Nothing, if the database answers."""
        await self.store.ready()

    async def open(self, wish: Wish, key: str, again: str | None = None) -> Opened:
        """Open a table; asked `again` under the same word, it is the same table."""
        return await self._open(opening.new(wish, check_key(key), again, self._clock()), key)

    async def import_record(self, text: str, key: str, again: str | None = None) -> Opened:
        """Open a table with the game of a record; everybody who wants to play on takes a seat."""
        # A hostile record may take seconds to read; nobody else shall wait for it.
        made = await asyncio.to_thread(opening.imported, text, check_key(key), again, self._clock())
        return await self._open(made, key)

    async def join(
        self,
        table: str,
        key: str,
        *,
        ticket: str = "",
        name: str | None = None,
        nonce: str | None = None,
        seat: int | None = None,
    ) -> Joined:
        """Take a seat, or the seats that are kept for this key, or come to watch; to send this twice is safe."""
        check_key(key)
        added = sitting.new_nonce() if nonce is None else nonce

        def act(draft: Table) -> Joined:
            sitting.join(draft, key, ticket, name, added, seat, self._clock())
            seats = sitting.seats_of(draft, key)
            return Joined(seats, not seats)

        return await self._change(table, key, act)

    async def command(self, table: str, key: str, command: Command) -> int:
        """Do what a seat wants, once for each key; the number of the event that tells of it."""

        def act(draft: Table) -> int:
            seat = acts.meant(draft, sitting.seated(draft, key), command)
            return acts.act(draft, seat, command, self._clock()).seq

        return await self._change(table, key, act, quick=True)

    async def answer(self, table: str, key: str, *, agree: bool, seat: int | None = None) -> int:
        """Agree or refuse to undo what another seat asks; the number of the event that tells of it."""

        def act(draft: Table) -> int:
            seats = sitting.seated(draft, key)
            asked = acts.chosen(seats, seat)
            if seat is None and draft.ask:
                asked = next((one for one in seats if one not in draft.ask.agreed), asked)
            return acts.answer(draft, asked, self._clock(), agree=agree).seq

        return await self._change(table, key, act)

    async def leave(self, table: str, key: str, seat: int | None = None) -> int:
        """Get up, from one seat or from all of one's own; the table may let a bot play."""
        return await self._each(table, key, seat, lambda draft, one: sitting.leave(draft, one, self._clock()))

    async def back(self, table: str, key: str, seat: int | None = None) -> int:
        """Sit down again."""
        return await self._each(table, key, seat, lambda draft, one: sitting.back(draft, one, self._clock()))

    async def renew(self, table: str, key: str, seat: int | None = None) -> int:
        """Make every other device and ticket of a seat, or of all one's own, void."""
        return await self._each(table, key, seat, lambda draft, one: sitting.renew(draft, one, key, self._clock()))

    async def ticket(self, table: str, key: str, seat: int | None = None) -> str:
        """A ticket that brings a seat to another device, good once."""
        fresh = new_token()

        def act(draft: Table) -> str:
            sitting.ticket_for(draft, acts.chosen(sitting.seated(draft, key), seat), fresh)
            return fresh

        return await self._change(table, key, act)

    async def fill(self, table: str, key: str, seat: int, level: str) -> int:
        """Let a bot play at a free seat, or for one who is away or out of time; all who sit there may ask for it."""

        def act(draft: Table) -> int:
            sitting.seated(draft, key)
            return sitting.fill(draft, seat, level, self._clock()).seq

        return await self._change(table, key, act)

    async def emote(self, table: str, key: str, emote: str, seat: int | None = None) -> int:
        """Give the others a sign."""

        def act(draft: Table) -> int:
            return acts.emote(draft, acts.chosen(sitting.seated(draft, key), seat), emote, self._clock()).seq

        return await self._change(table, key, act)

    async def rematch(self, table: str, key: str) -> str:
        """Play again: same people, rules and keys, the next seat starts. The new table, the same for all who ask."""

        def act(draft: Table) -> str:
            seat = sitting.seated(draft, key)[0]
            if draft.next is None:
                if not draft.over:
                    raise NotReady("the game is not over; play it to the end first")
                draft.opening = opening.again(draft, self._clock())
                return draft.add("rematch", draft.opening.setup.table, seat, self._clock()).text
            return draft.next

        return await self._change(table, key, act)

    async def view(self, table: str, key: str) -> dict[str, Any]:
        """The table as it stands, for one who sits there, watches or is invited."""
        return self._seen(await self.memory.look(table, key), key)

    async def seen(self, table: str, key: str) -> dict[str, Any]:
        """The same for one who has just done something there; what others did meanwhile may be missing."""
        return self._seen(self.memory.recall(table, key) or await self.memory.look(table, key), key)

    async def record(self, table: str, key: str) -> str:
        """The record of the game so far."""
        found = await self.memory.look(table, key)
        sitting.may_watch(found, key)
        return record_text(found)

    async def hints(self, table: str, key: str, seat: int | None, language: str) -> list[dict[str, Any]]:
        """What the coach says to those who have to decide, or to one of them."""
        found = await self.memory.look(table, key)
        sitting.may_watch(found, key)
        if not found.setup.coach:
            raise NotAllowed("at this table nobody asks the coach; a review is there when the game is over")
        return await self.pool.run(advice.hints_for, record_text(found), seat, language)

    async def review(self, table: str, key: str, seat: int | None, language: str) -> dict[str, Any]:
        """What luck brought and decisions gave away."""
        found = await self.memory.look(table, key)
        sitting.may_watch(found, key)
        if not found.over and not found.setup.coach:
            raise NotReady("at this table the review comes when the game is over; play it to the end first")
        return await self.pool.run(advice.review_of, record_text(found), seat, language)

    async def study(self, record: str, language: str, *, hint: bool = False, review: bool = False) -> dict[str, Any]:
        """Any position that a record leads to."""
        return await self.pool.run(advice.study, record, language, hint, review)

    async def explore(self, wish: exploring.Wish) -> dict[str, Any]:
        """Any position that can be set up by hand."""
        return await self.pool.run(exploring.explored, wish)

    async def events(self, table: str, key: str, after: int = 0) -> list[dict[str, Any]]:
        """Everything that happened after this number."""
        return await self._told(await self.memory.look(table, key), key, after)

    async def follow(self, table: str, key: str, after: int = 0, *, views: bool = False) -> AsyncGenerator[News, None]:
        """Everything that happens after this number, as it happens; empty news now and then show it is alive.

        With `views`, the table as it then stands is there as well, unless all of it was this key's own doing: who did
        it was answered with a view already.
        """
        with self.bus.listen(table) as bell:
            found = await self.memory.look(table, key)
            while True:
                events = await self._told(found, key, after)
                after = events[-1]["seq"] if events else after
                mine = sitting.seats_of(found, key)
                seen = views and any(event["seat"] not in mine for event in events)
                yield News(events, view(found, key) if seen else None)
                await heard(bell, self._poll)
                # Bells ring when the news is remembered; only what is forgotten has to be read.
                found = self.memory.recall(table, key) or await self.memory.look(table, key)

    async def tables_of(self, key: str, limit: int = 20, before: int | None = None) -> list[dict[str, Any]]:
        """The tables of a key, the newest first; `before` is when something last happened at the last one seen."""
        found = []
        for name, updated in await self.store.tables_of(hashed(check_key(key)), limit, before):
            table = await self.memory.look(name, key)
            found.append(summary(table, sitting.seats_of(table, key), updated))
        return found

    async def export(self, key: str) -> list[dict[str, Any]]:
        """All that is kept of a key: its tables and their records."""
        told = []
        for name, updated in await self.store.tables_of(hashed(check_key(key))):
            table = await self.memory.look(name, key)
            text = record_text(table) if table.started or not table.setup.secret else None
            told.append({**summary(table, sitting.seats_of(table, key), updated), "record": text})
        return told

    async def dice_report(self) -> dict[str, Any]:
        """How the dice of the server fell at the newest tables, and what chance says to that."""
        return await self._dice.newest()

    async def forget(self, key: str) -> None:
        """Leave all tables for good: nobody's name, nobody's seat; tables of nobody else are deleted."""
        mark = hashed(check_key(key))
        for name, _ in await self.store.tables_of(mark):
            # So that all is read that belongs to the key.
            self.memory.forget(name)
            table = await self.memory.look(name, key)
            seats = sitting.seats_of(table, key)
            others = {holder.seat for holder in table.holders if holder.hashed != mark and not holder.ticket}
            people = {seat for seat, there in enumerate(table.seats) if there.person}
            if people <= set(seats) and not others - set(seats):
                await self.store.erase(name)
                self.memory.forget(name)
                continue
            rows, _ = await self.store.read(name)
            await self.store.rename(name, leaving.blanked(rows, seats))
            await self._change(name, key, lambda draft: self._vanish(draft, key))
            self.memory.forget(name)

    def _vanish(self, draft: Table, key: str) -> None:
        """Get up, be called something else from now on wherever the table is remembered, and hold nothing more."""
        for seat in sitting.seats_of(draft, key):
            sitting.leave(draft, seat, self._clock())
            draft.add("name", leaving.nobody(seat), seat, self._clock())
        draft.taken += [holder for holder in draft.holders if holder.hashed == hashed(key)]

    async def _open(self, made: Opening, key: str) -> Opened:
        """Keep a new table, or find that it is there already."""
        seats = tuple(holder.seat for holder in made.holders if holder.seat >= 0)
        if await self.store.open(made):
            return opening.opened(made.setup, key, seats)
        kept = await self.store.setup(made.setup.table)
        same = ("game", "seats", "options", "undo", "dice", "coach", "clock")
        if any(getattr(kept, name) != getattr(made.setup, name) for name in same):
            raise KeyUsed("another table was opened under this key; use a new key for a new table")
        found = await self.memory.look(kept.table, key)
        return opening.opened(kept, key, sitting.seats_of(found, key))

    def _seen(self, table: Table, key: str) -> dict[str, Any]:
        """What a key gets to see of a table."""
        seen = view(table, key)
        self._bots.wake(table)
        return seen

    async def _told(self, table: Table, key: str, after: int) -> list[dict[str, Any]]:
        """The events of a table after this number."""
        sitting.may_watch(table, key)
        self._bots.wake(table)
        at_hand = table.after(after)
        rows = (await self.store.read(table.setup.table, max(0, after)))[0] if at_hand is None else at_hand
        return [row.event() for row in rows]

    async def _each(self, table: str, key: str, seat: int | None, act: Callable[[Table, int], None]) -> int:
        """Do something with one seat, or with all that a key opens; the number of the last event."""

        def each(draft: Table) -> int:
            seats = sitting.seated(draft, key)
            for one in seats if seat is None else [acts.chosen(seats, seat)]:
                act(draft, one)
            return draft.seq

        return await self._change(table, key, each)

    async def _make(self, table: str, seat: int, move: str, seen: int) -> None:
        """Make the move of a bot."""
        await self._change(table, "", lambda draft: acts.bot_act(draft, seat, move, seen, self._clock()), quick=True)

    async def _change(self, name: str, key: str, act: Callable[[Table], T], *, quick: bool = False) -> T:
        """Let something happen at a table; if somebody else was first, look again and try again.

        What is done in the game, and touches nobody's keys, may be tried `quick`ly, on the table as it is remembered:
        if that is old, the log takes no row after it, and all else that it tells does not count.
        """
        remembered = self.memory.recall(name, key) if quick else None
        if remembered:
            try:
                result = act(remembered)
            except KnobelError:
                remembered.rows.clear()
            if remembered.rows and await self._add(remembered):
                return result
        for attempt in range(ATTEMPTS):
            draft = await self.memory.look(name, key, whole=True)
            result = act(draft)
            if not (draft.rows or draft.given or draft.taken) or await self._add(draft):
                return result
            await asyncio.sleep(random.random() * 0.002 * (attempt + 1))
        raise Busy("too many write at this table at once; send the same command again")

    async def _add(self, draft: Table) -> bool:
        """Keep what has happened, and tell of it; False if somebody else was first."""
        changes = Changes(draft.setup.table, draft.rows, draft.given, draft.taken, draft.opening)
        added = await self.store.append(changes)
        if added and draft.rows:
            self.memory.keep(draft.fork(holder for holder in draft.holders if holder not in draft.taken))
            self._tell(draft)
        return added

    def _tell(self, table: Table) -> None:
        """Wake all who wait for this."""
        name = table.setup.table
        self.bus.ring(name)
        if self.herald:
            self.herald.call(name, table.rows)
        self._bots.wake(table)
