"""The strength of Kriss Kross players: solo games, with the same throws for all of them."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.krisskross.best import best_grid
from knobel.games.krisskross.rules import EMPTY, PAIRS, START, Grid, KrissKross, can_place, fill, grid_points
from knobel.games.krisskross.solve.array_grids import ArrayGrids
from knobel.games.krisskross.solve.shapes import CELLS, SYMBOLS
from knobel.games.krisskross.solve.values import Cells, GridValues
from knobel_lab.games.krisskross import baselines as simple
from knobel_lab.games.krisskross import lookahead_compiled as fast
from knobel_lab.games.krisskross.compiled_grids import CompiledGrids
from knobel_lab.solving.run import Progress

THROWS = (CELLS - 1) // 2
"""The most throws that a grid can take."""

FOREVER = 1e6
"""More seconds than any proof takes."""

Throws = NDArray[np.int64]
Choose = Callable[[Grid, tuple[int, ...]], Cells]
LearnedGrids = ArrayGrids | CompiledGrids
PLAYERS = ("random", "greedy", "montecarlo", "hasty", "learned", "clairvoyant")


@dataclass(frozen=True, slots=True)
class Strength:
    """The result of a player."""

    player: str
    advanced: bool
    games: int
    seed: int
    mean: float
    error: float
    """The standard error of the mean."""
    milliseconds: float
    """The mean processor time of a placement."""
    slowest: float
    """The processor time of the slowest placement."""


def measure(player: str, grids: LearnedGrids, games: int, seed: int = 0, progress: Progress | None = None) -> Strength:
    """Let a player play `games` solo games; those who learned decide by the values of these grids."""
    if player not in PLAYERS:
        raise BadSetup(f"unknown player {player[:60]!r}; use one of {', '.join(PLAYERS)}")
    throws = np.random.default_rng(seed).integers(SYMBOLS, size=(games, THROWS, 2))
    play = _way_to_play(player, grids)
    # A first game compiles everything, so that compilation and the garbage collection of it are not measured.
    play(throws[0])
    gc.freeze()
    simple.seed_dice(seed)
    start = time.perf_counter()
    points, times = [], []
    for number in range(games):
        reached, spent = play(throws[number])
        points.append(reached)
        times += spent
        if progress:
            progress(number + 1, games, time.perf_counter() - start)
    gc.unfreeze()
    error = float(np.std(points)) / games**0.5
    spans = 1e3 * np.array(times)
    return Strength(
        player, grids.advanced, games, seed, float(np.mean(points)), error, float(spans.mean()), float(spans.max())
    )


def _way_to_play(player: str, grids: LearnedGrids) -> Callable[[Throws], tuple[float, list[float]]]:
    """A function that plays a game with given throws: its points, and the processor seconds of each placement."""
    if player == "learned":
        values = GridValues(grids)
        return lambda throws: _play(throws, values.best, grids.advanced)
    if player == "clairvoyant":
        return lambda throws: _search(throws, grids.advanced)
    rules = fast.rules(grids.advanced)
    buffers = fast.make_buffers(rules)

    def hasty(grid: NDArray[np.int64], first: int, second: int, *_: object) -> int:
        """The placement with the best learned value, without look-ahead."""
        fast.look(grid, grids.weights, rules, buffers)
        return int(buffers.choice[first, second])

    ways = {"random": simple.random_choice, "greedy": simple.greedy_choice, "montecarlo": simple.monte_carlo_choice}

    def choose(grid: Grid, dice: tuple[int, ...]) -> Cells:
        way = ways.get(player, hasty)
        chosen: int = way(np.array(grid), dice[0] - 1, dice[1] - 1, rules, buffers)
        one, other = PAIRS[chosen // 2]
        return (other, one) if chosen % 2 else (one, other)

    return lambda throws: _play(throws, choose, grids.advanced)


def _play(throws: Throws, choose: Choose, advanced: bool) -> tuple[float, list[float]]:
    """Place throw after throw while one fits."""
    grid = fill((EMPTY,) * CELLS, (START,), (1,))
    times: list[float] = []
    while can_place(grid):
        dice = tuple((throws[len(times)] + 1).tolist())
        began = time.thread_time()
        cells = choose(grid, dice)
        times.append(time.thread_time() - began)
        grid = fill(grid, cells, dice)
    return grid_points(grid, advanced), times


def _search(throws: Throws, advanced: bool) -> tuple[float, list[float]]:
    """Find and prove the best grid for known throws, without a time limit."""
    began, game = time.thread_time(), KrissKross(1, advanced)
    grid, bound = best_grid(game, 0, throws.tolist(), fill((EMPTY,) * CELLS, (START,), (1,)), FOREVER, None)
    points = grid_points(grid, advanced)
    assert points == bound
    return points, [(time.thread_time() - began) / THROWS] * THROWS
