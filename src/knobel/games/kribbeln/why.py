"""Reasons for moves in Kribbeln: how likely a row succeeds, and with which sum."""

from dataclasses import dataclass
from math import inf
from typing import Any

from knobel.coach.numbers import number, odds, percent
from knobel.coach.why import Decision
from knobel.games.holding.tray import Keep
from knobel.games.kribbeln.judge import ArrangedJudge
from knobel.games.kribbeln.numbered import number_dice
from knobel.games.kribbeln.rules.game import THROWS, Dodge, Strike, Write
from knobel.games.kribbeln.rules.sheet import ROWS, highest_kribbel
from knobel.games.kribbeln.scene import own_text
from knobel.games.kribbeln.solve.opponents import LOWEST
from knobel.games.kribbeln.solve.rolls import SUMS, classes
from knobel.scene.text import Text
from knobel.solve.kernel.uses import Outcomes

NOISE = 1e-9
"""Differences that are only due to rounding."""

CLEAR = 0.02
"""Chances that differ by less are treated as equal."""

STEP = 0.5
"""Sums that differ by less are treated as equal."""

SURE = 0.98
"""A higher chance is treated as certain."""

HOPES = ((SURE, "row_sure"), (0.75, "row_easy"), (0.5, "row_probable"), (0.0, "row_hard"))
"""The texts for how likely a row succeeds, by the least chance."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outcome of a row that is played optimally."""

    made: float
    """The chance that it gets a sum in this try."""
    mean: float
    """The mean of that sum."""
    dodges: float
    """The chance to dodge."""


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """The outlook of the row after this move."""
    decision, move = _numbered_decision(decision, move)
    match move:
        case Keep() | Dodge():
            (outlook,) = _outlooks(decision, move)
            if outlook.made < NOISE:
                return _with_numbers("only_dodge", {"odds": odds(outlook.dodges)})
            numbers = {"odds": odds(outlook.made), "sum": number(outlook.mean)}
            if isinstance(move, Dodge):
                return (own_text("why.again"), own_text("why.second_try", **numbers))
            return (own_text(_hope(outlook.made)), own_text("why.row_made", **numbers))
        case Write():
            return (own_text("why.sum_now", sum=sum(decision.state.tray.faces)),)
    return ()


def reasons(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    match chosen, best:
        case Keep(), Keep():
            decision, chosen, best = _numbered_decision(decision, chosen, best)
            return _compared(*_outlooks(decision, chosen, best), kribbel=ROWS[decision.state.row].task is None)
        case Keep(), Write():
            return (*prospects(decision, best), *_thrown_on(decision, chosen))
        case Write(), Keep():
            return (own_text("why.sum_only", sum=sum(decision.state.tray.faces)), *prospects(decision, best)[-1:])
        case ((Strike() | Dodge()), Keep()):
            return (own_text("why.throws_left"), *prospects(decision, best)[-1:])
        case Dodge(), Strike():
            return (own_text("why.keep_field"),)
    return prospects(decision, best)


def _hope(made: float) -> str:
    """The text for how likely a row succeeds."""
    return next(f"why.{words}" for least, words in HOPES if made >= least)


def _thrown_on(decision: Decision, chosen: Keep) -> tuple[Text, ...]:
    """What throwing again would have risked, or failed to gain."""
    written = sum(decision.state.tray.faces)
    decision, chosen = _numbered_decision(decision, chosen)
    (outlook,) = _outlooks(decision, chosen)
    if outlook.made < NOISE:
        return _with_numbers("only_dodge", {"odds": odds(outlook.dodges)})
    numbers = {"odds": odds(outlook.made), "sum": number(outlook.mean)}
    if outlook.made < SURE:
        return (own_text("why.row_risked", **numbers),)
    return (own_text("why.no_more" if outlook.mean < written + STEP else "why.may_be_less", **numbers),)


def _numbered_decision(decision: Decision, *moves: Any) -> tuple[Any, ...]:
    """The decision and these moves, converted to numbered dice."""
    if not isinstance(decision.judge, ArrangedJudge):
        return decision, *moves
    numbered_table = number_dice(decision.game, decision.state)
    judge = decision.judge.of(numbered_table.square)
    return Decision(judge, numbered_table.game, numbered_table.state, decision.seat), *(
        numbered_table.numbered_move(move) for move in moves
    )


def _compared(chosen: Outlook, best: Outlook, *, kribbel: bool) -> tuple[Text, ...]:
    if best.made < NOISE:
        return _with_numbers("only_dodge", {"odds": odds(best.dodges)})
    sums = {"sum": number(best.mean), "lower": number(chosen.mean)}
    if kribbel and best.mean <= chosen.mean - STEP and best.made > chosen.made - CLEAR:
        return _with_numbers("low_kribbel", sums)
    chances = {"odds": percent(best.made), "less": percent(chosen.made)}
    # A row that never succeeds has no sum.
    likelier, higher = best.made - chosen.made, best.mean - chosen.mean if chosen.made > NOISE else 0.0
    words: tuple[Text, ...] = ()
    if likelier >= CLEAR:
        words = _with_numbers("row_better" if higher >= STEP else "row_likelier", chances | sums)
    elif higher >= STEP:
        words = _with_numbers("row_higher_though" if likelier <= -CLEAR else "row_higher", chances | sums)
    if abs(best.dodges - chosen.dodges) < CLEAR:
        return words
    key = "why.dodges_more" if best.dodges > chosen.dodges else "why.dodges_less"
    return (*words, own_text(key, odds=percent(best.dodges), less=percent(chosen.dodges)))


def _with_numbers(key: str, numbers: dict[str, Text]) -> tuple[Text, ...]:
    """A reason in plain words, then its numbers."""
    return own_text(f"why.{key}"), own_text(f"why.{key}_numbers", **numbers)


def _outlooks(decision: Decision, *moves: Keep | Dodge) -> list[Outlook]:
    """The outlook of the row after each of these moves: a dodge, or dice that are held."""
    judge: Any = decision.judge
    game, seat = decision.game, decision.seat
    states = [game.play(decision.state, seat, move) for move in moves]
    # All of these moves lead to the same turn, with as many throws left.
    after = states[0]
    task = ROWS[after.row].task
    turn = judge.turn(game, after, seat)
    kinds = classes(None if task is None else game.tasks[task], judge.square)
    worths = {kind: turn.ending[roll] for kind, roll in kinds.examples.items()}
    # Classes of rolls that meet the task come after all sums that do not.
    highest = LOWEST - 1 if game.beginner else max(LOWEST - 1, highest_kribbel(after.sheets[seat]))
    lowest = SUMS if task is not None else highest - LOWEST + 1
    # An X is worth the same with any dice: rolls without a sum that are worth more are for dodging.
    struck = min((worth for kind, worth in worths.items() if kind < lowest), default=inf)
    outcomes = [[0.0, 0.0, float(worths.get(kind, struck) > struck + NOISE)] for kind in range(lowest)]
    outcomes += [[1.0, float(kind % SUMS + LOWEST), 0.0] for kind in range(lowest, 2 * SUMS)]
    throws = after.tray.throws
    after_each = [Outcomes(kinds, outcomes)] * (THROWS - throws)
    sums = turn.outcomes(after_each, throws, [state.tray.dice for state in states])
    return [Outlook(chance, total / chance if chance else 0.0, dodged) for chance, total, dodged in sums]
