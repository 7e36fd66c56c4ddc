"""Responses about the library: games, rules, scores and printed pads."""

from typing import TypedDict

from knobel.app.bodies import Language


class OptionInfo(TypedDict):
    """An option of a game, chosen when a table is opened; no choices means free text."""

    key: str
    help: str
    default: str
    choices: list[str]
    words: list[str]
    """The choices in words."""


class DieInfo(TypedDict):
    """A die of a game."""

    name: str
    faces: list[str]
    """What is typed for each face."""
    signs: list[str]
    """What is drawn of each face."""
    colours: list[str] | None
    """The colour of each face, if they differ."""


class TypedInfo(TypedDict):
    """The options and dice of a game for dice that people type in, where they differ."""

    options: dict[str, str]
    """The options that such tables have by default."""
    dice: list[DieInfo]


class Colour(TypedDict):
    """The accent colour of a game, on light and dark backgrounds."""

    light: str
    dark: str
    fill: str | None
    """The fill below white letters on dark backgrounds; null: the colour on dark."""


class GameInfo(TypedDict):
    """A game, for opening a table."""

    key: str
    title: str
    tagline: str
    source: str
    seats: list[int]
    options: list[OptionInfo]
    dice: list[DieInfo]
    typed: TypedInfo | None
    """The options and dice for typed dice, where they differ from ours."""
    minutes: int
    """About how many minutes a game for two takes."""
    colour: Colour
    coupled: bool
    """Whether what one player does affects the others."""
    simultaneous: bool
    """Whether several seats may decide at once."""
    coach: bool
    """Whether there are hints and reviews."""
    explorer: bool
    """Whether positions can be set up by hand."""
    reach: bool
    """Whether the explorer can calculate the chance of reaching a score."""


class LevelInfo(TypedDict):
    """A level of bots."""

    key: str
    name: str


class Library(TypedDict):
    """All games, and other lists that tables need."""

    games: list[GameInfo]
    levels: list[LevelInfo]
    emotes: list[str]
    version: str


class BoxWorth(TypedDict):
    """The score of dice in a box, or whether they meet a task."""

    key: str
    name: str
    worth: bool | int


class RulesExample(TypedDict):
    """Dice (or a grid) of a rules page, with their scores."""

    options: dict[str, str]
    dice: list[str]
    worths: list[BoxWorth]


class RulesPage(TypedDict):
    """The rules of a game."""

    game: str
    language: Language
    markdown: str
    """The page with the scores of its examples."""
    plain: str
    """The same page with a fence called `score` for each example."""
    examples: list[RulesExample]
    """The examples, in the order of the fences."""


class PrintedPad(TypedDict):
    """A pad to print."""

    title: str
    seats: int
    rounds: int
    """How many games it is for."""
    size: str
    """The paper size by its CSS name."""
    landscape: bool
    pages: list[str]
    """Every page, as SVG."""


class Score(TypedDict):
    """The scores of dice."""

    game: str
    worths: list[BoxWorth]
