"""Reasons for placements in Kriss Kross: the runs they make, the lines they keep open, and who is ahead."""

from typing import Any

from knobel.coach import sentences
from knobel.coach.numbers import rounded
from knobel.coach.terms import MARGIN, Term
from knobel.coach.why import Decision, lead
from knobel.games.krisskross.lines import REST, Line, Run, lonely, placed
from knobel.games.krisskross.lines import terms as terms_of
from knobel.games.krisskross.rules import DIE, Place, can_place, fill
from knobel.games.krisskross.scene import own_text
from knobel.scene import label
from knobel.scene.text import Text, text

LEVEL = 1.0
"""A lead of fewer points than this counts as level."""


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """The runs that a placement makes, and what it keeps open."""
    if not isinstance(move, Place):
        return ()
    after = placed(decision, move)
    made = sorted((item for item in after.items() if item[1].gain > 0), key=lambda item: -item[1].gain)
    words = [_made(decision, name, line) for name, line in made[:2] if line.run]
    hope = _hope(decision, after, move) if len(words) < 2 else ()
    return (*words, *hope) or (own_text("why.nothing_now"),)


def reasons(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best placement is better than the chosen one."""
    if not isinstance(chosen, Place):
        return ()
    mine, theirs = placed(decision, best), placed(decision, chosen)
    words = sentences.compared(
        terms_of(decision, best, chosen), lambda term: _of_line(decision, term, mine, theirs, chosen, best)
    )
    return (*words, *_points_needed(decision)) if decision.judge.objective == "win" else words


def terms(decision: Decision, best: Any, other: Any) -> tuple[Term, ...]:
    """What one placement is worth more than another, line by line."""
    return terms_of(decision, best, other)


def aims(decision: Decision, move: Any) -> tuple[Term, ...]:
    """What a placement brings, line by line: points now, and what the line may still bring."""
    if not isinstance(move, Place):
        return ()
    lines = placed(decision, move)
    amounts = {name: line.gain + line.promise for name, line in lines.items()}
    terms = [
        Term(name, label(decision.game, name), amount, 1.0, gain=float(lines[name].gain))
        for name, amount in amounts.items()
        if amount
    ]
    return tuple(sorted(terms, key=lambda term: -abs(term.amount)))


def _grid_after(decision: Decision, move: Place) -> Any:
    return fill(decision.state.grids[decision.seat], move.cells, decision.state.dice)


def _symbol(run: Run) -> Text:
    return text(f"symbol.{DIE.sign(run.symbol)}")


def _shape(run: Run) -> Text:
    """A run in words: a pair, three, four, or a full line."""
    return own_text(f"why.run_{run.length}", symbol=_symbol(run))


def _made(decision: Decision, name: str, line: Line) -> Text:
    """The run that a placement makes in a line."""
    assert line.run
    return own_text("why.makes", line=label(decision.game, name), what=_shape(line.run), n=line.gain)


def _hope(decision: Decision, after: dict[str, Line], move: Place) -> tuple[Text, ...]:
    """The line in which the placed symbols may still grow most."""
    hopes = [(line.promise, name, line.waiting) for name, line in after.items() if line.waiting and line.is_new]
    promise, name, waiting = max(hopes, default=(0.0, "", None))
    if not promise or waiting is None:
        return ()
    return (own_text("why.may_grow", line=label(decision.game, name), what=_shape(waiting)),)


def _of_line(
    decision: Decision, term: Term, mine: dict[str, Line], theirs: dict[str, Line], chosen: Place, best: Place
) -> Text:
    """A term of a line, of the rest of the grid, or of the margin."""
    if term.key == MARGIN:
        return _margin(decision)
    if term.key == REST:
        return _rest(decision, term, chosen, best)
    one, other = (mine, theirs) if term.amount > 0 else (theirs, mine)
    line, against = one[term.key], other[term.key]
    whose = "best" if term.amount > 0 else "yours"
    words: dict[str, Any] = {"line": term.label}
    if line.points > against.points and line.run:
        return own_text(f"why.{whose}_makes", what=_shape(line.run), n=line.points - against.points, **words)
    if line.waiting and line.waiting.length > (against.waiting.length if against.waiting else 0):
        return own_text(f"why.{whose}_keeps", what=_shape(line.waiting), **words)
    return own_text(f"why.{whose}_leaves", **words)


def _rest(decision: Decision, term: Term, chosen: Place, best: Place) -> Text:
    """A term of the rest of the grid: cells that are left alone, or what may come later."""
    lone, others = (lonely(_grid_after(decision, move)) for move in (best, chosen))
    if term.amount > 0:
        return own_text("why.lonely", n=others - lone) if others > lone else own_text("why.more_room")
    return own_text("why.less_room")


def _margin(decision: Decision) -> Text:
    """Why a placement wins more often although points do not say so."""
    ahead = lead(decision)
    if abs(ahead) < LEVEL:
        return own_text("why.level")
    return own_text("why.ahead" if ahead > 0 else "why.behind", points=rounded(abs(ahead)))


def _points_needed(decision: Decision) -> tuple[Text, ...]:
    """The points that the last placement needs to win, where nobody else writes any more."""
    game, state = decision.game, decision.state
    grids = [grid for at, grid in enumerate(state.grids) if at != decision.seat]
    last = not any(map(can_place, grids)) and decision.judge.exact(game, state, decision.seat)
    if not last:
        return ()
    needed = max(map(game.points, grids)) + 1 - game.points(state.grids[decision.seat])
    return (own_text("why.points_needed", n=needed),) if needed > 0 else ()
