"""The data of the coach, as frozen values: reviews, their moments, and hints."""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from knobel.coach.terms import Term
from knobel.scene.model import TrayDie
from knobel.scene.model import as_json as scene_json
from knobel.scene.text import Text, say, text

PLAIN = frozenset({int, float, str, bool, type(None)})
"""Types that need no conversion to JSON."""

TOP = 5
"""How many of the costliest decisions are listed."""


EXPLAINED = ("slip", "mistake", "blunder")
"""The verdicts of decisions that need a reason."""


EMPTY = text("coach.whole", n="")
"""No words."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A choice with its expected result."""

    move: str
    label: Text
    value: float
    held: tuple[int, ...] | None = None
    """The dice that it holds, counted from 1; None if it is not a move that holds dice."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A change of a seat's expected result: by its throw, its decision, or another seat."""

    entry: int
    """The number of the entry in the record."""
    kind: Literal["throw", "decision", "other"]
    turn: int
    """The number of the seat's own turn it belongs to, from 1."""
    label: Text
    """What happened, in words."""
    dice: tuple[Text, ...]
    """The dice on the table: those that a decision is about, or that a throw resulted in."""
    before: float
    after: float
    """The expected result of the seat, before and after."""
    luck: float = 0.0
    """What dice, or the others, changed; a decision has none."""
    loss: float = 0.0
    """The loss of the decision against the best one: its price, wherever it is named."""
    revised: float = 0.0
    """By how much the judge's estimate was revised at a decision, which is not its price."""
    verdict: str | None = None
    """The verdict of the decision; None if there was nothing to choose."""
    exact: bool = True
    best: Rated | None = None
    alternatives: tuple[Rated, ...] = ()
    """The best choices, best first; the one taken is among them or worse than all."""
    reasons: tuple[Text, ...] = ()
    lying: tuple[TrayDie, ...] = ()
    """The same dice, for drawing."""
    held: tuple[int, ...] | None = None
    """The dice that the decision held, counted from 1; None if it was not a move that holds dice."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a review with its name, in words."""

    key: Literal["start", "luck", "others", "decisions", "result", "error_rate"]
    name: Text
    amount: Text


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The balance of one seat: start + luck + others - losses = result."""

    seat: int
    start: float
    luck: float
    """The luck of the seat's own throws."""
    others: float
    """The effect of the others' throws and decisions; 0 where only one's own sheet counts."""
    losses: float
    result: float
    """The final result, or the expected one where the record ends."""
    error_rate: float
    """The mean loss of a decision that was not forced, in hundredths of a turn's spread."""
    exact: bool
    """Whether every rating of a decision was exact."""
    moments: tuple[Moment, ...]
    costliest: tuple[int, ...]
    """The entries of the decisions with the largest losses, the worst first; none without a loss."""
    headline: Text = EMPTY
    """The game in a sentence or two."""
    figures: tuple[Figure, ...] = ()
    """The balance, part by part, and the error rate."""
    notes: tuple[Text, ...] = ()
    """What has to be said of the figures."""
    decisive: Text | None = None
    """The turn whose dice, or the decision that, changed the result most."""

    @property
    def fortune(self) -> float:
        """Everything that the seat did not decide."""
        return self.luck + self.others

    @property
    def decisions(self) -> tuple[Moment, ...]:
        """The decisions in which there was something to choose."""
        return tuple(moment for moment in self.moments if moment.verdict)

    @property
    def lessons(self) -> tuple[Moment, ...]:
        """The costliest decisions themselves."""
        by_entry = {moment.entry: moment for moment in self.decisions}
        return tuple(by_entry[entry] for entry in self.costliest)


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game as it finally stands, by a judge."""

    game: str
    names: tuple[str, ...]
    """Everybody at the table, by seat."""
    objective: str
    """What a result is, as in `Judge.objective`; the results of `turns` are negative, so that more is always better."""
    objectives: tuple[str, ...]
    """All objectives by which the game may be judged, the default first."""
    over: bool
    spread: float
    """The spread of a turn: the yardstick of verdicts."""
    seats: tuple[SeatReview, ...]
    scores: tuple[int, ...] = ()
    """The points of everybody at the table as they stand."""
    places: tuple[int, ...] = ()
    """The place of everybody, from 1; empty before the end."""
    caveats: tuple[Text, ...] = ()
    """What the judge assumes, where it was made for other dice or rules."""
    hindsight: bool = False
    """Whether the best possible result with the dice that fell can be computed."""
    notes: tuple[Text, ...] = ()
    """The objective, what the figures mean, how exact the values are, and the caveats."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The choices of a seat now, best first."""

    game: str
    names: tuple[str, ...]
    seat: int
    objective: str
    objectives: tuple[str, ...]
    """All objectives by which the choices may be judged, the default first."""
    spread: float
    exact: bool
    dice: tuple[Text, ...]
    choices: tuple[Rated, ...]
    """Every different choice, best first."""
    action: Text
    """What to do, as a request."""
    words: tuple[Text, ...]
    """What the best choice is for, how likely that is, and what the next best would cost."""
    aims: tuple[Term, ...] = ()
    """What the best choice may become, each by what it adds to a turn that brings nothing; the largest first."""
    terms: tuple[Term, ...] = ()
    """What the best choice is worth more than the next best one, the largest first; they add up to the difference."""
    caveats: tuple[Text, ...] = ()
    """What the judge assumes, where it was made for other dice or rules."""


class Report(Protocol):
    """A dataclass of the coach with the names of all seats."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody at the table, by seat."""


def as_json(report: Report, language: str | None) -> dict[str, Any]:
    """Convert a review, hint or comparison to plain values, with texts in a language, or as keys if that is None."""
    # Seats share the same objects: each is converted once.
    converted: dict[int, Any] = {}

    def plain(value: Any) -> Any:
        if value.__class__ in PLAIN:
            return value
        if id(value) not in converted:
            converted[id(value)] = written(value)
        return converted[id(value)]

    def written(value: Any) -> Any:
        if isinstance(value, Text):
            return scene_json(value) if language is None else say(value, language, report.names)
        if isinstance(value, tuple):
            return [plain(part) for part in value]
        # Calling `fields` for thousands of values takes as long as all the rest.
        names = getattr(value, "__dataclass_fields__", None)
        return {name: plain(getattr(value, name)) for name in names} if names else value

    values: dict[str, Any] = plain(report)
    return values
