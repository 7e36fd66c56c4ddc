"""A turn of many tables, compiled: the worth of every writing, for points or to win; and the throws.

A writing is a box and one of its worths; those of all boxes are numbered consecutively.
"""

from math import erf, sqrt
from typing import Any

import numpy as np

from knobel_lab.solving.kernel import compiled
from knobel_lab.solving.kernel.cup import BITS, SPARE
from knobel_lab.solving.kernel.jit import jit
from knobel_lab.solving.kernel.simd import LANES, larger, load, store

CLOSED = -1e9
"""The worth of writing into a box that is closed."""
TIES = np.array([0.1127016653792583, 0.5, 0.8872983346207417])
WEIGHTS = np.array([5 / 18, 8 / 18, 5 / 18])
"""Quadrature nodes and weights, as `winning.NODES`."""


@jit
def look_points(tables: Any, seat: Any, less: Any, card: Any, values: Any, out: Any) -> None:
    """Compute the expected points after each writing, with `less` chips fewer: tables x writings."""
    rows, states, chips, _ = tables
    first, upper_gain, upper_after, worths, subsets, row_of = card
    uppers = upper_gain.shape[1]
    for table in range(rows.shape[0]):
        left = chips[table, seat] - less
        if left < 0:
            continue
        row, state = rows[table, seat], states[table, seat]
        for box in range(uppers):
            for kind in range(upper_gain.shape[2]):
                gain = upper_gain[state, box, kind]
                worth = values[row, left, upper_after[state, box, kind]] + gain if gain >= 0 else CLOSED
                out[table, first[box] + kind] = worth
        for box in range(worths.shape[0]):
            still = subsets[row] >> box & 1
            after = values[row_of[subsets[row] & ~(1 << box)], left, state]
            for kind in range(worths.shape[1]):
                if worths[box, kind] < 0:
                    break
                out[table, first[uppers + box] + kind] = after + worths[box, kind] if still else CLOSED


@jit
def _final(position: Any, points: Any, shapes: Any, values: Any, out: Any) -> None:
    """Compute the chance that a sheet ends below, and with, each score."""
    row, state, chips = position
    slots, chances, spreads = shapes
    slot = slots[row * values.shape[2] + state]
    below = 0.0
    if slot >= 0:
        shape = chances[slot, chips]
        for score in range(out.shape[0]):
            same = shape[score - points] if 0 <= score - points < shape.size else 0.0
            out[score, 0], out[score, 1] = below, same
            below += same
        return
    mean, deviation = points + values[row, chips, state], spreads[row, state] * sqrt(2.0)
    for score in range(out.shape[0]):
        upto = 0.5 * (1 + erf((score + 0.5 - mean) / deviation))
        out[score, 0], out[score, 1] = below, upto - below
        below = upto


@jit
def _chance(position: Any, points: Any, shapes: Any, values: Any, prize: Any, nodes: Any) -> Any:
    """The chance to win of a sheet, given the prize of each score."""
    row, state, chips = position
    slots, chances, spreads = shapes
    slot = slots[row * values.shape[2] + state]
    total = 0.0
    if slot >= 0:
        shape = chances[slot, chips]
        for more in range(min(shape.size, prize.size - points)):
            total += shape[more] * prize[points + more]
        return total
    mean, deviation = points + values[row, chips, state], spreads[row, state]
    for node in nodes:
        score = min(max(mean + deviation * node, 0.0), prize.size - 1.001)
        whole = int(score)
        total += prize[whole] + (score - whole) * (prize[whole + 1] - prize[whole])
    return total / nodes.size


@jit
def _prize(tables: Any, table: Any, seat: Any, shapes: Any, values: Any, buffers: Any) -> None:
    """Compute the prize of each final score of a seat against the others, ties shared, in the last of `buffers`."""
    rows, states, chips, points = tables
    final, parts, prize = buffers
    parts[:] = 1.0
    for other in range(rows.shape[1]):
        if other != seat:
            at = rows[table, other], states[table, other], chips[table, other]
            _final(at, points[table, other], shapes, values, final)
            for score in range(prize.size):
                for node in range(TIES.size):
                    parts[score, node] *= final[score, 0] + TIES[node] * final[score, 1]
    for score in range(prize.size):
        prize[score] = parts[score, 0] * WEIGHTS[0] + parts[score, 1] * WEIGHTS[1] + parts[score, 2] * WEIGHTS[2]


@jit
def look_win(tables: Any, seat: Any, less: Any, card: Any, values: Any, outlook: Any, out: Any) -> None:
    """Compute the chance to win after each writing, with `less` chips fewer: tables x writings."""
    shapes, nodes, size = outlook
    rows, states, chips, points = tables
    first, upper_gain, upper_after, worths, subsets, row_of = card
    uppers = upper_gain.shape[1]
    buffers = np.zeros((size, 2)), np.zeros((size, TIES.size)), np.zeros(size)
    prize = buffers[2]
    for table in range(rows.shape[0]):
        left = chips[table, seat] - less
        if left < 0:
            continue
        _prize(tables, table, seat, shapes, values, buffers)
        row, state, now = rows[table, seat], states[table, seat], points[table, seat]
        for box in range(uppers):
            for kind in range(upper_gain.shape[2]):
                gain = upper_gain[state, box, kind]
                after = row, upper_after[state, box, kind], left
                out[table, first[box] + kind] = (
                    _chance(after, now + int(gain), shapes, values, prize, nodes) if gain >= 0 else CLOSED
                )
        for box in range(worths.shape[0]):
            still = subsets[row] >> box & 1
            after = row_of[subsets[row] & ~(1 << box)], state, left
            for kind in range(worths.shape[1]):
                if worths[box, kind] < 0:
                    break
                out[table, first[uppers + box] + kind] = (
                    _chance(after, now + worths[box, kind], shapes, values, prize, nodes) if still else CLOSED
                )


@jit
def look_now(tables: Any, seat: Any, values: Any, outlook: Any, out: Any) -> None:
    """Compute the chance to win of a seat before its turn, at each table."""
    shapes, nodes, size = outlook
    rows, states, chips, points = tables
    buffers = np.zeros((size, 2)), np.zeros((size, TIES.size)), np.zeros(size)
    for table in range(rows.shape[0]):
        _prize(tables, table, seat, shapes, values, buffers)
        now = rows[table, seat], states[table, seat], chips[table, seat]
        out[table] = _chance(now, points[table, seat], shapes, values, buffers[2], nodes)


@jit
def _entries(worths: Any, lanes: Any, card: Any, rolls: Any, parts: Any, held: Any) -> None:
    """Store the worth of writing each roll into the best box, for a range of tables, in `held`."""
    first, kinds = card
    begin, end = lanes
    for writing in range(worths.shape[1]):
        for lane in range(end - begin):
            parts[writing * LANES + lane] = worths[begin + lane, writing]
    for roll in range(rolls.size):
        best = load(parts, np.uint64((first[0] + kinds[roll, 0]) * LANES))
        for box in range(1, kinds.shape[1]):
            best = larger(load(parts, np.uint64((first[box] + kinds[roll, box]) * LANES)), best)
        store(held, rolls[roll], best)


SLACK = 1e-9
"""Choices that differ by no more are equal."""


@jit
def _hold(stage: Any, lane: Any, places: Any, count: Any, writing: Any) -> Any:
    """The best holding, the first of equals; -1 if writing is as good."""
    best, held = writing + SLACK, -1
    for way in range(count):
        if stage[places[way] + lane] > best:
            best, held = stage[places[way] + lane] + SLACK, way
    return held


@jit
def _best_box(worths: Any, roll: Any, card: Any) -> Any:
    """The best box for a roll, the first of equals."""
    first, kinds = card
    box = 0
    for other in range(1, kinds.shape[1]):
        if worths[first[other] + kinds[roll, other]] > worths[first[box] + kinds[roll, box]] + SLACK:
            box = other
    return box


@jit
def _throw(words: Any, most: Any, lane: Any, rolls: Any, dice: Any, buffers: Any) -> Any:
    """The last roll of a turn, and the number of throws."""
    ways, starts, falls, counts, holds, places = dice
    _, entry, one, two, three, _ = buffers
    held, throws = 0, 0
    while True:
        roll = int(falls[starts[held] + ((words[throws] >> SPARE) * ways[held] >> BITS)])
        throws += 1
        if throws == most:
            return roll, throws
        stage = one if throws == 1 else two if throws == 2 else three
        way = _hold(stage, lane, places[roll], counts[roll], entry[rolls[roll] + lane])
        if way < 0:
            return roll, throws
        held = holds[roll, way]


@jit
def play(worths: Any, chips: Any, card: Any, kernel: Any, words: Any, buffers: Any, out: Any) -> None:
    """Play a turn of one seat at every table.

    Outputs are roll, box, and whether a throw was bought; and the worth of the turn before it.
    """
    now, bought = worths
    ((ups, downs), rolls, chances), dice = kernel
    parts, entry, one, two, three, first = buffers
    played, starts = out
    for begin in range(0, now.shape[0], LANES):
        end = min(begin + LANES, now.shape[0])
        _entries(now, (begin, end), card, rolls, parts, entry)
        two[:] = entry
        if chips[begin:end].any():
            _entries(bought, (begin, end), card, rolls, parts, three)
            compiled.expect(three, ups)
            one[:] = three
            compiled.choose(one, downs)
            for place in rolls:
                for lane in range(end - begin):
                    if chips[begin + lane]:
                        two[place + lane] = max(two[place + lane], one[place + lane])
        compiled.expect(two, ups)
        one[:] = two
        compiled.choose(one, downs)
        compiled.expect(one, ups)
        first[:] = one
        compiled.choose(first, downs)
        for table in range(begin, end):
            for k in range(rolls.size):
                starts[table] += chances[k] * first[rolls[k] + table - begin]
            most = 4 if chips[table] else 3
            roll, throws = _throw(words[table], most, table - begin, rolls, dice, buffers)
            played[table, 0], played[table, 2] = roll, throws == 4
            played[table, 1] = _best_box(bought[table] if throws == 4 else now[table], roll, card)
