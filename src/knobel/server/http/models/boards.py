"""Request and response models of boards of results."""

from typing import Annotated

from pydantic import Field

from knobel.server.http.models import IdempotencyKey, Millis, RequestModel, ResponseModel
from knobel.server.http.models.requests import Name, RecordText

CircleTicket = Annotated[str, Field(max_length=64, description="The ticket of a circle, from its link.")]


class LookAtBoard(RequestModel):
    """A request for the results of a day."""

    day: Annotated[str, Field(max_length=40, description="A day like `2026-11-17`.")]
    circle: Annotated[str, Field(max_length=64, description="The ticket of a circle; empty for everybody's board.")] = (
        ""
    )


class MakeCircle(RequestModel):
    """A request for a new circle."""

    name: Name
    key: IdempotencyKey


class HandIn(RequestModel):
    """A result to hand in to boards: of a table, or of a record that was played elsewhere."""

    table: Annotated[str, Field(max_length=64, description="The table of the game.")] | None = None
    record: RecordText | None = None
    name: Name = ""
    face: Annotated[str, Field(pattern=r"^[a-z]{0,20}$", description="An animal, or nothing for the initial.")] = ""
    everybody: Annotated[bool, Field(description="All who come to this server may see it.")] = True
    circles: Annotated[tuple[CircleTicket, ...], Field(max_length=20, strict=False)] = ()


class CircleMade(ResponseModel):
    """A circle, and the ticket that lets others in."""

    ticket: str
    name: str


class Result(ResponseModel):
    """The result of somebody who played the game of a day."""

    name: Annotated[str, Field(description="Empty for one without a name.")]
    face: str
    score: int
    objective: Annotated[str | None, Field(description="What luck and decisions are counted in.")]
    luck: float | None
    decisions: float | None
    spread: Annotated[float | None, Field(description="How far a turn moves the result.")]
    brought: Annotated[bool, Field(description="It was played elsewhere and brought along as a record.")]


class BoardPlace(Result):
    """A result on a board."""

    place: int
    you: Annotated[bool, Field(description="Whoever asks has handed it in.")]


class BoardOfGame(ResponseModel):
    """The best results of a game."""

    game: str
    results: list[BoardPlace]


class Board(ResponseModel):
    """The results of a day."""

    day: str
    circle: Annotated[str | None, Field(description="The name of the circle; null for everybody's board.")]
    games: list[BoardOfGame]


class Handed(ResponseModel):
    """A result that was handed in to boards."""

    day: str
    game: str
    score: int


class ExportedResult(Result):
    """A result as it is stored."""

    circle_id: Annotated[str, Field(description="The circle that sees it; empty for everybody.")]
    day: str
    game: str
    at: Millis


class ExportedCircle(ResponseModel):
    """A circle that somebody has made."""

    circle_id: str
    name: str
