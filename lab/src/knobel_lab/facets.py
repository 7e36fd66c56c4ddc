"""The facets that the laboratory adds to a game, in modules of the same names beside `knobel_lab.games` or in its room.

A facet is imported when it is first asked for; what nobody brings raises `NotProvided`, as in `knobel.games.spec`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from knobel.core.game import AnyGame, Event
from knobel.games.spec import spec

if TYPE_CHECKING:
    from knobel.core.playout import Player
    from knobel_lab.envs.encoding import Field
    from knobel_lab.envs.many import Tables
    from knobel_lab.sim.play import Results
    from knobel_lab.solving.compress import Subject
    from knobel_lab.solving.run import Plan


class ObserveFacet(Protocol):
    """A table as an observation of numbers, for learners."""

    def fields(self, game: Any) -> "tuple[Sequence[Field], Sequence[Field]]":
        """The features of the table, and those of every sheet."""

    def sheet_of(self, state: Any, seat: int) -> Any:
        """Optional: an immutable object that alone determines all features of a seat's sheet, as a key for caching."""

    def allowed(self, game: Any) -> "Callable[[Any, int], bytes | None]":
        """Optional, for speed: a function that gives the mask of legal moves over the alphabet; None if it cannot."""


class BatchFacet(Protocol):
    """Many games simulated at once."""

    def policies(self, game: Any, *, compiled: bool) -> Sequence[str]:
        """The names of the policies of `play`."""

    def play(self, game: Any, policies: tuple[str, ...], seed: int, numbers: range, *, compiled: bool) -> "Results":
        """The results of the games with these numbers, with a policy for each seat."""

    def player(self, game: Any, name: str) -> "Player | None":
        """Optional: a player that decides like the policy of this name, through the rules."""

    def vector(self, game: Any, count: int) -> "Tables":
        """Optional: `count` tables side by side, as arrays, for vector environments."""

    def events(self, game: Any, policies: tuple[str, ...], seed: int, number: int) -> "Iterable[Event]":
        """Optional: the events of a game, where `play` does not go through the rules."""


class SolveFacet(Protocol):
    """Exact solutions and trained players; every function is optional."""

    def objective(self, game: Any) -> str:
        """The default objective a game with these seats is solved for."""

    def plan(self, game: Any, objective: str, jobs: int) -> "Plan":
        """The plan by which a game is solved."""

    def path(self, game: Any, objective: str) -> Path:
        """The default path of the table."""

    def subject(self, game: Any) -> "Subject":
        """How the exact table is compressed and evaluated."""

    def distribution(self, game: Any) -> tuple[list[float], list[float]]:
        """The chance that perfect play ends with 0, 1, 2, … points; and the best chance of at least that many."""

    def match(
        self, game: Any, games: int, seed: int, known: Mapping[int, list[float]], note: Any, progress: Any
    ) -> Any:
        """The gain of a seat that plays to win against others who play for points, with its standard error."""

    def respond(
        self, game: Any, games: int, seed: int, known: Mapping[int, list[float]], note: Any, progress: Any, lessons: int
    ) -> Any:
        """The gain of a best response, trained in `lessons` games, against those who play to win, with its error."""


def observe_facet(game: AnyGame) -> ObserveFacet:
    """How a game is observed."""
    return cast("ObserveFacet", spec(game).facet("observe"))


def batch_facet(game: AnyGame) -> BatchFacet:
    """How many games are simulated at once."""
    return cast("BatchFacet", spec(game).facet("batch"))


def solve_facet(game: AnyGame) -> Any:
    """How a game is solved: `SolveFacet`, and the functions that commands of single games need."""
    return spec(game).facet("solve")
