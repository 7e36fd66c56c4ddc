"""Response models of puzzles."""

from typing import Annotated, Literal

from pydantic import Field

from knobel.server.http.models import ResponseModel

Difficulty = Literal["easy", "medium", "hard"]


class PuzzleListed(ResponseModel):
    """A puzzle in the list of its game."""

    number: int
    difficulty: Difficulty


class PuzzleList(ResponseModel):
    """All puzzles of a game."""

    game: str
    puzzles: list[PuzzleListed]


class PuzzleAsked(ResponseModel):
    """A puzzle, with its solution; `POST /api/study` rates the answers."""

    game: str
    number: int
    following: Annotated[int, Field(description="The number of the puzzle to go on with.")]
    difficulty: Difficulty
    record: Annotated[str, Field(description="A record that ends in the position.")]
    seat: Annotated[int, Field(description="Whose decision is asked for.")]
    objective: str
    best: Annotated[str, Field(description="The answer.")]
    natural: Annotated[str, Field(description="The move that comes to mind first.")]
    loss: Annotated[float, Field(description="What the natural move gives away against the best.")]
    margin: Annotated[float, Field(description="What the second best choice gives away.")]
    label: Annotated[str, Field(description="The natural move in words.")]
    reasons: Annotated[list[str], Field(description="Why the best move is better than the natural one.")]
