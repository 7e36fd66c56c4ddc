"""A row of the log: one thing that happened at a table, in one line of text."""

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["entry", "name", "join", "bot", "leave", "back", "ask", "agree", "refuse", "rematch", "past", "emote"]


@dataclass(frozen=True, slots=True)
class Row:
    """What happened, as number `seq` of its table.

    | kind | text | what |
    |---|---|---|
    | entry | a line of the record | dice fell, a seat moved, something was amended |
    | name | `NAME` | the seat is kept for somebody of this name |
    | join | `NONCE NAME` | somebody takes the seat |
    | bot | `LEVEL NONCE NAME`, or `LEVEL` | a bot takes the seat, or plays for the one who is away |
    | leave, back | empty | the seat is away, or there again |
    | ask | `NUMBER` | the seat asks all others to undo back to this entry |
    | agree, refuse | empty | an answer to that |
    | rematch | a table | the game is played again there |
    | past | `TABLE SCORE …` | an earlier game of the series, with what the people at these seats had |
    | emote | one of `EMOTES` | a sign to the others |
    """

    seq: int
    kind: Kind
    text: str
    seat: int | None
    """Whose doing it was; None for a game of a record."""
    at: int
    """When, in milliseconds since 1970, for people to read; the order is that of `seq` alone."""
    key: str | None = None
    """Names the command that made it, so that it is done once however often it is sent."""
    asked: str | None = None
    """The command itself, so that a key is not taken for another command."""

    def event(self) -> dict[str, Any]:
        """The row for clients; the key is nobody's business but its sender's."""
        return {"seq": self.seq, "kind": self.kind, "text": self.text, "seat": self.seat, "at": self.at}
