"""Admission to a table: who knocks to be let back in, the answers, and whether the game is public."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from knobel.tables.log import LogEntry

KINDS = ("knock", "admit", "decline", "share")
"""The kinds of log entries that change admission."""


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
        if logged.kind not in KINDS:
            return self
        number, mark = logged.text.split()
        seat = int(number)
        waiting = {other: wanted for other, wanted in self.knocks.items() if other != mark}
        if logged.kind == "admit":
            return replace(self, knocks=waiting, admitted={**self.admitted, mark: seat})
        return replace(self, knocks=waiting, declined=self.declined | {(mark, seat)})
