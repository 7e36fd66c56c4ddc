"""One throw of look-ahead: the worth of grids if the next throw is placed where the learned value is best.

All grids are processed together. Two symbols in a pair of free cells change codes by sums. For one symbol only four
things can happen in a pair: others take both cells, or it takes the first, the second, or both. So four sums for each
symbol are enough for all 36 ways to fill the pair.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.krisskross.rules import PAIRS
from knobel.games.krisskross.solve.features import Frame, Ints, Touches, frame, touches
from knobel.games.krisskross.solve.shapes import SYMBOLS
from knobel.games.krisskross.solve.weights import Weights

ENDS = np.array(PAIRS)
DIGITS = np.arange(1, SYMBOLS + 1)
WORST = -1e9
"""Less than the worth of any grid."""


def look_at_all(grids: Ints, weights: Weights, advanced: bool) -> NDArray[np.float64]:
    """The expectation of the best placement of the next throw, for grids of one stage into which three throws fit.

    After one of three throws another one always fits: no placement here is the last.
    """
    layout = frame(advanced)
    stage = int((grids[0] != 0).sum()) // 2 + 1
    free = (grids[:, ENDS] == 0).all(axis=2)
    pairs = np.flatnonzero(free.any(axis=0))
    worths = _by_windows(grids, pairs, weights, layout, advanced)
    worths += _by_lines(grids, pairs, weights, layout, stage, advanced)
    # The codes of a pair are meaningless in grids in which it is not free.
    worths[~free[:, pairs]] = WORST
    best = np.maximum(worths, worths.swapaxes(2, 3)).max(axis=1)
    return np.asarray(best.mean(axis=(1, 2), dtype=np.float64))


@cache
def _touched(advanced: bool) -> tuple[Touches, Touches]:
    return touches(frame(advanced).windows), touches(frame(advanced).lines)


def _rows(near: Touches, pairs: Ints) -> tuple[Ints, Ints]:
    """The rows of touches of these pairs, and where those of each pair begin."""
    counts = near.ends[pairs + 1] - near.ends[pairs]
    begins = np.cumsum(counts) - counts
    return np.repeat(near.ends[pairs] - begins, counts) + np.arange(counts.sum()), begins


def _views(grids: Ints) -> tuple[Ints, Ints]:
    """The distinct views of symbols, and the view of each symbol: symbols that no grid has share one."""
    there = np.isin(DIGITS, grids)
    seen = np.concatenate([DIGITS[there], DIGITS[~there][:1]])
    return seen, np.where(there, np.cumsum(there) - 1, len(seen) - 1)


def _by_windows(grids: Ints, pairs: Ints, weights: Weights, layout: Frame, advanced: bool) -> NDArray[np.float32]:
    """The part of windows in the value of each way to fill pairs: grids x pairs x first symbol x second symbol."""
    seen, of_symbol = _views(grids)
    own = (grids[:, None, :] == seen[:, None]).astype(np.float32)
    taken = (grids != 0).astype(np.float32)
    powers = layout.windows.T.astype(np.float32)
    codes = layout.offsets + ((taken @ powers)[:, None] + own @ powers).astype(np.int64)
    now = weights.windows[codes]
    near = _touched(advanced)[0]
    rows, begins = _rows(near, pairs)
    at, one, other = near.at[rows], near.one[rows], near.other[rows]
    after = codes[:, :, at] + (one + other)

    def gain(more: Any) -> NDArray[np.float32]:
        return np.add.reduceat(weights.windows.take(after + more, mode="clip"), begins, axis=2)[:, of_symbol]

    others = gain(0)
    first, second, both = (gain(more) - others for more in (one, other, one + other))
    before = now.sum(axis=2, keepdims=True) - np.add.reduceat(now[:, :, at], begins, axis=2)
    total = (before[:, of_symbol] + others).sum(axis=1)
    # From symbols x pairs to pairs x symbols.
    first, second, both = (change.swapaxes(1, 2) for change in (first, second, both))
    values = total[:, :, None, None] + first[..., None] + second[..., None, :]
    same = np.arange(SYMBOLS)
    values[..., same, same] = total[:, :, None] + both
    return np.asarray(values)


def _by_lines(
    grids: Ints, pairs: Ints, weights: Weights, layout: Frame, stage: int, advanced: bool
) -> NDArray[np.float32]:
    """The part of lines in the value of each way to fill pairs at this stage, shaped as in `_by_windows`."""
    learned = weights.lines[:, stage][:, layout.patterns]
    codes = grids @ layout.lines.T + layout.kinds * learned.shape[1]
    now = learned.take(codes)
    near = _touched(advanced)[1]
    rows, begins = _rows(near, pairs)
    at, one, other = near.at[rows], near.one[rows], near.other[rows]
    more = one[:, None, None] * DIGITS[:, None] + other[:, None, None] * DIGITS
    after = learned.take(codes[:, at, None, None] + more, mode="clip") - now[:, at, None, None]
    return np.asarray(now.sum(axis=1)[:, None, None, None] + np.add.reduceat(after, begins, axis=1))
