"""What the server answers about games, and about itself."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from knobel.server.http.models.base import Language, Told


class OptionInfo(Told):
    """A choice made when a table is opened; no choices means free text."""

    key: str
    help: str
    default: str
    choices: list[str]


class DieInfo(Told):
    """A die of a game."""

    name: str
    faces: list[str]
    colours: Annotated[list[str] | None, Field(description="The colour of each face, if they differ.")]


class Colour(Told):
    """The colour of what can be touched in a game, on light paper and on dark."""

    light: str
    dark: str


class GameInfo(Told):
    """A game before a table is opened."""

    key: str
    title: str
    tagline: str
    source: str
    seats: list[int]
    options: list[OptionInfo]
    dice: list[DieInfo]
    minutes: Annotated[int, Field(description="About how long a game for two takes.")]
    colour: Colour
    coupled: Annotated[bool, Field(description="What one player does makes a difference to the others.")]
    simultaneous: Annotated[bool, Field(description="A throw is for everybody, and all move at once.")]
    explorer: Annotated[bool, Field(description="Positions can be set up by hand.")]
    reach: Annotated[bool, Field(description="It can be explored for the chance of at least so many points.")]


class LevelInfo(Told):
    """How strong a bot plays."""

    key: str
    name: str


class Library(Told):
    """All games, and what tables need beside them."""

    games: list[GameInfo]
    levels: list[LevelInfo]
    emotes: list[str]
    version: str


class BoxWorth(Told):
    """What dice are worth in a box, or whether they meet a task."""

    key: str
    name: str
    worth: bool | int


class RulesExample(Told):
    """A roll of a rules page, in Kriss Kross a grid, and what it is worth."""

    options: dict[str, str]
    dice: list[str]
    worths: list[BoxWorth]


class RulesPage(Told):
    """The rules of a game."""

    game: str
    language: Language
    markdown: Annotated[str, Field(description="The page with its examples worked out.")]
    plain: Annotated[str, Field(description="The same page with a fence called `score` for each example.")]
    examples: Annotated[list[RulesExample], Field(description="The examples, in the order of the fences.")]


class Score(Told):
    """What dice are worth."""

    game: str
    worths: list[BoxWorth]


class Well(Told):
    """All is well."""

    status: Literal["ok"] = "ok"


class Reason(Told):
    """What went wrong."""

    code: Annotated[str, Field(description="The kind of the error, for programs.")]
    message: Annotated[str, Field(description="What was wrong and what would be right, for people.")]
    details: dict[str, JsonValue] | None


class Refusal(Told):
    """The answer to anything that was not done."""

    error: Reason
