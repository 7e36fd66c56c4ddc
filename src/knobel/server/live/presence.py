"""Presence: which seats have a live stream, at this worker or another; sent to clients, never stored."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from knobel.tables.keys import WATCHER

LINGER = 8.0
"""Seconds for which somebody counts as online after their stream ended: most reconnect at once."""
ASK = "?"
_AT_ONCE = 40
"""The most tables in one message; a notification of PostgreSQL carries 8,000 bytes."""
MOST_TABLES = 2_000
"""For how many tables a worker remembers when somebody left."""


class Online(NamedTuple):
    """Presence at a table: the seats with a stream, when others had their last one, and the number of watchers."""

    seats: frozenset[int] = frozenset()
    left: Mapping[int, int] = {}
    watchers: int = 0


class Follower:
    """A stream, and the seats it serves."""

    def __init__(self, change: Callable[[Collection[int], Collection[int]], None]) -> None:
        self._change = change
        self._seats: tuple[int, ...] = ()

    def sits(self, seats: Sequence[int]) -> None:
        """Set the seats that the stream serves; none for a watcher."""
        self._serve(tuple(seats) or (WATCHER,))

    def ends(self) -> None:
        """Record that the stream has ended."""
        self._serve(())

    def _serve(self, seats: tuple[int, ...]) -> None:
        before, self._seats = self._seats, seats
        if before != self._seats:
            self._change(set(self._seats) - set(before), set(before) - set(self._seats))


class Presence:
    """Who is online at the tables of this worker, and, by their messages, of the other workers."""

    def __init__(self, wake: Callable[[str], None], clock: Callable[[], int], linger: float = LINGER) -> None:
        self._wake, self._clock, self._linger = wake, clock, linger
        self.announce: Callable[[], None] | None = None
        """Called when there is something to send to other workers, if there are any."""
        self._untold: set[str] = set()
        self._streams: dict[str, Counter[int]] = {}
        self._leaving: dict[str, dict[int, asyncio.TimerHandle]] = {}
        self._left: dict[str, dict[int, int]] = {}
        self._others: dict[int, dict[str, Online]] = {}
        """The presence that other workers sent, by worker and table."""
        self._together: dict[str, Online] = {}
        """Cached presence of all workers together; it is needed for every move."""

    @contextmanager
    def following(self, table: str) -> Iterator[Follower]:
        """Register a stream at a table while it lasts."""
        follower = Follower(lambda come, gone: self._changed(table, come, gone))
        try:
            yield follower
        finally:
            follower.ends()

    def of(self, table: str) -> Online:
        """Who is online at a table, at any worker."""
        found = self._together.get(table)
        if found is None:
            if len(self._together) >= 2 * MOST_TABLES:
                self._together.clear()
            found = self._together[table] = self._put_together(table)
        return found

    def _put_together(self, table: str) -> Online:
        known = [self.here(table), *(worker[table] for worker in self._others.values() if table in worker)]
        seats = frozenset().union(*(one.seats for one in known))
        left: dict[int, int] = {}
        for one in known:
            left |= {seat: max(at, left.get(seat, 0)) for seat, at in one.left.items() if seat not in seats}
        return Online(seats, left, sum(one.watchers for one in known))

    def miss(self, table: str, people: Sequence[bool]) -> None:
        """Record people whose last time online is unknown, as after a restart, as offline from now on."""
        known = self.of(table)
        for seat, person in enumerate(people):
            if person and seat not in known.seats and seat not in known.left:
                self._note(table, seat)

    def here(self, table: str) -> Online:
        """Who is online at a table by a stream of this worker."""
        streams = self._streams.get(table, Counter())
        seats = frozenset(streams) | frozenset(self._leaving.get(table, ()))
        return Online(seats - {WATCHER}, dict(self._left.get(table, {})), streams[WATCHER])

    def messages(self) -> list[str]:
        """The changes not sent to the other workers yet, as messages."""
        told = {table: self.here(table) for table in sorted(self._untold)}
        self._untold.clear()
        rows = [
            [table, sorted(online.seats), sorted(online.left.items()), online.watchers]
            for table, online in told.items()
        ]
        return [json.dumps(rows[first : first + _AT_ONCE]) for first in range(0, len(rows), _AT_ONCE)]

    def greet(self) -> str:
        """The first message of a worker: it asks for the state of the others; its own is sent next."""
        self._tell_all()
        return ASK

    def heard(self, worker: int, message: str) -> None:
        """Handle a message of another worker: its presence at some tables, or a request for ours."""
        if message == ASK:
            self._tell_all()
            return
        known = self._others.setdefault(worker, {})
        for table, seats, left, watchers in json.loads(message):
            before = self.of(table)
            known[table] = Online(frozenset(seats), dict(left), watchers)
            self._together.pop(table, None)
            if self.of(table) != before:
                self._wake(table)

    @property
    def workers(self) -> list[int]:
        """The other workers that have sent messages."""
        return list(self._others)

    def forget(self, worker: int) -> None:
        """Remove a worker that has ended, with all its streams."""
        for table, online in self._others.pop(worker, {}).items():
            self._together.pop(table, None)
            for seat in online.seats - self.of(table).seats:
                self._note(table, seat)
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
        self._together.pop(table, None)
        if self.here(table) != before:
            self._tell(table)

    def _leave(self, table: str, seat: int) -> None:
        """Record a seat as offline, since nobody has reconnected in time."""
        del self._leaving[table][seat]
        if not self._leaving[table]:
            del self._leaving[table]
        self._note(table, seat)
        self._tell(table)

    def _note(self, table: str, seat: int) -> None:
        self._left.setdefault(table, {})[seat] = self._clock()
        self._together.pop(table, None)
        while len(self._left) > MOST_TABLES:
            oldest = next(iter(self._left))
            del self._left[oldest]
            self._together.pop(oldest, None)

    def _tell(self, *tables: str) -> None:
        """Wake the followers here, and queue messages for the other workers."""
        for table in tables:
            self._wake(table)
        if self.announce:
            self._untold.update(tables)
            self.announce()

    def _tell_all(self) -> None:
        self._tell(*{*self._streams, *self._leaving, *self._left})


def seats_told(online: Online, people: Sequence[bool]) -> list[dict[str, Any]]:
    """The presence of each seat for a view; null for seats without a person."""
    return [
        {
            "online": seat in online.seats if person else None,
            "offline_since": online.left.get(seat) if person else None,
        }
        for seat, person in enumerate(people)
    ]
