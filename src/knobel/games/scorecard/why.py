"""Reasons for moves on a scorecard: boxes given up, their worth if left open, and where turns end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from knobel.coach.aims import Aim, Aims, compared, hoped, likely
from knobel.coach.numbers import number, odds
from knobel.coach.why import Case, by_how_much, lead
from knobel.games.holding.tray import Keep, fresh
from knobel.games.scorecard.judge import DuelJudge, ScorecardJudge
from knobel.games.scorecard.rules import THROWS, Card, Sheet, Write, spend, write
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.players.judge import ENDGAMES, judge_of
from knobel.scene import label
from knobel.scene.text import Text, game_text
from knobel.solve.kernel.turn import prospects as best_prospects
from knobel.solve.kernel.ways import Ends, best_ways

LIKELY = 0.9
"""The odds of a box that succeeds more often than this are not mentioned."""

NOTICED = 0.5
"""Bonus points from which on they are mentioned."""

FEW = 5.0
"""A lead of fewer points than this counts as level."""

REACH = "reach"
"""The objective of reaching a score."""

LITTLE, NOTHING = "little", "nothing"
"""The aims of a turn that ends in a box with few points, or in one that it does not meet."""

ENOUGH = 0.85
"""For boxes nearly always met, less than this fraction of the expectation of a turn played for the box is little."""


def prospects(case: Case, move: Any) -> tuple[Text, ...]:
    """Where the turn ends after this move, if it goes on optimally; nothing for the objective of reaching a score."""
    if case.judge.objective == REACH:
        return ()
    if isinstance(move, Write):
        return (_taking(case, move.box),)
    (aims,) = _aims(case, move)
    found = likely(aims)
    return (*hoped(aims, held=bool(move.positions)), game_text(case.game, "why.leads_to", aims=found)) if found else ()


def reasons(case: Case, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one; nothing for the objective of reaching a score."""
    if case.judge.objective == REACH:
        return ()
    return (*_lead(case, chosen), *_differs(case, chosen, best))


def _lead(case: Case, chosen: Any) -> tuple[Text, ...]:
    """Why the move with most points is not the one that wins: somebody is ahead."""
    if case.judge.objective != "win" or isinstance(case.judge, DuelJudge):
        return ()
    ahead = lead(case, chosen)
    if ahead is None or abs(ahead) < FEW:
        return ()
    return (game_text(case.game, "why.ahead" if ahead > 0 else "why.behind"),)


def _differs(case: Case, chosen: Any, best: Any) -> tuple[Text, ...]:
    """How the outcomes of the two moves differ."""
    match chosen, best:
        case Write(taken), Write(better):
            return _given_up(case, taken, better)
        case Keep(), Keep():
            return compared(*_aims(case, chosen, best))
        case Keep(), Write(box) if not _points(case, box):
            return (_taking(case, box),)
        case Keep(), Write(box):
            again = _aims(case, chosen)[0][box].chance
            if again >= LIKELY or not _is_made(case, box):
                return ()
            return (
                game_text(
                    case.game, "why.stop", box=label(case.game, box), points=_points(case, box), odds=odds(again)
                ),
            )
    return (_ending(case, chosen.box), *prospects(case, best))


def _taking(case: Case, box: str, takes: str = "why.takes", strikes: str = "why.strikes") -> Text:
    """What is written into a box now, or that it is struck."""
    now, name = _points(case, box), label(case.game, box)
    return game_text(case.game, takes, box=name, points=now) if now else game_text(case.game, strikes, box=name)


def _ending(case: Case, box: str) -> Text:
    """That the turn ended with this box although it could have gone on."""
    return _taking(case, box, "why.ended", "why.struck_early")


def _points(case: Case, box: str) -> int:
    """The worth of the dice in a box."""
    card: Card = case.game.card
    return card.worths(case.state.tray.faces)[rules(card).box(box)]


def _is_made(case: Case, box: str) -> bool:
    """Whether the dice on the table earn more than little in a box."""
    known = rules(case.game.card)
    return _made(case.game.card)[known.lattice.number(case.state.tray.dice)][known.box(box)]


def _given_up(case: Case, taken: str, better: str) -> tuple[Text, ...]:
    """The worth of the taken box if left open, and the points of the better one.

    Where points speak for the better box too the numbers add up: its advantage is its points plus the worth of the
    taken box left open, minus the same with both exchanged; the rest is the bonus.
    """
    counted = _counted(case, taken, better)
    if not counted:
        return (by_how_much(case, Write(taken), Write(better)),)
    chance = _chances(case.game.card)[taken]
    one, other = _points(case, taken), _points(case, better)
    after = {box: _value(counted, box) for box in (taken, better)}
    both = {box: _value(counted, box, closed) for box, closed in ((taken, better), (better, taken))}
    digits = counted.scale.digits
    open_taken, open_better = after[better] - both[better], after[taken] - both[taken]
    bonus = (both[better] - other) - (both[taken] - one)
    gives = "why.uses_up" if one else "why.strikes_worth" if chance >= LIKELY else "why.gives_up_worth"
    instead = "why.instead" if other else "why.instead_struck"
    # The three sum to the advantage of the better box; the largest of them is the reason.
    parts = {"scores_more": other - one, "keeps_open": open_taken - open_better, "for_bonus": bonus}
    plain = max(parts, key=lambda part: parts[part])
    names = {"box": label(case.game, better), "other": label(case.game, taken)}
    worth, open_worth = number(open_taken, digits), number(open_better, digits)
    return (
        game_text(case.game, f"why.{plain}", **names),
        game_text(case.game, gives, box=names["other"], points=one, worth=worth, odds=odds(chance)),
        game_text(case.game, instead, box=names["box"], points=other, worth=open_worth),
        *_bonus(case.game, bonus, digits),
    )


def _bonus(game: Any, gain: float, digits: int) -> tuple[Text, ...]:
    """The effect of the better box on the bonus, if it is worth mentioning."""
    if abs(gain) < NOTICED:
        return ()
    return (game_text(game, "why.bonus" if gain > 0 else "why.bonus_less", worth=number(abs(gain), digits)),)


def _counted(case: Case, taken: str, better: str) -> Case | None:
    """The case with a judge of points; None if points speak for the box that was taken."""
    judge = case.judge if isinstance(case.judge, ScorecardJudge) else judge_of(case.game, "points", ENDGAMES)
    ratings = judge.rate(case.game, case.state, case.seat)
    return replace(case, judge=judge) if ratings[Write(better)] > ratings[Write(taken)] else None


def _value(case: Case, box: str, closed: str | None = None) -> float:
    """The expected result after the dice are written into a box, and another is closed with no points."""
    card: Card = case.game.card
    known, sheets, seat = rules(card), case.state.sheets, case.seat
    sheet = write(card, sheets[seat], known.box(box), case.state.tray.faces)
    if closed is not None:
        at = known.box(closed)
        sheet = Sheet((*sheet.marks[:at], 0, *sheet.marks[at + 1 :]), sheet.chips)
    state = replace(case.state, sheets=(*sheets[:seat], sheet, *sheets[seat + 1 :]), tray=fresh(len(card.pool)))
    return case.judge.value(case.game, state, seat)


def _aims(case: Case, *moves: Keep) -> list[Aims]:
    """The boxes in which the turn may end if these dice are held, met or not, for each of these moves."""
    card, tray, sheet = case.game.card, case.state.tray, case.state.sheets[case.seat]
    judge: Any = case.judge
    before = replace(case.state, tray=fresh(len(card.pool)))
    ends = [_ends(card, judge, before, case.seat, sheet)] * (THROWS - tray.throws)
    if sheet.chips:
        ends.append(_ends(card, judge, before, case.seat, spend(sheet)))
    turn = judge.turn(case.game, case.state, case.seat)
    held = [tray.held(move.positions) for move in moves]
    return [_named(case.game, chances) for chances in turn.ends(ends, tray.throws, held)]


def _named(game: Any, chances: Sequence[float]) -> Aims:
    """The chances of all boxes, and of failing, with their names."""
    made = zip(game.card.boxes, chances, _weights(game.card), strict=False)
    found = {box.key: Aim(label(game, box.key), chance, weight) for box, chance, weight in made}
    failing = zip((LITTLE, NOTHING), chances[-2:], strict=True)
    return found | {key: Aim(game_text(game, f"why.{key}"), chance, fails=True) for key, chance in failing}


@lru_cache(maxsize=16)
def _ends(card: Card, judge: Any, state: Any, seat: int, sheet: Sheet) -> Ends:
    """The box in which each roll of a turn ends; the last labels are for few points there, or none."""
    little, ways = len(card.boxes), judge.ways(state, seat, sheet)
    labels = [
        box if made[box] else little if met[box] else little + 1
        for box, made, met in zip(best_ways(ways), _made(card), _meets(card), strict=True)
    ]
    return Ends(labels, [[float(at == label) for at in range(little + 2)] for label in range(little + 2)])


@lru_cache(maxsize=4)
def _meets(card: Card) -> list[list[bool]]:
    """Which boxes each roll meets."""
    falls = [tuple(sorted(faces)) for faces in rules(card).lattice.falls]
    return [[box.meets(faces) for box in card.boxes] for faces in falls]


@lru_cache(maxsize=4)
def _made(card: Card) -> list[list[bool]]:
    """Which boxes each roll meets for more than few points."""
    known, chances = rules(card), _chances(card)
    likely = [at for at, box in enumerate(card.boxes) if chances[box.key] >= LIKELY]
    expected = best_prospects(card.pool, [[row[at] for row in known.rolls] for at in likely], (), THROWS)
    enough = {at: ENOUGH * worth for at, worth in zip(likely, expected, strict=True)}
    return [
        [met and worth >= enough.get(at, 0) for at, (met, worth) in enumerate(zip(meets, worths, strict=True))]
        for meets, worths in zip(_meets(card), known.rolls, strict=True)
    ]


@lru_cache(maxsize=4)
def _weights(card: Card) -> tuple[float, ...]:
    """The mean points of a box if it succeeds."""
    made, worths = _made(card), rules(card).rolls
    found = [
        [row[box] for row, is_made in zip(worths, made, strict=True) if is_made[box]] for box in range(len(card.boxes))
    ]
    return tuple(sum(some) / len(some) for some in found)


@lru_cache(maxsize=4)
def _chances(card: Card) -> Mapping[str, float]:
    """The chance of meeting each box in a turn that is played only for it."""
    met = [[float(is_met) for is_met in column] for column in zip(*_meets(card), strict=True)]
    found = best_prospects(card.pool, met, (), THROWS)
    return {box.key: min(1.0, chance) for box, chance in zip(card.boxes, found, strict=True)}
