"""The facets of a game: for each a protocol that says which functions it has, and which of them are optional."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from knobel.core.game import AnyGame, Event

if TYPE_CHECKING:
    from knobel.coach.explore import Odds, Place, Position
    from knobel.coach.judge import Judge
    from knobel.coach.terms import Term
    from knobel.coach.why import Decision
    from knobel.core.record import Record
    from knobel.scene.inferred_dice import Mark, Value
    from knobel.scene.model import Choice, Scene
    from knobel.scene.printing.model import Form
    from knobel.scene.text import Text
    from knobel.solve.hindsight import Best, Progress


class Rules(Protocol):
    """The rules; the only facet that every game has."""

    def build(self, *, seats: int, **options: str) -> AnyGame:
        """Build the rules for `seats` seats, with every option as text."""

    def appraise(self, game: AnyGame, texts: Sequence[str]) -> Mapping[str, int | bool]:
        """The worth of dice (or a grid), given as face texts, in each box of a blank sheet."""

    def build_example(self, options: Mapping[str, object]) -> AnyGame:
        """Optional: build a game for examples of `appraise`, with options that a table could not have."""

    def read_face(self, game: AnyGame, text: str) -> str:
        """Optional: the name on the dice of a face as people type it, in any language; else the text itself."""

    def turn_key(self, state: Any) -> Hashable:
        """Optional: a key of the turn of the next throw, where it is a turn of the whole table, such as a row."""

    def ends_turn(self, state: Any, event: Event) -> bool:
        """Optional: whether an event ends the turn of its seat; else each move does that holds no dice."""

    def turns_taken(self, state: Any, seat: int) -> int:
        """Optional: how many turns a seat has taken, in a game that is won by taking few."""


class SceneFacet(Protocol):
    """How a table is drawn."""

    def paint(self, game: AnyGame, state: Any) -> "Scene":
        """The scene of a table."""

    def choices(self, game: AnyGame, state: Any) -> "tuple[Choice, ...]":
        """The moves of the seats that decide, except those that hold dice."""

    def label(self, game: AnyGame, key: str) -> "Text":
        """The name of a key of `appraise` or `odds`."""

    def paid_label(self, game: AnyGame, state: Any, dice: "Text | None") -> "Text | None":
        """Optional: a text for holding these dice (None: throwing all again), if that costs something now."""

    def example(self, game: AnyGame, dice: Sequence[str], say: "Callable[[Text], str]") -> str:
        """Optional: the dice of an example, as Markdown."""


class JudgeFacet(Protocol):
    """How moves are rated."""

    def judge(self, game: AnyGame, objective: str | None, endgames: int) -> "Judge":
        """The best available judge, for an objective or the default one.

        Where values are not exact, a sheet with at most `endgames` open boxes may be solved on demand.
        """

    def objectives(self, game: AnyGame) -> tuple[str, ...]:
        """Optional: the objectives by which moves may be judged, the default first; else there is only the default."""

    def approximation(self, seats: int, objective: str) -> str:
        """The kind of values where they are not exact: `compact`, `learned`, `expected`, `race` or `chances`."""

    def value_files(self, game: AnyGame) -> tuple[str, ...]:
        """Optional: the paths of the files whose values its judges use."""

    def caveats(self, game: AnyGame) -> "tuple[Text, ...]":
        """Optional: what the judge assumes, where it was made for other dice or rules than these."""

    def reach(self, game: AnyGame, score: int) -> "Judge":
        """Optional: a judge for the objective of reaching at least this score."""


class ChildFacet(Protocol):
    """How a child plays."""

    def child(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move that a child would make, with typical mistakes of children."""


class WhyFacet(Protocol):
    """Reasons in words."""

    def prospects(self, decision: "Decision", move: Any) -> "tuple[Text, ...]":
        """What a move aims at, and how likely it succeeds."""

    def reasons(self, decision: "Decision", chosen: Any, best: Any) -> "tuple[Text, ...]":
        """Why the best move is better than the chosen one."""

    def terms(self, decision: "Decision", best: Any, other: Any) -> "tuple[Term, ...]":
        """Optional: the difference between two moves as a sum of terms, the largest first."""

    def aims(self, decision: "Decision", move: Any) -> "tuple[Term, ...]":
        """Optional: what a move may become, each by what it adds to a turn that brings nothing, the largest first."""


class SetupFacet(Protocol):
    """Positions set up by hand, and the odds of their boxes and tasks."""

    def places(self, game: AnyGame) -> "Sequence[Place]":
        """All places that can be set up on a sheet."""

    def state(self, game: AnyGame, position: "Position") -> Any:
        """The state of a position; the first sheet is the one of the seat on turn."""

    def most_throws(self, game: AnyGame) -> int:
        """How many throws a turn may have."""

    def odds(self, game: AnyGame, dice: Sequence[int | None], throws: int) -> "tuple[Odds, ...]":
        """Optional: the odds of every box or task, each played for alone; None is a die in the cup."""

    def chips(self, game: AnyGame) -> int:
        """Optional: how many extra throws a player may buy in a game, one per turn."""

    def still_open(self, game: AnyGame, state: Any) -> tuple[list[str], int]:
        """Optional: the boxes or tasks still open to the seat on turn, and how many throws it has left."""


class PadFacet(Protocol):
    """Scores entered without their dice, each with a throw that the rules accept for it."""

    def places(self, game: AnyGame, state: Any, seat: int) -> "Mapping[str, Text]":
        """The places in which a seat may enter a score as its turn begins: a cell, or several separated by spaces."""

    def marks(self, game: AnyGame, state: Any, seat: int) -> "Mapping[str, Mark]":
        """Optional: what may be marked in addition, such as a chip that was spent."""

    def values(self, game: AnyGame, state: Any, seat: int, place: str) -> "Sequence[Value]":
        """All values that dice can enter in a place now; none if the place takes none."""

    def infer(self, game: AnyGame, state: Any, seat: int, place: str, value: str, mark: str) -> tuple[Event, ...]:
        """Dice and moves that enter the value; raises BadMove with the reason if there are none."""


class PrintedFacet(Protocol):
    """The sheet as it is printed, as plain data; without it the cells of the scene are listed."""

    def forms(self, game: AnyGame, state: Any, rounds: int) -> "Sequence[Form]":
        """All sheets of a table as filled in so far; if the state is None, blank ones for `rounds` games."""

    def rounds(self, game: AnyGame) -> int:
        """Optional: the default number of games of a blank pad, if not one."""


class ValueQuery(NamedTuple):
    """A position as `knobel value` is given it."""

    open: Sequence[str] | None = None
    upper: int = 0
    chips: int | None = None
    rows: str = ""
    coins: int = 0
    reach: int | None = None


class CommandsFacet(Protocol):
    """What commands of single games need; every function is optional."""

    def value(self, game: AnyGame, query: ValueQuery) -> tuple[float, dict[str, object]]:
        """The expected rest of a position given by `knobel value`, and the position as it was understood."""

    def best(self, record: "Record", seat: int, seconds: float, progress: "Progress | None") -> "Best":
        """The best result a seat could have reached with the throws that fell, if they do not depend on decisions."""
