"""The ledger: all responses that clients got, and every contradiction between them."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sent:
    """A command as it was sent."""

    seat: int
    move: str


@dataclass
class Page:
    """The responses about one table."""

    sent: dict[str, Sent] = field(default_factory=dict)
    """All commands by idempotency key."""
    done: dict[str, int] = field(default_factory=dict)
    """Acknowledged commands, with the number of their log entry."""
    refused: dict[str, str] = field(default_factory=dict)
    """Commands that were refused for good."""
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The events of streams, by number."""
    views: dict[int, list[list[Any]]] = field(default_factory=dict)
    """The standing entries of views, by the number of the view."""
    joined: dict[tuple[str, int], str] = field(default_factory=dict)
    """The keys and seats of everybody who was told to have joined, with the nonce they committed to."""
    records: list[str] = field(default_factory=list)
    """The records of the game after it was over."""
    next: str | None = None
    """The table of the rematch."""


class Ledger:
    """All pages. Two different responses to the same question are a fault, whoever got them."""

    def __init__(self) -> None:
        self.pages: defaultdict[str, Page] = defaultdict(Page)
        self.opened: dict[tuple[str, str], str] = {}
        """The tables, by key and idempotency key."""
        self.watch: dict[str, str] = {}
        """Tickets to watch tables, which anybody may have got."""
        self.faults: list[str] = []
        self.again = 0
        """How often something was sent again because no response came."""

    @property
    def done(self) -> int:
        """The number of acknowledged commands."""
        return sum(len(page.done) for page in self.pages.values())

    def fault(self, text: str) -> None:
        """Record a fault."""
        self.faults.append(text)

    def open(self, key: str, word: str, table: str) -> None:
        """Record that a table was opened."""
        self._same(self.opened, (key, word), table, "opening a table")
        self.pages.setdefault(table, Page())

    def send(self, table: str, key: str, sent: Sent) -> None:
        """Record a command before it is sent."""
        self.pages[table].sent[key] = sent

    def acknowledge(self, table: str, key: str, seq: int) -> None:
        """Record that a command was carried out."""
        page = self.pages[table]
        self._same(page.done, key, seq, f"command {key} at {table}")
        if key in page.refused:
            self.fault(f"command {key} at {table} was refused ({page.refused[key]}) and then done as {seq}")

    def refuse(self, table: str, key: str, code: str) -> None:
        """Record that a command was refused for good."""
        page = self.pages[table]
        page.refused[key] = code
        if key in page.done:
            self.fault(f"command {key} at {table} was done as {page.done[key]} and then refused ({code})")

    def event(self, table: str, event: dict[str, Any]) -> None:
        """Record an event of a stream."""
        self._same(self.pages[table].events, event["seq"], event, f"event {event['seq']} of {table}")

    def view(self, table: str, view: dict[str, Any]) -> None:
        """Record a view of a table."""
        self._same(self.pages[table].views, view["seq"], view["entries"], f"view {view['seq']} of {table}")

    def again_at(self, table: str, following: str) -> None:
        """Record the table of a rematch."""
        page = self.pages[table]
        if page.next not in {None, following}:
            self.fault(f"{table} goes on at {page.next} and at {following}")
        page.next = following
        self.pages.setdefault(following, Page())

    def _same(self, earlier: dict[Any, T], key: Any, value: T, subject: str) -> None:
        before = earlier.setdefault(key, value)
        if before != value:
            self.fault(f"{subject} was told as {before!r} and as {value!r}")
