"""Positions set up by hand, and distributions of scores."""

from typing import Annotated

from pydantic import Field

from knobel.server.exploring import MOST_SEATS
from knobel.server.http.models.asked import Option
from knobel.server.http.models.base import Asked, Language, Told
from knobel.server.http.models.coach import Hint
from knobel.server.http.models.scene import Scene
from knobel.server.setup import MOST_OPTIONS

Short = Annotated[str, Field(max_length=40)]
Mark = Annotated[int, Field(ge=0, le=1000)] | Short


class Explore(Asked):
    """A position; the first sheet is that of the player whose turn it is."""

    game: Annotated[str, Field(min_length=1, max_length=40)]
    options: Annotated[dict[Short, Option], Field(max_length=MOST_OPTIONS, default_factory=dict)]
    sheets: Annotated[
        tuple[Annotated[dict[Short, Mark], Field(max_length=40)], ...],
        Field(
            min_length=1, max_length=MOST_SEATS, strict=False, description="What stands in the places, by their keys."
        ),
    ]
    dice: Annotated[
        tuple[Short | None, ...], Field(max_length=12, strict=False, description="Faces; null is in the cup.")
    ] = ()
    throws: Annotated[int, Field(ge=0, le=4, description="How many throws have fallen in the turn.")] = 0
    reach: Annotated[int, Field(ge=0, le=1000, description="Play for at least so many points only.")] | None = None
    language: Language


class Place(Told):
    """A place of a sheet, with all that may stand there; open unless something is said."""

    key: str
    label: str
    part: str
    choices: list[int | str]
    default: int | str | None


class Chance(Told):
    """How likely a box or task is in this turn, if it alone is played for."""

    key: str
    label: str
    chance: float
    points: float | None


class Explored(Told):
    """A position, and what is known of it."""

    names: list[str]
    scene: Scene
    places: list[Place]
    throws: Annotated[int, Field(description="How many throws a turn may have.")]
    value: float
    amount: Annotated[str, Field(description="The value in words.")]
    objective: str
    aim: Annotated[str, Field(description="The objective in words.")]
    exact: bool
    hint: Hint | None
    odds: list[Chance]


class Distribution(Told):
    """How likely each final score of some players is."""

    game: str
    who: Annotated[str, Field(description="`perfect`, or the level of a bot.")]
    seats: int
    options: dict[str, str]
    exact: bool
    games: Annotated[int | None, Field(description="How many games were played; null if exact.")]
    mean: float
    error: float
    deviation: float
    first: Annotated[int, Field(description="The score that the first chance belongs to.")]
    chances: list[float]
    reach: Annotated[list[float], Field(description="The best chance of at least 0, 1, 2, … points.")]


class Distributions(Told):
    """All distributions of a game, the best players first."""

    distributions: list[Distribution]
