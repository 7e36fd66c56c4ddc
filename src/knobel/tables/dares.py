"""The challenges of a game that is over: whose dice are offered to whom, and where they are played."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hmac import compare_digest

from knobel.tables.keys import hashed
from knobel.tables.log import LogEntry

KINDS = ("dare", "dared")
"""The kinds of log entries that challenges follow from."""


@dataclass(frozen=True, slots=True)
class Dares:
    """The challenges of a game that is over."""

    tickets: Mapping[str, int] = field(default_factory=dict)
    """The seats whose dice are offered, by the hashes of their tickets."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """The tables that play the dice of a seat."""

    def after(self, logged: LogEntry) -> "Dares":
        """The same after one more was made or taken up."""
        if logged.kind == "dare":
            return replace(self, tickets={**self.tickets, logged.text: logged.seat or 0})
        if logged.kind not in KINDS:
            return self
        seat, table = logged.text.split()
        return replace(self, taken={**self.taken, table: int(seat)})

    def seat_of(self, ticket: str) -> int | None:
        """The seat whose dice a ticket offers, if it is one."""
        mark = hashed(ticket)
        # All are compared, so that the time tells nothing of which it was.
        found = [seat for known, seat in self.tickets.items() if compare_digest(mark, known)]
        return found[0] if found else None
