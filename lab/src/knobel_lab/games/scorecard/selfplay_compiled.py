"""A turn of many games, compiled; `selfplay.play_plain` explains the method.

LANES positions of any kind go through the turn kernel together; then the games in them are played.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.positions import Positions
from knobel_lab.games.scorecard.fill_compiled import best_entries, best_patterns, first_pattern, patterns, turn_tables
from knobel_lab.games.scorecard.selfplay import Group, Turn, slack
from knobel_lab.solving.kernel import compiled
from knobel_lab.solving.kernel.cup import BITS, SPARE, cup
from knobel_lab.solving.kernel.jit import jit
from knobel_lab.solving.kernel.simd import LANES, load, store

WIDE = np.uint64(LANES)
"""Unsigned, because Numba would check signed indices for negative values."""
ONE = np.uint64(1)


def play_fast(place: Positions, values: NDArray[Any], group: Group, turn: Turn) -> None:
    """Play a turn of these games with the best moves."""
    sheet, kernel = _rules(place, values.dtype)
    size, dtype = place.rules.lattice.size, values.dtype
    parts = [compiled.scratch(first_pattern(place) + len(patterns(place)[0]), dtype) for _ in range(2)]
    lower = [compiled.scratch(max(1, len(place.lower)), dtype) for _ in range(2)]
    buffers = tuple(compiled.scratch(size, dtype) for _ in range(5)), (parts[0], lower[0]), (parts[1], lower[1])
    positions = group.rows.astype(np.uint64), group.states.astype(np.uint64), group.starts.astype(np.uint64)
    out = turn.words, turn.trail, turn.boxes, turn.points, turn.bonus, turn.after
    _play(values, positions, (group.chips, dtype.type(slack(values))), sheet, kernel, buffers, out)


@lru_cache(maxsize=4)
def _rules(place: Positions, dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """The rules as arrays: transitions of writing; the arguments of the turn kernel and of the dice."""
    upper, rules, dice = place.upper, place.rules, cup(place.rules.lattice)
    tables, choices, rest = turn_tables(place, dtype)
    # A position reads all worths of all its boxes, so they are contiguous.
    gain = np.ascontiguousarray(tables[2].transpose(2, 0, 1))
    after = np.ascontiguousarray(upper.after.transpose(2, 0, 1))
    boxes = np.array([*upper.boxes, *place.lower], np.uint64)
    sheet = place.subsets, place.rows, gain, after, upper.kind, rules.worths[:, boxes], boxes
    places = compiled.places(np.maximum(dice.holds, 0))
    fallen = compiled.places(rules.lattice.rolls)
    throws = dice.ways, dice.starts, dice.falls, dice.counts.astype(np.uint64), places, fallen
    return sheet, (tables[0], tables[2], np.arange(len(place.lower)), choices, rest, throws)


@jit
def _look(values: Any, chips: Any, rows: Any, states: Any, sheet: Any, to: Any) -> None:
    """Compute the worth after each writing, for a position in each lane; minus infinity where a box is closed."""
    subsets, row_of, gain, after = sheet[:4]
    parts, lower = to
    for i in range(rows.size):
        row, state = rows[i], states[i]
        at = np.uint64(i)
        for box in range(gain.shape[1]):
            for kind in range(gain.shape[2]):
                parts[at] = values[row, chips, after[state, box, kind]] + gain[state, box, kind]
                at += WIDE
        at = np.uint64(i)
        for box in range(sheet[6].size - gain.shape[1]):
            bit = ONE << np.uint64(box)
            still = subsets[row] & bit
            lower[at] = values[row_of[subsets[row] ^ bit], chips, state] if still else -np.inf
            at += WIDE


@jit
def _copy(source: Any, target: Any) -> None:
    """Copy all rows of lanes."""
    for at in range(np.uint64(0), np.uint64(source.size), WIDE):
        store(target, at, load(source, at))


@jit
def _stages(values: Any, chips: Any, rows: Any, states: Any, sheet: Any, kernel: Any, buffers: Any) -> None:
    """Compute the worth of writing each roll, and of each holding after each throw, for LANES positions at once."""
    patterns, gain, opens, choices, rest = kernel[:5]
    (ups, downs), rolls = rest[:2]
    entry, first, second, third, bought = buffers[0]
    strike = np.uint64(gain.shape[0] * gain.shape[1] * LANES)
    if chips > 0:
        parts, lower = buffers[2]
        _look(values, chips - 1, rows, states, sheet, buffers[2])
        best_patterns(parts, lower, opens, patterns, strike, gain)
        best_entries(entry, bought, third, parts, choices, rolls)
        compiled.expect(third, ups)
        _copy(third, bought)
        compiled.choose(bought, downs)
    parts, lower = buffers[1]
    _look(values, chips, rows, states, sheet, buffers[1])
    best_patterns(parts, lower, opens, patterns, strike, gain)
    best_entries(second, bought, entry, parts, choices, rolls)
    compiled.expect(second, ups)
    _copy(second, first)
    compiled.choose(first, downs)
    compiled.expect(first, ups)


@jit
def _hold(stage: Any, lane: Any, holds: Any, count: Any, entry: Any, slack: Any) -> Any:
    """The place of the best holding; the end of all places if writing is as good."""
    best = stage[holds[0] + lane]
    for at in range(ONE, count):
        best = max(best, stage[holds[at] + lane])
    if best <= entry + slack:
        return np.uint64(stage.size)
    way = np.uint64(0)
    while stage[holds[way] + lane] < best - slack:
        way += ONE
    return np.uint64(holds[way])


@jit
def _worth(box: Any, after: Any, lane: Any, kind: Any, worths: Any, kinds: Any) -> Any:
    """The worth of writing a roll into a box, minus infinity if it is closed."""
    parts, lower = after
    uppers = np.uint64(kind.size)
    if box < uppers:
        return parts[(box * kinds + kind[box]) * WIDE + lane]
    return lower[(box - uppers) * WIDE + lane] + parts.dtype.type(worths[box])


@jit
def _box(after: Any, lane: Any, kind: Any, worths: Any, kinds: Any, slack: Any) -> Any:
    """The best box for a roll, by its index among all boxes that were open at the start."""
    best = _worth(np.uint64(0), after, lane, kind, worths, kinds)
    for other in range(ONE, np.uint64(worths.size)):
        best = max(best, _worth(other, after, lane, kind, worths, kinds))
    box = np.uint64(0)
    while _worth(box, after, lane, kind, worths, kinds) < best - slack:
        box += ONE
    return box


@jit
def _games(at: Any, position: Any, memo: Any, sheet: Any, dice: Any, buffers: Any, out: Any) -> None:
    """Play the games in one position."""
    row, state, start, end, lane, chips, slack = position
    decided_at, decisions = memo
    subsets, row_of, gain, after, kind, worths, boxes = sheet
    ways, falls_at, falls, counts, holds, fallen = dice
    entry, first, second, third, _ = buffers[0]
    words, trail, wrote, points, bonus, to = out
    kinds, uppers = np.uint64(gain.shape[2]), np.uint64(gain.shape[1])
    for game in range(start, end):
        held, throws = np.uint64(0), 0
        while True:
            base = held // WIDE
            roll = falls[falls_at[base] + ((words[game, throws] >> SPARE) * ways[base] >> BITS)]
            trail[game, 2 * throws] = roll
            throws += 1
            if throws == (4 if chips > 0 else 3):
                break
            if decided_at[throws, roll] <= at:
                decided_at[throws, roll] = at + 1
                stage = first if throws == 1 else second if throws == 2 else third
                writing = entry[fallen[roll] + lane]
                decisions[throws, roll] = _hold(stage, lane, holds[roll], counts[roll], writing, slack)
            held = decisions[throws, roll]
            if held == entry.size:
                break
            trail[game, 2 * throws - 1] = held // WIDE
        which = 4 if throws == 4 else 0
        if decided_at[which, roll] <= at:
            decided_at[which, roll] = at + 1
            decisions[which, roll] = _box(
                buffers[2] if throws == 4 else buffers[1], lane, kind[roll], worths[roll], kinds, slack
            )
        box = decisions[which, roll]
        wrote[game], points[game] = boxes[box], worths[roll, box]
        to_row, to_state = row, state
        if box < uppers:
            bonus[game] = np.int64(gain[state, box, kind[roll, box]]) - worths[roll, box]
            to_state = after[state, box, kind[roll, box]]
        else:
            to_row = row_of[subsets[row] ^ (ONE << (box - uppers))]
        to[game] = ((chips - (throws == 4)) * subsets.size + np.int64(to_row)) * gain.shape[0] + np.int64(to_state)


@jit
def _play(values: Any, positions: Any, terms: Any, sheet: Any, kernel: Any, buffers: Any, out: Any) -> None:
    rows, states, starts = positions
    chips, slack = terms
    # A cache of decisions in a position, by throws and roll, for other games in it.
    decided = kernel[5][3].size
    memo = np.zeros((5, decided), np.int64), np.zeros((5, decided), np.uint64)
    for begin in range(0, rows.size, LANES):
        end = min(begin + LANES, rows.size)
        _stages(values, chips, rows[begin:end], states[begin:end], sheet, kernel, buffers)
        for at in range(begin, end):
            position = rows[at], states[at], starts[at], starts[at + 1], np.uint64(at - begin), chips, slack
            _games(at, position, memo, sheet, kernel[5], buffers, out)
