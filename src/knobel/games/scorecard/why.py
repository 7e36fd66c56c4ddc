"""Reasons for moves on a scorecard: what a turn is for, what boxes are worth left open, and the points still needed."""

from math import sqrt
from typing import Any

from knobel.coach import sentences
from knobel.coach.choices import faces, scene_of
from knobel.coach.numbers import number, odds, rounded
from knobel.coach.terms import MARGIN, Shares, Term
from knobel.coach.terms import aims as aims_of
from knobel.coach.why import SMALL, Decision, has_most_points, lead, undivided
from knobel.games.holding.tray import Keep
from knobel.games.scorecard.rules import THROWS, Write
from knobel.games.scorecard.shares import (
    BONUS,
    CHIP,
    MADE,
    SHARED,
    STRUCK,
    SURE,
    Need,
    left_open,
    need,
    nothing,
    shares,
    worths_of_boxes,
)
from knobel.games.scorecard.shares import terms as terms_of
from knobel.scene import label
from knobel.scene.text import Text, game_text

UPPER = 6
"""The number of boxes of the upper part, one for each face."""

CLEAR_LEAD = 5.0
"""A lead of fewer points than this is no reason to take a risk, or to avoid one."""

REACH = "reach"
"""The objective of reaching a score."""


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """What a move is for, and what the turn may become; nothing for the objective of reaching a score."""
    if decision.judge.objective == REACH:
        return ()
    needed = need(decision)
    if needed:
        return _for_the_win(decision, needed, move)
    if isinstance(move, Write):
        return (*_written_now(decision, move), *_risk(decision, move))
    return (*_aimed(decision, move), *_chip(decision, move), *_risk(decision, move))


def reasons(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one; nothing for the objective of reaching a score."""
    if decision.judge.objective == REACH:
        return ()
    words = _compared(decision, chosen, best)
    needed = need(decision)
    if needed and needed.possible:
        hopeless = isinstance(chosen, Write) and decision.ratings[chosen] < SURE
        first = _hopeless(decision, chosen) if hopeless else _needed(decision, needed)
        return (first, *words)
    early = (_ended(decision, chosen),) if isinstance(chosen, Write) and isinstance(best, Keep) else ()
    return (*_risk(decision, best, chosen), *early, *words)


def terms(decision: Decision, best: Any, other: Any) -> tuple[Term, ...]:
    """What one move is worth more than another, term by term."""
    if decision.judge.objective == REACH:
        return undivided(decision, best, other)
    return terms_of(decision, best, other)


def aims(decision: Decision, move: Any) -> tuple[Term, ...]:
    """What a move may become, each by what it adds to a turn that brings nothing."""
    return () if decision.judge.objective == REACH else aims_of(shares(decision, move), nothing(decision))


def _aimed(decision: Decision, move: Keep) -> tuple[Text, ...]:
    """What dice are held for, or that none are worth it, and what the turn may become."""
    game, likely = decision.game, aims(decision, move)
    aim, often = sentences.aim(likely), sentences.likeliest(likely)
    ends = sentences.outcomes(likely, (STRUCK,))
    leads = (game_text(game, "why.leads_to", aims=ends),) if ends else ()
    if aim is None or often is None:
        return leads or (game_text(game, "why.even"),)
    if not move.holds:
        return (game_text(game, "why.fresh"), *leads)
    if often.key != STRUCK and sentences.takes_luck(aim, often):
        return (game_text(game, "why.with_luck", what=aim.label, often=often.label), *leads)
    keys = [box.key for box in game.card.boxes[:UPPER]]
    return (game_text(game, "why.collect" if aim.key in keys else "why.go_for", what=aim.label), *leads)


def _chip(decision: Decision, move: Keep) -> tuple[Text, ...]:
    """What a chip brings now that is spent for another throw, and what it would be worth later."""
    if decision.state.tray.throws < THROWS:
        return ()
    ends = shares(decision, move)
    later = -ends[CHIP].total if CHIP in ends else 0.0
    written = max(worth for other, worth in decision.ratings.items() if isinstance(other, Write))
    gain = decision.ratings[move] - written + later
    if gain < SMALL * decision.scale.spread:
        return ()
    about = decision.scale.about
    return (game_text(decision.game, "why.chip_pays", gain=about(gain), later=about(later)),)


def _compared(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """How the outcomes of the two moves differ."""
    split = terms_of(decision, best, chosen)
    if isinstance(chosen, Write) and isinstance(best, Write):
        return sentences.compared(split, lambda term: _of_box(decision, term, chosen, best))
    return sentences.compared(split, lambda term: _of_effect(decision, term) or _of_stop(decision, term, chosen, best))


def _of_stop(decision: Decision, term: Term, chosen: Any, best: Any) -> Text | None:
    """A term about a box that could be written now, or was, instead of throwing on."""
    if not isinstance(best, Write) or term.key != best.box or term.amount < 0:
        return None
    points = worths_of_boxes(decision)[best.box]
    if term.less > 1 - SURE or not points:
        return None
    return game_text(decision.game, "why.stop", box=term.label, points=points, odds=odds(term.less))


def _of_effect(decision: Decision, term: Term) -> Text | None:
    """A term about the bonus or a chip."""
    good = term.amount > 0
    if term.key == BONUS:
        if not good:
            return game_text(decision.game, "why.less_bonus")
        return game_text(decision.game, "why.more_bonus", cost=_about(decision, term))
    if term.key == CHIP:
        if term.chance < SURE:
            return game_text(decision.game, "why.saves_chip", cost=_about(decision, term))
        return game_text(decision.game, "why.fewer_chips" if good else "why.more_chips", cost=_about(decision, term))
    return None


def _about(decision: Decision, term: Term) -> Text:
    return decision.scale.about(term.amount)


def _of_box(decision: Decision, term: Term, chosen: Write, best: Write) -> Text | None:
    """A term of two boxes: what each brings now, and what it is worth left open."""
    game, good = decision.game, term.amount > 0
    if term.key == MARGIN:
        return _margin(decision, chosen, best)
    if term.key == BONUS:
        return _bonus_of_boxes(game, chosen, best) if good else game_text(game, "why.less_bonus")
    points = int(term.gain or 0)
    words: dict[str, Any] = {"box": term.label, "points": points, "worth": _worth(points, term.lower or 0.0)}
    if term.key == best.box:
        if good:
            return game_text(game, "why.pays", **words)
        return game_text(game, "why.pays_less" if points else "why.cheap_strike", **words)
    if good:
        return game_text(game, "why.keeps_open" if points else "why.dear_strike", **words)
    return game_text(game, "why.would_pay" if points else "why.would_strike", **words)


def _bonus_of_boxes(game: Any, chosen: Write, best: Write) -> Text:
    """That one box does more for the bonus, or that so little in the other would harm it."""
    pays = best.box in [box.key for box in game.card.boxes[:UPPER]]
    box = label(game, best.box if pays else chosen.box)
    return game_text(game, "why.for_bonus" if pays else "why.harms_bonus", box=box)


def _worth(points: int, worth: float) -> Text:
    """What a box is worth left open, with a decimal where it would look the same as its points."""
    worth = max(0.0, worth)
    return number(worth, 1) if round(worth) == points else rounded(worth)


def _margin(decision: Decision, chosen: Any, best: Any) -> Text:
    """Why a move wins more often although points do not say so: the lead."""
    ahead = lead(decision)
    if abs(ahead) < CLEAR_LEAD:
        return game_text(decision.game, "why.level")
    return game_text(decision.game, "why.ahead" if ahead > 0 else "why.behind", points=rounded(abs(ahead)))


def _risk(decision: Decision, best: Any, chosen: Any = None) -> tuple[Text, ...]:
    """That the lead asks for what is safe, or for a risk, where the best move to win is not the one for points."""
    if decision.judge.objective != "win" or has_most_points(decision, best):
        return ()
    ahead = lead(decision)
    other = _most_points(decision) if chosen is None else chosen
    if abs(ahead) < CLEAR_LEAD or (chosen is not None and not has_most_points(decision, chosen)):
        return ()
    wide, narrow = (_deviation(shares(decision, move)) for move in (best, other))
    if ahead > 0 and wide < narrow:
        return (game_text(decision.game, "why.take_safe", points=rounded(ahead)),)
    if ahead < 0 and wide > narrow:
        return (game_text(decision.game, "why.take_risk", points=rounded(-ahead)),)
    return ()


def _most_points(decision: Decision) -> Any:
    """The move with the most expected points."""
    return next(move for move in decision.ratings if has_most_points(decision, move))


def _deviation(ends: Shares) -> float:
    """How far apart the points of the ends of a turn are."""
    made = [(share.chance, share.gain or 0.0) for share in ends.values() if not share.effect]
    mean = sum(chance * gain for chance, gain in made)
    return sqrt(sum(chance * (gain - mean) ** 2 for chance, gain in made))


def _written_now(decision: Decision, move: Write) -> tuple[Text, ...]:
    """Why a box is written now: what throwing on would lose, or what it is worth beside the next best box."""
    others = [other for other in decision.ratings if other != move]
    if not others:
        return (_takes(decision, move),)
    second = max(others, key=lambda other: decision.ratings[other])
    if isinstance(second, Write):
        points, worth = worths_of_boxes(decision)[move.box], max(0.0, left_open(decision, move))
        key = "why.best_strike" if not points else "why.best_box" if points >= worth else "why.least"
        box = label(decision.game, move.box)
        return (game_text(decision.game, key, box=box, points=points, worth=_worth(points, worth)),)
    loss = decision.ratings[move] - decision.ratings[second]
    if loss < SMALL * decision.scale.spread:
        return (_takes(decision, move),)
    key = "why.throwing_costs" if decision.state.tray.throws < THROWS else "why.chip_costs"
    return (game_text(decision.game, key, cost=decision.scale.about(loss)),)


def _takes(decision: Decision, move: Write) -> Text:
    """What is written into a box now, or that it is struck."""
    points, name = worths_of_boxes(decision)[move.box], label(decision.game, move.box)
    if not points:
        return game_text(decision.game, "why.strikes", box=name)
    return game_text(decision.game, "why.takes", box=name, points=points)


def _ended(decision: Decision, move: Write) -> Text:
    """That the turn ended with this box although it could have gone on."""
    points, name = worths_of_boxes(decision)[move.box], label(decision.game, move.box)
    if not points:
        return game_text(decision.game, "why.struck_early", box=name)
    return game_text(decision.game, "why.ended", box=name, points=points)


def _for_the_win(decision: Decision, needed: Need, move: Any) -> tuple[Text, ...]:
    """What the last box of a seat needs, and how likely that is with the dice that are held."""
    game, box = decision.game, label(decision.game, decision.game.card.boxes[needed.box].key)
    if not needed.possible:
        return (game_text(game, "why.lost"),)
    if isinstance(move, Write):
        points = worths_of_boxes(decision)[move.box]
        if points >= needed.points:
            key = "why.wins" if needed.exact and decision.ratings[move] > 1 - SURE else "why.enough"
        else:
            key = "why.ties" if decision.ratings[move] > SURE else "why.lost"
        return (game_text(game, key, box=box, points=points, needed=needed.points), *_not_sure(game, needed))
    ends = shares(decision, move)
    chance = ends[MADE].chance if MADE in ends else 0.0
    held = [scene_of(game, decision.state).tray.dice[at] for at in move.holds]
    cup = len(game.pool) - len(held)
    words: dict[str, Any] = {"points": needed.points, "box": box, "odds": odds(chance), "n": cup}
    if held:
        words["dice"] = faces(sorted(held, key=lambda die: die.face or ""))
    first = game_text(game, "why.need_with" if held else "why.need_fresh", **words)
    now = worths_of_boxes(decision)[game.card.boxes[needed.box].key]
    write = Write(game.card.boxes[needed.box].key)
    hopeless = now and write in decision.ratings and decision.ratings[write] < SURE
    tie = [game_text(game, "why.tie_from", points=needed.shares)] if needed.shares and SHARED in ends else []
    return (first, *([_hopeless(decision, write)] if hopeless else []), *tie, *_not_sure(game, needed))


def _not_sure(game: Any, needed: Need) -> tuple[Text, ...]:
    """That others play after it."""
    return () if needed.exact else (game_text(game, "why.not_sure"),)


def _needed(decision: Decision, needed: Need) -> Text:
    """The points that the last box needs."""
    box = label(decision.game, decision.game.card.boxes[needed.box].key)
    return game_text(decision.game, "why.need", points=needed.points, box=box)


def _hopeless(decision: Decision, move: Write) -> Text:
    """That these points cannot win any more."""
    points, box = worths_of_boxes(decision)[move.box], label(decision.game, move.box)
    return game_text(decision.game, "why.hopeless", points=points, box=box)
