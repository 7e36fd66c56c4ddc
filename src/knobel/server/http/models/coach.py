"""What the coach says, in sentences of a language; the same as `knobel.coach.model`, field by field."""

from typing import Literal

from knobel.server.http.models.base import Told


class Rated(Told):
    """A choice with the result to expect after it."""

    move: str
    label: str
    value: float


class Hint(Told):
    """What a seat may decide now, best first."""

    game: str
    names: list[str]
    seat: int
    objective: str
    spread: float
    exact: bool
    dice: list[str]
    choices: list[Rated]
    words: list[str]


class Moment(Told):
    """Something that changed what a seat could expect."""

    entry: int
    kind: Literal["throw", "decision", "other"]
    turn: int
    label: str
    dice: list[str]
    before: float
    after: float
    luck: float
    loss: float
    verdict: str | None
    exact: bool
    best: Rated | None
    alternatives: list[Rated]
    reasons: list[str]


class SeatReview(Told):
    """The books of one seat: start + luck + others - losses = result."""

    seat: int
    start: float
    luck: float
    others: float
    losses: float
    result: float
    accuracy: float
    exact: bool
    moments: list[Moment]
    costliest: list[int]


class Review(Told):
    """A game as it finally stands, seen by a judge."""

    game: str
    names: list[str]
    objective: str
    over: bool
    spread: float
    seats: list[SeatReview]
