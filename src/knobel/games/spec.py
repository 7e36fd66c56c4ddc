"""The contract of a game: everything a game may bring, on one page.

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
| observe | `observe` | environments |
| batch | `batch` | simulation, vector environments |
| printed | `printed` | printed pads |
| solve | `solve.plan` | `knobel solve`, `value`, `distil`, `train`, … |
| texts | `texts/LANGUAGE.json` | catalogue of words |
| pages | `rules.LANGUAGE.md` | rules pages |
| data | `data/` | judge, distributions |

Packages from elsewhere name their `GameSpec` in the entry point group `knobel.games`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from importlib.resources import files
from json import loads
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, cast

from knobel.core.errors import BadSetup, NotProvided, noted
from knobel.core.game import AnyGame
from knobel.core.registry import Option
from knobel.core.registry import find as find_registered
from knobel.core.registry import games as registered_games
from knobel.games.facets import (
    BatchFacet,
    ChildFacet,
    JudgeFacet,
    ObserveFacet,
    PadFacet,
    PrintedFacet,
    Rules,
    SceneFacet,
    SetupFacet,
    WhyFacet,
)
from knobel.games.loading import MODULES, FacetModules, Lazy

LANGUAGES = ("de", "en")

FACETS = (
    "rules",
    "scene",
    "judge",
    "child",
    "why",
    "setup",
    "pad",
    "observe",
    "batch",
    "printed",
    "solve",
    "texts",
    "pages",
    "data",
)
"""All that a room may have."""


FILES = {
    "texts": tuple(f"texts/{language}.json" for language in LANGUAGES),
    "pages": tuple(f"rules.{language}.md" for language in LANGUAGES),
    "data": ("data",),
}
"""The facets that are no modules: any of these files or folders."""


class Colour(NamedTuple):
    """The colour of what can be touched, on light paper and on dark."""

    light: str
    dark: str
    fill: str | None = None
    """What is filled with it on dark, below white letters, where the lighter one would be another colour."""


NAVY = Colour("#24418f", "#9db8ff")
"""The colour of a game that has none of its own."""


@dataclass(frozen=True)
class DayVariant:
    """A way in which a game may be the game of a day: against bots of these levels, with these options."""

    rivals: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Daily:
    """The ways in which a game is played as the game of a day, and since when; a change of them changes past days."""

    since: date
    variants: tuple[DayVariant, ...]


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game: what is known of it before anything else is loaded, and where its facets are."""

    key: str
    seats: range
    room: str | None = None
    """The package of the game."""
    family: str | None = None
    """The package from which facets are taken that the room does not bring."""
    options: tuple[Option, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    """Options of tables where people type their own dice, unless they say otherwise; elsewhere they have no meaning."""
    minutes: int = 20
    """About how long two people take."""
    colour: Colour = NAVY
    coupled: bool = False
    """What one player does makes a difference to the others."""
    simultaneous: bool = False
    """A throw is for everybody, and all move at once."""
    reach: bool = False
    """It can be played for at least so many points and nothing else."""
    daily: Daily | None = None
    """How it is played as the game of a day; None if it is none."""
    spread: Mapping[str, float | Callable[[AnyGame], float]] = field(default_factory=dict)
    """How far a turn moves the result, by objective: the standard deviation of results over the root of all turns."""
    levels: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """How bots of some levels play, where they would be too strong or too weak: noise and childishness of a `Level`."""
    absent: Mapping[str, str] = field(default_factory=dict)
    """Facets that this game does without, and why."""
    facets: Mapping[str, Any] = field(default_factory=dict)
    """Facets that are not modules of the room, such as those of a small game that is a single module."""

    rules = Lazy[Rules]("rules")
    scene = Lazy[SceneFacet]("scene")
    judge = Lazy[JudgeFacet]("judge")
    child = Lazy[ChildFacet]("child")
    why = Lazy[WhyFacet]("why")
    setup = Lazy[SetupFacet]("setup")
    pad = Lazy[PadFacet]("pad")
    observe = Lazy[ObserveFacet]("observe")
    batch = Lazy[BatchFacet]("batch")
    printed = Lazy[PrintedFacet]("printed")
    solve = Lazy[Any]("solve")
    """What `SolveFacet` says, and what the commands of one game need."""

    @property
    def rooms(self) -> tuple[str, ...]:
        """The packages in which facets are looked for, in this order."""
        return tuple(filter(None, (self.room, self.family)))

    def build(self, seats: int, options: dict[str, str]) -> AnyGame:
        """The rules for so many seats, with every option as text."""
        return self.rules.build(seats=seats, **options)

    def appraise(self, game: AnyGame, texts: Sequence[str]) -> Mapping[str, int | bool]:
        """What dice (or a grid), given as face texts, are worth in each box of a blank sheet."""
        return self.rules.appraise(game, texts)

    def has(self, facet: str, name: str = "") -> bool:
        """Whether the game brings a facet, which is not loaded for that; or a function of it."""
        if facet in FILES:
            return any(
                files(room).joinpath(file).is_dir() or files(room).joinpath(file).is_file()
                for room in self.rooms
                for file in FILES[facet]
            )
        if not name:
            return bool(self.facet(facet).found())
        try:
            getattr(self.facet(facet), name)
        except NotProvided:
            return False
        return True

    def missing(self) -> dict[str, str]:
        """What the game neither brings nor declares absent, and where it would go."""
        where = {facet: f"{MODULES.get(facet, facet).replace('.', '/')}.py" for facet in FACETS}
        where |= {"texts": "texts/LANGUAGE.json", "pages": "rules.LANGUAGE.md", "data": "data/"}
        return {
            facet: f"{(self.room or self.key).replace('.', '/')}/{where[facet]}"
            for facet in FACETS
            if facet not in self.absent and not self.has(facet)
        }

    def texts(self, language: str) -> dict[str, str]:
        """The words of the game in a language; where it has none, those of a language that it speaks."""
        found: dict[str, str] = {}
        for room in reversed(self.rooms):
            paths = (files(room).joinpath("texts", f"{spoken}.json") for spoken in (language, *LANGUAGES))
            path = next((path for path in paths if path.is_file()), None)
            if path:
                found.update(loads(path.read_text("utf-8")))
        return found

    def page(self, language: str) -> str:
        """The rules for people as Markdown, in a language or in one that there is."""
        paths = (
            [files(self.room).joinpath(f"rules.{spoken}.md") for spoken in (language, *LANGUAGES)] if self.room else []
        )
        for path in paths:
            if path.is_file():
                return path.read_text("utf-8")
        raise NotProvided(f"{self.key} has no rules page: it would go in rules.{language}.md of its room")

    def data(self, name: str) -> Path:
        """A data file that is shipped with the game, whether it is there or not."""
        return Path(str(files(self.room)) if self.room else "no-room", "data", name)

    def turn_spread(self, game: AnyGame, objective: str) -> float:
        """How far a turn of this game moves the result."""
        found = self.spread.get(objective)
        if found is None:
            raise NotProvided(f"nobody has said how far a turn of {self.key} moves {objective}; see GameSpec.spread")
        return found if isinstance(found, float) else found(game)

    def facet(self, name: str) -> FacetModules:
        """A facet by its name."""
        return self._facets.setdefault(name, FacetModules(self, name))

    @cached_property
    def _facets(self) -> dict[str, FacetModules]:
        return {}


def win_spread(turns: int) -> Callable[[AnyGame], float]:
    """How far a turn moves the chance to win, in games of so many turns each: among equals, all turns decide it."""

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
    """The options of a table, with those that go with typed dice; an error if they are for other dice."""
    typed = find(key).typed
    if own:
        return {**typed, **options}
    for name in typed:
        if options.get(name):
            raise noted(
                BadSetup(f"option {name} is for tables with own dice; those of the server are known"),
                "own_only",
                option=name,
            )
    return dict(options)


def read_faces(game: AnyGame, words: Iterable[str]) -> list[str]:
    """Faces as the dice call them, for faces as people type them."""
    try:
        return [spec(game).rules.read_face(game, word) for word in words]
    except NotProvided:
        return list(words)


def spec(game: AnyGame) -> GameSpec:
    """The spec of the game that these rules are of."""
    return find(game.key)
