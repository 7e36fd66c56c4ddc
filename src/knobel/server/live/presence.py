"""Presence: which seats have a live stream, at this worker or another; sent to clients, never stored."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from knobel.tables.keys import WATCHER
from knobel.tables.table import Table

LINGER = 8.0
"""Seconds for which somebody counts as online after their stream ended: most reconnect at once."""
STATE_REQUEST = "?"
"""The message with which a worker asks the others for the presence at their tables."""
_MESSAGE_TABLES = 40
"""The most tables in one message; a notification of PostgreSQL carries 8,000 bytes."""
MOST_TABLES = 2_000
"""For how many tables a worker remembers when somebody left."""
MOST_CACHED = 4_000
"""For how many tables presence is cached as clients get it."""


class Online(NamedTuple):
    """Presence at a table: the seats with a stream, when others had their last one, and the number of watchers."""

    seats: frozenset[int] = frozenset()
    left: Mapping[int, int] = {}
    watchers: int = 0


class SeatStream:
    """A stream, and the seats that it serves."""

    def __init__(self, change: Callable[[Collection[int], Collection[int]], None]) -> None:
        self._change = change
        self._seats: tuple[int, ...] = ()

    def serve(self, seats: Sequence[int]) -> None:
        """Set the seats that the stream serves; none for a watcher."""
        self._set_seats(tuple(seats) or (WATCHER,))

    def end(self) -> None:
        """Record that the stream has ended."""
        self._set_seats(())

    def _set_seats(self, seats: tuple[int, ...]) -> None:
        before, self._seats = self._seats, seats
        if before != self._seats:
            self._change(set(self._seats) - set(before), set(before) - set(self._seats))


class Presence:
    """The port `Presence`: who is online by the streams of this worker and, by their messages, of the others."""

    def __init__(self, wake: Callable[[str], None], clock: Callable[[], int], linger: float = LINGER) -> None:
        self._wake, self._clock, self._linger = wake, clock, linger
        self.announce: Callable[[], None] | None = None
        """Called when there is something to send to other workers, if there are any."""
        self._unsent: set[str] = set()
        """Tables whose presence has changed since the last message to other workers."""
        self._streams: dict[str, Counter[int]] = {}
        self._leaving: dict[str, dict[int, asyncio.TimerHandle]] = {}
        self._left: dict[str, dict[int, int]] = {}
        self._others: dict[int, dict[str, Online]] = {}
        """The presence that other workers sent, by worker and table."""
        self._merged: dict[str, Online] = {}
        """Cached presence at all workers together; it is needed for every move."""
        self._responses: dict[str, tuple[Online, Sequence[bool], dict[str, Any]]] = {}
        """Cached presence as clients get it, with the values it was made from."""

    @contextmanager
    def streaming(self, table: str) -> Iterator[SeatStream]:
        """Register a stream at a table while it lasts."""
        stream = SeatStream(lambda come, gone: self._changed(table, come, gone))
        try:
            yield stream
        finally:
            stream.end()

    def of(self, table: Table) -> tuple[Sequence[Mapping[str, Any]], int]:
        """For each seat whether somebody is online, and how many watch."""
        online = self.online(table)
        return online["seats"], online["watchers"]

    def seats(self, table: str) -> frozenset[int]:
        """The seats of people who are online."""
        return self.everywhere(table).seats

    def offline_since(self, table: str, seat: int) -> int | None:
        """Since when a seat is offline."""
        return self.everywhere(table).left.get(seat)

    def online(self, table: Table) -> dict[str, Any]:
        """Who is online at each seat, and how many watch, as clients get it."""
        name, people = table.setup.table, table.people
        online, cached = self.everywhere(name), self._responses.get(name)
        # The same dictionary as long as nothing has changed, so that followers see it at a glance.
        if cached and cached[0] is online and cached[1] == people:
            return cached[2]
        if len(self._responses) >= MOST_CACHED:
            self._responses.clear()
        response = {"seats": _seats_online(online, people), "watchers": online.watchers}
        self._responses[name] = (online, people, response)
        return response

    def everywhere(self, table: str) -> Online:
        """Who is online at a table, at any worker."""
        merged = self._merged.get(table)
        if merged is None:
            if len(self._merged) >= MOST_CACHED:
                self._merged.clear()
            merged = self._merged[table] = self._merge(table)
        return merged

    def _merge(self, table: str) -> Online:
        workers = [self.here(table), *(worker[table] for worker in self._others.values() if table in worker)]
        seats = frozenset().union(*(online.seats for online in workers))
        left: dict[int, int] = {}
        for online in workers:
            left |= {seat: max(at, left.get(seat, 0)) for seat, at in online.left.items() if seat not in seats}
        return Online(seats, left, sum(online.watchers for online in workers))

    def mark_absent(self, table: Table) -> None:
        """Record people whose last time online is unknown, as after a restart, as offline from now on."""
        name = table.setup.table
        online = self.everywhere(name)
        for seat, person in enumerate(table.people):
            if person and seat not in online.seats and seat not in online.left:
                self._set_offline(name, seat)

    def here(self, table: str) -> Online:
        """Who is online at a table by a stream of this worker."""
        streams = self._streams.get(table, Counter())
        seats = frozenset(streams) | frozenset(self._leaving.get(table, ()))
        return Online(seats - {WATCHER}, dict(self._left.get(table, {})), streams[WATCHER])

    def messages(self) -> list[str]:
        """The changes not sent to the other workers yet, as messages."""
        changed = {table: self.here(table) for table in sorted(self._unsent)}
        self._unsent.clear()
        rows = [
            [table, sorted(online.seats), sorted(online.left.items()), online.watchers]
            for table, online in changed.items()
        ]
        return [json.dumps(rows[first : first + _MESSAGE_TABLES]) for first in range(0, len(rows), _MESSAGE_TABLES)]

    def greet(self) -> str:
        """The first message of a worker: it asks for the state of the others; its own is sent next."""
        self._publish_all()
        return STATE_REQUEST

    def receive(self, worker: int, message: str) -> None:
        """Handle a message of another worker: its presence at some tables, or a request for ours."""
        if message == STATE_REQUEST:
            self._publish_all()
            return
        theirs = self._others.setdefault(worker, {})
        for table, seats, left, watchers in json.loads(message):
            before = self.everywhere(table)
            theirs[table] = Online(frozenset(seats), dict(left), watchers)
            self._merged.pop(table, None)
            if self.everywhere(table) != before:
                self._wake(table)

    @property
    def workers(self) -> list[int]:
        """The other workers that have sent messages."""
        return list(self._others)

    def forget(self, worker: int) -> None:
        """Remove a worker that has ended, with all its streams."""
        for table, online in self._others.pop(worker, {}).items():
            self._merged.pop(table, None)
            for seat in online.seats - self.everywhere(table).seats:
                self._set_offline(table, seat)
            self._wake(table)

    def close(self) -> None:
        """Cancel all timers."""
        for timers in self._leaving.values():
            for timer in timers.values():
                timer.cancel()

    def _changed(self, table: str, come: Collection[int], gone: Collection[int]) -> None:
        """Handle a change of the seats that the streams of this worker serve."""
        before = self.here(table)
        streams = self._streams.setdefault(table, Counter())
        streams.update(come)
        streams.subtract(gone)
        self._streams[table] = +streams
        if not self._streams[table]:
            del self._streams[table]
        for seat in come:
            if timer := self._leaving.get(table, {}).pop(seat, None):
                timer.cancel()
            self._left.get(table, {}).pop(seat, None)
        for seat in gone:
            if not streams[seat] and seat != WATCHER:
                later = asyncio.get_running_loop().call_later(self._linger, self._leave, table, seat)
                self._leaving.setdefault(table, {})[seat] = later
        self._merged.pop(table, None)
        if self.here(table) != before:
            self._publish(table)

    def _leave(self, table: str, seat: int) -> None:
        """Record a seat as offline, since nobody has reconnected in time."""
        del self._leaving[table][seat]
        if not self._leaving[table]:
            del self._leaving[table]
        self._set_offline(table, seat)
        self._publish(table)

    def _set_offline(self, table: str, seat: int) -> None:
        self._left.setdefault(table, {})[seat] = self._clock()
        self._merged.pop(table, None)
        while len(self._left) > MOST_TABLES:
            oldest = next(iter(self._left))
            del self._left[oldest]
            self._merged.pop(oldest, None)

    def _publish(self, *tables: str) -> None:
        """Wake the followers here, and queue messages for the other workers."""
        for table in tables:
            self._wake(table)
        if self.announce:
            self._unsent.update(tables)
            self.announce()

    def _publish_all(self) -> None:
        self._publish(*{*self._streams, *self._leaving, *self._left})


def _seats_online(online: Online, people: Sequence[bool]) -> list[dict[str, Any]]:
    """The presence of each seat for a view; null for seats without a person."""
    return [
        {
            "online": seat in online.seats if person else None,
            "offline_since": online.left.get(seat) if person else None,
        }
        for seat, person in enumerate(people)
    ]
