"""Two games with the same dice side by side: where they parted, and what each turn brought and gave away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from knobel.coach.model import Moment, SeatReview
from knobel.coach.review import review
from knobel.core.record import Record
from knobel.scene.model import TrayDie
from knobel.scene.text import Text


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two games: what its seat had, what luck brought and decisions gave away."""

    name: str
    score: int
    luck: float
    losses: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Decided:
    """What somebody did."""

    label: Text
    held: tuple[int, ...] | None
    """The dice that it held, counted from 1; None if it held none to throw the others again."""
    loss: float
    """What it gave away against the best."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The first decision in which the two differ: the same dice, the same sheet, another choice."""

    turn: int
    lying: tuple[TrayDie, ...]
    one: Decided
    other: Decided


@dataclass(frozen=True, slots=True)
class TurnPair:
    """A turn in both games: how each ended it, and what all decisions of the turn gave away."""

    turn: int
    one: Decided | None
    other: Decided | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two games of a seat with the same dice."""

    names: tuple[str, ...]
    objective: str
    spread: float
    one: Side
    other: Side
    parting: Parting | None
    """Nothing if both decided the same all the time."""
    turns: tuple[TurnPair, ...]


def compare(one: Record, other: Record, seat: int) -> Comparison:
    """Hold two games of the same seat with the same dice against each other."""
    told = [review(record, seat) for record in (one, other)]
    first, second = (found.seats[0] for found in told)
    turns = [_turns(first), _turns(second)]
    return Comparison(
        names=one.names,
        objective=told[0].objective,
        spread=told[0].spread,
        one=_side(one, first),
        other=_side(other, second),
        parting=_parting(_decisions(first), _decisions(second)),
        turns=tuple(TurnPair(turn, *(found.get(turn) for found in turns)) for turn in sorted({*turns[0], *turns[1]})),
    )


def _side(record: Record, found: SeatReview) -> Side:
    score = record.game.scores(record.state)[found.seat]
    return Side(record.names[found.seat], score, found.fortune, found.losses, found.accuracy)


def _decisions(found: SeatReview) -> list[Moment]:
    return [moment for moment in found.moments if moment.kind == "decision"]


def _done(moment: Moment, loss: float) -> Decided:
    return Decided(moment.label, moment.held, loss)


def _turns(found: SeatReview) -> Mapping[int, Decided]:
    """How each turn ended, with what it gave away."""
    ended = {}
    for turn, decisions in groupby(_decisions(found), attrgetter("turn")):
        moments = list(decisions)
        ended[turn] = _done(moments[-1], sum(moment.loss for moment in moments))
    return ended


def _parting(one: Sequence[Moment], other: Sequence[Moment]) -> Parting | None:
    """The first decision in which two differ; until there the same dice lay on the same sheet."""
    for first, second in zip(one, other, strict=False):
        if first.label != second.label:
            return Parting(first.turn, first.lying, _done(first, first.loss), _done(second, second.loss))
    return None
