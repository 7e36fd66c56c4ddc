"""Responses about what is done with tables: opened, joined, commanded, listed and exported."""

from typing import TypedDict

from knobel.app.bodies import Millis, Seq, Text
from knobel.app.responses.today import ExportedCircle, ExportedResult
from knobel.app.responses.view import Change, Day, Imported, View
from knobel.tables.knock import Answer


class OpenedTable(TypedDict):
    """A table that was opened, with the tickets to pass on."""

    table: str
    seats: list[int]
    invite: str
    watch: str
    seal: str | None


class JoinedTable(TypedDict):
    """The seats that now belong to this key; none for somebody who only watches."""

    seats: list[int]
    watching: bool


class Knocked(TypedDict):
    """The state of a request to be let back in; once `admitted`, they join."""

    answer: Answer


class Happened(TypedDict):
    """The number of the log entry that a request led to."""

    seq: Seq


class MoveMade(TypedDict):
    """A move that stands, with the label of the choice."""

    number: int
    """The number of its entry."""
    seat: int
    label: Text
    effects: list[Text]
    """What else it did."""


class MovesMade(TypedDict):
    """The last moves at a table, oldest first, without those that only held dice."""

    moves: list[MoveMade]


class GivenTicket(TypedDict):
    """A ticket that lets another device in, once."""

    ticket: str


class NextTable(TypedDict):
    """The table at which the game is played again."""

    table: str


class Done(TypedDict):
    """The number of the log entry of a command, and the table after it, if that was asked for."""

    seq: Seq
    view: View | None
    change: Change | None
    """Instead of a view, what has changed since `seen`, if that was asked for and is known."""


class TableSummary(TypedDict):
    """A table in somebody's list."""

    table: str
    game: str
    options: dict[str, str]
    names: list[str]
    bots: list[str | None]
    """The level of the bot at each seat; null where none plays."""
    mine: list[int]
    started: bool
    over: bool
    away: bool
    """Whether the player who asks has left the table, with all their seats."""
    turn: list[int]
    """The seats that have to throw or decide."""
    missing: list[int]
    """The seats that nobody has taken yet."""
    waiting: bool
    """Whether the table waits for the player who asks."""
    scores: list[int]
    places: list[int] | None
    dice: str
    day: Day
    clock: int | None
    """Seconds for a decision, if there is a clock."""
    imported: Imported | None
    updated: Millis
    next: str | None


class MyTables(TypedDict):
    """The tables of a key, newest first."""

    tables: list[TableSummary]


class ExportedTable(TableSummary):
    """A table with its record; null before it has one."""

    record: str | None


class Export(TypedDict):
    """Everything that is stored about a key."""

    tables: list[ExportedTable]
    results: list[ExportedResult]
    circles: list[ExportedCircle]


class FacesOfKind(TypedDict):
    """How often each face of one kind of dice fell."""

    faces: list[str]
    counts: list[list[int]]
    """For each seat, how often each of the faces fell."""


class FallenFaces(TypedDict):
    """How often each face fell at a table, for each kind of dice."""

    dice: list[FacesOfKind]
