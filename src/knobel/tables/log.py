"""The log of a table: an append-only list of entries, each one line of text with a number."""

from dataclasses import dataclass, field
from typing import Any, Literal

from knobel.core.entry import Entry
from knobel.scene.model import compact

Kind = Literal[
    "entry",
    "import",
    "name",
    "join",
    "bot",
    "open",
    "start",
    "leave",
    "back",
    "correct",
    "ask",
    "agree",
    "refuse",
    "rematch",
    "past",
    "emote",
    "knock",
    "admit",
    "decline",
    "face",
    "share",
    "dare",
    "dared",
]
NAMING = ("name", "join", "bot")
"""The kinds of log entries that name somebody."""
REQUESTS = ("back", "correct", "ask", "emote", "face", "share")
"""The kinds of log entries that a seat adds as often as it likes, within its budget; nobody adds them for another."""
COLUMNS = ("seq", "kind", "text", "seat", "at", "key", "asked")
"""The columns in which the fields of a log entry are stored, in their order; the last has an older name."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log, with the number `seq` at its table.

    | kind | text | what |
    |---|---|---|
    | entry | a line of the record | dice fell, a seat moved, something was amended |
    | import | `FINGERPRINT PROOF` | a record brought the game; its dice are proved or not: `holds`, `fails`, … |
    | name | `NAME` | the seat is kept for somebody of this name |
    | join | `COMMITMENT NAME`, or `- NAME` | somebody takes the seat, and commits to a nonce or brings none |
    | bot | `LEVEL - NAME`, or `LEVEL` | a bot takes the seat, or plays for the one who is away |
    | open | `NONCE` | the device of the seat opens its commitment; all seats are taken by then |
    | start | empty | the game starts without the nonces that are not opened yet |
    | leave | empty, `late` or `absent` | the seat is away: they got up, or others let a bot play, and why |
    | back | empty | the seat is there again |
    | correct | `NUMBER FIRST LAST NEW COUNT` | the seat corrects entry NUMBER; the next COUNT entries do it |
    | ask | `NUMBER` | the seat asks all others to undo back to this entry |
    | agree, refuse | empty | an answer to that |
    | rematch | a table | the game is played again there |
    | past | `TABLE SCORE …` | an earlier game of the series, and what the people here had; again if corrected |
    | emote | one of `EMOTES` | a sign to the others |
    | knock | a mark | somebody with the invitation asks to be let in to this seat |
    | share | `on` or `off` | the game is over, and whoever has its name may look at it, or no longer |
    | admit, decline | `SEAT MARK` | an answer to that |
    | face | an animal, or empty | what is drawn on the token of the seat |
    | dare | the hash of a ticket | the dice of the seat are offered to whoever has the ticket |
    | dared | `SEAT TABLE` | a table plays the dice of this seat |

    At tables whose dice are of version 1 a `NONCE` stands where the commitment or `-` stands now.
    """

    seq: int
    kind: Kind
    text: str
    seat: int | None
    """The seat that did it; None for the entries of an imported record."""
    at: int
    """The time in milliseconds since 1970, for display only; the order is that of `seq`."""
    key: str | None = None
    """The idempotency key of the command that made it."""
    request: str | None = None
    """What the sender of the command knew, and its text, to detect another command with the same key."""
    entry: Entry | None = field(default=None, compare=False, repr=False)
    """The parsed entry of the record for `text`, if it is known already."""
    _json: bytes = field(default=b"", init=False, compare=False, repr=False)
    """The event as JSON, once it is needed."""

    def __reduce__(self) -> tuple[Any, ...]:
        """What goes to another process: the stored fields, which is a third of the time; the entry is parsed there."""
        return LogEntry, self.stored()

    def stored(self) -> tuple[Any, ...]:
        """The values of the stored fields, in their order."""
        return self.seq, self.kind, self.text, self.seat, self.at, self.key, self.request

    def event(self) -> dict[str, Any]:
        """The entry as clients get it; the idempotency key is for its sender only."""
        return {"seq": self.seq, "kind": self.kind, "text": self.text, "seat": self.seat, "at": self.at}

    def event_json(self) -> bytes:
        """The event as JSON, made once for all followers of a table."""
        if not self._json:
            object.__setattr__(self, "_json", compact(self.event()).encode())
        return self._json
