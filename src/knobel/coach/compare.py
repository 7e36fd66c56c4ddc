"""Two games with the same dice compared: where they diverged, and the results and losses of each turn."""

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
    """One of the two games: the score, luck and losses of its seat."""

    name: str
    score: int
    luck: float
    losses: float
    error_rate: float


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of a seat."""

    label: Text
    held: tuple[int, ...] | None
    """The dice that it held, counted from 1; None if it was not a move that holds dice."""
    loss: float
    """The loss against the best decision."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The first decision in which the two games differ: same dice, same sheet, another choice."""

    turn: int
    lying: tuple[TrayDie, ...]
    one: Decided
    other: Decided


@dataclass(frozen=True, slots=True)
class TurnPair:
    """A turn in both games: how each ended it, and the loss of all decisions of the turn."""

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
    """None if all decisions were the same."""
    turns: tuple[TurnPair, ...]


def compare(one: Record, other: Record, seat: int) -> Comparison:
    """Compare two games of the same seat with the same dice."""
    reviews = [review(record, seat) for record in (one, other)]
    first, second = (played.seats[0] for played in reviews)
    turns = [_turns(first), _turns(second)]
    return Comparison(
        names=one.names,
        objective=reviews[0].objective,
        spread=reviews[0].spread,
        one=_side(one, first),
        other=_side(other, second),
        parting=_parting(_decisions(first), _decisions(second)),
        turns=tuple(TurnPair(turn, *(ended.get(turn) for ended in turns)) for turn in sorted({*turns[0], *turns[1]})),
    )


def _side(record: Record, seat: SeatReview) -> Side:
    score = record.game.scores(record.state)[seat.seat]
    return Side(record.names[seat.seat], score, seat.luck, seat.losses, seat.error_rate)


def _decisions(seat: SeatReview) -> list[Moment]:
    return [moment for moment in seat.moments if moment.kind == "decision"]


def _done(moment: Moment, loss: float) -> Decided:
    return Decided(moment.label, moment.held, loss)


def _turns(seat: SeatReview) -> Mapping[int, Decided]:
    """How each turn ended, with its loss."""
    ended = {}
    for turn, decisions in groupby(_decisions(seat), attrgetter("turn")):
        moments = list(decisions)
        ended[turn] = _done(moments[-1], sum(moment.loss for moment in moments))
    return ended


def _parting(one: Sequence[Moment], other: Sequence[Moment]) -> Parting | None:
    """The first decision in which two games differ; until then dice and sheets were the same."""
    for first, second in zip(one, other, strict=False):
        if first.label != second.label:
            return Parting(first.turn, first.lying, _done(first, first.loss), _done(second, second.loss))
    return None
