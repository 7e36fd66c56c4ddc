"""The challenges of a game that is over: the seats whose dice are offered, and the tables that play them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hmac import compare_digest

from knobel.tables.keys import hashed
from knobel.tables.log import LogEntry

KINDS = ("dare", "dared")
"""The kinds of log entries about challenges."""


@dataclass(frozen=True, slots=True)
class Dares:
    """The challenges of a game that is over."""

    tickets: Mapping[str, int] = field(default_factory=dict)
    """The seats whose dice are offered, by the hash of the ticket."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """The seats whose dice are played elsewhere, by table."""

    def after(self, logged: LogEntry) -> "Dares":
        """The challenges after a log entry."""
        if logged.kind == "dare":
            return replace(self, tickets={**self.tickets, logged.text: logged.seat or 0})
        if logged.kind not in KINDS:
            return self
        seat, table = logged.text.split()
        return replace(self, taken={**self.taken, table: int(seat)})

    def seat_of(self, ticket: str) -> int | None:
        """The seat whose dice a ticket offers; None if it is no such ticket."""
        mark = hashed(ticket)
        # All hashes are compared, in constant time, so that the time does not tell which one matched.
        found = [seat for known, seat in self.tickets.items() if compare_digest(mark, known)]
        return found[0] if found else None
