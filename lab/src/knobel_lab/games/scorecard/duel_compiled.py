"""Filling rows of a duel's table, compiled; `duel.fill_plain` explains the method."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.duel import BLOCK, Duel
from knobel_lab.games.scorecard.duel import last_row, ranks, subsets, width
from knobel_lab.solving.kernel import compiled
from knobel_lab.solving.kernel.jit import jit
from knobel_lab.solving.kernel.simd import LANES, larger, load, spread, store

assert BLOCK == LANES


def fill_fast(duel: Duel, values: NDArray[Any], out: NDArray[Any], first: int) -> None:
    """Fill `out` with the rows from `first` on, from the rows of earlier layers in `values`."""
    if first == 0:
        # The first layer has one row, and no chunk spans two layers.
        out[0] = last_row(duel)
    worths, rest = _tables(duel)
    boxes, after = _following(duel, first, len(out))
    buffers = compiled.scratch(duel.rules.lattice.size, out.dtype), compiled.scratch(1, np.float64)
    _fill(values.reshape(-1), out, boxes, after, worths, rest, buffers)


@lru_cache(maxsize=2)
def _tables(duel: Duel) -> tuple[Any, ...]:
    """The worth of each roll in each box, and the arguments of the turn kernel."""
    return duel.rules.worths.astype(np.uint64), compiled.turn_of(duel.rules.lattice, duel.rules.throws)


def _following(duel: Duel, first: int, rows: int) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """For each row, the boxes that may be written, and the offset of the row each leads to."""
    layer = int(np.searchsorted(duel.layers, first, side="right")) - 1
    moving, waiting = subsets(duel)[(layer + 1) // 2], subsets(duel)[layer // 2]
    mine, theirs = np.divmod(np.arange(first, first + rows) - duel.layers[layer], len(waiting))
    opens = [[box for box in range(duel.boxes) if mask >> box & 1] for mask in moving[mine].tolist()]
    boxes = np.array(opens, np.int64).reshape(rows, (layer + 1) // 2)
    each = len(duel.orders[(layer + 1) // 2 - 1]) if layer else 1
    left = ranks(duel)[moving[mine][:, None] ^ (1 << boxes)]
    after = duel.layers[max(0, layer - 1)] + ranks(duel)[waiting[theirs]][:, None] * each + left
    return boxes, (after * width(duel)).astype(np.uint64)


@jit
def _fill(values: Any, out: Any, boxes: Any, after: Any, worths: Any, rest: Any, buffers: Any) -> None:
    held, turn = buffers
    rolls = rest[1]
    reach = (out.shape[1] // LANES) * LANES // 2
    for n in range(boxes.shape[0] if boxes.shape[1] else 0):
        out[n, 0] = 0
        out[n, 2 * reach :] = 1
        for start in range(0, 2 * reach, LANES):
            for k in range(rolls.size):
                best = spread(values.dtype.type(0))
                for b in range(boxes.shape[1]):
                    place = after[n, b] + np.uint64(start) + worths[k, boxes[n, b]]
                    best = larger(load(values, place), best)
                store(held, rolls[k], best)
            compiled.finish(held, rest, turn)
            for i in range(LANES):
                if start + i > 0:
                    out[n, 2 * reach - start - i] = 1 - turn[i]
