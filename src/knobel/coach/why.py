"""Reasons: the aim of a choice, and why another is better. Each game's room has a `why` with its explanations."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from knobel.coach.judge import Judge, judge_of
from knobel.coach.numbers import CHANCES, Scale, spread
from knobel.core.errors import NotProvided
from knobel.games.holding.starting import Begins
from knobel.games.spec import spec
from knobel.scene.text import Text, text

SAME = 1e-6
"""Points that differ by no more are equal."""


@dataclass(frozen=True, eq=False)
class Decision:
    """A decision to be explained: game, state and seat, and the judge that rates it."""

    judge: Judge
    game: Any
    """The game, whose type only its room knows."""
    state: Any
    seat: int

    @cached_property
    def ratings(self) -> Mapping[Any, float]:
        """The rating of every move."""
        return self.judge.rate(self.game, self.state, self.seat)

    @property
    def scale(self) -> Scale:
        """How results are displayed."""
        return Scale(self.judge.objective, spread(self.game, self.judge.objective))


def lead(decision: Decision, chosen: Any) -> float | None:
    """The lead of a seat in expected points; None if its choice does not have the most expected points."""
    judge, seats = judge_of(decision.game, "points"), range(decision.game.seats)
    ratings = judge.rate(decision.game, decision.state, decision.seat)
    if ratings[chosen] < max(ratings.values()) - SAME:
        return None
    expected = [judge.value(decision.game, decision.state, seat) for seat in seats]
    return expected[decision.seat] - max(expected[seat] for seat in seats if seat != decision.seat)


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """The aim of a move, and how likely it succeeds; nothing if the game does not provide it."""
    if isinstance(move, Begins):
        return ()
    try:
        return spec(decision.game).why.prospects(decision, move)
    except NotProvided:
        return ()


def reasons(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    ratings = decision.ratings
    if decision.scale.bare(ratings[best]) == decision.scale.bare(ratings[chosen]):
        return (text("coach.why.hardly"),)
    try:
        texts = spec(decision.game).why.reasons(decision, chosen, best)
    except NotProvided:
        texts = ()
    return texts or (by_how_much(decision, chosen, best),)


def by_how_much(decision: Decision, chosen: Any, best: Any) -> Text:
    """By how much the best move is better, where the game gives no reason."""
    ratings, scale = decision.ratings, decision.scale
    less = scale.bare(ratings[chosen])
    if decision.judge.objective in CHANCES:
        return text("coach.why.wins_more", odds=scale.bare(ratings[best]), less=less)
    return text("coach.why.expects", more=scale.amount(ratings[best]), less=less)
