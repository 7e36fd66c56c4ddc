"""Models of positions: scenes, the coach, the explorer, distributions, and the dice report.

The response models are generated from the dataclasses that hold these values.
"""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from knobel.answers.advice import MOST_SEATS
from knobel.coach import model as coach
from knobel.coach.decisive import Decisive as DecisiveTurn
from knobel.coach.explore import Explored as ExploredPosition
from knobel.scene import model as scene
from knobel.server.http.models import Language, Millis, RequestModel, ResponseModel, response_model
from knobel.server.http.models.requests import Option
from knobel.server.live import dice_report
from knobel.tables.setup import MOST_OPTIONS

Short = Annotated[str, Field(max_length=40)]
Mark = Annotated[int, Field(ge=0, le=1000)] | Short


class Text(ResponseModel):
    """A sentence or label before translation; `GET /api/texts/{language}` has its template."""

    key: str
    values: "dict[str, int | str | Text]"


if TYPE_CHECKING:
    Scene = scene.Scene
    Hint = coach.Hint
    Review = coach.Review
    Explored = ExploredPosition
    Decisive = DecisiveTurn
    DiceReport = dice_report.Report
else:
    Scene = response_model(scene.Scene, Text)
    # The coach sends sentences of a language, a scene texts before translation.
    Hint, Review = response_model(coach.Hint, str), response_model(coach.Review, str)
    Explored = response_model(
        ExploredPosition, str, without=("game",), aim=Annotated[str, Field(description="The objective in words.")]
    )
    Decisive = response_model(DecisiveTurn, Text)
    DiceReport = response_model(dice_report.Report, Text, name="DiceReport", made=Millis)


class Explore(RequestModel):
    """A position to explore; the first sheet is that of the player whose turn it is."""

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


class Distribution(ResponseModel):
    """The distribution of final scores of some players."""

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


class Distributions(ResponseModel):
    """All distributions of a game, the best players first."""

    distributions: list[Distribution]


class Hints(ResponseModel):
    """A hint for each seat that has to decide."""

    hints: list[Hint]


class BestPossible(ResponseModel):
    """The best that a seat could have made of the dice that fell."""

    seat: int
    reached: Annotated[int, Field(description="What it has.")]
    points: Annotated[int, Field(description="What the best sheet found would have.")]
    bound: Annotated[int, Field(description="What no sheet can pass.")]
    proven: Annotated[bool, Field(description="Nothing is better than the sheet found.")]
    words: Annotated[str, Field(description="All this in a sentence.")]
    scene: Annotated[Scene, Field(description="A table for one, with that sheet.")]


class DecisiveMoment(ResponseModel):
    """The moment that decided a game; null if none stands out."""

    moment: Decisive | None


class Studied(ResponseModel):
    """The position where a record ends."""

    names: list[str]
    scene: Scene
    waiting: Literal["throw", "decide", "over"]
    cup: list[int]
    moves: dict[str, list[str]]
    entries: list[tuple[int, str]]
    hints: list[Hint] | None
    review: Review | None
