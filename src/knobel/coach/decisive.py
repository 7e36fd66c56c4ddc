"""The decisive moment of a game: the dice of a turn, or the one decision, that changed a result most."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Literal

from knobel.coach.model import Review, SeatReview
from knobel.coach.numbers import Scale
from knobel.scene.text import Text, text

SMALL = 0.5
"""A change smaller than this fraction of a turn's spread decides nothing."""


@dataclass(frozen=True, slots=True)
class Decisive:
    """A decisive moment: either dice or a decision, never both."""

    seat: int
    kind: Literal["luck", "bad_luck", "loss"]
    turn: int
    size: float
    """How much the dice of the turn, or the decision alone, changed the result."""
    words: Text
    """What happened and what it was worth, in a sentence that names nobody."""


def decisive(review: Review) -> Decisive | None:
    """The largest swing of a game among the reviewed seats; None if nothing stands out."""
    moments = (decisive_of(review, seat) for seat in review.seats)
    return max((moment for moment in moments if moment), key=attrgetter("size"), default=None)


def decisive_of(review: Review, seat: SeatReview) -> Decisive | None:
    """The largest swing of the game of a seat; None if nothing stands out."""
    largest = max(_swings(review, seat), key=attrgetter("size"), default=None)
    return largest if largest and largest.size >= SMALL * review.spread else None


def _swings(review: Review, seat: SeatReview) -> Iterator[Decisive]:
    """The luck of each turn, and the loss of each decision."""
    own = (moment for moment in seat.moments if moment.kind != "other")
    for turn, group in groupby(own, attrgetter("turn")):
        moments = list(group)
        decisions = [moment for moment in moments if moment.kind == "decision"]
        if not decisions:
            continue
        luck = sum(moment.luck for moment in moments if moment.kind == "throw")
        kind: Literal["luck", "bad_luck"] = "luck" if luck > 0 else "bad_luck"
        # Turns are saved, everything else is gained.
        key = f"{kind}.turns" if review.objective == "turns" and luck > 0 else kind
        words = text(f"coach.decisive.{key}", turn=turn, amount=_amount(review, luck))
        yield Decisive(seat.seat, kind, turn, abs(luck), words)
        for moment in decisions:
            words = text("coach.decisive.loss", turn=turn, what=moment.label, amount=_amount(review, moment.loss))
            yield Decisive(seat.seat, "loss", turn, moment.loss, words)


def _amount(review: Review, change: float) -> Text:
    """A change of the result; within a sentence, percentage points must say of what."""
    amount = Scale(review.objective, review.spread).size(change)
    return text("coach.decisive.win", **dict(amount.values)) if review.objective == "win" else amount
