"""Responses about positions: scenes, the coach, the explorer, distributions, and the dice report."""

from typing import Literal, TypedDict

from knobel.app.bodies import Millis, Sentences, Text
from knobel.coach.decisive import Decisive
from knobel.coach.explore import Chance, Place
from knobel.coach.model import Hint, Review
from knobel.scene.model import Scene


class Explored(TypedDict):
    """A position and its analysis."""

    names: list[str]
    scene: Scene
    places: list[Sentences[Place]]
    """All places that can be set up on a sheet."""
    throws: int
    """How many throws a turn may have."""
    value: float
    """The expected result of the player on turn; turns are negative, so that more is always better."""
    amount: str
    """The value in words."""
    objective: str
    aim: str
    """The objective in words."""
    exact: bool
    hint: Sentences[Hint] | None
    """The rating of every choice; null if dice are thrown next."""
    odds: list[Sentences[Chance]]


class Trial(TypedDict):
    """A chi-square test of some dice of one kind."""

    die: str
    faces: list[str]
    split: Literal["all", "game", "position", "cup", "by", "after"]
    """What these dice have in common; `after` has a row for every face that the die showed before."""
    value: str
    """Which game, position, cup (`all`, `some`) or thrower (`bot`, `person`)."""
    dice: int
    counts: list[list[int]]
    """How often every face fell."""
    chi_square: float
    freedom: int
    chance: float | None
    """The p-value: how likely fair dice are to be at least this uneven; null if there are too few to tell."""


class DiceReport(TypedDict):
    """Statistics of the server's dice, with chi-square tests; own dice and imported ones are not counted."""

    made: Millis
    tables: int
    unread: int
    """The number of tables whose log cannot be replayed."""
    throws: int
    dice: int
    verdict: Literal["few", "fair", "unusual", "loaded"]
    chance: float | None
    """An upper bound of how likely fair dice are to be at least this uneven in any of the tests."""
    words: Text
    """The verdict as a sentence."""
    trials: list[Trial]


class Distribution(TypedDict):
    """The distribution of final scores of some players."""

    game: str
    who: str
    """`perfect`, or the level of a bot."""
    seats: int
    options: dict[str, str]
    exact: bool
    games: int | None
    """How many games were played; null if exact."""
    mean: float
    error: float
    deviation: float
    first: int
    """The score that the first chance belongs to."""
    chances: list[float]
    reach: list[float]
    """The best chance of at least 0, 1, 2, … points."""


class Distributions(TypedDict):
    """All distributions of a game, the best players first."""

    distributions: list[Distribution]


class Hints(TypedDict):
    """A hint for each seat that has to decide."""

    hints: list[Sentences[Hint]]


class BestPossible(TypedDict):
    """The best that a seat could have made of the dice that fell."""

    seat: int
    reached: int
    """The score that it reached."""
    points: int
    """The score of the best sheet found."""
    bound: int
    """The score that no sheet can exceed."""
    proven: bool
    """The sheet found is proven to be the best."""
    words: str
    """All this in a sentence."""
    scene: Scene
    """A table for one, with that sheet."""


class DecisiveMoment(TypedDict):
    """The moment that decided a game; null if none stands out."""

    moment: Decisive | None


class Studied(TypedDict):
    """The position where a record ends."""

    names: list[str]
    scene: Scene
    waiting: Literal["throw", "decide", "over"]
    cup: list[int]
    moves: dict[str, list[str]]
    entries: list[tuple[int, str]]
    hints: list[Sentences[Hint]] | None
    review: Sentences[Review] | None
