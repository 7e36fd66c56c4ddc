"""Responses about puzzles."""

from typing import Literal, TypedDict

Difficulty = Literal["easy", "medium", "hard"]


class PuzzleListed(TypedDict):
    """A puzzle in the list of its game."""

    number: int
    difficulty: Difficulty


class PuzzleList(TypedDict):
    """All puzzles of a game."""

    game: str
    puzzles: list[PuzzleListed]


class PuzzleAsked(TypedDict):
    """A puzzle, with its solution; `POST /api/study` rates the answers."""

    game: str
    number: int
    following: int
    """The number of the puzzle to go on with."""
    difficulty: Difficulty
    record: str
    """A record that ends in the position."""
    seat: int
    """Whose decision is asked for."""
    objective: str
    best: str
    """The answer."""
    natural: str
    """The move that comes to mind first."""
    loss: float
    """What the natural move gives away against the best."""
    margin: float
    """What the second best choice gives away."""
    label: str
    """The natural move in words."""
    reasons: list[str]
    """Why the best move is better than the natural one."""
