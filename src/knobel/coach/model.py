"""What a coach has to say, as frozen values: reviews, their moments, and hints."""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from knobel.scene.model import TrayDie
from knobel.scene.model import as_json as scene_json
from knobel.scene.text import Text, say

PLAIN = frozenset({int, float, str, bool, type(None)})
"""What is the same for programs as for us."""

TOP = 5
"""How many decisions are called the costliest."""


EXPLAINED = ("inaccuracy", "mistake", "blunder")
"""The classes of decisions that need a reason."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A choice with the result to expect after it."""

    move: str
    label: Text
    value: float
    held: tuple[int, ...] | None = None
    """The dice that it holds, counted from 1; None if it holds none to throw the others again."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that changed what a seat could expect: its throw, its decision, or what somebody else did."""

    entry: int
    """The number of the entry in the record."""
    kind: Literal["throw", "decision", "other"]
    turn: int
    """The number of the own turn it belongs to, from 1."""
    label: Text
    """What happened."""
    dice: tuple[Text, ...]
    """The dice on the table: those that a decision is about, or a throw has brought."""
    before: float
    after: float
    """What the seat could expect, before and after."""
    luck: float = 0.0
    """After minus before, unless it was a decision."""
    loss: float = 0.0
    """What the decision gave away against the best."""
    verdict: str | None = None
    """The class of the decision; None if there was nothing to choose."""
    exact: bool = True
    best: Rated | None = None
    alternatives: tuple[Rated, ...] = ()
    """The best choices, best first; the one taken is among them or worse than all."""
    reasons: tuple[Text, ...] = ()
    lying: tuple[TrayDie, ...] = ()
    """The same dice, to be drawn."""
    held: tuple[int, ...] | None = None
    """The dice that the decision held, counted from 1; None if it held none to throw the others again."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The books of one seat: start + luck + others - losses = result."""

    seat: int
    start: float
    luck: float
    """What the own throws brought."""
    others: float
    """What the others' throws and decisions brought; nothing where only the own sheet counts."""
    losses: float
    result: float
    """What the seat has in the end, or may expect where the record ends."""
    accuracy: float
    exact: bool
    """Every rating of a decision was exact."""
    moments: tuple[Moment, ...]
    costliest: tuple[int, ...]
    """The entries of the decisions that gave away most, the worst first; none that gave away nothing."""

    @property
    def fortune(self) -> float:
        """All that the seat did not decide."""
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
    """A game as it finally stands, seen by a judge."""

    game: str
    names: tuple[str, ...]
    """Everybody at the table, by seat."""
    objective: str
    """What a result is, as the judge says it; the results of `turns` are negative, so that more is always better."""
    objectives: tuple[str, ...]
    """What else the game may be judged by, the usual first."""
    over: bool
    spread: float
    """How far a turn of this game moves the result: the yardstick of the classes."""
    seats: tuple[SeatReview, ...]
    caveats: tuple[Text, ...] = ()
    """What the judge takes for granted, where it was made for other dice or rules."""
    hindsight: bool = False
    """The best that was possible with the dice that fell can be asked for."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a seat may decide now, best first."""

    game: str
    names: tuple[str, ...]
    seat: int
    objective: str
    objectives: tuple[str, ...]
    """What else the choices may be judged by, the usual first."""
    spread: float
    exact: bool
    dice: tuple[Text, ...]
    choices: tuple[Rated, ...]
    """Every different choice, best first."""
    words: tuple[Text, ...]
    """What the best choice is for, and how likely."""
    caveats: tuple[Text, ...] = ()
    """What the judge takes for granted, where it was made for other dice or rules."""


class Told(Protocol):
    """A dataclass of the coach that knows everybody's names."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody at the table, by seat."""


def as_json(told: Told, language: str | None) -> dict[str, Any]:
    """A review, hint or comparison as plain lists, dictionaries and sentences of a language, or texts in none yet."""
    # Seats are told of the same dice in the same words: each is written once.
    known: dict[int, Any] = {}

    def plain(value: Any) -> Any:
        if value.__class__ in PLAIN:
            return value
        if id(value) not in known:
            known[id(value)] = written(value)
        return known[id(value)]

    def written(value: Any) -> Any:
        if isinstance(value, Text):
            return scene_json(value) if language is None else say(value, language, told.names)
        if isinstance(value, tuple):
            return [plain(part) for part in value]
        # To ask `fields` for each of thousands takes as long as all the rest.
        names = getattr(value, "__dataclass_fields__", None)
        return {name: plain(getattr(value, name)) for name in names} if names else value

    found: dict[str, Any] = plain(told)
    return found
