"""Reviews and hints: what every throw brought and every decision gave away, and what every choice is worth now."""

from typing import Any

from knobel.coach.choices import menu, shown_dice
from knobel.coach.model import TOP, Hint, Review, SeatReview
from knobel.coach.moments import moments
from knobel.coach.verdict import accuracy, spread
from knobel.coach.why import Case, prospects
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame, Decide, Over
from knobel.core.record import Record
from knobel.players.judge import Judge, judge_of

ENDGAMES = 3
"""With so few boxes open the rest is solved on demand, so that late decisions are judged exactly everywhere."""


def review(record: Record, seat: int | None = None, judge: Judge | None = None) -> Review:
    """The review of a game as it finally stands, of one seat or of all."""
    game = record.game
    check_seat(record, seat)
    judge = judge or judge_of(game, None, ENDGAMES)
    yardstick = spread(game, judge.objective)
    seats = range(game.seats) if seat is None else (seat,)
    reviews = tuple(_review(record, judge, each, yardstick) for each in seats)
    over = isinstance(record.pending, Over)
    return Review(game.key, record.names, judge.objective, over, yardstick, reviews)


def check_seat(record: Record, seat: int | None) -> None:
    """Raise an error if a seat is asked for that the table does not have."""
    if seat is not None and not 0 <= seat < record.game.seats:
        raise BadSetup(f"there is no seat {seat}; the seats of this record are 0 to {record.game.seats - 1}")


def _review(record: Record, judge: Judge, seat: int, spread: float) -> SeatReview:
    start = judge.value(record.game, record.states[0], seat)
    found = tuple(moments(record, judge, seat, spread))
    decisions = [moment for moment in found if moment.verdict]
    losing = sorted((moment for moment in decisions if moment.verdict != "best"), key=lambda moment: -moment.loss)
    return SeatReview(
        seat=seat,
        start=start,
        luck=sum((moment.luck for moment in found if moment.kind != "other"), 0.0),
        others=sum((moment.luck for moment in found if moment.kind == "other"), 0.0),
        losses=sum((moment.loss for moment in found), 0.0),
        result=found[-1].after if found else start,
        accuracy=accuracy([moment.loss for moment in decisions], spread),
        exact=all(moment.exact for moment in decisions),
        moments=found,
        costliest=tuple(moment.entry for moment in losing[:TOP]),
    )


def hints(record: Record, seat: int | None = None, judge: Judge | None = None) -> tuple[Hint, ...]:
    """A hint for each seat that has to decide now, or for one of them; none if nothing is to be decided."""
    check_seat(record, seat)
    pending = record.pending
    deciding = pending.seats if isinstance(pending, Decide) else ()
    judge = judge or judge_of(record.game, None, ENDGAMES)
    return tuple(
        hint_in(record.game, record.state, each, judge, record.names) for each in deciding if seat in {None, each}
    )


def hint_in(game: AnyGame, state: Any, seat: int, judge: Judge, names: tuple[str, ...]) -> Hint:
    """The hint for a seat that has to decide in a state."""
    case = Case(judge, game, state, seat)
    choices = menu(game, state, seat, judge.rate(game, state, seat))
    return Hint(
        game=game.key,
        names=names,
        seat=seat,
        objective=judge.objective,
        spread=spread(game, judge.objective),
        exact=judge.exact(game, state, seat),
        dice=shown_dice(choices.scene),
        choices=choices.rated,
        words=prospects(case, choices.moves[0]),
    )
