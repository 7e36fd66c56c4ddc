"""The compiled kernels of `vector`. A table is a row of all arrays, and `at` is its number."""

from typing import Any

import numpy as np

from knobel.games.krisskross.rules import START
from knobel_lab.games.krisskross.batch import CELLS, ENDS, KINDS, NONE, STRAIGHT
from knobel_lab.sim.random_bits_compiled import begin as begin_words
from knobel_lab.sim.random_bits_compiled import below, next_word
from knobel_lab.solving.kernel.jit import jit

SYMBOLS = KINDS - 1
PAIRS = len(ENDS)
THROWS = CELLS // 2
"""The largest number of throws; observations have `throws` as a fraction of it."""


@jit
def _free(grid: Any) -> Any:
    """How many pairs of cells are free."""
    count = 0
    for pair in range(PAIRS):
        count += grid[ENDS[pair, 0]] == 0 and grid[ENDS[pair, 1]] == 0
    return count


@jit
def _taken(grids: Any) -> Any:
    """The symbols of start cells, one bit each; bit 0 is an empty cell."""
    taken = 0
    for seat in range(grids.shape[0]):
        taken |= 1 << grids[seat, START]
    return taken


@jit
def _first(grids: Any, waiting: Any, over: Any) -> Any:
    """The first seat that decides; NONE if the game is over."""
    if over:
        return NONE
    for seat in range(grids.shape[0]):
        if waiting >> seat & 1 or (waiting == 0 and grids[seat, START] == 0):
            return seat
    return NONE


@jit
def _decides(grids: Any, waiting: Any, over: Any, seat: Any) -> Any:
    """Whether a seat is among those that decide."""
    return not over and (waiting >> seat & 1 == 1 if waiting else _first(grids, waiting, over) == seat)


@jit
def _allowed(grids: Any, waiting: Any, seat: Any, action: Any) -> Any:
    """Whether a seat that decides may make a move."""
    if not waiting:
        return action < SYMBOLS and _taken(grids) >> action + 1 & 1 == 0
    pair = (action - SYMBOLS) // 2
    return action >= SYMBOLS and grids[seat, ENDS[pair, 0]] == 0 and grids[seat, ENDS[pair, 1]] == 0


@jit
def _any_move(grids: Any, waiting: Any, seat: Any, words: Any, random: Any) -> Any:
    """A uniformly random move of a seat that decides."""
    if waiting:
        choice, first, last = below(next_word(words, random), 2 * _free(grids[seat])), SYMBOLS, SYMBOLS + 2 * PAIRS
    else:
        left = SYMBOLS
        for other in range(grids.shape[0]):
            left -= grids[other, START] > 0
        choice, first, last = below(next_word(words, random), left), 0, SYMBOLS
    for action in range(first, last):
        if _allowed(grids, waiting, seat, action):
            if choice == 0:
                return action
            choice -= 1
    return NONE


@jit
def _move(arrays: Any, at: Any, seat: Any, action: Any) -> None:
    """Make a legal move of a seat; throw the dice when nobody has to write any more."""
    grids, dice = arrays.grids[at], arrays.dice[at]
    if action < SYMBOLS:
        grids[seat, START] = action + 1
        if _taken(grids) & 1:
            return
    else:
        pair, turned = (action - SYMBOLS) // 2, (action - SYMBOLS) % 2
        grids[seat, ENDS[pair, turned]] = dice[0]
        grids[seat, ENDS[pair, 1 - turned]] = dice[1]
        arrays.waiting[at] ^= 1 << seat
        if arrays.waiting[at]:
            return
    dice[:] = 0
    waiting = 0
    for other in range(grids.shape[0]):
        waiting |= (_free(grids[other]) > 0) << other
    arrays.waiting[at] = waiting
    if waiting:
        fallen = below(next_word(arrays.words[at], arrays.random[at]), SYMBOLS * SYMBOLS)
        dice[0], dice[1] = fallen // SYMBOLS + 1, fallen % SYMBOLS + 1
        arrays.throws[at] += 1
    else:
        arrays.over[at] = True


@jit
def begin(_rules: Any, arrays: Any, which: Any, seeds: Any, numbers: Any) -> None:
    """Start new games with these random words."""
    for at in range(which.size):
        if which[at]:
            arrays.grids[at] = 0
            arrays.dice[at] = 0
            arrays.throws[at] = arrays.waiting[at] = 0
            arrays.over[at] = False
            begin_words(arrays.words[at], arrays.random[at], seeds[at], numbers[at])


@jit
def _others(arrays: Any, which: Any, learner: Any) -> None:
    """Let the others move at random until this seat decides, or the game is over."""
    for at in range(which.size):
        if not which[at]:
            continue
        grids, over = arrays.grids[at], arrays.over
        while not over[at] and not _decides(grids, arrays.waiting[at], over[at], learner):
            seat = _first(grids, arrays.waiting[at], over[at])
            _move(arrays, at, seat, _any_move(grids, arrays.waiting[at], seat, arrays.words[at], arrays.random[at]))


@jit
def play(_rules: Any, arrays: Any, which: Any, seats: Any, actions: Any, illegal: Any, learner: Any) -> None:
    """Play the given moves of these seats; with a learner, draw random moves of the others until it decides."""
    if learner >= 0:
        _others(arrays, which, learner)
        return
    for at in range(which.size):
        if not which[at]:
            continue
        grids, waiting, seat, action = arrays.grids[at], arrays.waiting[at], seats[at], actions[at]
        illegal[at] = not _allowed(grids, waiting, seat, action)
        if illegal[at]:
            action = _any_move(grids, waiting, seat, arrays.words[at], arrays.random[at])
        _move(arrays, at, seat, action)


@jit
def first_deciding(_rules: Any, arrays: Any, out: Any) -> None:
    """The seat that decides at each table, the first of several; NONE if the game is over."""
    for at in range(out.size):
        out[at] = _first(arrays.grids[at], arrays.waiting[at], arrays.over[at])


@jit
def _points(powers: Any, worths: Any, grid: Any) -> Any:
    """The points of a grid so far."""
    total = np.int64(0)
    for line in range(powers.shape[0]):
        code = 0
        for cell in range(CELLS):
            code += powers[line, cell] * grid[cell]
        total += np.int64(worths[line // STRAIGHT, code])
    return total


@jit
def points(rules: Any, arrays: Any, out: Any) -> None:
    """The points of every grid."""
    powers, worths, grids = rules.powers, rules.worths, arrays.grids
    for at in range(out.shape[0]):
        for seat in range(out.shape[1]):
            out[at, seat] = _points(powers, worths, grids[at, seat])


@jit
def observe(rules: Any, arrays: Any, seats: Any, out: Any) -> None:
    """The observation of each table by a seat, in the order of `observe.fields`."""
    powers, worths, every_grid, dice = rules.powers, rules.worths, arrays.grids, arrays.dice
    waiting, over, throws = arrays.waiting, arrays.over, arrays.throws
    count = every_grid.shape[1]
    for at in range(seats.size):
        row, grids = out[at], every_grid[at]
        row[:] = 0.0
        if dice[at, 0]:
            row[dice[at, 0] - 1] = 1.0
            row[SYMBOLS + dice[at, 1] - 1] = 1.0
        start = 2 * SYMBOLS
        row[start] = throws[at] / THROWS
        start += 1
        for ahead in range(count):
            seat = (seats[at] + ahead) % count
            row[start] = _decides(grids, waiting[at], over[at], seat)
            start += 1
            for cell in range(CELLS):
                if grids[seat, cell]:
                    row[start + cell * SYMBOLS + grids[seat, cell] - 1] = 1.0
            start += CELLS * SYMBOLS
            row[start] = _points(powers, worths, grids[seat]) / rules.most
            start += 1


@jit
def mask(_rules: Any, arrays: Any, seats: Any, out: Any) -> None:
    """The mask of legal moves of a seat."""
    every_grid, every_waiting, over = arrays.grids, arrays.waiting, arrays.over
    for at in range(seats.size):
        row, grids, waiting, seat = out[at], every_grid[at], every_waiting[at], seats[at]
        if over[at]:
            row[:] = 1
        elif not _decides(grids, waiting, over[at], seat):
            row[:] = 0
        elif waiting:
            row[:SYMBOLS] = 0
            for pair in range(PAIRS):
                free = grids[seat, ENDS[pair, 0]] == 0 and grids[seat, ENDS[pair, 1]] == 0
                row[SYMBOLS + 2 * pair] = row[SYMBOLS + 2 * pair + 1] = free
        else:
            taken = _taken(grids)
            row[:] = 0
            for symbol in range(SYMBOLS):
                row[symbol] = taken >> symbol + 1 & 1 == 0
