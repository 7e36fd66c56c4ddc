"""Reasons for moves in Master: what dice are held for, what actions bring, races, coins, and the stars still needed."""

from typing import Any

from knobel.coach import sentences
from knobel.coach.choices import listed, scene_of
from knobel.coach.terms import Term, differences
from knobel.coach.terms import aims as aims_of
from knobel.coach.why import SMALL, Decision
from knobel.games.holding.tray import Keep
from knobel.games.master.rules.actions import Coins
from knobel.games.master.rules.board import GOAL, LAPS, LAST_COIN, NUMBERS, ROW_LENGTH, TASKS, Board, laps, race_steps
from knobel.games.master.scene import own_text
from knobel.games.master.shares import COINS, NOTHING, RACE, nothing, shares
from knobel.games.master.win import waiting
from knobel.scene.text import Text

SINGLE_ROWS = tuple(f"row_{number}" for number in NUMBERS)
"""The keys of single rows."""

NEAR = 3
"""So few coins short of a star are mentioned."""


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """What dice are held for and may become, or what an action brings."""
    if not isinstance(move, Keep):
        return (*_brought(decision, move), *_stars_needed(decision))
    return (*_aimed(decision, move), *_stars_needed(decision))


def reasons(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    if isinstance(chosen, Keep) and isinstance(best, Keep):
        return sentences.compared(terms(decision, best, chosen), lambda term: _of_race(decision, term))
    loss = decision.ratings[best] - decision.ratings[chosen]
    saved = decision.scale.about(loss)
    worth = own_text(f"why.saves.{decision.judge.objective}", amount=saved)
    words = _brought(decision, best) if not isinstance(best, Keep) else _aimed(decision, best)[:1]
    own = () if isinstance(chosen, Keep) else _effects(decision, chosen, "why.you_get")
    return (*words[:2], *own, worth) if loss > SMALL * decision.scale.spread else (*words[:2], *own)


def terms(decision: Decision, best: Any, other: Any) -> tuple[Term, ...]:
    """What one move is worth more than another, term by term."""
    return differences(shares(decision, best), shares(decision, other))


def aims(decision: Decision, move: Any) -> tuple[Term, ...]:
    """What a move may become, each by what it adds to a turn that brings nothing."""
    return aims_of(shares(decision, move), nothing(decision))


def _aimed(decision: Decision, move: Keep) -> tuple[Text, ...]:
    """What dice are held for, or that none are worth it, and what the turn may become."""
    likely = aims(decision, move)
    aim, often = sentences.aim(likely), sentences.likeliest(likely)
    ends = sentences.outcomes(likely, (NOTHING,))
    leads = (own_text("why.leads_to", aims=ends),) if ends else ()
    if aim is None or often is None:
        return leads
    if not move.holds:
        return (own_text("why.fresh"), *leads)
    if sentences.takes_luck(aim, often):
        return (own_text("why.with_luck", what=aim.label, often=often.label), *leads)
    if aim.key in SINGLE_ROWS:
        return (own_text("why.collect", what=aim.label, number=aim.key.removeprefix("row_")), *leads)
    return (own_text("why.for_coins" if aim.key == COINS else "why.go_for", what=aim.label), *leads)


def _of_race(decision: Decision, term: Term) -> Text | None:
    """A term about the coins of the race."""
    if term.key != RACE:
        return None
    return own_text("why.race_more" if term.amount > 0 else "why.race_less", cost=decision.scale.about(term.amount))


def _brought(decision: Decision, move: Any) -> tuple[Text, ...]:
    """What an action brings: its effects, its place in a race, the coins still missing for a star."""
    words = _effects(decision, move, "why.gets")
    if not words:
        return words
    before = decision.state.boards[decision.seat]
    after = decision.game.results(decision.state, decision.seat)[move]
    again = (own_text("why.again"),) if isinstance(move, Coins) and move.option == "task" else ()
    return (*again, *words, *_race_won(decision, before, after), *_coins_missing(before, after))


def _effects(decision: Decision, move: Any, key: str) -> tuple[Text, ...]:
    """The effects of an action on the board; none for other moves."""
    choices = [choice for choice in scene_of(decision.game, decision.state).choices if choice.move == str(move)]
    effects = [effect for choice in choices for effect in choice.effects]
    return (own_text(key, what=listed(effects)),) if effects else ()


def _race_won(decision: Decision, before: Board, after: Board) -> tuple[Text, ...]:
    """That an action is the first or second to do something, for extra coins."""
    rivals = [board for at, board in enumerate(decision.state.boards) if at != decision.seat]
    ahead = [
        sum(rival.tasks[at] for rival in rivals) for at in range(len(TASKS)) if after.tasks[at] and not before.tasks[at]
    ]
    ahead += [
        sum(rival.rows[at] == ROW_LENGTH for rival in rivals)
        for at in range(len(NUMBERS))
        if after.rows[at] == ROW_LENGTH != before.rows[at]
    ]
    if not rivals or not ahead or not race_steps(min(ahead)):
        return ()
    place = min(ahead)
    return (own_text("why.second" if place else "why.first", n=race_steps(place)),)


def _coins_missing(before: Board, after: Board) -> tuple[Text, ...]:
    """How many coins are still missing for the next star, if there are few."""
    finished, steps = laps(after)
    if after.coins in (before.coins, LAST_COIN) or LAPS[finished] - steps > NEAR:
        return ()
    return (own_text("why.coins_missing", n=LAPS[finished] - steps),)


def _stars_needed(decision: Decision) -> tuple[Text, ...]:
    """The stars that a seat needs to win, when somebody is at the goal."""
    if decision.judge.objective != "win":
        return ()
    scores = decision.game.scores(decision.state)
    others = [score for seat, score in enumerate(scores) if seat != decision.seat]
    if max(others) < GOAL:
        return ()
    needed = max(others) + 1 - scores[decision.seat]
    if needed <= 0:
        return ()
    left = sum(waiting(decision.state))
    return (own_text("why.stars_needed", n=needed), *([own_text("why.after_you", n=left)] if left else []))
