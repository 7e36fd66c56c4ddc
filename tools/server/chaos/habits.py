"""Habits of the rude guest that use up what belongs to all: long logs, side requests of a seat, and dry runs.

Each is a function of a `Visit`, so that other programs, such as measurements, can let a guest behave so as well. A
visit has several addresses and makes as many keys as it wants, as a guest does, and obeys no limit.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from random import Random
from typing import Any, Protocol

from knobel.core.dice import seeded
from knobel.core.game import Throw
from knobel.core.playout import steps
from knobel.core.record import Record
from knobel.library import games, make
from knobel.tables.keys import new_token
from tools.server.caller import Answer

LONGEST = 8_000
FOLLOWERS = 180
VIEWS = 560
FACES = ("ape", "bat", "bee", "cat")
CHATTER = 120
"""How many side requests are sent in a round with each of the keys of a seat."""
DEVICES = 8
DRY_RUNS = 200
UNDONE = 60
"""How many throws were taken back at the table with dry runs."""
SHORT = 12
"""The number of events of a short record."""
_REFUSED = 413
_HELD = 2.0
"""Seconds for which streams are held."""


class Ask(Protocol):
    """Sends a request and returns its response; raises Lost if there is none."""

    def __call__(
        self, deed: str, method: str, path: str, body: object, key: str, port: int, address: str
    ) -> Awaitable[Answer]:
        """Send a request for a deed, which is for statistics, with a key from an address."""


@dataclass(frozen=True)
class Visit:
    """What a habit needs: a way to send requests, a server, addresses, and a place for what must not happen."""

    ask: Ask
    port: int
    addresses: Sequence[str]
    key: str
    """The key of tables that are the same in every round."""
    random: Random
    faults: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    """Keys that were made besides, and may still have a seat."""
    entries: int = LONGEST
    """The number of entries of long records; with fewer, all else is smaller as well, for short tests."""

    def many(self, count: int) -> int:
        """How many of so many requests are sent."""
        return max(1, count * self.entries // LONGEST)

    def new_key(self) -> str:
        """Another key."""
        self.made.append(new_token())
        return self.made[-1]

    async def all(self, deed: str, requests: Sequence[tuple[str, str, Any, str]]) -> list[Answer]:
        """Send requests at once, from all addresses in turn; the responses that came."""
        asking = [
            self.ask(deed, *request, self.port, self.addresses[number % len(self.addresses)])
            for number, request in enumerate(requests)
        ]
        answers = await asyncio.gather(*asking, return_exceptions=True)
        return [answer for answer in answers if isinstance(answer, Answer)]

    async def one(self, deed: str, method: str, path: str, body: object, key: str) -> Answer:
        """Send one request, from the first address."""
        return await self.ask(deed, method, path, body, key, self.port, self.addresses[0])


Habit = Callable[[Visit], Awaitable[None]]


async def follow_from_the_beginning(visit: Visit) -> None:
    """Follow the longest log that can be imported from its first entry, with many streams at once."""
    table = await _longest(visit)
    if table:
        await hold_streams(visit, f"/api/tables/{table}/events?after=0&view=true", visit.many(FOLLOWERS))


async def read_big_views(visit: Visit) -> None:
    """Read the views of a table that everything was entered and taken back at, again and again."""
    table = await _longest(visit)
    if table:
        await visit.all("big views", [("GET", f"/api/tables/{table}", None, visit.key)] * visit.many(VIEWS))


async def use_up_the_side_requests(visit: Visit) -> None:
    """Change the face of one seat again and again, with many devices; the other seat must not notice.

    Whoever sits at the other seat leaves, comes back, revokes their keys, lets a bot play for the first, and is
    forgotten: none of that may be refused because the first seat was busy.
    """
    host, other = visit.new_key(), visit.new_key()
    wish = {"game": _game_for_two(), "seats": [{"kind": "here"}, {"kind": "link"}]}
    opened = await visit.one("tables", "POST", "/api/tables", wish, host)
    if opened.status != 201:
        return
    path = f"/api/tables/{opened.value['table']}"
    await visit.one("joining", "POST", f"{path}/join", {}, host)
    await visit.one("joining", "POST", f"{path}/join", {"ticket": opened.value["invite"]}, other)
    devices = [host, *await _devices(visit, path, host)]
    turns = [
        ("POST", f"{path}/face", {"seat": 0, "face": FACES[(number + turn) % len(FACES)]}, device)
        for turn in range(visit.many(CHATTER))
        for number, device in enumerate(devices)
    ]
    await visit.all("faces", turns)
    leaving: list[tuple[str, str, Any, str]] = [
        ("POST", f"{path}/leave", {}, other),
        ("POST", f"{path}/back", {}, other),
        ("POST", f"{path}/renew", {}, other),
        ("POST", f"{path}/leave", {}, host),
        ("POST", f"{path}/bot", {"seat": 0, "level": "hare"}, other),
        ("POST", f"{path}/renew", {}, host),
        ("DELETE", "/api/me", None, other),
        ("DELETE", "/api/me", None, host),
    ]
    for method, address, body, who in leaving:
        answer = await visit.one("what must go on", method, address, body, who)
        if answer.status == _REFUSED:
            visit.faults.append(f"{method} {address.rpartition('/')[2]} was refused because of the faces of a seat")


async def try_corrections(visit: Visit) -> None:
    """Ask for the consequences of corrections at a long table with own dice, many at once, and sometimes hang up."""
    record = corrected_record(UNDONE)
    table = await _imported(visit, record, "corrected", mine=[0])
    if not table:
        return
    path = f"/api/tables/{table}"
    await visit.one("joining", "POST", f"{path}/join", {}, visit.key)
    throws = [line for line in record.splitlines() if line.startswith("- ")]
    wishes = [
        # The first throw that stands: all that was played since has to be played again.
        ("POST", f"{path}/correct", {"move": f"correct {2 * UNDONE + 1} {visit.random.choice(throws)}"}, visit.key)
        for _ in range(visit.many(DRY_RUNS))
    ]
    trying = asyncio.create_task(visit.all("dry runs", wishes))
    more = [
        ("GET", f"{path}/{what}", None, visit.key)
        for what in ("review?language=en", "pad?language=en", "enter", "dice")
    ]
    asking = asyncio.create_task(visit.all("long questions", more * visit.many(10)))
    patience = visit.random.choice((None, visit.random.uniform(0.2, 5.0)))
    done, _ = await asyncio.wait({trying}, timeout=patience)
    if not done:
        trying.cancel()
    await asyncio.gather(trying, asking, return_exceptions=True)


HABITS: tuple[Habit, ...] = (follow_from_the_beginning, read_big_views, use_up_the_side_requests, try_corrections)


async def hold_streams(visit: Visit, path: str, count: int) -> None:
    """Open many streams from all addresses, read what comes for a while, and hang up."""

    async def one(address: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", visit.port, local_addr=(address, 0))
        try:
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{visit.port}\r\nAuthorization: Bearer {visit.key}\r\n\r\n"
            writer.write(head.encode())
            with suppress(TimeoutError):
                async with asyncio.timeout(_HELD):
                    while await reader.read(1 << 16):
                        pass
        finally:
            writer.transport.abort()

    opening = (one(visit.addresses[number % len(visit.addresses)]) for number in range(count))
    await asyncio.gather(*opening, return_exceptions=True)


@cache
def long_record(entries: int, name: str = "Guest") -> str:
    """A record with many entries, in which every throw is undone."""
    spec = next(spec for spec in games() if 1 in spec.seats)
    record = Record(make(spec.key, 1), [name], dice="own")
    _throw_and_undo(record, entries // 2)
    return record.text()


@cache
def corrected_record(undone: int) -> str:
    """A record of nearly a whole game with own dice; its first throw was taken back so many times."""
    spec = max((spec for spec in games() if not spec.simultaneous and 1 in spec.seats), key=lambda spec: spec.seats[-1])
    game = make(spec.key, spec.seats[-1])
    record = Record(game, dice="own")
    _throw_and_undo(record, undone)
    players = [lambda game, state, seat: game.moves(state, seat)[-1]] * game.seats
    played = [step.event for step in steps(game, players, seeded(1))]
    for event in played[: len(played) * 9 // 10]:
        record.append(event)
    return record.text()


def short_record(random: Random) -> str:
    """A short record of the coupled game with the most seats."""
    spec = max((spec for spec in games() if spec.coupled), key=lambda spec: spec.seats[-1])
    game = make(spec.key, spec.seats[-1])
    record = Record(game, dice="own")
    playing = steps(
        game, [lambda game, state, seat: random.choice(game.moves(state, seat))] * spec.seats[-1], seeded(1)
    )
    for step in islice(playing, SHORT):
        record.append(step.event)
    return record.text()


def _throw_and_undo(record: Record, times: int) -> None:
    for _ in range(times):
        assert isinstance(record.pending, Throw)
        record.fell(*(record.game.pool[die].values[0] for die in record.pending.dice))
        record.undo()


async def _longest(visit: Visit) -> str | None:
    """The table of the longest record that is accepted."""
    entries = visit.entries
    while entries > 1:
        if table := await _imported(visit, long_record(entries), f"longest-{entries}"):
            return table
        entries //= 2
    return None


async def _imported(visit: Visit, record: str, word: str, mine: Sequence[int] = ()) -> str | None:
    """The table of an imported record; None if it was refused."""
    body = {"record": record, "key": word, "mine": list(mine)}
    answer = await visit.one("imports", "POST", "/api/import", body, visit.key)
    return answer.value["table"] if answer.status == 201 else None


async def _devices(visit: Visit, path: str, key: str) -> list[str]:
    """Further keys that open the same seat."""
    devices = []
    for _ in range(visit.many(DEVICES)):
        given = await visit.one("devices", "POST", f"{path}/tickets", {}, key)
        device = visit.new_key()
        if given.status == 200:
            await visit.one("devices", "POST", f"{path}/join", {"ticket": given.value["ticket"]}, device)
            devices.append(device)
    return devices


def _game_for_two() -> str:
    return next(spec.key for spec in games() if 2 in spec.seats)
