"""The contract of a game: everything a game may provide, on one page.

A game is a package, its room, with a `GameSpec` and a module for each facet it has. A facet is imported when it is
first asked for. What a room does not bring comes from the room of its family, function by function; what nobody
brings raises `NotProvided`, for which every engine has one fallback. The functions of each facet are in `facets`,
beside this module.

| facet | module | who asks for it |
|---|---|---|
| rules | `rules` | everything |
| scene | `scene` | terminal, web app, coach |
| judge | `judge` | players, coach, explorer |
| child | `child` | weak players |
| why | `why` | coach |
| setup | `setup` | explorer, `knobel odds` |
| pad | `pad` | scores entered without dice |
| printed | `printed` | printed pads |
| commands | `commands` | `knobel value`, `knobel best` |
| texts | `texts/LANGUAGE.json` | catalogue of words |
| pages | `rules.LANGUAGE.md` | rules pages |
| data | `data/` | judge, distributions |

Packages from elsewhere name their `GameSpec` in the entry point group `knobel.games`. Packages that add facets to games
that exist, as the laboratory does, name the package with a folder for each room in the group `knobel.facets`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from importlib.resources import files
from json import loads
from math import sqrt
from pathlib import Path
from typing import NamedTuple, cast

from knobel.core.errors import BadSetup, NotProvided, with_technical_text
from knobel.core.game import AnyGame
from knobel.core.registry import Option
from knobel.core.registry import find as find_registered
from knobel.core.registry import games as registered_games
from knobel.games.facets import (
    ChildFacet,
    CommandsFacet,
    JudgeFacet,
    PadFacet,
    PrintedFacet,
    Rules,
    SceneFacet,
    SetupFacet,
    WhyFacet,
)
from knobel.games.loading import FacetModules, Lazy
from knobel.games.spec_checks import FACETS, check_spec

LANGUAGES = ("de", "en")

FILES = {
    "texts": tuple(f"texts/{language}.json" for language in LANGUAGES),
    "pages": tuple(f"rules.{language}.md" for language in LANGUAGES),
    "data": ("data",),
}
"""The facets that are not modules, each with its possible files or folders."""


class Colour(NamedTuple):
    """The accent colour of a game, on light and on dark background."""

    light: str
    dark: str
    fill: str | None = None
    """The fill colour on dark background, below white letters, where `dark` would be too light."""


NAVY = Colour("#24418f", "#9db8ff")
"""The colour of a game that has none of its own."""


@dataclass(frozen=True)
class DayVariant:
    """One setup of a game as the game of the day: against bots of these levels, with these options."""

    rivals: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Daily:
    """The setups of a game as the game of the day, and since when; changing them changes past days."""

    since: date
    variants: tuple[DayVariant, ...]


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game: what is known of it before anything else is loaded, and where its facets are."""

    key: str
    seats: range
    package: str | None = None
    """The package of the game, its room."""
    family: str | None = None
    """The package that provides facets the room does not have."""
    options: tuple[Option, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    """Default options of tables where people type their own dice; elsewhere they have no meaning."""
    minutes: int = 20
    """About how long a game of two people takes."""
    colour: Colour = NAVY
    coupled: bool = False
    """Whether moves of one player influence the results of others."""
    simultaneous: bool = False
    """Whether several seats ever decide at once. Engines look at `Decide` itself; this tells it beforehand."""
    reach: bool = False
    """Whether it can be played for the chance of at least N points."""
    daily: Daily | None = None
    """How it is played as the game of the day; None if it is not."""
    spread: Mapping[str, float | Callable[[AnyGame], float]] = field(default_factory=dict)
    """The spread of a turn, by objective: the standard deviation of results over the root of the number of turns."""
    levels: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Noise and childishness of levels of bots, where the defaults would be too strong or too weak."""
    absent: Mapping[str, str] = field(default_factory=dict)
    """Facets that this game does without, and why."""
    facets: Mapping[str, object] = field(default_factory=dict)
    """Facets that are not modules of the room, such as those of a small game that is a single module."""

    rules = Lazy[Rules]("rules")
    scene = Lazy[SceneFacet]("scene")
    judge = Lazy[JudgeFacet]("judge")
    child = Lazy[ChildFacet]("child")
    why = Lazy[WhyFacet]("why")
    setup = Lazy[SetupFacet]("setup")
    pad = Lazy[PadFacet]("pad")
    printed = Lazy[PrintedFacet]("printed")
    commands = Lazy[CommandsFacet]("commands")

    def __post_init__(self) -> None:
        check_spec(self)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages in which facets are looked up, in this order."""
        return tuple(filter(None, (self.package, self.family)))

    def build(self, seats: int, options: dict[str, str]) -> AnyGame:
        """Build the rules for `seats` seats, with every option as text."""
        return self.rules.build(seats=seats, **options)

    def appraise(self, game: AnyGame, texts: Sequence[str]) -> Mapping[str, int | bool]:
        """The worth of dice (or a grid), given as face texts, in each box of a blank sheet."""
        return self.rules.appraise(game, texts)

    def load(self) -> None:
        """Import what everybody needs of the game: rules, scene and texts; raises whatever they raise."""
        self.build(self.seats[0], {option.key: option.default for option in self.options})
        _ = self.scene.paint
        for language in LANGUAGES:
            self.texts(language)

    def has(self, facet: str, name: str = "") -> bool:
        """Whether the game has a facet, without importing it; or a function of it."""
        if facet in FILES:
            return any(
                files(package).joinpath(file).is_dir() or files(package).joinpath(file).is_file()
                for package in self.packages
                for file in FILES[facet]
            )
        if not name:
            return bool(self.facet(facet))
        try:
            getattr(self.facet(facet), name)
        except NotProvided:
            return False
        return True

    def missing(self) -> dict[str, str]:
        """The facets that the game neither has nor declares absent, and where they would go."""
        where = {facet: f"{facet}.py" for facet in FACETS}
        where |= {"texts": "texts/LANGUAGE.json", "pages": "rules.LANGUAGE.md", "data": "data/"}
        return {
            facet: f"{(self.package or self.key).replace('.', '/')}/{where[facet]}"
            for facet in FACETS
            if facet not in self.absent and not self.has(facet)
        }

    def texts(self, language: str) -> dict[str, str]:
        """The texts of the game in a language; where it has none, those of another language."""
        texts: dict[str, str] = {}
        for package in reversed(self.packages):
            paths = (files(package).joinpath("texts", f"{spoken}.json") for spoken in (language, *LANGUAGES))
            path = next((path for path in paths if path.is_file()), None)
            if path:
                texts.update(loads(path.read_text("utf-8")))
        return texts

    def page(self, language: str) -> str:
        """The rules page as Markdown, in this language if possible."""
        for spoken in (language, *LANGUAGES):
            path = self.file(f"rules.{spoken}.md")
            if path.is_file():
                return path.read_text("utf-8")
        raise NotProvided(f"{self.key} has no rules page: it would go in rules.{language}.md of its room")

    def file(self, name: str) -> Path:
        """The path of a file of the room, whether it exists or not."""
        return Path(str(files(self.package)) if self.package else "no-package", name)

    def data(self, name: str) -> Path:
        """The path of a shipped data file, whether it exists or not."""
        return self.file(f"data/{name}")

    def turn_spread(self, game: AnyGame, objective: str) -> float:
        """The spread of a turn: how far it moves the result."""
        spread = self.spread.get(objective)
        if spread is None:
            raise NotProvided(f"nobody has said how far a turn of {self.key} moves {objective}; see GameSpec.spread")
        return spread if isinstance(spread, float) else spread(game)

    def facet(self, name: str) -> FacetModules:
        """A facet by its name."""
        return self._facets.setdefault(name, FacetModules(self, name))

    @cached_property
    def _facets(self) -> dict[str, FacetModules]:
        return {}


def win_spread(turns: int) -> Callable[[AnyGame], float]:
    """The spread of a turn in the chance to win, for games of `turns` turns each among equals."""

    def spread(game: AnyGame) -> float:
        share = 1 / game.seats
        return sqrt(share * (1 - share) / (turns * game.seats))

    return spread


def find(key: str) -> GameSpec:
    """The game with this key."""
    return cast("GameSpec", find_registered(key))


def games() -> tuple[GameSpec, ...]:
    """All games, in the order they were registered."""
    return registered_games()


def dice_options(key: str, options: Mapping[str, object], *, own: bool) -> dict[str, object]:
    """The options of a table, with the defaults for typed dice; raises an error for options of other dice."""
    typed = find(key).typed
    if own:
        return {**typed, **options}
    for name in typed:
        if options.get(name):
            raise with_technical_text(
                BadSetup(f"option {name} is only for your own dice; for the dice of Knobel this is fixed"),
                "own_only",
                option=name,
            )
    return dict(options)


def read_faces(game: AnyGame, words: Iterable[str]) -> list[str]:
    """Convert faces as people type them to their names on the dice."""
    try:
        return [spec(game).rules.read_face(game, word) for word in words]
    except NotProvided:
        return list(words)


def spec(game: AnyGame) -> GameSpec:
    """The spec of a game."""
    return find(game.key)
