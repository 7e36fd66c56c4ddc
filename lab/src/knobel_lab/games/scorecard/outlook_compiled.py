"""Outlooks, compiled: one layer of positions at a time, whose followers are known.

The endings of a turn are found by the passes of the kernel: worths forward, chances backward. A writing is a box and
one of its worths; those of all boxes are numbered consecutively, as in `Writings`.
"""

from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.outlook import layers
from knobel_lab.games.scorecard.writings import Ints, Writings
from knobel_lab.solving.kernel.compiled import places, scratch, steps, throw
from knobel_lab.solving.kernel.endings_compiled import fall, hold
from knobel_lab.solving.kernel.jit import jit
from knobel_lab.solving.kernel.simd import LANES, larger, load, spread, store

CLOSED = -1e9
"""The worth of writing into a box that is closed."""


@jit
def _writings(position: Any, card: Any, gains: Any, after: Any) -> None:
    """Compute the points of each writing in a position, and the position after it; -1 where the box is closed."""
    first, upper_gain, upper_after, worths, subsets, row_of = card
    states, uppers = upper_gain.shape[0], upper_gain.shape[1]
    row, state = position // states, position % states
    after[:] = -1
    for box in range(uppers):
        for kind in range(first[box + 1] - first[box]):
            gain = upper_gain[state, box, kind]
            if gain >= 0:
                gains[first[box] + kind] = gain
                after[first[box] + kind] = row * states + upper_after[state, box, kind]
    for box in range(worths.shape[0]):
        if subsets[row] >> box & 1:
            then = row_of[subsets[row] & ~(1 << box)] * states + state
            for kind in range(first[uppers + box + 1] - first[uppers + box]):
                gains[first[uppers + box] + kind] = worths[box, kind]
                after[first[uppers + box] + kind] = then


@jit
def _enter(lane: Any, chips: Any, card: Any, ways: Any, means: Any, rolls: Any, buffers: Any) -> None:
    """Compute the worth of writing each roll into the best box, and that writing."""
    first, kinds = card
    gains, after, worth = ways
    entry, written = buffers
    opened = np.zeros(kinds.shape[1], np.int64)
    count = 0
    for box in range(kinds.shape[1]):
        if after[lane, first[box]] >= 0:
            opened[count] = box
            count += 1
            for at in range(first[box], first[box + 1]):
                worth[at] = gains[lane, at] + means[after[lane, at], chips] if after[lane, at] >= 0 else CLOSED
    for roll in range(rolls.size):
        most, chosen = CLOSED, 0
        for at in range(count):
            box = opened[at]
            writing = first[box] + kinds[roll, box]
            if worth[writing] > most:
                most, chosen = worth[writing], writing
        entry[rolls[roll] + lane], written[rolls[roll] + lane] = most, chosen


@jit
def _mix(place: Any, lane: Any, chips: Any, ends: Any, ways: Any, rolls: Any, outlook: Any) -> None:
    """Add the distributions after each writing, weighted by the chance of it; `chips` are those before and after it."""
    means, chances, slots = outlook
    last, written, share = ends
    gains, after, _ = ways
    to, left = chips
    share[:] = 0.0
    for roll in rolls:
        share[written[roll + lane]] += last[roll + lane]
    slot = slots[place]
    for writing in range(share.size):
        part = share[writing]
        if part > 0:
            gain, then = int(gains[lane, writing]), after[lane, writing]
            means[place, to] += part * (gain + means[then, left])
            if slot >= 0:
                shape, out = chances[slots[then], left], chances[slot, to]
                for more in range(out.size - gain):
                    out[gain + more] += part * shape[more]


@jit
def _forward(chips: Any, entry: Any, more: Any, bests: Any, kernel: Any) -> None:
    """Compute the worth of all holdings, from the last throw back; a chip buys an extra throw, worth `more`."""
    (ups, downs), rolls, _, throws = kernel
    for k in range(rolls.size):
        worths = load(entry, rolls[k])
        store(bests[0], rolls[k], larger(load(more, rolls[k]), worths) if chips else worths)
    for left in range(throws - 1):
        throw(bests[left], ups, downs)
        if left < throws - 2:
            for k in range(rolls.size):
                store(bests[left + 1], rolls[k], load(bests[left], rolls[k]))


@jit
def _backward(bests: Any, last: Any, kernel: Any) -> None:
    """Compute the chance that each roll is the last of a turn, except for a bought throw."""
    (ups, downs), rolls, fallen, throws = kernel
    for k in range(rolls.size):
        store(last, rolls[k], spread(fallen[k]))
    for left in range(throws - 2, -1, -1):
        hold(bests[left], last, downs)
        fall(last, ups)


@jit
def _buy(lanes: Any, entry: Any, more: Any, last: Any, bought: Any, kernel: Any) -> None:
    """Where an extra throw is worth its chip, compute the chance that each roll is the last after it."""
    (ups, downs), rolls, _, _ = kernel
    nothing = spread(0.0)
    for roll in rolls:
        store(bought, roll, nothing)
        for lane in range(lanes):
            if more[roll + lane] > entry[roll + lane]:
                bought[roll + lane], last[roll + lane] = last[roll + lane], 0.0
    hold(more, bought, downs)
    fall(bought, ups)


@jit
def _layer(places: Any, card: Any, kinds: Any, kernel: Any, buffers: Any, outlook: Any) -> None:
    (ups, downs), rolls, _, _ = kernel
    entry, bests, more, last, bought, written, before, ways, share = buffers
    for begin in range(0, places.size, LANES):
        batch = places[begin : begin + LANES]
        for lane in range(batch.size):
            _writings(batch[lane], card, ways[0][lane], ways[1][lane])
        for chips in range(outlook[0].shape[1]):
            for lane in range(batch.size):
                _enter(lane, chips, (card[0], kinds), ways, outlook[0], rolls, (entry, written))
            _forward(chips, entry, more, bests, kernel)
            _backward(bests, last, kernel)
            if chips:
                _buy(batch.size, entry, more, last, bought, kernel)
            for lane in range(batch.size):
                _mix(batch[lane], lane, (chips, chips), (last, written, share), ways, rolls, outlook)
                if chips:
                    _mix(batch[lane], lane, (chips, chips - 1), (bought, before, share), ways, rolls, outlook)
            for k in range(rolls.size):
                store(more, rolls[k], load(entry, rolls[k]))
            throw(more, ups, downs)
            written, before = before, written


def _look_at_layer(layer: Ints, writings: Writings, outlook: tuple[Any, ...]) -> None:
    """Fill in means and chances of positions from those of all that can follow them."""
    rules = writings.place.rules
    lattice, size = rules.lattice, int(writings.first[-1])
    kernel = steps(lattice), places(lattice.rolls), lattice.chances, rules.throws
    floats = [scratch(lattice.size, np.float64) for _ in range(rules.throws + 3)]
    entry, more, last, bought, *bests = floats
    ways = np.zeros((LANES, size)), np.zeros((LANES, size), np.int64), np.zeros(size)
    numbers = scratch(lattice.size, np.uint16), scratch(lattice.size, np.uint16)
    buffers = (entry, tuple(bests), more, last, bought, *numbers, ways, np.zeros(size))
    _layer(layer, writings.card, writings.kinds, kernel, buffers, outlook)


class FewBoxes(NamedTuple):
    """The distributions of all positions with few open boxes."""

    slots: Ints
    """The index of the chances of each position; -1 where more boxes are open."""
    means: NDArray[np.float64]
    """The expected points: positions x chips."""
    chances: NDArray[Any]
    """The chance of each number of points, by index: chips x points."""


def outlook_fast(writings: Writings, boxes: int, dtype: Any = np.float64) -> FewBoxes:
    """The distributions of positions with at most `boxes` open boxes."""
    place = writings.place
    rows, chips, states = place.shape
    full, *others = islice(layers(place), boxes + 1)
    few = np.sort(np.concatenate([full, *others]))
    slots, means = np.full(rows * states, -1), np.zeros((rows * states, chips))
    slots[few] = np.arange(len(few))
    chances = np.zeros((len(few), chips, place.most_points(boxes) + 1), dtype)
    chances[slots[full], :, 0] = 1.0
    for layer in others:
        _look_at_layer(layer, writings, (means, chances, slots))
    return FewBoxes(slots, means, chances)
