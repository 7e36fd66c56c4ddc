"""Guests of a table, derived from its log: who knocks to be let back in, who may look, and who plays its dice again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hmac import compare_digest

from knobel.tables.keys import hashed
from knobel.tables.log import LogEntry

ADMISSION = ("knock", "admit", "decline", "share")
"""The kinds of log entries that change admission."""
CHALLENGES = ("dare", "dared")
"""The kinds of log entries about challenges."""


@dataclass(frozen=True, slots=True)
class Admission:
    """Who asked to be let in and was answered, by the marks that stand for their keys in the log of this table."""

    knocks: Mapping[str, int] = field(default_factory=dict)
    """The seats for which people knock, by mark."""
    admitted: Mapping[str, int] = field(default_factory=dict)
    """The seats to which people were admitted, by mark."""
    declined: frozenset[tuple[str, int]] = frozenset()
    """The marks and seats that were refused."""
    count: int = 0
    """How often somebody has knocked."""

    public: bool = False
    """Whether everybody who knows the name of the table may see a game that is over."""

    def after(self, logged: LogEntry) -> "Admission":
        """Admission after a log entry."""
        if logged.kind == "share":
            return replace(self, public=logged.text == "on")
        if logged.kind == "knock":
            assert logged.seat is not None
            return replace(self, knocks={**self.knocks, logged.text: logged.seat}, count=self.count + 1)
        if logged.kind not in ADMISSION:
            return self
        number, mark = logged.text.split()
        knocks = {other: seat for other, seat in self.knocks.items() if other != mark}
        if logged.kind == "admit":
            return replace(self, knocks=knocks, admitted={**self.admitted, mark: int(number)})
        return replace(self, knocks=knocks, declined=self.declined | {(mark, int(number))})


@dataclass(frozen=True, slots=True)
class Challenges:
    """The challenges of a game that is over."""

    tickets: Mapping[str, int] = field(default_factory=dict)
    """The seats whose dice are offered, by the hash of the ticket."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """The seats whose dice are played elsewhere, by table."""

    def after(self, logged: LogEntry) -> "Challenges":
        """The challenges after a log entry."""
        if logged.kind == "dare":
            return replace(self, tickets={**self.tickets, logged.text: logged.seat or 0})
        if logged.kind not in CHALLENGES:
            return self
        seat, table = logged.text.split()
        return replace(self, taken={**self.taken, table: int(seat)})

    def seat_of(self, ticket: str) -> int | None:
        """The seat whose dice a ticket offers; None if it is no such ticket."""
        mark = hashed(ticket)
        # All hashes are compared, in constant time, so that the time does not tell which one matched.
        seats = [seat for stored, seat in self.tickets.items() if compare_digest(mark, stored)]
        return seats[0] if seats else None
