"""The ports of the application: what it needs of the world, and each of its adapters provides."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from knobel.core.game import AnyGame
from knobel.tables.log import LogEntry
from knobel.tables.setup import Opening
from knobel.tables.table import Table

T = TypeVar("T")

MOST_SEATS = 100
"""No table has more seats."""

Clock = Callable[[], int]
"""Tells the milliseconds since 1970."""


def system_clock() -> int:
    """The time by the clock of the system."""
    return time.time_ns() // 1_000_000


class Asker(Protocol):
    """A client from outside that asks for jobs."""

    @property
    def who(self) -> str:
        """The identity for which jobs are counted, such as an address."""

    def charge(self, seconds: float) -> None:
        """Charge the processor time of a job, in seconds, to the client."""


class Tables(Protocol):
    """Stored tables. A command changes a draft of one; if somebody else was first, it runs again on a newer draft."""

    on_change: Callable[[Table], None]
    """Called with every table that has changed here."""

    async def load(self, name: str, key: str = "") -> Table:
        """The table as its log stands now, to be read only; raises NoTable if there is none."""

    async def latest(self, name: str, key: str) -> Table:
        """The table after one's own command, to be read only; entries of others may be missing."""

    async def change(self, name: str, key: str, act: Callable[[Table], T], *, quick: bool = False) -> T:
        """Run a command on a draft of the table and store what it adds; `quick` if it touches no keys."""

    async def open(self, made: Opening) -> bool:
        """Store a new table; False if there is one of this name."""

    async def request_hash(self, name: str) -> str | None:
        """A hash of the request that opened a table; None if there is no table, or it is not known."""

    async def entries(self, table: Table, after: int) -> Sequence[LogEntry]:
        """The log entries of a table after this number."""

    async def of_key(self, key: str, limit: int | None = None, before: int | None = None) -> Sequence[tuple[str, int]]:
        """The names of the tables of a key with the time of their last entry, newest first, from before a time on."""

    async def imported(self, key: str, fingerprint: str) -> Sequence[str]:
        """The names of the tables of a key that may hold the imported record with this fingerprint."""

    async def erase(self, key: str) -> None:
        """Delete everything that is stored about a key."""


class Jobs(Protocol):
    """Work that takes long."""

    async def run(self, function: Callable[..., T], *arguments: Any, asker: Asker | None = None) -> T:
        """Run a function of plain values; who asks is charged for it."""

    async def briefly(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function that takes milliseconds, without holding up others."""

    async def prepare(self, game: str) -> bool:
        """Fetch what the judge of a game needs; False if that is not possible now."""

    def may_warm_up(self, table: Table) -> bool:
        """Whether there is time to warm up for the game of a table."""

    async def warm_up(self, game: AnyGame) -> None:
        """Let coach and bots of a game load what they need."""


class Presence(Protocol):
    """Who is online."""

    def of(self, table: Table) -> tuple[Sequence[Mapping[str, Any]], int]:
        """For each seat whether somebody is online, as responses have it, and how many watch."""

    def seats(self, table: str) -> frozenset[int]:
        """The seats of people who are online."""

    def offline_since(self, table: str, seat: int) -> int | None:
        """Since when a seat is offline; None if it is not, or that is not known."""


class EverybodyOnline:
    """Presence where everybody plays on the same device, or nobody asks."""

    def of(self, table: Table) -> tuple[Sequence[Mapping[str, Any]], int]:
        """Every person is online, and nobody else watches."""
        return [{"online": True if seat.person else None, "offline_since": None} for seat in table.seats], 0

    def seats(self, _table: str) -> frozenset[int]:
        """Every seat that a table may have."""
        return frozenset(range(MOST_SEATS))

    def offline_since(self, _table: str, _seat: int) -> int | None:
        """Nobody has left."""
        return None


class Results(Protocol):
    """Results that were handed in to boards."""

    async def of_key(self, key: str) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The results that a key has handed in, and the circles that it has made."""


class NoResults:
    """Results where there are no boards."""

    async def of_key(self, _key: str) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """None."""
        return {"results": [], "circles": []}


@dataclass(frozen=True, slots=True)
class Edition:
    """What differs between a server and a device that stands alone."""

    sealed: bool
    """Whether dice are sealed: somebody else could check them."""
    reachable: bool
    """Whether others can be reached by links."""
    boards: bool = False
    """Whether there are boards of results."""


@dataclass(frozen=True, slots=True)
class Ports:
    """All ports of an application."""

    tables: Tables
    jobs: Jobs
    presence: Presence
    clock: Clock
    edition: Edition
    results: Results = field(default_factory=NoResults)
    bot_jobs: Jobs | None = None
    """Where bots have workers of their own, questions to the coach do not delay them."""
