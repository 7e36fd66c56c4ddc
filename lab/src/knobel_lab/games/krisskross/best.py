"""The best grid that known throws allow, with a proof.

If all throws are known their order does not matter: twelve dominoes tile the grid around the start cell, and with fewer
no two of the remaining cells are neighbours. Annealing finds a good grid; then an upper bound is lowered point by point
(`bound_compiled`), until it meets the grid or a better one is found (`search_compiled`).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from threading import Timer
from typing import cast

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, noted
from knobel.core.game import Fell, Moved
from knobel.core.record import Record
from knobel.games.holding.starting import FIRST
from knobel.games.krisskross.rules import (
    DIAGONALS,
    DIE,
    EMPTY,
    ROWS,
    SIZE,
    START,
    SYMBOLS,
    Begin,
    Grid,
    KrissKross,
    State,
    fill,
)
from knobel.solve.hindsight import Best, Progress
from knobel_lab.games.krisskross import bound_compiled as kernel
from knobel_lab.games.krisskross.anneal import anneal
from knobel_lab.games.krisskross.bound_compiled import ANYWHERE, CELLS, ISOLATED, LINES, SYMBOL, Scoring, Task
from knobel_lab.games.krisskross.search_compiled import Hunt, search

THROWS = (CELLS - 1) // 2
FEWEST = 6
"""With fewer throws placed, there would be more empty cells than can be non-adjacent."""

STEPS = 150
"""The number of steps of the subgradient descent."""

RUNS = 8
"""The number of annealing runs."""

USUAL = 1 << 14
"""Buffer size for as many shapes of a symbol as there usually are; a second enumeration is slower."""

CLOSE = 1e-6
"""Tolerance of bounds, which are sums of fractions, while points are whole."""


class Problem:
    """The grids in which a number of the throws are placed, and an upper bound on their points."""

    def __init__(self, symbols: Sequence[int], throws: NDArray[np.int64], start: int, *, last: bool) -> None:
        sizes = np.bincount([start, *throws.ravel()], minlength=len(SYMBOLS))[symbols]
        together = np.zeros((len(symbols) + 1, len(symbols) + 1), np.int64)
        for pair in throws:
            one, other = sorted(symbols.index(symbol) for symbol in pair)
            together[one, other] += 1
        empty = CELLS - 1 - throws.size
        kinds = [SYMBOL] * len(symbols) + ([ANYWHERE if last else ISOLATED] if empty else [])
        count = len(kinds)
        self.symbols = symbols
        self.task = Task(
            np.array([*sizes, empty][:count], np.int64),
            np.diag(together)[:count].copy(),
            np.array([*(symbol == start for symbol in symbols), False][:count], np.int64),
            np.array(kinds, np.int64),
            together[:count, :count].copy(),
        )
        self.bound = np.inf
        # Random prices, as the first steps from equal ones would make no progress.
        self.prices = 2 + np.random.default_rng(0).normal(0, 0.5, CELLS)
        self.bonus = np.zeros(2 * SIZE)

    def tighten(self, scoring: Scoring, enough: float, stop: NDArray[np.bool_]) -> None:
        """Lower the upper bound, until it is below `enough`."""
        self.bonus[:] = scoring.fine / 2
        self.bound = kernel.tighten(self.task, scoring, self.prices, self.bonus, STEPS, enough, stop)

    def search(self, scoring: Scoring, goal: int, stop: NDArray[np.bool_]) -> Grid | None:
        """A grid of at least `goal` points, or None."""
        slack = self.bound - goal + CLOSE
        tables, listed = kernel.make_tables(), []
        for one in range(len(self.task.sizes)):
            kernel.fill_tables(tables, scoring, self.prices, self.bonus, self.task.kinds[one])
            _, most = kernel.best_shape(self.task, one, tables, 0)
            masks, worths = np.empty(USUAL, np.int64), np.empty(USUAL)
            while (found := kernel.shapes(self.task, one, tables, most - slack, (masks, worths))) > len(masks):
                # Never a buffer of length one, which would ask for the best shape only.
                masks, worths = np.empty(found + 1, np.int64), np.empty(found + 1)
            order = np.argsort(-worths[:found], kind="stable")
            listed.append((masks[order], most - worths[order]))
        lengths = np.array([len(masks) for masks, _ in listed])
        hunt = Hunt(
            np.concatenate([masks for masks, _ in listed]),
            np.concatenate([losses for _, losses in listed]),
            np.concatenate([[0], np.cumsum(lengths)]),
            np.argsort(lengths, kind="stable"),
            goal,
            np.zeros(len(lengths), np.int64),
            np.empty(CELLS, np.int64),
            stop,
        )
        if search(self.task, scoring, hunt, 0, 0, slack):
            return tuple(EMPTY if cell < 0 else self.symbols[cell] + 1 for cell in hunt.grid.tolist())
        return None


def scoring_of(game: KrissKross) -> Scoring:
    """The points of patterns of one symbol, by the rules of a game."""
    blank = (EMPTY,) * CELLS

    def points(name: str, cells: tuple[int, ...]) -> NDArray[np.float64]:
        """The points of one line with a single symbol, by the pattern of its cells."""
        patterns = ([cell for at, cell in enumerate(cells) if pattern >> at & 1] for pattern in range(LINES))
        grids = (fill(blank, tuple(shown), (1,) * len(shown)) for shown in patterns)
        return np.array([max(0, game.lines(grid).get(name, 0)) for grid in grids], np.float64)

    down, up = (points(name, cells) for name, cells in DIAGONALS.items())
    return Scoring(points("row_1", ROWS["row_1"]), down, up, -float(game.lines(blank)["row_1"]))


def best_grid(
    game: KrissKross,
    start: int,
    throws: Sequence[Sequence[int]],
    known: Grid,
    seconds: float,
    progress: Progress | None,
) -> tuple[Grid, int]:
    """The best grid found and an upper bound; symbols count from 0, and `known` is some valid grid."""
    compile_search()
    scoring, stop = scoring_of(game), np.zeros(1, np.bool_)
    faces = np.array(throws, np.int64).reshape(-1, 2)
    timer = Timer(seconds, stop.fill, [True])
    timer.daemon = True
    timer.start()
    try:
        return _prove(game, start, faces, known, scoring, stop, progress)
    finally:
        timer.cancel()


def _prove(
    game: KrissKross,
    start: int,
    throws: NDArray[np.int64],
    known: Grid,
    scoring: Scoring,
    stop: NDArray[np.bool_],
    progress: Progress | None,
) -> tuple[Grid, int]:
    """As `best_grid`, until proven or stopped."""
    points, found = game.points, known
    if len(throws) == THROWS:
        annealed = anneal(throws, start, scoring, RUNS, stop)
        found = max(known, tuple((annealed + 1).tolist()), key=points)
    problems = []
    for placed in range(len(throws), min(FEWEST, len(throws)) - 1, -1):
        last = placed == len(throws)
        symbols = sorted({start, *throws[:placed].ravel().tolist()})
        problem = Problem(symbols, throws[:placed], start, last=last)
        problem.tighten(scoring, points(found) + 1 - CLOSE, stop)
        problems.append(problem)
    lowest = max(problem.bound for problem in problems)
    bound = max(points(found), points((1,) * CELLS) if stop[0] else int(lowest + CLOSE))
    for goal in range(bound, points(found), -1):
        if progress:
            progress(points(found), goal)
        for problem in problems:
            if problem.bound > goal - CLOSE and (better := problem.search(scoring, goal, stop)):
                return better, goal
            if stop[0]:
                return found, goal
    return found, points(found)


@cache
def compile_search() -> None:
    """Compile the search in advance, so that compilation takes no time from its limit."""
    throws = np.array([(0, 1), (0, 0)] * (THROWS // 2), np.int64)
    blank = fill((EMPTY,) * CELLS, (START,), (1,))
    basic, stop = KrissKross(1, advanced=False), np.zeros(1, np.bool_)
    for some in (throws[:2], throws):
        _prove(basic, 0, some, blank, scoring_of(basic), stop, None)


def best(record: Record, seat: int, seconds: float, progress: Progress | None = None) -> Best:
    """The best grid of a seat with its start symbol and the throws that fell.

    With fewer than twelve throws, only those that fell are used: a grid counts as it is after them.
    """
    game, own = cast("KrissKross", record.game), record.state.grids[seat]
    began, throws = None, []
    for _, event in record.standing:
        match event:
            case Fell((one, other)):
                throws.append([one - 1, other - 1])
            case Moved(who, Begin(symbol)) if who == seat:
                began = DIE.read(symbol) - 1
    if began is None:
        raise noted(BadSetup("nothing was possible yet: the start cell is empty"), "not_begun")
    grid, bound = best_grid(game, began, throws, own, seconds, progress)
    alone = replace(game, seats=1, begins=FIRST)
    return Best(
        seat,
        game.points(own),
        game.points(grid),
        bound,
        alone,
        State((grid,), len(throws)),
    )
