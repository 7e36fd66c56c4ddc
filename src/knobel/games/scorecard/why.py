"""Reasons for moves on a scorecard: boxes given up, their worth if left open, and where turns end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from knobel.coach.aims import Aim, Aims, compared, hoped, likely
from knobel.coach.judge import ENDGAMES, judge_of
from knobel.coach.numbers import number, odds
from knobel.coach.why import Decision, by_how_much, lead
from knobel.games.holding.tray import Keep, fresh
from knobel.games.scorecard.judge import DuelJudge, ScorecardJudge
from knobel.games.scorecard.rules import THROWS, Card, Sheet, Write, spend, write
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.scene import label
from knobel.scene.text import Text, game_text
from knobel.solve.kernel.turn import best_uses
from knobel.solve.kernel.turn import prospects as best_prospects
from knobel.solve.kernel.uses import Kinds, Outcomes

LIKELY = 0.9
"""The odds of a box that succeeds more often than this are not mentioned."""

LEAST_BONUS = 0.5
"""Bonus points from which on they are mentioned."""

LEVEL_LEAD = 5.0
"""A lead of fewer points than this counts as level."""

REACH = "reach"
"""The objective of reaching a score."""

LITTLE, NOTHING = "little", "nothing"
"""The aims of a turn that ends in a box with few points, or in one that it does not meet."""

ENOUGH = 0.85
"""For boxes nearly always met, less than this fraction of the expectation of a turn played for the box is little."""


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """Where the turn ends after this move, if it goes on optimally; nothing for the objective of reaching a score."""
    if decision.judge.objective == REACH:
        return ()
    if isinstance(move, Write):
        return (_written_now(decision, move.box),)
    (aims,) = _aims(decision, move)
    boxes = likely(aims)
    return (*hoped(aims, held=bool(move.holds)), game_text(decision.game, "why.leads_to", aims=boxes)) if boxes else ()


def reasons(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one; nothing for the objective of reaching a score."""
    if decision.judge.objective == REACH:
        return ()
    return (*_who_leads(decision, chosen), *_difference(decision, chosen, best))


def _who_leads(decision: Decision, chosen: Any) -> tuple[Text, ...]:
    """Why the move with most points is not the one that wins: somebody is ahead."""
    if decision.judge.objective != "win" or isinstance(decision.judge, DuelJudge):
        return ()
    ahead = lead(decision, chosen)
    if ahead is None or abs(ahead) < LEVEL_LEAD:
        return ()
    return (game_text(decision.game, "why.ahead" if ahead > 0 else "why.behind"),)


def _difference(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """How the outcomes of the two moves differ."""
    match chosen, best:
        case Write(taken), Write(better):
            return _given_up(decision, taken, better)
        case Keep(), Keep():
            return compared(*_aims(decision, chosen, best))
        case Keep(), Write(box) if not _points(decision, box):
            return (_written_now(decision, box),)
        case Keep(), Write(box):
            again = _aims(decision, chosen)[0][box].chance
            if again >= LIKELY or not _is_well_met(decision, box):
                return ()
            return (
                game_text(
                    decision.game,
                    "why.stop",
                    box=label(decision.game, box),
                    points=_points(decision, box),
                    odds=odds(again),
                ),
            )
    return (_ending(decision, chosen.box), *prospects(decision, best))


def _written_now(decision: Decision, box: str, takes: str = "why.takes", strikes: str = "why.strikes") -> Text:
    """What is written into a box now, or that it is struck."""
    now, name = _points(decision, box), label(decision.game, box)
    return game_text(decision.game, takes, box=name, points=now) if now else game_text(decision.game, strikes, box=name)


def _ending(decision: Decision, box: str) -> Text:
    """That the turn ended with this box although it could have gone on."""
    return _written_now(decision, box, "why.ended", "why.struck_early")


def _points(decision: Decision, box: str) -> int:
    """The worth of the dice in a box."""
    card: Card = decision.game.card
    return card.worths(decision.state.tray.faces)[rules(card).box(box)]


def _is_well_met(decision: Decision, box: str) -> bool:
    """Whether the dice on the table earn more than little in a box."""
    tables = rules(decision.game.card)
    return _boxes_made(decision.game.card)[tables.lattice.number(decision.state.tray.dice)][tables.box(box)]


def _given_up(decision: Decision, taken: str, better: str) -> tuple[Text, ...]:
    """The worth of the taken box if left open, and the points of the better one.

    Where points speak for the better box too the numbers add up: its advantage is its points plus the worth of the
    taken box left open, minus the same with both exchanged; the rest is the bonus.
    """
    counted = _by_points(decision, taken, better)
    if not counted:
        return (by_how_much(decision, Write(taken), Write(better)),)
    chance = _chances(decision.game.card)[taken]
    taken_points, better_points = _points(decision, taken), _points(decision, better)
    after = {box: _value(counted, box) for box in (taken, better)}
    after_both = {box: _value(counted, box, closed) for box, closed in ((taken, better), (better, taken))}
    digits = counted.scale.digits
    open_taken, open_better = after[better] - after_both[better], after[taken] - after_both[taken]
    bonus = (after_both[better] - better_points) - (after_both[taken] - taken_points)
    gives = "why.uses_up" if taken_points else "why.strikes_worth" if chance >= LIKELY else "why.gives_up_worth"
    instead = "why.instead" if better_points else "why.instead_struck"
    # The three sum to the advantage of the better box; the largest of them is the reason.
    parts = {"scores_more": better_points - taken_points, "keeps_open": open_taken - open_better, "for_bonus": bonus}
    reason = max(parts, key=lambda part: parts[part])
    names = {"box": label(decision.game, better), "other": label(decision.game, taken)}
    worth, open_worth = number(open_taken, digits), number(open_better, digits)
    return (
        game_text(decision.game, f"why.{reason}", **names),
        game_text(decision.game, gives, box=names["other"], points=taken_points, worth=worth, odds=odds(chance)),
        game_text(decision.game, instead, box=names["box"], points=better_points, worth=open_worth),
        *_bonus(decision.game, bonus, digits),
    )


def _bonus(game: Any, gain: float, digits: int) -> tuple[Text, ...]:
    """The effect of the better box on the bonus, if it is worth mentioning."""
    if abs(gain) < LEAST_BONUS:
        return ()
    return (game_text(game, "why.bonus" if gain > 0 else "why.bonus_less", worth=number(abs(gain), digits)),)


def _by_points(decision: Decision, taken: str, better: str) -> Decision | None:
    """The decision with a judge of points; None if points speak for the box that was taken."""
    judge = (
        decision.judge if isinstance(decision.judge, ScorecardJudge) else judge_of(decision.game, "points", ENDGAMES)
    )
    ratings = judge.rate(decision.game, decision.state, decision.seat)
    return replace(decision, judge=judge) if ratings[Write(better)] > ratings[Write(taken)] else None


def _value(decision: Decision, box: str, closed: str | None = None) -> float:
    """The expected result after the dice are written into a box, and another is closed with no points."""
    card: Card = decision.game.card
    tables, sheets, seat = rules(card), decision.state.sheets, decision.seat
    sheet = write(card, sheets[seat], tables.box(box), decision.state.tray.faces)
    if closed is not None:
        at = tables.box(closed)
        sheet = Sheet((*sheet.marks[:at], 0, *sheet.marks[at + 1 :]), sheet.chips)
    state = replace(decision.state, sheets=(*sheets[:seat], sheet, *sheets[seat + 1 :]), tray=fresh(len(card.pool)))
    return decision.judge.value(decision.game, state, seat)


def _aims(decision: Decision, *moves: Keep) -> list[Aims]:
    """The boxes in which the turn may end if these dice are held, met or not, for each of these moves."""
    card, tray, sheet = decision.game.card, decision.state.tray, decision.state.sheets[decision.seat]
    judge: Any = decision.judge
    before = replace(decision.state, tray=fresh(len(card.pool)))
    outcomes = [_outcomes(card, judge, before, decision.seat, sheet)] * (THROWS - tray.throws)
    if sheet.chips:
        outcomes.append(_outcomes(card, judge, before, decision.seat, spend(sheet)))
    turn = judge.turn(decision.game, decision.state, decision.seat)
    held = [tray.held(move.holds) for move in moves]
    return [_named(decision.game, chances) for chances in turn.outcomes(outcomes, tray.throws, held)]


def _named(game: Any, chances: Sequence[float]) -> Aims:
    """The chances of all boxes, and of failing, with their names."""
    made = zip(game.card.boxes, chances, _weights(game.card), strict=False)
    aims = {box.key: Aim(label(game, box.key), chance, weight) for box, chance, weight in made}
    failing = zip((LITTLE, NOTHING), chances[-2:], strict=True)
    return aims | {key: Aim(game_text(game, f"why.{key}"), chance, fails=True) for key, chance in failing}


@lru_cache(maxsize=16)
def _outcomes(card: Card, judge: Any, state: Any, seat: int, sheet: Sheet) -> Outcomes:
    """The box in which each roll of a turn ends; the last labels are for few points there, or none."""
    little, uses = len(card.boxes), judge.uses(state, seat, sheet)
    labels = [
        box if made[box] else little if met[box] else little + 1
        for box, made, met in zip(best_uses(uses), _boxes_made(card), _boxes_met(card), strict=True)
    ]
    return Outcomes(Kinds(labels), [[float(at == label) for at in range(little + 2)] for label in range(little + 2)])


@lru_cache(maxsize=4)
def _boxes_met(card: Card) -> list[list[bool]]:
    """Which boxes each roll meets."""
    falls = [tuple(sorted(faces)) for faces in rules(card).lattice.falls]
    return [[box.meets(faces) for box in card.boxes] for faces in falls]


@lru_cache(maxsize=4)
def _boxes_made(card: Card) -> list[list[bool]]:
    """Which boxes each roll meets for more than few points."""
    tables, chances = rules(card), _chances(card)
    likely = [at for at, box in enumerate(card.boxes) if chances[box.key] >= LIKELY]
    expected = best_prospects(card.pool, [[row[at] for row in tables.rolls] for at in likely], (), THROWS)
    enough = {at: ENOUGH * worth for at, worth in zip(likely, expected, strict=True)}
    return [
        [met and worth >= enough.get(at, 0) for at, (met, worth) in enumerate(zip(meets, worths, strict=True))]
        for meets, worths in zip(_boxes_met(card), tables.rolls, strict=True)
    ]


@lru_cache(maxsize=4)
def _weights(card: Card) -> tuple[float, ...]:
    """The mean points of a box if it succeeds."""
    made, worths = _boxes_made(card), rules(card).rolls
    worths_made = [
        [row[box] for row, is_made in zip(worths, made, strict=True) if is_made[box]] for box in range(len(card.boxes))
    ]
    return tuple(sum(of_box) / len(of_box) for of_box in worths_made)


@lru_cache(maxsize=4)
def _chances(card: Card) -> Mapping[str, float]:
    """The chance of meeting each box in a turn that is played only for it."""
    met = [[float(is_met) for is_met in column] for column in zip(*_boxes_met(card), strict=True)]
    chances = best_prospects(card.pool, met, (), THROWS)
    return {box.key: min(1.0, chance) for box, chance in zip(card.boxes, chances, strict=True)}
