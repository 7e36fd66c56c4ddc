"""Moments: one throw or one decision after the other, judged for one seat."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from knobel.coach.choices import fallen, menu, move_label, shown_dice
from knobel.coach.model import EXPLAINED, Moment
from knobel.coach.verdict import classify
from knobel.coach.why import Case, reasons
from knobel.core.game import AnyGame, Decide, Event, Fell, Moved, Throw
from knobel.core.record import Record
from knobel.games.holding.tray import Keep
from knobel.players.judge import Judge
from knobel.scene import look
from knobel.scene.text import Text, text

ALTERNATIVES = 5
"""How many of the best choices are told."""

NOISE = 1e-9
"""Differences that come of rounding only."""


@dataclass(frozen=True, slots=True)
class _Step:
    """An entry that stands, the table before and after it, and the own turn it belongs to."""

    entry: int
    event: Event
    before: Any
    after: Any
    turn: int


def moments(record: Record, judge: Judge, seat: int, spread: float) -> Iterator[Moment]:
    """All that changed what a seat could expect, in order; each begins where the one before ended."""
    game = record.game
    value = judged = judge.value(game, record.states[0], seat)
    for step in _steps(record, seat):
        now = judge.value(game, step.after, seat)
        # A judge may see a table anew after a decision; what others do is not to blame for that.
        before, judged = judged, now
        if isinstance(step.event, Moved) and step.event.seat == seat:
            moment = _decision(Case(judge, game, step.before, seat), step, step.event.move, value, spread)
        elif _own(game, step, seat):
            moment = _fall(game, step, "throw", value, now - value)
        elif abs(now - before) > NOISE:
            moment = _fall(game, step, "other", value, now - before)
        else:
            continue
        value = moment.after
        yield moment


def _steps(record: Record, seat: int) -> Iterator[_Step]:
    """The entries that stand; a throw begins a turn unless dice were held for it."""
    turn, last = 0, None
    for (entry, event), (before, after) in zip(record.standing, pairwise(record.states), strict=True):
        step = _Step(entry, event, before, after, turn)
        if isinstance(event, Moved) and event.seat == seat:
            last = event.move
        elif seat in _asked(record.game, after) and _own(record.game, step, seat):
            turn += not isinstance(last, Keep)
        yield _Step(entry, event, before, after, turn)


def _own(game: AnyGame, step: _Step, seat: int) -> bool:
    """Dice fell that this seat has thrown, or has to use."""
    if isinstance(step.event, Moved):
        return False
    pending = game.pending(step.before)
    return (isinstance(pending, Throw) and pending.seat == seat) or seat in _asked(game, step.after)


def _asked(game: AnyGame, state: Any) -> tuple[int, ...]:
    """The seats that have to decide."""
    pending = game.pending(state)
    return pending.seats if isinstance(pending, Decide) else ()


def _decision(case: Case, step: _Step, move: Any, value: float, spread: float) -> Moment:
    """A decision of the seat, held against all that it could have decided."""
    ratings = case.judge.rate(case.game, case.state, case.seat)
    choices = menu(case.game, case.state, case.seat, ratings, move)
    taken = choices.rated[choices.moves.index(move)]
    best, loss = choices.rated[0], choices.rated[0].value - taken.value
    verdict = classify(loss, spread) if len(choices.rated) > 1 else None
    return Moment(
        entry=step.entry,
        kind="decision",
        turn=step.turn,
        label=taken.label,
        dice=shown_dice(choices.scene),
        before=value,
        # Judges agree with themselves from a throw to the decision after it, but for rounding.
        luck=best.value - value if abs(best.value - value) > NOISE else 0.0,
        loss=loss,
        after=taken.value,
        verdict=verdict,
        exact=case.judge.exact(case.game, case.state, case.seat),
        best=best,
        alternatives=choices.rated[:ALTERNATIVES] if verdict else (),
        reasons=reasons(case, move, choices.moves[0]) if verdict in EXPLAINED else (),
    )


def _fall(game: AnyGame, step: _Step, kind: Literal["throw", "other"], value: float, luck: float) -> Moment:
    """Something that happened to the seat: its dice fell, or somebody else threw or moved."""
    return Moment(
        entry=step.entry,
        kind=kind,
        turn=step.turn,
        label=_told(game, step, kind),
        dice=shown_dice(look(game, step.after)),
        before=value,
        luck=luck,
        after=value + luck,
    )


def _told(game: AnyGame, step: _Step, kind: str) -> Text:
    """What happened, in words; others are named."""
    match step.event, game.pending(step.before):
        case Fell(values), Throw(seat, positions):
            what = text("coach.threw", dice=fallen(game, positions, values, look(game, step.after)))
            return what if kind == "throw" else text("coach.other", seat=seat, what=what)
        case Moved(seat, move), _:
            what = move_label(game, step.before, seat, move, look(game, step.before))
            return text("coach.other", seat=seat, what=what)
    raise AssertionError
