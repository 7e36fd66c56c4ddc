"""The best grid that known throws allow, with a proof.

If all throws are known their order does not matter: twelve dominoes tile the grid around the start cell, and with fewer
no two of the remaining cells are neighbours. So a grid is one shape for each symbol (`best_shapes`), and one for cells
that stay empty. Annealing finds a good grid (`anneal`), prices of cells an upper bound (`Problem.tighten`). Then shapes
are combined into a grid that is worth the bound, or one point less, and so on, until there is one (`Problem.search`).
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, reduce
from operator import or_
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, with_technical_text
from knobel.core.game import Fell, Moved
from knobel.core.record import Record
from knobel.games.holding.starting import FIRST
from knobel.games.krisskross import rules
from knobel.games.krisskross.best_shapes import (
    ALL,
    CELLS,
    FREE,
    LINES,
    Floats,
    Masks,
    Scoring,
    around,
    empty_shapes,
    scoring_of,
    symbol_shapes,
    take,
    uses,
    worths,
)
from knobel.games.krisskross.rules import EMPTY, PAIRS, SIZE, Begin, Grid, KrissKross
from knobel.solve.hindsight import Best, Progress

THROWS = (CELLS - 1) // 2
FEWEST = 6
"""With fewer throws placed, there would be more empty cells than can be non-adjacent."""

COPIES, STEPS, SELECT, HEAT = 4, 600, 30, (2.0, 0.3)
"""Parameters of the annealing: grids for each tiling, steps, steps between selections, first and last temperature."""

DESCENT, STEP, PATIENCE, SHRINK, PUSH, LEAST_STEP = 150, 3.0, 10, 0.5, 0.7, 0.01
"""Parameters of the subgradient method.

They are the number of steps, the points aimed below the bound, steps without progress before the step shrinks, the
factor by which it does, momentum, and the smallest step.
"""

CLOSE = 1e-3
"""Tolerance of bounds, which are sums of fractions, while points are whole."""

BLOCK = 1 << 20
"""How many pairs of shapes are compared at once."""

UNKNOWN = -1
"""The label of a cell whose shape is not chosen yet."""

_NEIGHBOURS = [[sum(pair) - cell for pair in PAIRS if cell in pair] for cell in range(CELLS)]
_LINE_CELLS = np.array([*rules.ROWS.values(), *rules.COLUMNS.values(), *rules.DIAGONALS.values()])
_BASE = len(rules.SYMBOLS) + 1
_DIGITS = _BASE ** np.arange(SIZE)
_LINE_STARTS = np.array([0] * LINES + [1, 2]) * _BASE**SIZE
"""Where the numbers of each line begin in the table of points."""

Throws = Sequence[Sequence[int]]


class Candidates(NamedTuple):
    """The shapes of a symbol that are worth enough for a good grid, the best first."""

    masks: Masks
    around: Masks
    """The cells beside each shape."""
    losses: Floats
    """How much less than the best shape each is worth."""


class Problem:
    """The grids in which exactly these throws are placed, and an upper bound on their points."""

    def __init__(self, game: KrissKross, start: int, throws: Throws, end: float, *, last: bool) -> None:
        scoring, faces = scoring_of(game), Counter([start, *(face for throw in throws for face in throw)])
        self.game, self.end, self.symbols = game, end, sorted(faces)
        self.throws = Counter(tuple(sorted(map(self.symbols.index, throw))) for throw in throws)
        self.shapes = [
            symbol_shapes(faces[symbol], self.throws[number, number], start=symbol == start, scoring=scoring)
            for number, symbol in enumerate(self.symbols)
        ]
        empty = CELLS - faces.total()
        if empty and not last:
            self.shapes.append(empty_shapes(empty))
        # Cells that may be empty anywhere need no shape: instead, a cell that nobody uses has no negative price.
        self.covered = not (empty and last)
        self.lowest = np.array([-np.inf if self.covered else 0.0] * CELLS + [-scoring.fine] * LINES)
        self.highest = np.array([np.inf] * CELLS + [0.0] * LINES)
        # Random prices, as the first steps from equal ones would make no progress.
        self.prices = np.append(2 + np.random.default_rng(0).normal(0, 0.5, CELLS), [-scoring.fine / 2] * LINES)
        self.bound = np.inf if all(len(shapes.masks) for shapes in self.shapes) else -np.inf

    def tighten(self, goal: int) -> None:
        """Lower the bound by other prices, and drop shapes that are in no grid of `goal` points.

        A subgradient method with momentum: after some steps without progress it returns to the best prices with smaller
        steps.
        """
        prices, push = np.clip(self.prices, self.lowest, self.highest), np.zeros(CELLS + LINES)
        share, failed = 1.0, 0
        for _ in range(DESCENT):
            if self.bound < goal - CLOSE or share < LEAST_STEP or time.perf_counter() > self.end:
                break
            values = worths(self.shapes, prices)
            places = [int(worth.argmax()) for worth in values]
            bound = float(prices.sum() + sum(worth[place] for worth, place in zip(values, places, strict=True)))
            push = 1 - uses(self.shapes, places) + PUSH * push
            if bound < self.bound - CLOSE:
                self.bound, self.prices, failed = bound, prices, 0
                near = [worth >= worth.max() - (bound - goal + CLOSE) for worth in values]
                self.shapes = [take(shapes, which) for shapes, which in zip(self.shapes, near, strict=True)]
            else:
                failed += 1
                if failed == PATIENCE:
                    share, failed, prices = share * SHRINK, 0, self.prices
            step = share * (bound - self.bound + STEP) / max(1.0, float(push @ push))
            prices = np.clip(prices - step * push, self.lowest, self.highest)

    def search(self, goal: int) -> Grid | None:
        """A grid of at least `goal` points, or None."""
        slack, lists = self.bound - goal + CLOSE, []
        for (masks, _, _), worth in zip(self.shapes, worths(self.shapes, self.prices), strict=True):
            losses = worth.max() - worth
            order = np.argsort(losses, kind="stable")[: np.count_nonzero(losses <= slack)]
            lists.append(Candidates(masks[order], around(masks[order]), losses[order]))
        return self._combine(lists, (), slack, goal)

    def _combine(self, lists: list[Candidates], chosen: tuple[int, ...], slack: float, goal: int) -> Grid | None:
        """A grid of at least `goal` points from one candidate of each list, or None.

        A list that was chosen from has one candidate left, and those of the other lists fit it. Every candidate that is
        not the best of its symbol uses up some of the slack between bound and goal.
        """
        if len(chosen) == len(lists):
            shown = [*(symbol + 1 for symbol in self.symbols), EMPTY, EMPTY]
            grid = tuple(shown[label] for label in self._labels(lists, chosen))
            return grid if self.game.points(grid) >= goal else None
        others = [number for number in range(len(lists)) if number not in chosen]
        # The larger a shape, the fewer candidates it leaves to the others.
        one = min(others, key=lambda number: len(lists[number].masks) / 4 ** int(lists[number].masks[0]).bit_count())
        others.remove(one)
        block = 1 + BLOCK // max(len(candidates.masks) for candidates in lists)
        for begin in range(0, len(lists[one].masks), block):
            part = take(lists[one], slice(begin, begin + block))
            fits = {
                other: fitting(part, lists[other], self.throws[min(one, other), max(one, other)]) for other in others
            }
            least = {other: least_losses(lists[other], fit) for other, fit in fits.items()}
            total = sum(least.values(), part.losses)
            for at in np.argsort(total, kind="stable"):
                left = slack - total[at]
                if left < 0:
                    break
                if time.perf_counter() > self.end:
                    return None
                shorter = list(lists)
                shorter[one] = take(part, slice(at, at + 1))
                for other in others:
                    near = lists[other].losses <= least[other][at] + left
                    shorter[other] = take(lists[other], fits[other][at] & near)
                if self._possible(shorter, (*chosen, one)):
                    better = self._combine(shorter, (*chosen, one), slack - part.losses[at], goal)
                    if better:
                        return better
        return None

    def _possible(self, lists: list[Candidates], chosen: tuple[int, ...]) -> bool:
        """Whether every cell has a candidate, and dominoes can cover the shapes that are chosen."""
        unions = [int(np.bitwise_or.reduce(candidates.masks)) for candidates in lists]
        if self.covered and reduce(or_, unions) != ALL:
            return False
        throws: Counter[tuple[int, ...]] = Counter()
        for pair, count in self.throws.items():
            throws[tuple(sorted(number if number in chosen else UNKNOWN for number in pair))] += count
        cells = sum(unions[number] for number in chosen if number < len(self.symbols))
        empty = sum(unions[number] for number in chosen if number == len(self.symbols))
        return can_cover(cells & FREE, FREE & ~empty, self._labels(lists, chosen), throws)

    def _labels(self, lists: list[Candidates], chosen: tuple[int, ...]) -> list[int]:
        """The number of the shape of each cell."""
        labels = [UNKNOWN] * CELLS
        for number in chosen:
            mask = int(lists[number].masks[0])
            for cell in range(CELLS):
                if mask >> cell & 1:
                    labels[cell] = number
        return labels


def fitting(one: Candidates, other: Candidates, throws: int) -> NDArray[np.bool_]:
    """Which candidates of two symbols are apart, with enough neighbours for the throws that show both symbols."""
    fits: NDArray[np.bool_] = one.masks[:, None] & other.masks == 0
    if throws:
        fits &= np.bitwise_count(one.around[:, None] & other.masks) >= throws
    if throws > 1:
        fits &= np.bitwise_count(one.masks[:, None] & other.around) >= throws
    return fits


def least_losses(candidates: Candidates, fits: NDArray[np.bool_]) -> Floats:
    """The least loss of the candidates that fit, for each row of fits; infinite if none does."""
    first = fits.argmax(1)
    return np.where(fits[np.arange(len(fits)), first], candidates.losses[first], np.float32(np.inf))


def can_cover(cells: int, free: int, labels: list[int], throws: Counter[tuple[int, ...]]) -> bool:
    """Whether dominoes on free cells, with throws that show their labels, cover these cells; it uses up the throws."""
    if not cells:
        return True
    cell = cells.bit_length() - 1
    for other in _NEIGHBOURS[cell]:
        pair = (min(labels[cell], labels[other]), max(labels[cell], labels[other]))
        if free >> other & 1 and throws[pair]:
            throws[pair] -= 1
            others = ~(1 << cell | 1 << other)
            if can_cover(cells & others, free & others, labels, throws):
                return True
            throws[pair] += 1
    return False


@cache
def tilings(free: int = FREE) -> list[list[tuple[int, int]]]:
    """All ways to cover the free cells with dominoes."""
    if not free:
        return [[]]
    one = free.bit_length() - 1
    pairs = [(one, other) for other in _NEIGHBOURS[one] if free >> other & 1]
    return [[pair, *rest] for pair in pairs for rest in tilings(free & ~(1 << one | 1 << sum(pair) - one))]


def line_table(scoring: Scoring) -> Floats:
    """The points of rows and columns, of the one diagonal and of the other, by the number that their symbols make."""
    cells = np.arange(_BASE**SIZE)[:, None] // _DIGITS % _BASE
    patterns = [(cells == symbol) @ (1 << np.arange(SIZE)) for symbol in range(1, _BASE)]
    rows, down, up = (np.sum([points[pattern] for pattern in patterns], axis=0) for points in scoring[:3])
    return np.concatenate([np.where(rows == 0, -scoring.fine, rows), down, up])


def anneal(scoring: Scoring, start: int, throws: Throws, end: float) -> Grid:
    """A good grid, by simulated annealing of some grids for each tiling, the better half of which goes on.

    A step swaps the throws of two dominoes, or turns one. A missing throw leaves the cells of its domino empty.
    """
    random, table = np.random.default_rng(0), line_table(scoring)
    dominoes = np.repeat(tilings(), COPIES, axis=0)
    every = np.arange(len(dominoes))[:, None]
    faces = np.array([*(np.add(throw, 1) for throw in throws), *[(EMPTY, EMPTY)] * (THROWS - len(throws))])
    grids = np.full((len(every), CELLS), start + 1)
    order = random.permuted(np.tile(np.arange(THROWS), (len(every), 1)), axis=1)
    grids[every[:, :, None], dominoes] = faces[order]
    dominoes = np.concatenate([dominoes, dominoes[:, :, ::-1]], axis=1)
    best, most, points = grids[0], -np.inf, np.full(len(every), -np.inf)
    for step in range(STEPS):
        one, other = (dominoes[every[:, 0], which] for which in random.integers(2 * THROWS, size=(2, len(every))))
        changed = grids.copy()
        changed[every, one], changed[every, other] = grids[every, other], grids[every, one]
        reached = table[(changed[:, _LINE_CELLS] * _DIGITS).sum(2) + _LINE_STARTS].sum(1)
        heat = HEAT[0] * (HEAT[1] / HEAT[0]) ** (step / STEPS)
        accepted = reached - points > heat * np.log(random.random(len(every)))
        grids[accepted], points[accepted] = changed[accepted], reached[accepted]
        if points.max() > most:
            best, most = grids[points.argmax()], points.max()
        if step % SELECT == SELECT - 1:
            better = np.resize(np.argsort(-points, kind="stable")[: len(points) // 2], len(points))
            grids, dominoes, points = grids[better], dominoes[better], points[better]
        if time.perf_counter() > end:
            break
    return tuple(best.tolist())


def best_grid(
    game: KrissKross, start: int, throws: Throws, valid: Grid, seconds: float, progress: Progress | None
) -> tuple[Grid, int]:
    """The best grid found and an upper bound; symbols count from 0, and `known` is some valid grid."""
    end = time.perf_counter() + seconds
    grid = max(valid, anneal(scoring_of(game), start, throws, end), key=game.points)
    points, bound = game.points(grid), game.points((1,) * CELLS)
    problems: list[Problem] = []
    for placed in range(len(throws), min(FEWEST, len(throws)) - 1, -1):
        if time.perf_counter() > end:
            return grid, bound
        problem = Problem(game, start, throws[:placed], end, last=placed == len(throws))
        if problems:
            problem.prices = problems[-1].prices
        problem.tighten(points + 1)
        problems.append(problem)
    bound = int(min(bound, max(points, *(problem.bound + CLOSE for problem in problems))))
    for goal in range(bound, points, -1):
        if progress:
            progress(points, goal)
        for problem in problems:
            if time.perf_counter() > end:
                return grid, goal
            if problem.bound > goal - CLOSE and (better := problem.search(goal)):
                return better, goal
    return grid, points


def best(record: Record, seat: int, seconds: float, progress: Progress | None = None) -> Best:
    """The best grid of a seat with its start symbol and the throws that fell.

    With fewer than twelve throws, only those that fell are used: a grid counts as it is after them.
    """
    game, own = cast("KrissKross", record.game), record.state.grids[seat]
    start, throws = None, []
    for _, event in record.standing:
        match event:
            case Fell((one, other)):
                throws.append((one - 1, other - 1))
            case Moved(who, Begin(symbol)) if who == seat:
                start = rules.DIE.read(symbol) - 1
    if start is None:
        raise with_technical_text(BadSetup("the game has not begun: the start cell is empty"), "not_begun")
    grid, bound = best_grid(game, start, throws, own, seconds, progress)
    alone, state = replace(game, seats=1, begins=FIRST), rules.State((grid,), len(throws))
    return Best(seat, game.points(own), game.points(grid), bound, alone, state)
