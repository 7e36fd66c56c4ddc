"""Reasons for moves in Kribbeln: what the row needs, when to dodge, and when a sum is high enough."""

from typing import Any

from knobel.coach import sentences
from knobel.coach.numbers import number, odds, rounded
from knobel.coach.terms import Shares, Term, differences
from knobel.coach.terms import aims as aims_of
from knobel.coach.why import SMALL, Decision
from knobel.games.holding.tray import Keep
from knobel.games.kribbeln.rules.game import Dodge, Strike, Write
from knobel.games.kribbeln.rules.sheet import ROWS, highest_kribbel
from knobel.games.kribbeln.scene import own_text
from knobel.games.kribbeln.shares import DODGED, MADE, nothing, shares, worths_of_sums
from knobel.scene.text import Text

SAFE = 0.98
"""A row that succeeds at least this often is no risk."""

RARELY = 0.005
"""A row that succeeds more rarely than this is given up."""

STEP = 0.5
"""Mean sums that differ by less count as equal."""


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """What a move is for, and how likely it succeeds."""
    match move:
        case Keep():
            return (*_aim(decision, move), *_sum_needed(decision))
        case Write():
            return (_enough(decision, move), *_sum_needed(decision))
        case Dodge():
            return (own_text("why.again"),)
        case Strike():
            return (own_text("why.x_kept" if _may_dodge(decision) else "why.x_only"),)
    return ()


def reasons(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    if isinstance(chosen, Keep) and isinstance(best, Keep):
        return sentences.compared(terms(decision, best, chosen), lambda term: _of_sum(decision, term))
    return (
        _reason(decision, chosen, best),
        *(_aim(decision, best)[-1:] if isinstance(chosen, Strike) and isinstance(best, Keep) else ()),
    )


def _reason(decision: Decision, chosen: Any, best: Any) -> Text:
    """Why one way to go on is better than another."""
    keep = best if isinstance(best, Keep) else chosen if isinstance(chosen, Keep) else None
    made = None if keep is None else shares(decision, keep).get(MADE)
    chance, mean = (made.chance, made.gain or 0.0) if made else (0.0, 0.0)
    match chosen, best:
        case _, Write():
            return _enough(decision, best, keep)
        case Write(), _:
            now = sum(decision.state.tray.faces)
            return own_text("why.more_in", sum=now, mean=rounded(mean), odds=odds(chance))
        case Keep(), Dodge():
            return own_text("why.dodge_now" if chance > RARELY else "why.dodge_only", odds=odds(chance))
        case Strike(), Dodge():
            return own_text("why.field_is_worth_it")
        case _, Strike():
            return own_text("why.keep_field")
    return own_text("why.throws_left")


def terms(decision: Decision, best: Any, other: Any) -> tuple[Term, ...]:
    """What one move is worth more than another, term by term."""
    return differences(shares(decision, best), shares(decision, other))


def aims(decision: Decision, move: Any) -> tuple[Term, ...]:
    """What a move may become, each by what it adds to an X."""
    return aims_of(shares(decision, move), nothing(decision))


def _aim(decision: Decision, move: Keep) -> tuple[Text, ...]:
    """What dice are thrown for, and how likely it succeeds."""
    ends = shares(decision, move)
    aim = sentences.aim(aims(decision, move))
    if aim is None:
        return (own_text("why.little_hope"),)
    if aim.key == DODGED:
        return (own_text("why.to_dodge"), *_chances(ends))
    task = ROWS[decision.state.row].task
    if task is not None:
        return (own_text("why.for_task" if ends[MADE].chance < SAFE else "why.for_more"), *_chances(ends))
    highest = 0 if decision.game.beginner else highest_kribbel(decision.state.sheets[decision.seat])
    first = own_text("why.for_kribbel", sum=highest) if highest else own_text("why.for_first_kribbel")
    return (first, *_chances(ends))


def _chances(ends: Shares) -> tuple[Text, ...]:
    """How likely the row succeeds, with which sum, and how likely a dodge is."""
    made = ends.get(MADE)
    words = []
    if made:
        mean = number(made.gain or 0.0, 0)
        key = "why.row_sure" if made.chance >= SAFE else "why.row_made"
        words.append(own_text(key, odds=odds(made.chance), mean=mean))
    if DODGED in ends and ends[DODGED].chance >= sentences.WORTH_TELLING:
        words.append(own_text("why.dodge_chance", odds=odds(ends[DODGED].chance)))
    return tuple(words)


def _of_sum(decision: Decision, term: Term) -> Text | None:
    """A term about the sum in a Kribbel row, where a lower one may be better."""
    if term.key != MADE or term.is_chance or term.gain is None or term.lower is None:
        return None
    higher, good = term.gain > term.lower, term.amount > 0
    means = {"mean": number(term.gain, 1), "other": number(term.lower, 1)}
    if higher == good:
        return own_text("why.higher_sum" if good else "why.lower_sum", **means)
    if good and ROWS[decision.state.row].task is None and term.gain < term.lower - STEP:
        return own_text("why.low_kribbel", **means)
    return None


def _enough(decision: Decision, best: Write, chosen: Keep | None = None) -> Text:
    """Why a sum is written instead of throwing on: it is hard to beat, or the row would be at risk."""
    now = sum(decision.state.tray.faces)
    keeps = [move for move in decision.ratings if isinstance(move, Keep)]
    if not keeps:
        return own_text("why.sum_now", sum=now)
    other = chosen or max(keeps, key=lambda move: decision.ratings[move])
    ends = shares(decision, other)
    made = ends.get(MADE)
    if decision.ratings[best] - decision.ratings[other] < SMALL * decision.scale.spread:
        return own_text("why.sum_as_good", sum=now)
    if made is None:
        return own_text("why.sum_now", sum=now)
    mean = made.gain or 0.0
    if made.chance < SAFE:
        return own_text("why.row_risked", sum=now, odds=odds(made.chance), mean=number(mean, 0))
    return own_text("why.hard_to_beat" if mean < now + STEP else "why.may_be_less", sum=now, mean=number(mean, 0))


def _may_dodge(decision: Decision) -> bool:
    """Whether a dodge is possible now."""
    return any(isinstance(move, Dodge) for move in decision.ratings)


def _sum_needed(decision: Decision) -> tuple[Text, ...]:
    """The least sum that wins at least every second time, where the last rows decide."""
    judge, state = decision.judge, decision.state
    if judge.objective != "win" or not judge.exact(decision.game, state, decision.seat):
        return ()
    worths = worths_of_sums(decision)
    enough = [total for total, worth in worths.items() if worth >= 0.5]
    if not enough or min(enough) == min(worths):
        return ()
    return (own_text("why.sum_needed", sum=min(enough)),)
