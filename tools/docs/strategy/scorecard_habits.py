"""Habits at a scorecard: ways to play that sound sensible, as filters on moves, so that their cost can be measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from knobel.core.dice import Faces
from knobel.games.scorecard.rules import THROWS, Box, Card, Write
from knobel.solve.kernel.lattice import lattice
from tools.docs.strategy.experiments import Habit, Moment, groups_only

UPPER = 6
"""The first boxes of a card count dice of one face each."""

LATE_TURNS = 6
"""For so many last turns chips are spent by those who save them up."""


def _pays(at: Moment, move: Write) -> int:
    """What writing pays at once."""
    card: Card = at.game.card  # type: ignore[attr-defined]
    keys = [box.key for box in card.boxes]
    return card.worths(at.state.tray.faces)[keys.index(move.box)]


def _writes(at: Moment) -> list[Any]:
    return [move for move in at.ratings if isinstance(move, Write)]


def _counts(at: Moment) -> dict[str, int]:
    """How many dice show the face of each upper box."""
    keys = [box.key for box in at.game.card.boxes[:UPPER]]  # type: ignore[attr-defined]
    return {key: at.state.tray.dice.count(face) for face, key in enumerate(keys, 1)}


def most_points(at: Moment) -> list[Any]:
    """Writes where the dice pay most at once."""
    paid = {move: _pays(at, move) for move in _writes(at)}
    return [*at.keeps(), *(move for move in paid if paid[move] == max(paid.values()))]


def never_strike(at: Moment) -> list[Any]:
    """Writes no zero while any box pays."""
    return [*at.keeps(), *(move for move in _writes(at) if _pays(at, move))]


def three_above(at: Moment) -> list[Any]:
    """Writes fewer than three dice into an upper box only if nothing else is left."""
    counts = _counts(at)
    return [*at.keeps(), *(move for move in _writes(at) if counts.get(move.box, 3) >= 3)]


def made_at_once(fixed: Sequence[str]) -> Habit:
    """Stops as soon as the dice meet an open box of fixed points."""

    def allowed(at: Moment) -> list[Any]:
        made = [move for move in _writes(at) if move.box in fixed and _pays(at, move)]
        most = max((_pays(at, move) for move in made), default=0)
        return [move for move in made if _pays(at, move) == most] or list(at.ratings)

    return allowed


def spare(boxes: Sequence[str]) -> Habit:
    """Spares boxes that take any dice as long as another box pays."""

    def allowed(at: Moment) -> list[Any]:
        others = [move for move in _writes(at) if move.box not in boxes]
        return [*at.keeps(), *others] if any(_pays(at, move) for move in others) else list(at.ratings)

    return allowed


def triples_below(box: str) -> Habit:
    """Writes three or more alike never above while the box for three alike is open."""

    def allowed(at: Moment) -> list[Any]:
        if Write(box) not in at.ratings:
            return list(at.ratings)
        above = {key for key, dice in _counts(at).items() if dice >= 3}
        return [*at.keeps(), *(move for move in _writes(at) if move.box not in above)]

    return allowed


def five_last(box: str) -> Habit:
    """Never strikes the box for five alike while another is open."""

    def allowed(at: Moment) -> list[Any]:
        five = Write(box)
        met = five in at.ratings and _pays(at, five)
        return [move for move in at.ratings if met or move != five]

    return allowed


def chips_late(turns: int) -> Habit:
    """Saves all chips for the last turns, of so many."""

    def allowed(at: Moment) -> list[Any]:
        turn = 1 + sum(mark is not None for mark in at.state.sheets[at.seat].marks)
        saves = at.state.tray.throws == THROWS and turn <= turns - LATE_TURNS
        return _writes(at) if saves else list(at.ratings)

    return allowed


@dataclass(frozen=True)
class BoxKinds:
    """Boxes of a card by what they ask for and how they pay, whatever they are called."""

    card: Card

    @cached_property
    def fixed(self) -> list[str]:
        """Boxes that pay the same however they are met."""
        return [box.key for box in self.card.boxes if len({box.worth(faces) for faces in self._met(box)}) == 1]

    @cached_property
    def any_dice(self) -> list[str]:
        """Boxes that take any dice."""
        return [box.key for box in self.card.boxes if len(self._met(box)) == len(self._rolls)]

    def alike(self, count: int) -> str | None:
        """The box that asks for so many dice alike and nothing else."""
        wanted = [faces for faces in self._rolls if max(map(faces.count, faces)) >= count]
        return next((box.key for box in self.card.boxes if self._met(box) == wanted), None)

    @cached_property
    def _rolls(self) -> list[Faces]:
        return [tuple(sorted(faces)) for faces in lattice(self.card.pool).falls]

    def _met(self, box: Box) -> list[Faces]:
        return [faces for faces in self._rolls if box.meets(faces)]


def habits(card: Card, no_reason_to_stop: Sequence[str] = ()) -> dict[str, Habit]:
    """The habits that make sense on a card."""
    kinds = BoxKinds(card)
    fixed = [box for box in kinds.fixed if box not in no_reason_to_stop]
    three, five = kinds.alike(3), kinds.alike(5)
    found: dict[str, Habit] = {
        "most_points": most_points,
        "never_strike": never_strike,
        "made_at_once": made_at_once(fixed),
        "groups_only": groups_only,
        "three_above": three_above,
    }
    if five:
        found["five_last"] = five_last(five)
    if kinds.any_dice:
        found["spare_chance"] = spare(kinds.any_dice)
    if three and three not in kinds.fixed:
        found["triples_below"] = triples_below(three)
    if card.chips:
        found["chips_late"] = chips_late(len(card.boxes))
    return found
