"""Response models of what is done with tables: opened, joined, commanded, listed and exported."""

from typing import Annotated

from pydantic import Field

from knobel.server.http.models import Millis, ResponseModel, Seq
from knobel.server.http.models.boards import ExportedCircle, ExportedResult
from knobel.server.http.models.study import Text
from knobel.server.http.models.view import Change, Day, Imported, View
from knobel.tables.knock import Answer


class OpenedTable(ResponseModel):
    """A table that was opened, with the tickets to pass on."""

    table: str
    seats: list[int]
    invite: str
    watch: str
    seal: str | None


class JoinedTable(ResponseModel):
    """The seats that now belong to this key; none for somebody who only watches."""

    seats: list[int]
    watching: bool


class Knocked(ResponseModel):
    """The state of a request to be let back in; once `admitted`, they join."""

    answer: Answer


class Happened(ResponseModel):
    """The number of the log entry that a request led to."""

    seq: Seq


class MoveMade(ResponseModel):
    """A move that stands, with the label of the choice."""

    number: Annotated[int, Field(description="The number of its entry.")]
    seat: int
    label: Text
    effects: Annotated[list[Text], Field(description="What else it did.")]


class MovesMade(ResponseModel):
    """The last moves at a table, oldest first, without those that only held dice."""

    moves: list[MoveMade]


class GivenTicket(ResponseModel):
    """A ticket that lets another device in, once."""

    ticket: str


class NextTable(ResponseModel):
    """The table at which the game is played again."""

    table: str


class Done(ResponseModel):
    """The number of the log entry of a command, and the table after it, if that was asked for."""

    seq: Seq
    view: View | None
    change: Annotated[
        Change | None,
        Field(description="Instead of a view, what has changed since `seen`, if that was asked for and is known."),
    ] = None


class TableSummary(ResponseModel):
    """A table in somebody's list."""

    table: str
    game: str
    options: dict[str, str]
    names: list[str]
    bots: Annotated[list[str | None], Field(description="The level of the bot at each seat; null where none plays.")]
    mine: list[int]
    started: bool
    over: bool
    away: Annotated[bool, Field(description="Whoever asks has sat down here and got up, with all their seats.")]
    turn: Annotated[list[int], Field(description="The seats that have to throw or decide.")]
    missing: Annotated[list[int], Field(description="The seats that nobody has taken yet.")]
    waiting: Annotated[bool, Field(description="The table waits for whoever asks.")]
    scores: list[int]
    places: list[int] | None
    dice: str
    day: Day
    clock: Annotated[int | None, Field(description="Seconds for a decision, if there is a clock.")]
    imported: Imported | None
    updated: Millis
    next: str | None


class MyTables(ResponseModel):
    """The tables of a key, newest first."""

    tables: list[TableSummary]


class ExportedTable(TableSummary):
    """A table with its record; null before it has one."""

    record: str | None


class Export(ResponseModel):
    """Everything that is stored about a key."""

    tables: list[ExportedTable]
    results: list[ExportedResult]
    circles: list[ExportedCircle]
