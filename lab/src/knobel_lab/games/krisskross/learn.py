"""Learning values of Kriss Kross grids by self-play (temporal differences), compiled.

The target of a grid is the expectation over all throws of the value after the best placement: before each throw the
value of the grid is moved towards it. Full grids are worth their points. Some placements are random, for exploration;
targets assume best play all the same.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.games.krisskross.rules import START
from knobel.games.krisskross.solve.features import frame, powers
from knobel.games.krisskross.solve.shapes import CELLS, SYMBOLS, SYMMETRIES, window_places
from knobel.games.krisskross.solve.shapes import images as images_of_windows
from knobel_lab.games.krisskross.lookahead_compiled import (
    MASKS,
    free_cells,
    look,
    placeable,
    points,
    read_lines,
    stage_of,
    worth,
    write,
)
from knobel_lab.solving.kernel.jit import jit


class Notes(NamedTuple):
    """Working arrays of learning: the images of windows, and how often a grid uses each weight."""

    images: Any
    """The power of 3 of each cell in all 8 images of each kind of window: learning updates all, so stays symmetric."""
    offsets: Any
    """The offset of the weights of each image."""
    shares: Any
    """The weight of each image: a window that symmetries map to itself has several images in one place."""
    places: Any
    """The weights of windows that a grid uses, by image and symbol."""
    windows: Any
    """How often a grid uses each weight of a window; all zero between two grids."""
    lines: Any


def make_notes(advanced: bool) -> Notes:
    """Working arrays for one thread."""
    layout, (starts, places) = frame(advanced), zip(*window_places(advanced), strict=True)
    images = powers(3, [image for same in images_of_windows(advanced) for image in same])
    shares = np.array([len(same) / len(SYMMETRIES) for same in places], np.float32)
    return Notes(
        images,
        np.repeat(starts, len(SYMMETRIES)),
        np.repeat(shares, len(SYMMETRIES)),
        np.zeros((len(images), SYMBOLS), np.int64),
        np.zeros(layout.size, np.float32),
        np.zeros(layout.line_shape, np.float32),
    )


@jit
def _note(grid: Any, rules: Any, buffers: Any, notes: Any) -> Any:
    """Count the weights that the grid read last uses; return the sum of squares."""
    own = np.zeros(SYMBOLS, np.int64)
    for at in range(len(notes.images)):
        taken = notes.offsets[at]
        own[:] = 0
        for cell in range(CELLS):
            if grid[cell]:
                taken += notes.images[at, cell]
                own[grid[cell] - 1] += notes.images[at, cell]
        for symbol in range(SYMBOLS):
            notes.places[at, symbol] = taken + own[symbol]
            notes.windows[taken + own[symbol]] += notes.shares[at]
    stage = stage_of(grid)
    for at in range(len(rules.lines)):
        notes.lines[rules.kinds[at], stage, rules.patterns[buffers.lines[at]]] += 1
    squares = np.float32(0)
    for at in range(len(notes.images)):
        for symbol in range(SYMBOLS):
            squares += notes.shares[at] * notes.windows[notes.places[at, symbol]]
    for at in range(len(rules.lines)):
        squares += notes.lines[rules.kinds[at], stage, rules.patterns[buffers.lines[at]]]
    return squares


@jit
def learn(grid: Any, change: Any, weights: Any, rules: Any, buffers: Any, notes: Any) -> None:
    """Change the value of the grid read last by `change`."""
    # A weight used twice moves and counts double: the value changes by the sum of squares times the step.
    step = np.float32(change / _note(grid, rules, buffers, notes))
    for at in range(len(notes.images)):
        for symbol in range(SYMBOLS):
            place = notes.places[at, symbol]
            weights.windows[place] += step * notes.windows[place]
            notes.windows[place] = 0
    stage = stage_of(grid)
    for at in range(len(rules.lines)):
        kind, pattern = rules.kinds[at], rules.patterns[buffers.lines[at]]
        weights.lines[kind, stage, pattern] += step * notes.lines[kind, stage, pattern]
        notes.lines[kind, stage, pattern] = 0


@jit
def any_choice(free: Any) -> Any:
    """A random placement."""
    choice = np.random.randint(2 * len(MASKS))
    while free & MASKS[choice // 2] != MASKS[choice // 2]:
        choice = np.random.randint(2 * len(MASKS))
    return choice


@jit
def play_and_learn(games: Any, seed: Any, steps: Any, weights: Any, rules: Any, buffers: Any, notes: Any) -> Any:
    """Play games and learn; return the mean points. `steps` are the learning rate and the share of random moves."""
    np.random.seed(seed)
    grid = np.zeros(CELLS, np.int64)
    total = 0.0
    for _ in range(games):
        grid[:] = 0
        grid[START] = 1
        free = free_cells(grid)
        while placeable(free):
            mean = look(grid, weights, rules, buffers)
            error = mean - worth(weights, stage_of(grid), rules, buffers)
            learn(grid, steps[0] * error, weights, rules, buffers, notes)
            first, second = np.random.randint(SYMBOLS), np.random.randint(SYMBOLS)
            choice = any_choice(free) if np.random.random() < steps[1] else buffers.choice[first, second]
            write(grid, choice, first, second)
            free = free_cells(grid)
        read_lines(grid, rules, buffers)
        total += points(rules, buffers)
    return total / games
