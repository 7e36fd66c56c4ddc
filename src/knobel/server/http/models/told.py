"""What the server answers about tables."""

from typing import Literal

from knobel.server.http.models.base import Millis, Seq, Told, Undo
from knobel.server.http.models.coach import Hint, Review
from knobel.server.http.models.scene import Scene


class OpenedTable(Told):
    """A table that was opened, with the tickets to pass on."""

    table: str
    seats: list[int]
    invite: str
    watch: str
    seal: str | None


class JoinedTable(Told):
    """The seats that are now this key's; none for one who watches."""

    seats: list[int]
    watching: bool


class Happened(Told):
    """The number of the event that tells of it."""

    seq: Seq


class GivenTicket(Told):
    """A ticket that lets another device in, once."""

    ticket: str


class NextTable(Told):
    """Where the game is played again."""

    table: str


class SeatView(Told):
    """Who sits somewhere."""

    name: str | None
    nonce: str | None
    person: bool
    away: bool
    bot: str | None
    kept: bool


class AskView(Told):
    """A seat asks to undo back to an entry."""

    seat: int
    number: int
    agreed: list[int]


class PastGame(Told):
    """An earlier game of a series, with the scores by present seat."""

    table: str
    scores: list[int]


class Links(Told):
    """The tickets to pass on."""

    invite: str
    watch: str


class View(Told):
    """A table as it stands, for one who sits there or watches."""

    table: str
    game: str
    options: dict[str, str]
    undo: Undo
    dice: str
    seal: str | None
    coach: bool
    clock: int | None
    deadline: Millis | None
    now: Millis
    seq: Seq
    you: list[int]
    watching: bool
    seats: list[SeatView]
    started: bool
    over: bool
    scene: Scene
    entries: list[tuple[int, str]]
    moves: dict[str, list[str]]
    ask: AskView | None
    next: str | None
    past: list[PastGame]
    links: Links | None


class Done(Told):
    """The number of the event that tells of a command, and the table as it stands then, if that was asked for."""

    seq: Seq
    view: View | None


class Event(Told):
    """Something that happened at a table: the `data` of an event of the stream."""

    seq: Seq
    kind: Literal["entry", "name", "join", "bot", "leave", "back", "ask", "agree", "refuse", "rematch", "past", "emote"]
    text: str
    seat: int | None
    at: Millis


class TableSummary(Told):
    """A table in somebody's list."""

    table: str
    game: str
    options: dict[str, str]
    names: list[str]
    mine: list[int]
    started: bool
    over: bool
    waiting: bool
    scores: list[int]
    places: list[int] | None
    dice: str
    updated: Millis
    next: str | None


class MyTables(Told):
    """The tables of a key, newest first."""

    tables: list[TableSummary]


class ExportedTable(TableSummary):
    """A table with its record; null before it has one."""

    record: str | None


class Export(Told):
    """Everything that is kept of a key."""

    tables: list[ExportedTable]


class Hints(Told):
    """A hint for each seat that has to decide."""

    hints: list[Hint]


class Studied(Told):
    """The position where a record ends."""

    names: list[str]
    scene: Scene
    waiting: Literal["throw", "decide", "over"]
    cup: list[int]
    moves: dict[str, list[str]]
    entries: list[tuple[int, str]]
    hints: list[Hint] | None
    review: Review | None
