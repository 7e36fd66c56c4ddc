"""Response models of the library: games, rules, scores and printed pads."""

from typing import Annotated

from pydantic import Field

from knobel.server.http.models import Language, ResponseModel


class OptionInfo(ResponseModel):
    """An option of a game, chosen when a table is opened; no choices means free text."""

    key: str
    help: str
    default: str
    choices: list[str]
    words: Annotated[list[str], Field(description="The choices in words.")]


class DieInfo(ResponseModel):
    """A die of a game."""

    name: str
    faces: Annotated[list[str], Field(description="What is typed for each face.")]
    signs: Annotated[list[str], Field(description="What is drawn of each face.")]
    colours: Annotated[list[str] | None, Field(description="The colour of each face, if they differ.")]


class TypedInfo(ResponseModel):
    """The options and dice of a game for dice that people type in, where they differ."""

    options: Annotated[
        dict[str, str], Field(description="The options that such tables have unless they say otherwise.")
    ]
    dice: list[DieInfo]


class Colour(ResponseModel):
    """The accent colour of a game, on light and dark backgrounds."""

    light: str
    dark: str
    fill: Annotated[
        str | None, Field(description="What is filled with it on dark, below white letters; null: the colour on dark.")
    ]


class GameInfo(ResponseModel):
    """A game, for opening a table."""

    key: str
    title: str
    tagline: str
    source: str
    seats: list[int]
    options: list[OptionInfo]
    dice: list[DieInfo]
    typed: Annotated[TypedInfo | None, Field(description="Dice that people type in, where these differ from ours.")]
    minutes: Annotated[int, Field(description="About how long a game for two takes.")]
    colour: Colour
    coupled: Annotated[bool, Field(description="What one player does makes a difference to the others.")]
    simultaneous: Annotated[bool, Field(description="A throw is for everybody, and all move at once.")]
    explorer: Annotated[bool, Field(description="Positions can be set up by hand.")]
    reach: Annotated[bool, Field(description="It can be explored for the chance of at least so many points.")]


class LevelInfo(ResponseModel):
    """A level of bots."""

    key: str
    name: str


class Library(ResponseModel):
    """All games, and other lists that tables need."""

    games: list[GameInfo]
    levels: list[LevelInfo]
    emotes: list[str]
    version: str


class BoxWorth(ResponseModel):
    """The score of dice in a box, or whether they meet a task."""

    key: str
    name: str
    worth: bool | int


class RulesExample(ResponseModel):
    """Dice (or a grid) of a rules page, with their scores."""

    options: dict[str, str]
    dice: list[str]
    worths: list[BoxWorth]


class RulesPage(ResponseModel):
    """The rules of a game."""

    game: str
    language: Language
    markdown: Annotated[str, Field(description="The page with its examples worked out.")]
    plain: Annotated[str, Field(description="The same page with a fence called `score` for each example.")]
    examples: Annotated[list[RulesExample], Field(description="The examples, in the order of the fences.")]


class PrintedPad(ResponseModel):
    """A pad to print."""

    title: str
    seats: int
    rounds: Annotated[int, Field(description="For how many games it is.")]
    size: Annotated[str, Field(description="The paper, as CSS calls it.")]
    landscape: bool
    pages: Annotated[list[str], Field(description="Every page, as SVG.")]


class Score(ResponseModel):
    """The scores of dice."""

    game: str
    worths: list[BoxWorth]
