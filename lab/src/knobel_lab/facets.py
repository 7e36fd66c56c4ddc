"""The facets that the laboratory adds to a game, in modules of the same names beside `knobel_lab.games` or in its room.

A facet is imported when it is first asked for; what nobody brings raises `NotProvided`, as in `knobel.games.spec`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, cast

from knobel.core.game import AnyGame, Event
from knobel.games.spec import spec

if TYPE_CHECKING:
    from knobel.core.playout import Player
    from knobel_lab.envs.encoding import Field
    from knobel_lab.envs.many import Tables
    from knobel_lab.sim.play import Results
    from knobel_lab.solving.compress import Subject
    from knobel_lab.solving.evaluate import Mean
    from knobel_lab.solving.match import MatchResult
    from knobel_lab.solving.run import Plan, Progress

Note = Callable[[int, list[float]], None]
"""Called with the first of some games of a match and their sums, to save them."""


class Dataclass(Protocol):
    """Parameters as a dataclass, of any class."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


class Glyph(NamedTuple):
    """A symbol as one sign of text, and as a shape in a square of side 1."""

    sign: str
    outline: tuple[tuple[float, float], ...] = ()
    """The corners of a filled polygon; none for a disc."""
    radius: float = 0.5
    filled: bool = True


class ObserveFacet(Protocol):
    """A table as an observation of numbers, for learners."""

    def fields(self, game: AnyGame) -> "tuple[Sequence[Field], Sequence[Field]]":
        """The features of the table, and those of every sheet."""

    def sheet_of(self, state: Any, seat: int) -> Any:
        """Optional: an immutable object that alone determines all features of a seat's sheet, as a key for caching."""

    def finished(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Optional: whether a seat will never decide again, though the game goes on for others."""

    def allowed(self, game: AnyGame) -> "Callable[[Any, int], bytes | None]":
        """Optional, for speed: a function that gives the mask of legal moves over the alphabet; None if it cannot."""

    def glyphs(self) -> Mapping[str, Glyph]:
        """Optional: how symbols of the dice are drawn where a table is rendered."""


class BatchFacet(Protocol):
    """Many games simulated at once."""

    def policies(self, game: AnyGame, *, compiled: bool) -> Sequence[str]:
        """The names of the policies of `play`."""

    def play(self, game: AnyGame, policies: tuple[str, ...], seed: int, numbers: range, *, compiled: bool) -> "Results":
        """The results of the games with these numbers, with a policy for each seat."""

    def player(self, game: AnyGame, name: str) -> "Player | None":
        """Optional: a player that decides like the policy of this name, through the rules."""

    def vector(self, game: AnyGame, count: int) -> "Tables":
        """Optional: `count` tables side by side, as arrays, for vector environments."""

    def events(self, game: AnyGame, policies: tuple[str, ...], seed: int, number: int) -> "Iterable[Event]":
        """Optional: the events of a game, where `play` does not go through the rules."""


class SolveFacet(Protocol):
    """Exact solutions and trained players; every function is optional."""

    def objective(self, game: AnyGame) -> str:
        """The default objective a game with these seats is solved for."""

    def plan(self, game: AnyGame, objective: str, jobs: int = 1) -> "Plan":
        """The plan by which a game is solved."""

    def path(self, game: AnyGame, objective: str) -> Path:
        """The default path of the table."""

    def subject(self, game: AnyGame) -> "Subject":
        """How the exact table is compressed and evaluated."""

    def distribution(self, game: AnyGame) -> tuple[list[float], list[float]]:
        """The chance that perfect play ends with 0, 1, 2, … points; and the best chance of at least that many."""

    def match(
        self, game: AnyGame, games: int, seed: int, earlier: Mapping[int, list[float]], note: Note, progress: "Progress"
    ) -> "MatchResult":
        """The gain of a seat that plays to win against others who play for points; `earlier` games are not played."""

    def respond(
        self,
        game: AnyGame,
        games: int,
        seed: int,
        earlier: Mapping[int, list[float]],
        note: Note,
        progress: "Progress",
        lessons: int,
    ) -> "MatchResult":
        """The gain of a best response, trained in `lessons` games, against those who play to win."""

    def selfplay(
        self, game: AnyGame, games: int, seed: int, *, batch: int, progress: "Progress", jobs: int
    ) -> "tuple[dict[str, Mean], dict[str, float]]":
        """The mean points of each box over many games of perfect play, and the value of the game by chips."""

    def chips(self, game: AnyGame) -> Mapping[int, tuple[float, ...]]:
        """The mean worth of the first, second, … chip, by the number of open boxes."""

    def train(
        self, game: AnyGame, games: int, seed: int, out: Path | None, progress: Callable[..., None]
    ) -> "tuple[Dataclass, Course, Path]":
        """Train a player: the parameters, how the training went, and the file of the weights."""

    def weights_file(self, game: AnyGame) -> Path:
        """The default file of the weights of a trained player."""

    def measure(
        self,
        game: AnyGame,
        player: str,
        games: int,
        seed: int,
        weights: Path | None,
        progress: "Progress",
        *,
        plain: bool,
    ) -> "Strength":
        """How strong a player of this name is alone, with these weights or ours, with or without compiled code."""

    def pack(self, game: AnyGame, out: Path | None) -> tuple[int, Path]:
        """Pack all solved tables as they are shipped; returns how many, and the file."""


class Course(Protocol):
    """How a training went."""

    mean: float
    seconds: float


class Strength(Protocol):
    """The strength of a player, a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    mean: float
    error: float
    milliseconds: float
    slowest: float


class ThemeFacet(Protocol):
    """What puzzles of a game are about."""

    def theme(self, game: AnyGame, state: Any, seat: int, moves: tuple[Any, Any]) -> str | None:
        """The theme of a choice between the best and the natural move; None if it is none of the game's own."""


def observe_facet(game: AnyGame) -> ObserveFacet:
    """How a game is observed."""
    return cast("ObserveFacet", spec(game).facet("observe"))


def batch_facet(game: AnyGame) -> BatchFacet:
    """How many games are simulated at once."""
    return cast("BatchFacet", spec(game).facet("batch"))


def solve_facet(game: AnyGame) -> SolveFacet:
    """How a game is solved."""
    return cast("SolveFacet", spec(game).facet("solve"))


def theme_facet(game: AnyGame) -> ThemeFacet | None:
    """What puzzles of a game are about; None if it has no themes of its own."""
    facet = spec(game).facet("theme")
    return cast("ThemeFacet", facet) if facet else None
