"""The decisive moment of a game: the turn whose dice, or the decision that, changed a result most."""

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Literal

from knobel.coach.model import Moment, Review, SeatReview
from knobel.coach.numbers import Scale
from knobel.scene.text import Text, text

SMALL = 0.5
"""A change smaller than this fraction of a turn's spread decides nothing."""


@dataclass(frozen=True, slots=True)
class Decisive:
    """A decisive moment."""

    seat: int
    kind: Literal["luck", "bad_luck", "loss"]
    turn: int
    what: Text
    """The choice made then, in words; after bad luck, the one that ended the turn."""
    amount: Text
    """How much it changed the result."""


def decisive(review: Review) -> Decisive | None:
    """The largest swing of a game among the reviewed seats; None if nothing stands out."""
    swings = [swing for seat in review.seats for swing in _swings(seat)]
    if not swings:
        return None
    size, kind, seat, moment = max(swings, key=lambda swing: swing[0])
    if size < SMALL * review.spread:
        return None
    amount = Scale(review.objective, review.spread).size(size)
    # Within a sentence a percentage must say of what.
    words = text("coach.decisive.win", **dict(amount.values)) if review.objective == "win" else amount
    return Decisive(seat, kind, moment.turn, moment.label, words)


_Swing = tuple[float, Literal["luck", "bad_luck", "loss"], int, Moment]


def _swings(seat: SeatReview) -> list[_Swing]:
    """The luck of each turn, and the loss of each decision."""
    swings: list[_Swing] = []
    for _, turn in groupby((moment for moment in seat.moments if moment.kind != "other"), attrgetter("turn")):
        moments = list(turn)
        decisions = [moment for moment in moments if moment.kind == "decision"]
        if not decisions:
            continue
        luck = sum(moment.luck for moment in moments)
        swings.append((abs(luck), "luck" if luck > 0 else "bad_luck", seat.seat, decisions[-1]))
        swings += [(moment.loss, "loss", seat.seat, moment) for moment in decisions]
    return swings
