"""A hint: what every choice is worth now, and what the best one is for."""

from typing import Any

from knobel.coach.choices import menu, shown_dice
from knobel.coach.model import Hint
from knobel.coach.review import ENDGAMES, check_seat
from knobel.coach.verdict import spread
from knobel.coach.why import Case, prospects
from knobel.core.game import AnyGame, Decide
from knobel.core.record import Record
from knobel.players.judge import Judge, judge_of


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
