"""What a placement does to the lines of a grid: the points it scores there, and what it leaves open.

What a line may still bring is a rough measure: for every free cell, the points of the symbol that fits best there,
times how much of that comes true on average. The judge's value of a grid cannot be split by lines; what these lines do
not explain is a term of its own, the rest of the grid.
"""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from knobel.coach.judge import judge_of
from knobel.coach.numbers import spread
from knobel.coach.terms import NOISE, Term, explained_by_points, total
from knobel.coach.why import Decision
from knobel.games.krisskross.rules import DIE, EMPTY, PAIRS, Grid, Place, can_place, fill, lines
from knobel.games.krisskross.scene import own_text
from knobel.scene import label

COMES_TRUE = 0.15
"""How much of what the best symbols would bring comes true on average, as the values of the judge differ."""

REST = "rest"
"""The key of what lines do not explain."""

STEEPEST = 4.0
"""The most chance to win for a point, in spreads for a spread, by which differences in points are explained."""


class Run(NamedTuple):
    """Equal symbols next to each other in a line."""

    symbol: int
    length: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line after a placement."""

    points: int
    gain: int
    """The points that the placement scores in it."""
    promise: float
    """What it may still bring."""
    run: Run | None
    """The longest run that the placement has made or extended."""
    waiting: Run | None
    """The longest run or single symbol beside a free cell."""
    is_new: bool
    """Whether the placement has put a symbol into that run."""


def terms(decision: Decision, best: Any, other: Any) -> tuple[Term, ...]:
    """What one placement is worth more than another, line by line, and in the rest of the grid.

    Chances to win are explained by points as far as these speak for the better placement; the rest is the margin.
    """
    difference = decision.ratings[best] - decision.ratings[other]
    if not isinstance(best, Place):
        return ()
    points = _in_points(in_points(decision), best, other)
    if decision.judge.objective == "points":
        return points
    steepest = STEEPEST * decision.scale.spread / spread(decision.game, "points")
    return explained_by_points(points, difference, steepest, own_text("why.margin.name"))


def in_points(decision: Decision) -> Decision:
    """The decision with a judge of points."""
    if decision.judge.objective == "points":
        return decision
    return replace(decision, judge=judge_of(decision.game, "points"))


def placed(decision: Decision, move: Place) -> dict[str, Line]:
    """Every line after a placement."""
    game, before = decision.game, decision.state.grids[decision.seat]
    after = fill(before, move.cells, decision.state.dice)
    points, points_before = game.lines(after), game.lines(before)
    places = lines(game.advanced, edition=game.edition)
    cells = {name: take(range(len(after))) for name, take in places.items()}
    open_ = can_place(after)
    placed = {}
    for name in places:
        waiting, is_new = _waiting(after, cells[name], move.cells) if open_ else (None, False)
        promise = _promise(game, name, after, cells[name]) if open_ else 0.0
        run = _run(after, cells[name], move.cells)
        placed[name] = Line(points[name], points[name] - points_before[name], promise, run, waiting, is_new)
    return placed


def lonely(grid: Grid) -> int:
    """How many free cells have no free neighbour, so that nothing can be written there any more."""
    free = {cell for pair in PAIRS if grid[pair[0]] == grid[pair[1]] == EMPTY for cell in pair}
    return grid.count(EMPTY) - len(free)


def _in_points(decision: Decision, best: Place, other: Place) -> tuple[Term, ...]:
    """The expected points that one placement is worth more than another."""
    mine, theirs = placed(decision, best), placed(decision, other)
    terms = []
    for name, line in mine.items():
        against = theirs[name]
        now, later = line.points - against.points, line.promise - against.promise
        if now or later:
            terms.append(
                Term(
                    name,
                    label(decision.game, name),
                    now + later,
                    1.0,
                    1.0,
                    float(line.gain),
                    float(against.gain),
                )
            )
    rest = decision.ratings[best] - decision.ratings[other] - total(terms)
    if abs(rest) > NOISE:
        terms.append(Term(REST, own_text("why.rest.name"), rest))
    return tuple(sorted(terms, key=lambda term: -abs(term.amount)))


def _promise(game: Any, name: str, grid: Grid, cells: tuple[int, ...]) -> float:
    """What a line may still bring."""
    now, promise = game.lines(grid, cells)[name], 0.0
    for cell in cells:
        if grid[cell] == EMPTY:
            gains = (game.lines(fill(grid, (cell,), (symbol,)), cells)[name] - now for symbol in DIE.values)
            promise += COMES_TRUE * max(gains)
    return promise


def _run(grid: Grid, cells: tuple[int, ...], new: tuple[int, ...]) -> Run | None:
    """The longest run in a line that has one of these cells."""
    runs = [
        Run(symbol, len(run))
        for symbol, run in _runs(grid, cells)
        if symbol != EMPTY and len(run) > 1 and not {*new}.isdisjoint(run)
    ]
    return max(runs, key=lambda run: run.length, default=None)


def _waiting(grid: Grid, cells: tuple[int, ...], new: tuple[int, ...]) -> tuple[Run | None, bool]:
    """The longest run or single symbol in a line beside a free cell, and whether it has one of the new cells."""
    runs = _runs(grid, cells)
    waiting = [
        (len(run), not {*new}.isdisjoint(run), symbol)
        for at, (symbol, run) in enumerate(runs)
        if symbol != EMPTY and any(runs[beside][0] == EMPTY for beside in (at - 1, at + 1) if 0 <= beside < len(runs))
    ]
    length, is_new, symbol = max(waiting, default=(0, False, EMPTY))
    return (Run(symbol, length), is_new) if length else (None, False)


def _runs(grid: Grid, cells: tuple[int, ...]) -> list[tuple[int, list[int]]]:
    """The symbols of a line with the cells of each run; each free cell is one of its own."""
    return [(symbol, list(run)) for symbol, run in groupby(cells, key=lambda cell: grid[cell])]
