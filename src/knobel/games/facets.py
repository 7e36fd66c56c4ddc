"""The facets of a game: for each a protocol that says which functions it has, and which of them are optional."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from knobel.core.game import AnyGame, Event

if TYPE_CHECKING:
    from knobel.coach.explore import Odds, Place, Position
    from knobel.coach.why import Case
    from knobel.core.playout import Player
    from knobel.core.record import Record
    from knobel.envs.encoding import Field
    from knobel.envs.many import Tables
    from knobel.players.judge import Judge
    from knobel.printing.model import Form
    from knobel.scene.model import Choice, Scene
    from knobel.scene.text import Text
    from knobel.scene.witness import Mark, Value
    from knobel.sim.play import Results
    from knobel.solve.compact.compress import Subject
    from knobel.solve.hindsight import Best
    from knobel.solve.hindsight import Progress as Watch
    from knobel.solve.run import Plan


class Rules(Protocol):
    """The rules; the only facet that every game has."""

    def build(self, *, seats: int, **options: str) -> AnyGame:
        """The rules for so many seats, with every option as text."""

    def appraise(self, game: Any, texts: Sequence[str]) -> Mapping[str, int | bool]:
        """What dice (or a grid), given as face texts, are worth in each box of a blank sheet."""

    def build_example(self, options: Mapping[str, object]) -> AnyGame:
        """Optional: a game whose `appraise` counts with options that a table could not have."""

    def read_face(self, game: Any, text: str) -> str:
        """Optional: a face as the dice call it, given as people type it in any language; else the text itself."""

    def turn_key(self, state: Any) -> Any:
        """Optional: what tells the turn of the next throw, where turns do not end with each move that holds no dice."""

    def turns_taken(self, state: Any, seat: int) -> int:
        """Optional: how many turns a seat has taken, in a game that is won by needing few."""


class SceneFacet(Protocol):
    """How a table is drawn."""

    def paint(self, game: Any, state: Any) -> "Scene":
        """The scene of a table."""

    def choices(self, game: Any, state: Any) -> "tuple[Choice, ...]":
        """The moves of those who decide, without holding dice."""

    def label(self, game: Any, key: str) -> "Text":
        """The name of something that `appraise` or `odds` gives a number to."""

    def paid_label(self, game: Any, state: Any, dice: "Text | None") -> "Text | None":
        """Optional: holding these dice (None: throwing all again) in words, if that costs something now."""

    def colours(self, game: Any, die: int) -> list[str]:
        """Optional: the colours in which a die shows its faces."""

    def signs(self, game: Any, die: int) -> list[str]:
        """Optional: what is drawn of each face of a die, where that is not its text."""

    def example(self, game: Any, dice: Sequence[str], say: "Callable[[Text], str]") -> str:
        """Optional: dice of an example, as Markdown."""

    def glyphs(self) -> "Mapping[str, Glyph]":
        """Optional: how symbols of the dice are drawn where there is no art."""


class Glyph(NamedTuple):
    """A symbol as one sign of text, and as a shape in a square of side 1."""

    sign: str
    outline: tuple[tuple[float, float], ...] = ()
    """The corners of a filled polygon; none for a disc."""
    radius: float = 0.5
    filled: bool = True


class JudgeFacet(Protocol):
    """Who rates moves."""

    def judge(self, game: Any, objective: str | None, endgames: int) -> "Judge":
        """The best judge there is, for an objective or the usual one.

        Where values are not exact, the rest of a sheet may be solved on demand from so many open boxes on.
        """

    def objectives(self, game: Any) -> tuple[str, ...]:
        """Optional: what moves may be judged by with so many seats, the usual first; else there is only the usual."""

    def approximation(self, seats: int, objective: str) -> str:
        """What values are where they are not exact: `compact`, `learned`, `expected`, `race` or `chances`."""

    def caveats(self, game: Any) -> "tuple[Text, ...]":
        """Optional: what the judge takes for granted, where it was made for other dice or rules than these."""

    def reach(self, game: Any, score: int) -> "Judge":
        """Optional: the judge of one who wants at least this score and nothing else."""


class ChildFacet(Protocol):
    """How a child plays."""

    def child(self, game: Any, state: Any, seat: int) -> Any:
        """The move that a child would make, with the mistakes of a child."""


class WhyFacet(Protocol):
    """Reasons in words."""

    def prospects(self, case: "Case", move: Any) -> "tuple[Text, ...]":
        """What a move is for, and how likely it gets there."""

    def reasons(self, case: "Case", chosen: Any, best: Any) -> "tuple[Text, ...]":
        """Why the best move is better than the chosen one."""


class SetupFacet(Protocol):
    """Positions that are set up by hand, and how likely their boxes and tasks are."""

    def places(self, game: Any) -> "Sequence[Place]":
        """All that can be set up on a sheet."""

    def state(self, game: Any, position: "Position") -> Any:
        """The state of a position; the first sheet is on turn."""

    def most_throws(self, game: Any) -> int:
        """How many throws a turn may have."""

    def odds(self, game: Any, dice: Sequence[int | None], throws: int) -> "tuple[Odds, ...]":
        """Optional: the odds of every box or task, each played for alone; None is a die in the cup."""

    def chips(self, game: Any) -> int:
        """Optional: how many further throws a player may buy in a game, one a turn."""

    def still_open(self, game: Any, state: Any) -> tuple[list[str], int]:
        """Optional: the boxes or tasks that the seat on turn may still play for, and how many throws it has left."""


class PadFacet(Protocol):
    """Scores entered without their dice, each with a throw that the rules accept for it."""

    def places(self, game: Any, state: Any, seat: int) -> "Mapping[str, Text]":
        """What a seat whose turn begins may enter something in: a cell of its sheet, or several with spaces between."""

    def marks(self, game: Any, state: Any, seat: int) -> "Mapping[str, Mark]":
        """Optional: what may be marked besides, such as a chip that was spent."""

    def values(self, game: Any, state: Any, seat: int, place: str) -> "Sequence[Value]":
        """All that dice can enter in a place now; nothing if the place takes nothing."""

    def witness(self, game: Any, state: Any, seat: int, place: str, value: str, mark: str) -> tuple[Event, ...]:
        """Dice and moves that enter the value; raises BadMove with the reason if there are none."""


class ObserveFacet(Protocol):
    """A table in numbers."""

    def fields(self, game: Any) -> "tuple[Sequence[Field], Sequence[Field]]":
        """What is told of the table, and of every sheet."""

    def sheet_of(self, state: Any, seat: int) -> Any:
        """Optional: the object, which never changes, that alone decides about all that is told of a seat's sheet."""

    def allowed(self, game: Any) -> "Callable[[Any, int], bytes | None]":
        """Optional, for speed: what gives a one for each move of the alphabet that is in `moves`; None if it cannot."""


class BatchFacet(Protocol):
    """Many games at once."""

    def policies(self, game: Any, *, compiled: bool) -> Sequence[str]:
        """The policies that `play` knows."""

    def play(self, game: Any, policies: tuple[str, ...], seed: int, numbers: range, *, compiled: bool) -> "Results":
        """What the games with these numbers come to, with a policy for each seat."""

    def player(self, game: Any, name: str) -> "Player | None":
        """Optional: who decides like the policy with this name, asked through the rules."""

    def vector(self, game: Any, count: int) -> "Tables":
        """Optional: so many tables side by side, as arrays, for vector environments."""

    def events(self, game: Any, policies: tuple[str, ...], seed: int, number: int) -> "Iterable[Event]":
        """Optional: the events of a game that `play` does not play through the rules."""


class PrintedFacet(Protocol):
    """The sheet as it is printed, as plain data; without it the cells of the scene are listed."""

    def forms(self, game: Any, state: Any, rounds: int) -> "Sequence[Form]":
        """All sheets of a table as it stands; with None for the state, blank ones for so many games."""

    def rounds(self, game: Any) -> int:
        """Optional: how many games a blank pad is for unless said, if not one."""


class SolveFacet(Protocol):
    """Exact solutions and trained players; every function is optional."""

    def objective(self, game: Any) -> str:
        """What a game with these seats is solved for unless said."""

    def plan(self, game: Any, objective: str, jobs: int) -> "Plan":
        """How a game is solved."""

    def path(self, game: Any, objective: str) -> Path:
        """Where the table is kept unless said."""

    def subject(self, game: Any) -> "Subject":
        """How the exact table is made compact and evaluated."""

    def distribution(self, game: Any) -> tuple[list[float], list[float]]:
        """How likely perfect play ends with 0, 1, 2, … points; and the best chances of at least these."""

    def value(self, game: Any, asked: Mapping[str, Any]) -> tuple[float, dict[str, object]]:
        """What is still to come in a position given by `knobel value`, and the position as it was understood."""

    def match(
        self, game: Any, games: int, seed: int, known: Mapping[int, list[float]], note: Any, progress: Any
    ) -> Any:
        """What one who plays to win gains against others who play for points, with its error."""

    def respond(
        self, game: Any, games: int, seed: int, known: Mapping[int, list[float]], note: Any, progress: Any, lessons: int
    ) -> Any:
        """What one who learned from so many games against those who play to win gains among them, with its error."""

    def best(self, record: "Record", seat: int, seconds: float, progress: "Watch | None") -> "Best":
        """The best that a seat could have made of the throws that fell, where these do not depend on decisions."""
