"""Responses about challenges."""

from typing import TypedDict

from knobel.coach.compare import Parting, Side, TurnPair
from knobel.scene.model import Scene


class ChallengeResult(TypedDict):
    """The result of somebody who played the dice of a challenge."""

    table: str
    name: str
    score: int | None
    """Null while the game goes on."""
    you: bool
    """It is the game of whoever asks."""


class Challenge(TypedDict):
    """A challenge: the dice of a game that is over, for others to play."""

    table: str
    """The table of the game."""
    game: str
    terms: list[str]
    """Its options in words."""
    name: str
    """Whose dice these are."""
    score: int | None
    rivals: list[str]
    """Who else sat at the table."""
    own: bool
    """Whoever asks sat there."""
    results: list[ChallengeResult]


class Compared(TypedDict):
    """Two games of a seat with the same dice."""

    seat: int
    """The seat whose dice both played."""
    scenes: list[Scene]
    """Both tables in the end."""
    names: list[str]
    objective: str
    spread: float
    one: Side
    other: Side
    parting: Parting | None
    """None if all decisions were the same."""
    turns: list[TurnPair]
