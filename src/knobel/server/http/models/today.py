"""Response models of the games of a day."""

from typing import Annotated

from pydantic import Field

from knobel.server.http.models import ResponseModel


class GameOfDay(ResponseModel):
    """One game of a day."""

    game: str
    featured: bool
    rivals: Annotated[list[str], Field(description="The levels of the bots at the seats after the first.")]
    options: Annotated[dict[str, str], Field(description="What differs from the game as it is usually played.")]
    terms: Annotated[list[str], Field(description="The same options in words.")]
    seal: Annotated[str, Field(description="The seal of its dice, which anybody can work out.")]
    puzzle: Annotated[int | None, Field(description="The number of the puzzle that the day has of this game.")]


class GamesOfDay(ResponseModel):
    """The games of a day, the featured one first."""

    day: str
    first: Annotated[str, Field(description="The first day that has games.")]
    boards: Annotated[bool, Field(description="There are boards of results to hand them in to.")]
    games: list[GameOfDay]


class ResultOfDay(ResponseModel):
    """The result of the game of a day."""

    day: str
    game: str
    counts: Annotated[bool, Field(description="Nothing was taken back that had shown dice.")]
    scores: list[int]
    place: int
    owl: Annotated[
        int | None,
        Field(description="What the best bot has at the same seat with the same dice; null if nobody judges the game."),
    ]
    objective: str | None
    luck: float | None
    decisions: float | None
    beats: Annotated[dict[str, float], Field(description="How many of a hundred games of others this beats.")]
    possible: Annotated[int | None, Field(description="What was possible, where dice do not depend on decisions.")]
    proven: bool | None
    title: str
    words: Annotated[list[str], Field(description="All of it in short lines that tell no throw.")]
