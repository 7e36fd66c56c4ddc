"""Reasons: the aim of a choice, why another is better, and by which terms. Each game's room has a `why` for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from knobel.coach.judge import ENDGAMES, Judge, judge_of
from knobel.coach.numbers import CHANCES, Scale, spread
from knobel.coach.terms import Term
from knobel.core.errors import NotProvided
from knobel.games.holding.starting import Begins
from knobel.games.spec import spec
from knobel.scene.text import Text, text

SAME = 1e-6
"""Points that differ by no more are equal."""

SMALL = 0.01
"""A loss smaller than this fraction of a turn's spread is not worth a number."""


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


def lead(decision: Decision) -> float:
    """How many points a seat is ahead of the best other one in the end, as far as can be expected."""
    judge, seats = judge_of(decision.game, "points", ENDGAMES), range(decision.game.seats)
    expected = [judge.value(decision.game, decision.state, seat) for seat in seats]
    return expected[decision.seat] - max(expected[seat] for seat in seats if seat != decision.seat)


def has_most_points(decision: Decision, move: Any) -> bool:
    """Whether no other move has more expected points."""
    ratings = judge_of(decision.game, "points", ENDGAMES).rate(decision.game, decision.state, decision.seat)
    return ratings[move] >= max(ratings.values()) - SAME


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """The aim of a move, and how likely it succeeds; nothing if the game does not provide it."""
    if isinstance(move, Begins):
        return ()
    try:
        return spec(decision.game).why.prospects(decision, move)
    except NotProvided:
        return ()


def aims(decision: Decision, move: Any) -> tuple[Term, ...]:
    """What a move may become, each by what it adds to a turn that brings nothing; empty if the game does not tell."""
    if isinstance(move, Begins):
        return ()
    try:
        return spec(decision.game).why.aims(decision, move)
    except NotProvided:
        return ()


def terms(decision: Decision, best: Any, other: Any) -> tuple[Term, ...]:
    """What one move is worth more than another, the largest term first; the terms add up to the difference."""
    if isinstance(best, Begins):
        return ()
    try:
        return spec(decision.game).why.terms(decision, best, other)
    except NotProvided:
        return undivided(decision, best, other)


def undivided(decision: Decision, best: Any, other: Any) -> tuple[Term, ...]:
    """The difference between two moves as a single term, where nothing tells what it is made of."""
    difference = decision.ratings[best] - decision.ratings[other]
    return (Term("all", text("coach.term.all"), difference),) if difference else ()


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


def next_best(decision: Decision, best: Any, second: Any, label: Text) -> Text:
    """What the next best move, which has this name, would cost."""
    loss = decision.ratings[best] - decision.ratings[second]
    if loss < SMALL * decision.scale.spread:
        return text("coach.next.even", what=label)
    return text("coach.next", what=label, cost=decision.scale.about(loss))


def by_how_much(decision: Decision, chosen: Any, best: Any) -> Text:
    """By how much the best move is better, where the game gives no reason."""
    ratings, scale = decision.ratings, decision.scale
    less = scale.bare(ratings[chosen])
    if decision.judge.objective in CHANCES:
        return text("coach.why.wins_more", odds=scale.bare(ratings[best]), less=less)
    return text("coach.why.expects", more=scale.amount(ratings[best]), less=less)
