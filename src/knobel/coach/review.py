"""Reviews and hints: the luck of every throw, the loss of every decision, and the rating of every choice now."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, pairwise
from typing import Any, Literal

from knobel.coach.choices import action, fallen, lying, menu, move_label, scene_of, shown_dice
from knobel.coach.headline import with_words
from knobel.coach.judge import ENDGAMES, Judge, caveats, judge_of, objectives
from knobel.coach.model import EXPLAINED, TOP, Hint, Moment, Review, SeatReview
from knobel.coach.numbers import TOGETHER, classify, error_rate, spread
from knobel.coach.why import Decision, aims, next_best, prospects, reasons, terms
from knobel.core.errors import BadSetup, with_technical_text
from knobel.core.game import AnyGame, Decide, Event, Fell, Moved, Over, Throw
from knobel.core.record import Record
from knobel.games.turns import ends_turn
from knobel.scene.model import Scene, TrayDie
from knobel.scene.text import Text, text
from knobel.solve.hindsight import offered

ALTERNATIVES = 5
"""How many of the best choices are listed."""

NOISE = 1e-9
"""Differences that are only due to rounding."""


@dataclass(frozen=True, eq=False)
class Step:
    """An entry that stands, with the states before and after it; its texts are shared by all seats."""

    game: AnyGame
    entry: int
    event: Event
    before: Any
    after: Any

    @cached_property
    def thrower(self) -> int | None:
        """The seat whose dice were thrown."""
        pending = self.game.pending(self.before)
        return pending.seat if isinstance(pending, Throw) else None

    @cached_property
    def deciding(self) -> tuple[int, ...]:
        """The seats that decide after it."""
        pending = self.game.pending(self.after)
        return pending.seats if isinstance(pending, Decide) else ()

    @cached_property
    def ends_turn(self) -> bool:
        """Whether it ended a turn."""
        return ends_turn(self.game, self.before, self.event)

    def own(self, seat: int) -> bool:
        """Whether dice fell that this seat has thrown, or has to use."""
        return isinstance(self.event, Fell) and (self.thrower == seat or seat in self.deciding)

    @property
    def scene(self) -> Scene:
        """The scene after it."""
        return scene_of(self.game, self.after)

    @cached_property
    def dice(self) -> tuple[Text, ...]:
        """The dice on the table after it, in words."""
        return shown_dice(self.scene)

    @cached_property
    def lying(self) -> tuple[TrayDie, ...]:
        """The dice on the table after it, for drawing."""
        return lying(self.scene)

    @cached_property
    def what(self) -> Text:
        """What happened, in words for the seat concerned."""
        match self.event, self.game.pending(self.before):
            case Fell(values), Throw(_, positions):
                return text("coach.threw", dice=fallen(self.game, positions, values, self.scene))
            case Moved(seat, move), _:
                return move_label(self.game, self.before, seat, move, scene_of(self.game, self.before))
        raise AssertionError

    @cached_property
    def other(self) -> Text:
        """What happened, in words for other seats, with the name of the seat."""
        seat = self.event.seat if isinstance(self.event, Moved) else self.thrower
        assert seat is not None
        return text("coach.other", seat=seat, what=self.what)


def steps_of(record: Record) -> list[Step]:
    """All entries that stand."""
    pairs = zip(record.standing, pairwise(record.states), strict=True)
    return [Step(record.game, entry, event, before, after) for (entry, event), (before, after) in pairs]


def moments(record: Record, steps: Sequence[Step], judge: Judge, seat: int, spread: float) -> Iterator[Moment | None]:
    """The moment of each entry of a record for a seat, or None; each begins with the value the last one ended with."""
    game = record.game
    value = judged = judge.value(game, record.states[0], seat)
    unseen = False
    for step, turn in zip(steps, _turns(steps, seat), strict=True):
        now = judge.value(game, step.after, seat)
        # A judge may revise its estimate after a decision; that is not attributed to others.
        before, judged = judged, now
        if isinstance(step.event, Fell):
            unseen = step.event.inferred
        if unseen and isinstance(step.event, Moved) and step.event.seat == seat:
            # The dice of this turn were not recorded: its effect is shown, but neither as luck nor as a decision.
            moment = _fall(step, turn, "other", value, now - value)
        elif isinstance(step.event, Moved) and step.event.seat == seat:
            moment = _decision(Decision(judge, game, step.before, seat), step, turn, value, spread)
            if judge.objective in TOGETHER:
                # A revised estimate when the next turn begins is about what others will do, not luck of the next throw.
                moment = replace(moment, revised=moment.revised + now - moment.after, after=now)
        elif step.own(seat):
            moment = _fall(step, turn, "throw", value, now - value)
        elif judge.objective in TOGETHER and abs(now - value) > NOISE:
            # A revised estimate of what the next player can do is attributed to others.
            moment = _fall(step, turn, "other", value, now - value)
        elif abs(now - before) > NOISE:
            moment = _fall(step, turn, "other", value, now - before)
        else:
            yield None
            continue
        value = moment.after
        yield moment


def _turns(steps: Sequence[Step], seat: int) -> Iterator[int]:
    """The number of the seat's own turn for each entry; the first throw after its last turn begins one."""
    turn, ended = 0, True
    for step in steps:
        if isinstance(step.event, Moved):
            if step.event.seat == seat:
                ended = step.ends_turn
        elif step.own(seat) and (seat in step.deciding or step.ends_turn):
            turn += ended
            ended = step.ends_turn
        yield turn


def _decision(decision: Decision, step: Step, turn: int, value: float, spread: float) -> Moment:
    """A decision of the seat, compared with all its choices."""
    assert isinstance(step.event, Moved)
    move = step.event.move
    choices = menu(decision.game, decision.state, decision.seat, decision.ratings, move)
    taken, first = choices.rated(move), tuple(map(choices.rated, choices.moves[:ALTERNATIVES]))
    best, loss = first[0], first[0].value - taken.value
    verdict = classify(loss, spread) if len(choices.moves) > 1 else None
    return Moment(
        entry=step.entry,
        kind="decision",
        turn=turn,
        label=taken.label,
        dice=shown_dice(choices.scene),
        before=value,
        # A judge's value after a throw equals that of the best decision, except for rounding.
        revised=best.value - value if abs(best.value - value) > NOISE else 0.0,
        loss=loss,
        after=taken.value,
        verdict=verdict,
        exact=decision.judge.exact(decision.game, decision.state, decision.seat),
        best=best,
        alternatives=first if verdict else (),
        reasons=reasons(decision, move, choices.moves[0]) if verdict in EXPLAINED else (),
        lying=lying(choices.scene),
        held=taken.held,
    )


def _fall(step: Step, turn: int, kind: Literal["throw", "other"], value: float, luck: float) -> Moment:
    """A moment that the seat did not decide: its dice fell, or another seat threw or moved."""
    return Moment(
        entry=step.entry,
        kind=kind,
        turn=turn,
        label=step.what if kind == "throw" else step.other,
        dice=step.dice,
        before=value,
        luck=luck,
        after=value + luck,
        lying=step.lying,
    )


def review(
    record: Record,
    seat: int | None = None,
    judge: Judge | None = None,
    objective: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a game as it finally stands, for one seat or all; by the default objective, unless one is named.

    `progress` is called with the number of steps done, and the number of all steps.
    """
    game = record.game
    check_seat(record, seat)
    judge = judge or judge_of(game, objective, ENDGAMES)
    yardstick = spread(game, judge.objective)
    seats = range(game.seats) if seat is None else (seat,)
    done, steps = count(1), steps_of(record)
    # All seats process an entry before the next one: most of what they ask the judge is cached then.
    by_seat = [moments(record, steps, judge, each, yardstick) for each in seats]
    by_step: list[list[Moment | None]] = []
    for _ in steps:
        by_step.append([])
        for following in by_seat:
            by_step[-1].append(next(following))
            if progress:
                progress(next(done), len(seats) * len(steps))
    reviews = tuple(
        _review(record, judge, each, yardstick, [moment[at] for moment in by_step]) for at, each in enumerate(seats)
    )
    over = isinstance(record.pending, Over)
    words = (*caveats(game), *_left_out(steps))
    return with_words(
        Review(
            game=game.key,
            names=record.names,
            objective=judge.objective,
            objectives=objectives(game),
            over=over,
            spread=yardstick,
            seats=reviews,
            scores=game.scores(record.state),
            places=record.pending.places if isinstance(record.pending, Over) else (),
            caveats=words,
            hindsight=over and offered(game),
        )
    )


def _left_out(steps: Sequence[Step]) -> tuple[Text, ...]:
    """What a review cannot rate: turns of which only the score was entered."""
    missing = sum(
        isinstance(throw.event, Fell) and throw.event.inferred and entered.ends_turn
        for throw, entered in pairwise(steps)
    )
    return (text("coach.left_out", n=missing),) if missing else ()


def check_seat(record: Record, seat: int | None) -> None:
    """Raise an error if the table has no such seat."""
    if seat is not None and not 0 <= seat < record.game.seats:
        raise with_technical_text(
            BadSetup(f"this record has seats 0 to {record.game.seats - 1}, not {seat}"),
            "record_seat",
            place=seat,
            most=record.game.seats - 1,
        )


def _review(record: Record, judge: Judge, seat: int, spread: float, steps: Sequence[Moment | None]) -> SeatReview:
    start = judge.value(record.game, record.states[0], seat)
    moments = tuple(moment for moment in steps if moment)
    decisions = [moment for moment in moments if moment.verdict]
    # Where others matter, a revised estimate is about what they will do; where not, it is the error of the values.
    revised, together = sum(moment.revised for moment in moments), judge.objective in TOGETHER
    losing = sorted((moment for moment in decisions if moment.verdict != "best"), key=lambda moment: -moment.loss)
    return SeatReview(
        seat=seat,
        start=start,
        luck=sum((moment.luck for moment in moments if moment.kind != "other"), 0.0 if together else revised),
        others=sum((moment.luck for moment in moments if moment.kind == "other"), revised if together else 0.0),
        losses=sum((moment.loss for moment in moments), 0.0),
        result=moments[-1].after if moments else start,
        error_rate=error_rate([moment.loss for moment in decisions], spread),
        exact=all(moment.exact for moment in decisions),
        moments=moments,
        costliest=tuple(moment.entry for moment in losing[:TOP]),
    )


def hints(
    record: Record, seat: int | None = None, judge: Judge | None = None, objective: str | None = None
) -> tuple[Hint, ...]:
    """A hint for each seat that has to decide now, or for one of them; none if nothing is to be decided."""
    check_seat(record, seat)
    pending = record.pending
    deciding = pending.seats if isinstance(pending, Decide) else ()
    judge = judge or judge_of(record.game, objective, ENDGAMES)
    return tuple(
        hint_in(record.game, record.state, each, judge, record.names) for each in deciding if seat in {None, each}
    )


def hint_in(game: AnyGame, state: Any, seat: int, judge: Judge, names: tuple[str, ...]) -> Hint:
    """The hint for a seat that has to decide in a state."""
    decision = Decision(judge, game, state, seat)
    choices = menu(game, state, seat, decision.ratings)
    best, second = choices.moves[0], next(iter(choices.moves[1:]), None)
    behind = () if second is None else (next_best(decision, best, second, choices.rated(second).label),)
    return Hint(
        game=game.key,
        names=names,
        seat=seat,
        objective=judge.objective,
        objectives=objectives(game),
        spread=spread(game, judge.objective),
        exact=judge.exact(game, state, seat),
        dice=shown_dice(choices.scene),
        choices=tuple(map(choices.rated, choices.moves)),
        action=action(game, state, seat, best, choices.scene),
        words=(*prospects(decision, best), *behind),
        aims=aims(decision, best),
        terms=() if second is None else terms(decision, best, second),
        caveats=caveats(game),
    )
