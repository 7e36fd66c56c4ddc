"""The moment that decided a game: the turn whose dice, or the decision that, moved somebody's result most."""

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Literal

from knobel.coach.model import Moment, Review, SeatReview
from knobel.coach.numbers import Scale
from knobel.scene.text import Text, text

SMALL = 0.5
"""What moves a result by less than this part of what a turn usually does decides nothing."""


@dataclass(frozen=True, slots=True)
class Decisive:
    """A moment that decided much."""

    seat: int
    kind: Literal["luck", "bad_luck", "loss"]
    turn: int
    what: Text
    """What was done then, as the choice says it; after bad luck, with what the turn ended."""
    amount: Text
    """How much it moved the result."""


def decisive(review: Review) -> Decisive | None:
    """The largest swing of a game among the seats that are reviewed; None if nothing stands out."""
    found = [swing for seat in review.seats for swing in _swings(seat)]
    if not found:
        return None
    size, kind, seat, moment = max(found, key=lambda swing: swing[0])
    if size < SMALL * review.spread:
        return None
    amount = Scale(review.objective, review.spread).size(size)
    # Among other words a percentage must say of what.
    told = text("coach.decisive.win", **dict(amount.values)) if review.objective == "win" else amount
    return Decisive(seat, kind, moment.turn, moment.label, told)


_Swing = tuple[float, Literal["luck", "bad_luck", "loss"], int, Moment]


def _swings(seat: SeatReview) -> list[_Swing]:
    """What each turn brought by its dice, and each decision gave away."""
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
