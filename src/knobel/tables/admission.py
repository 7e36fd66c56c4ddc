"""Admission to a table: who knocks to be let back in, what came of it, and whether all may look."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from knobel.tables.log import LogEntry

KINDS = ("knock", "admit", "decline", "share")
"""The kinds of log entries that admission follows from."""


@dataclass(frozen=True, slots=True)
class Admission:
    """Who wants to be let in, by the marks that stand for their keys in the log of this table."""

    knocks: Mapping[str, int] = field(default_factory=dict)
    """The seats that people ask to be let in to."""
    admitted: Mapping[str, int] = field(default_factory=dict)
    """The seats that people were let in to."""
    declined: frozenset[tuple[str, int]] = frozenset()
    """Who was not let in, and where."""
    count: int = 0
    """How often somebody has knocked."""

    public: bool = False
    """Whoever knows the name of the table may look at a game that is over."""

    def after(self, logged: LogEntry) -> "Admission":
        """Admission after somebody knocked, was answered, or let everybody look."""
        if logged.kind == "share":
            return replace(self, public=logged.text == "on")
        if logged.kind == "knock":
            assert logged.seat is not None
            return replace(self, knocks={**self.knocks, logged.text: logged.seat}, count=self.count + 1)
        if logged.kind not in KINDS:
            return self
        number, mark = logged.text.split()
        seat = int(number)
        waiting = {other: wanted for other, wanted in self.knocks.items() if other != mark}
        if logged.kind == "admit":
            return replace(self, knocks=waiting, admitted={**self.admitted, mark: seat})
        return replace(self, knocks=waiting, declined=self.declined | {(mark, seat)})
