"""Reasons for moves in Kriss Kross: the points of the lines touched now, the points to come, and who is ahead."""

from dataclasses import dataclass
from typing import Any

from knobel.coach.choices import listed
from knobel.coach.judge import judge_of
from knobel.coach.numbers import number
from knobel.coach.why import Decision, lead
from knobel.games.krisskross.rules import Place, fill
from knobel.games.krisskross.scene import own_text
from knobel.scene import label
from knobel.scene.text import Text

LEVEL = 1.0
"""A lead of fewer points than this counts as level."""

DIGITS = 1
"""The digits of compared numbers: they may differ by less than a point, but hundredths do not matter."""


@dataclass(frozen=True, slots=True)
class PlacementPoints:
    """The points of a placement, line by line, and those still to come after it."""

    lines: tuple[Text, ...]
    now: int
    later: float


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """The lines that gain by this move, and the points still to come after it."""
    return (_sentence(_placement_points(decision, move), "why.now", digits=0),) if isinstance(move, Place) else ()


def reasons(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    if not isinstance(chosen, Place):
        return ()
    mine, better = _placement_points(decision, chosen), _placement_points(decision, best)
    reason = _who_leads(decision, chosen) or _balance(mine, better)
    if not reason or not (mine.lines or better.lines):
        return reason
    return (*reason, _sentence(mine, "why.your_lines", DIGITS), _sentence(better, "why.better_lines", DIGITS))


def _who_leads(decision: Decision, chosen: Place) -> tuple[Text, ...]:
    """Why the move with most points is not the one that wins."""
    ahead = lead(decision, chosen) if decision.judge.objective == "win" else None
    if ahead is None:
        return ()
    return (own_text("why.level" if abs(ahead) < LEVEL else "why.ahead" if ahead > 0 else "why.behind"),)


def _balance(mine: PlacementPoints, better: PlacementPoints) -> tuple[Text, ...]:
    """What the better placement gains now, or leaves for later; nothing if points do not explain it."""
    now, later = better.now - mine.now, round(better.later - mine.later, DIGITS)
    if now + later <= 0:
        return ()
    words: dict[str, int | Text] = {"now": abs(now), "later": number(abs(later), DIGITS)}
    if now <= 0:
        return (own_text("why.less_now" if now else "why.same_now", **words),)
    return (own_text("why.less_later" if later < 0 else "why.more_later" if later else "why.more_now", **words),)


def _placement_points(decision: Decision, move: Place) -> PlacementPoints:
    """The points a move scores at once, line by line, and those to come."""
    game, grid = decision.game, decision.state.grids[decision.seat]
    before = game.lines(grid)
    after = game.lines(fill(grid, move.cells, decision.state.dice))
    gained = {line: points - before[line] for line, points in after.items() if points != before[line]}
    lines = tuple(
        own_text("why.line", line=label(game, line), points=number(gain, 0, signed=True))
        for line, gain in gained.items()
    )
    later = judge_of(game, "points").rate(game, decision.state, decision.seat)[move] - sum(after.values())
    return PlacementPoints(lines, sum(gained.values()), later)


def _sentence(placement: PlacementPoints, key: str, digits: int) -> Text:
    """The points of a placement in a sentence; nothing is to come after the last throw."""
    lines = listed(placement.lines) if placement.lines else own_text("why.no_line")
    if not round(placement.later, digits):
        return own_text(f"{key}_last", lines=lines)
    return own_text(key, lines=lines, later=number(placement.later, digits))
