"""The ledger: everything that clients were told, and every contradiction in it."""

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
    """What was told about one table."""

    sent: dict[str, Sent] = field(default_factory=dict)
    """All commands by their keys."""
    done: dict[str, int] = field(default_factory=dict)
    """Commands that were acknowledged, with the number they were told."""
    refused: dict[str, str] = field(default_factory=dict)
    """Commands that were refused for good."""
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Rows that a stream told."""
    views: dict[int, list[list[Any]]] = field(default_factory=dict)
    """The standing entries that a view told, by its number."""
    joined: dict[tuple[str, int], str] = field(default_factory=dict)
    """Who was told that a seat is theirs: the key and the seat, with the nonce that was brought."""
    records: list[str] = field(default_factory=list)
    """Records of the game when it was over."""
    next: str | None = None
    """Where the game is played again."""


class Ledger:
    """All pages. Two answers to the same question that differ are a fault, whoever got them."""

    def __init__(self) -> None:
        self.pages: defaultdict[str, Page] = defaultdict(Page)
        self.opened: dict[tuple[str, str], str] = {}
        """The tables by who opened them under which word."""
        self.watch: dict[str, str] = {}
        """Links to watch tables, which anybody may have got hold of."""
        self.faults: list[str] = []
        self.again = 0
        """How often something was sent again because no answer came."""

    @property
    def done(self) -> int:
        """How many commands were acknowledged."""
        return sum(len(page.done) for page in self.pages.values())

    def fault(self, text: str) -> None:
        """Something that must never be."""
        self.faults.append(text)

    def open(self, who: str, word: str, table: str) -> None:
        """A table was opened."""
        self._same(self.opened, (who, word), table, "opening a table")
        self.pages.setdefault(table, Page())

    def send(self, table: str, key: str, sent: Sent) -> None:
        """A command is about to be sent."""
        self.pages[table].sent[key] = sent

    def acknowledge(self, table: str, key: str, seq: int) -> None:
        """A command was done."""
        page = self.pages[table]
        self._same(page.done, key, seq, f"command {key} at {table}")
        if key in page.refused:
            self.fault(f"command {key} at {table} was refused ({page.refused[key]}) and then done as {seq}")

    def refuse(self, table: str, key: str, code: str) -> None:
        """A command was refused for good."""
        page = self.pages[table]
        page.refused[key] = code
        if key in page.done:
            self.fault(f"command {key} at {table} was done as {page.done[key]} and then refused ({code})")

    def event(self, table: str, event: dict[str, Any]) -> None:
        """A stream told a row."""
        self._same(self.pages[table].events, event["seq"], event, f"event {event['seq']} of {table}")

    def view(self, table: str, view: dict[str, Any]) -> None:
        """A table was shown."""
        self._same(self.pages[table].views, view["seq"], view["entries"], f"view {view['seq']} of {table}")

    def again_at(self, table: str, following: str) -> None:
        """A table was told to go on at another."""
        page = self.pages[table]
        if page.next not in {None, following}:
            self.fault(f"{table} goes on at {page.next} and at {following}")
        page.next = following
        self.pages.setdefault(following, Page())

    def _same(self, known: dict[Any, T], key: Any, value: T, what: str) -> None:
        before = known.setdefault(key, value)
        if before != value:
            self.fault(f"{what} was told as {before!r} and as {value!r}")
