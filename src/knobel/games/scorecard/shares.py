"""What a turn on a scorecard may become: the box it ends in, a strike, the bonus, a chip; in the end points to make."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from knobel.coach.judge import ENDGAMES, judge_of
from knobel.coach.terms import Share, Shares, Term, collected, differences, explained_by_points
from knobel.coach.why import Decision
from knobel.games.holding.tray import Keep, fresh
from knobel.games.scorecard.judge import ScorecardJudge
from knobel.games.scorecard.rules import THROWS, Card, Sheet, State, Write, mark, open_boxes, points, spend, write
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.scene import label
from knobel.scene.text import Text, game_text
from knobel.solve.kernel.turn import best_uses
from knobel.solve.kernel.uses import Kinds, Use

STRUCK, BONUS, CHIP = "struck", "bonus", "chip"
MADE, SHARED, MISSED = "made", "shared", "missed"
"""The ends of the last turn when played to win."""

REMEMBERED = 16
"""How many moves have what they may become cached."""

SURE = 1e-9
"""A chance closer than this to 0 or 1 counts as that."""
STEEPEST = 4.0
"""The most chance to win for a point, in spreads for a spread, by which differences in points are explained."""


class Need(NamedTuple):
    """The points that the last box of a seat needs."""

    box: int
    points: int
    """The least points that win, or that win at least every second time."""
    exact: bool
    """Whether nobody plays after it: then fewer points lose, or tie."""
    shares: int | None
    """The least points that share the win, if fewer than those that win do."""
    possible: bool
    """Whether any dice win."""


class End(NamedTuple):
    """A way to end a turn: a box with points in it, and what that is worth."""

    box: int
    points: int
    worth: float
    """The value after it, without the effects below."""
    bonus: float = 0.0
    """What the points do for the bonus."""
    chip: float = 0.0
    """The worth of the chip that was spent."""


@lru_cache(maxsize=REMEMBERED)
def shares(decision: Decision, move: Keep | Write) -> Shares:
    """What a move may become, if the turn goes on optimally; cached, since several sentences are about it."""
    return _of_keep(decision, move) if isinstance(move, Keep) else _of_write(decision, move)


def terms(decision: Decision, best: Any, other: Any) -> tuple[Term, ...]:
    """What one move is worth more than another, term by term."""
    if isinstance(best, Write) and isinstance(other, Write):
        return _between_boxes(decision, best, other)
    return differences(shares(decision, best), shares(decision, other))


def nothing(decision: Decision) -> float:
    """The value of a turn that brings nothing: the cheapest box gets the least it can get."""
    judge: Any = decision.judge
    uses = judge.uses(_between(decision), decision.seat, _sheet(decision))
    rolls = rules(decision.game.card).rolls

    def least(use: Use) -> float:
        return min(use.worths[kind] for kind, roll in use.kinds.examples.items() if not rolls[roll][use.number])

    strikes: list[Use] = [
        use for use in uses if any(not rolls[roll][use.number] for roll in use.kinds.examples.values())
    ]
    if strikes:
        return max(map(least, strikes))
    return float(min(use.worths[kind] for use in uses for kind in use.kinds.examples))


def need(decision: Decision) -> Need | None:
    """The points that are needed to win; None if the seat has more than one box open, or does not play to win."""
    boxes = open_boxes(_sheet(decision))
    if decision.judge.objective != "win" or len(boxes) != 1:
        return None
    judge: Any = decision.judge
    (use,) = judge.uses(_between(decision), decision.seat, _sheet(decision))
    column = [row[use.number] for row in rules(decision.game.card).rolls]
    worths = {column[roll]: use.worths[kind] for kind, roll in use.kinds.examples.items()}
    others = [sheet for at, sheet in enumerate(decision.state.sheets) if at != decision.seat]
    exact = not any(map(open_boxes, others))
    wins = [points for points, worth in worths.items() if (worth > 1 - SURE if exact else worth >= 0.5)]
    ties = [points for points, worth in worths.items() if exact and SURE < worth <= 1 - SURE]
    needed = min(wins or ties, default=max(worths))
    return Need(use.number, needed, exact, min(ties) if wins and ties else None, bool(wins or ties))


def _between(decision: Decision) -> State:
    """The table as the turn began, without dice."""
    state: State = replace(decision.state, tray=fresh(len(decision.game.pool)))
    return state


def _sheet(decision: Decision) -> Sheet:
    sheet: Sheet = decision.state.sheets[decision.seat]
    return sheet


def _of_keep(decision: Decision, move: Keep) -> Shares:
    """Where the turn ends if these dice are held."""
    judge: Any = decision.judge
    tray = decision.state.tray
    before, seat, sheet = _between(decision), decision.seat, _sheet(decision)
    card: Card = decision.game.card
    levels = [_ends(card, judge, before, seat, sheet, bought=False)] * (THROWS - tray.throws)
    if sheet.chips:
        levels.append(_ends(card, judge, before, seat, sheet, bought=True))
    turn = judge.turn(decision.game, decision.state, seat)
    chances = turn.chances([(kinds, len(ends)) for kinds, ends in levels], tray.throws, tray.held(move.holds))
    names = _Names(decision)
    parts = [
        names.named(end, chance)
        for (_, ends), of_level in zip(levels, chances, strict=True)
        for end, chance in zip(ends, of_level, strict=True)
        if chance
    ]
    return collected(part for of_end in parts for part in of_end)


@lru_cache(maxsize=16)
def _ends(
    card: Card, judge: Any, state: State, seat: int, sheet: Sheet, *, bought: bool
) -> tuple[Kinds, tuple[End, ...]]:
    """The best end of each roll of a turn, by number, and these ends; with a chip spent or without."""
    tables = rules(card)
    uses: list[Use] = judge.uses(state, seat, spend(sheet) if bought else sheet)
    by_box = {use.number: use for use in uses}
    unspent = {use.number: use for use in judge.uses(state, seat, sheet)} if bought else by_box
    numbers: dict[tuple[int, int], int] = {}
    ends: list[End] = []
    labels = []
    for roll, box in enumerate(best_uses(uses)):
        kind = int(by_box[box].kinds.of_roll[roll])
        if (box, kind) not in numbers:
            numbers[box, kind] = len(ends)
            worth = unspent[box].worths[kind]
            end = End(box, tables.rolls[roll][box], worth, chip=worth - by_box[box].worths[kind])
            ends.append(_with_bonus(card, judge, unspent[box], end))
        labels.append(numbers[box, kind])
    return Kinds(labels), tuple(ends)


def _with_bonus(card: Card, judge: Any, use: Use, end: End) -> End:
    """The end with what it does for the bonus told apart, where values are points."""
    if not (card.bonus and end.box < card.bonus.boxes and isinstance(judge, ScorecardJudge)):
        return end
    par = par_of(card, end.box)
    at_par = use.worths[rules(card).different[end.box].index(par)]
    bonus = (end.worth - end.points) - (at_par - par)
    return end._replace(worth=end.worth - bonus, bonus=bonus)


def par_of(card: Card, box: int) -> int:
    """The points with which a box does its part for the bonus; 0 if it does not count for it."""
    if not card.bonus or box >= card.bonus.boxes:
        return 0
    worths = rules(card).different[box]
    # The boxes count for the bonus in proportion to what one die is worth in them.
    ones = [rules(card).different[other][1] for other in range(card.bonus.boxes)]
    return max(worth for worth in worths if worth * sum(ones) <= card.bonus.needed * worths[1])


def _of_write(decision: Decision, move: Write) -> Shares:
    """A box that is written now."""
    card: Card = decision.game.card
    box = rules(card).box(move.box)
    judge: Any = decision.judge
    use = next(use for use in judge.uses(_between(decision), decision.seat, _sheet(decision)) if use.number == box)
    end = End(box, card.worths(decision.state.tray.faces)[box], decision.ratings[move])
    return collected(_Names(decision).named(_with_bonus(card, judge, use, end), 1.0))


class _Names:
    """The names of the ends of a turn."""

    def __init__(self, decision: Decision) -> None:
        self._game = decision.game
        self._need = need(decision)

    def named(self, end: End, chance: float) -> list[tuple[str, Share]]:
        """The shares of an end with this chance."""
        key, words = self._key(end)
        shares = [(key, Share(words, chance, chance * end.worth, float(end.points)))]
        for effect, amount in ((BONUS, end.bonus), (CHIP, -end.chip)):
            if amount:
                words = game_text(self._game, f"why.{effect}.name")
                shares.append((effect, Share(words, chance, chance * amount, effect=True)))
        return shares

    def _key(self, end: End) -> tuple[str, Text]:
        if self._need and self._need.possible:
            needed, shares = self._need.points, self._need.shares
            reached = MADE if end.points >= needed else SHARED if shares and end.points >= shares else MISSED
            box = label(self._game, self._game.card.boxes[end.box].key)
            return reached, game_text(self._game, f"why.{reached}", points=needed, box=box)
        if not end.points:
            return STRUCK, game_text(self._game, "why.struck")
        key = self._game.card.boxes[end.box].key
        return key, label(self._game, key)


def _between_boxes(decision: Decision, best: Write, other: Write) -> tuple[Term, ...]:
    """Why one box is better than another: the points of each against its worth left open, and the bonus.

    Chances to win are explained by points as far as these speak for the better box; the rest is the margin.
    """
    counted = _by_points(decision)
    terms = _in_points(counted, best, other)
    if counted is decision:
        return terms
    steepest = STEEPEST * decision.scale.spread / counted.scale.spread
    difference = decision.ratings[best] - decision.ratings[other]
    return explained_by_points(terms, difference, steepest, game_text(decision.game, "why.margin.name"))


def _by_points(decision: Decision) -> Decision:
    """The decision with a judge of points."""
    if decision.judge.objective == "points":
        return decision
    return replace(decision, judge=judge_of(decision.game, "points", ENDGAMES))


def _in_points(decision: Decision, best: Write, other: Write) -> tuple[Term, ...]:
    """The points of two boxes against their worth left open, and the bonus; the terms add up to the difference."""
    card: Card = decision.game.card
    worths = card.worths(decision.state.tray.faces)
    now = {move: worths[rules(card).box(move.box)] for move in (best, other)}
    after = {move: decision.ratings[move] for move in (best, other)}
    both = {best: _closed(decision, best, other.box), other: _closed(decision, other, best.box)}
    # What the box that stays open is worth: how much less the sheet is worth if it is closed. The turn that is lost
    # with a box is the same for both.
    turn = _turn(decision, best)
    later = {best: after[other] - both[other] - turn, other: after[best] - both[best] - turn}
    bonus = (both[best] - now[best]) - (both[other] - now[other])
    amounts = {best: now[best] - later[best], other: later[other] - now[other]}
    terms = [
        Term(
            move.box,
            label(decision.game, move.box),
            amount,
            float(move == best),
            float(move == other),
            float(now[move]),
            later[move],
        )
        for move, amount in amounts.items()
    ]
    if abs(bonus) > SURE:
        terms.append(Term(BONUS, game_text(decision.game, "why.bonus.name"), bonus))
    return tuple(sorted(terms, key=lambda term: -abs(term.amount)))


def left_open(decision: Decision, move: Write) -> float:
    """What a box would be worth if it stayed open."""
    counted = _by_points(decision)
    other = next((each for each in decision.ratings if isinstance(each, Write) and each != move), None)
    if other is None:
        return 0.0
    return counted.ratings[other] - _closed(counted, other, move.box) - _turn(counted, other)


def _turn(decision: Decision, move: Write) -> float:
    """The part of what an open box is worth that is the worth of the turn for it.

    Without it, the boxes that are open after this move are worth as much together as the rest of the sheet, and none is
    worth more than the points it can bring.
    """
    card: Card = decision.game.card
    sheet = _written(decision, move)
    boxes = open_boxes(sheet)
    if not boxes:
        return 0.0
    after = _value(decision, sheet)
    worths = [after - _closed(decision, move, card.boxes[box].key) for box in boxes]
    excess = max(worth - rules(card).different[box][-1] for worth, box in zip(worths, boxes, strict=True))
    return max(excess, (sum(worths) - (after - points(card, sheet))) / len(boxes))


def _closed(decision: Decision, move: Write, closed: str) -> float:
    """The expected result after a move if another box is closed too, with no points, and no harm to the bonus."""
    card: Card = decision.game.card
    at = rules(card).box(closed)
    par = par_of(card, at)
    sheet = _written(decision, move)
    return _value(decision, mark(sheet, at, par)) - par


def _written(decision: Decision, move: Write) -> Sheet:
    """The sheet of the seat after a move."""
    card: Card = decision.game.card
    return write(card, _sheet(decision), rules(card).box(move.box), decision.state.tray.faces)


def _value(decision: Decision, sheet: Sheet) -> float:
    """The expected result with this sheet before its next turn."""
    sheets, seat = decision.state.sheets, decision.seat
    state = replace(_between(decision), sheets=(*sheets[:seat], sheet, *sheets[seat + 1 :]))
    return decision.judge.value(decision.game, state, seat)


def worths_of_boxes(decision: Decision) -> Mapping[str, int]:
    """The points of the dice on the table in each box."""
    card: Card = decision.game.card
    keys = (box.key for box in card.boxes)
    return dict(zip(keys, card.worths(decision.state.tray.faces), strict=True))
