"""Responses about boards of results."""

from typing import TypedDict

from knobel.app.bodies import Millis


class CircleMade(TypedDict):
    """A circle, and the ticket that lets others in."""

    ticket: str
    name: str


class Result(TypedDict):
    """The result of somebody who played the game of a day."""

    name: str
    """Empty for one without a name."""
    face: str
    score: int
    objective: str | None
    """What luck and decisions are counted in."""
    luck: float | None
    decisions: float | None
    spread: float | None
    """How far a turn moves the result."""
    brought: bool
    """It was played elsewhere and brought along as a record."""


class BoardPlace(Result):
    """A result on a board."""

    place: int
    you: bool
    """Whoever asks has handed it in."""


class BoardOfGame(TypedDict):
    """The best results of a game."""

    game: str
    results: list[BoardPlace]


class Board(TypedDict):
    """The results of a day."""

    day: str
    circle: str | None
    """The name of the circle; null for everybody's board."""
    games: list[BoardOfGame]


class Handed(TypedDict):
    """A result that was handed in to boards."""

    day: str
    game: str
    score: int


class ExportedResult(Result):
    """A result as it is stored."""

    circle_id: str
    """The circle that sees it; empty for everybody."""
    day: str
    game: str
    at: Millis


class ExportedCircle(TypedDict):
    """A circle that somebody has made."""

    circle_id: str
    name: str
