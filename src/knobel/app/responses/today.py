"""Responses about days: their games, puzzles and leaderboards, and challenges to play the same dice."""

from typing import TypedDict

from knobel.app.bodies import Millis
from knobel.app.today.puzzle import Difficulty, Theme
from knobel.coach.compare import Parting, Side, TurnPair
from knobel.scene.model import Scene


class GameOfDay(TypedDict):
    """One game of a day."""

    game: str
    featured: bool
    rivals: list[str]
    """The levels of the bots at the seats after the first."""
    options: dict[str, str]
    """The options that differ from the usual game."""
    terms: list[str]
    """The same options in words."""
    seal: str
    """The seal of its dice, which anybody can calculate."""
    puzzle: int | None
    """The number of the puzzle that the day has of this game."""


class GamesOfDay(TypedDict):
    """The games of a day, the featured one first."""

    day: str
    first: str
    """The first day that has games."""
    boards: bool
    """Whether there are boards to hand results in to."""
    games: list[GameOfDay]


class ResultOfDay(TypedDict):
    """The result of the game of a day."""

    day: str
    game: str
    counts: bool
    """Whether no throw was taken back."""
    scores: list[int]
    place: int
    owl: int | None
    """The score of the best bot at the same seat with the same dice; null if the game has no judge."""
    objective: str | None
    luck: float | None
    decisions: float | None
    beats: dict[str, float]
    """The percentage of games of others that this beats."""
    possible: int | None
    """The best possible result, where dice do not depend on decisions."""
    proven: bool | None
    title: str
    words: list[str]
    """The result in short lines that reveal none of the throws."""


class PuzzleListed(TypedDict):
    """A puzzle in the list of its game."""

    number: int
    difficulty: Difficulty
    theme: Theme


class PuzzleList(TypedDict):
    """All puzzles of a game."""

    game: str
    puzzles: list[PuzzleListed]


class PuzzleAsked(TypedDict):
    """A puzzle, with its solution; `POST /api/study` rates the answers."""

    game: str
    number: int
    following: int
    """The number of the next puzzle."""
    difficulty: Difficulty
    theme: Theme
    """What it is about; it gives away a little of the answer."""
    record: str
    """A record that ends in the position."""
    seat: int
    """The seat that decides."""
    objective: str
    best: str
    """The best move."""
    natural: str
    """The obvious move."""
    loss: float
    """How much the obvious move loses against the best."""
    margin: float
    """How much the second best choice loses against the best."""
    label: str
    """The obvious move in words."""
    reasons: list[str]
    """Why the best move is better than the obvious one."""


class ChallengeResult(TypedDict):
    """The result of somebody who played the dice of a challenge."""

    table: str
    name: str
    score: int | None
    """Null while the game goes on."""
    you: bool
    """Whether it is the game of the player who asks."""


class Challenge(TypedDict):
    """A challenge: the dice of a game that is over, for others to play."""

    table: str
    """The table of the game."""
    game: str
    terms: list[str]
    """Its options in words."""
    name: str
    """The name of the player whose dice these are."""
    score: int | None
    rivals: list[str]
    """Who else sat at the table."""
    own: bool
    """Whether the player who asks sat there."""
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


class CircleMade(TypedDict):
    """A circle, and the ticket that lets others in."""

    ticket: str
    name: str


class Result(TypedDict):
    """The result of somebody who played the game of a day."""

    name: str
    """The name; empty for a player without one."""
    face: str
    score: int
    objective: str | None
    """The unit of luck and decisions."""
    luck: float | None
    decisions: float | None
    spread: float | None
    """How far a turn moves the result."""
    brought: bool
    """Whether it was played elsewhere and imported as a record."""


class LeaderboardPlace(Result):
    """A result on a board."""

    place: int
    you: bool
    """Whether the player who asks has handed it in."""


class LeaderboardOfGame(TypedDict):
    """The best results of a game."""

    game: str
    results: list[LeaderboardPlace]


class Leaderboard(TypedDict):
    """The results of a day."""

    day: str
    circle: str | None
    """The name of the circle; null for everybody's board."""
    games: list[LeaderboardOfGame]


class Handed(TypedDict):
    """A result that was handed in to boards."""

    day: str
    game: str
    score: int


class ExportedResult(Result):
    """A result as it is stored."""

    circle_id: str
    """The circle that sees it; empty for the board of everybody."""
    day: str
    game: str
    at: Millis


class ExportedCircle(TypedDict):
    """A circle that somebody has made."""

    circle_id: str
    name: str
