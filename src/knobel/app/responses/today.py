"""Responses about the games of a day."""

from typing import TypedDict


class GameOfDay(TypedDict):
    """One game of a day."""

    game: str
    featured: bool
    rivals: list[str]
    """The levels of the bots at the seats after the first."""
    options: dict[str, str]
    """What differs from the game as it is usually played."""
    terms: list[str]
    """The same options in words."""
    seal: str
    """The seal of its dice, which anybody can work out."""
    puzzle: int | None
    """The number of the puzzle that the day has of this game."""


class GamesOfDay(TypedDict):
    """The games of a day, the featured one first."""

    day: str
    first: str
    """The first day that has games."""
    boards: bool
    """There are boards of results to hand them in to."""
    games: list[GameOfDay]


class ResultOfDay(TypedDict):
    """The result of the game of a day."""

    day: str
    game: str
    counts: bool
    """Nothing was taken back that had shown dice."""
    scores: list[int]
    place: int
    owl: int | None
    """What the best bot has at the same seat with the same dice; null if nobody judges the game."""
    objective: str | None
    luck: float | None
    decisions: float | None
    beats: dict[str, float]
    """How many of a hundred games of others this beats."""
    possible: int | None
    """What was possible, where dice do not depend on decisions."""
    proven: bool | None
    title: str
    words: list[str]
    """All of it in short lines that tell no throw."""
