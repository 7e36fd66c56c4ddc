"""The trial of compact values of a game for two: the chance to win they lose against perfect play."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.duel import Duel
from knobel.solve.compact.evaluate import Trial, Worth, lanes_of, mean, play, turn
from knobel.solve.kernel.cup import Ints, words
from knobel.solve.run import Progress


def _rows(duel: Duel, moving: Ints, waiting: Ints) -> Ints:
    """The rows of pairs of sheets of one layer."""
    mine, theirs = int(moving[0]).bit_count(), int(waiting[0]).bit_count()
    return np.asarray(duel.layers[mine + theirs] + duel.ranks[moving] * len(duel.subsets[theirs]) + duel.ranks[waiting])


def _writings(duel: Duel, values: Worth, moving: Ints, waiting: Ints, lead: Ints) -> tuple[Worth, Ints]:
    """The worth of writing each roll into the box judged best, and that box: rolls x lanes."""
    worths = duel.rules.worths
    judged, true = (np.full((duel.boxes, len(worths), len(lead)), -1.0) for _ in values)
    for box in range(duel.boxes):
        some = np.flatnonzero(moving >> box & 1)
        if len(some):
            rows = _rows(duel, waiting[some], moving[some] ^ 1 << box)
            at = duel.reach + lead[some] + worths[:, box, None]
            judged[box][:, some], true[box][:, some] = (part[rows, at] for part in values)
    choice = judged.argmax(axis=0)
    return Worth(*(np.take_along_axis(part, choice[None], axis=0)[0] for part in (judged, true))), choice


def trial_duel(
    duel: Duel,
    judged: NDArray[Any],
    true: NDArray[Any],
    games: int,
    seed: int,
    compared: int,
    progress: Progress | None = None,
) -> Trial:
    """Play games against perfect play, in turn as first and as second player; the first ones are compared."""
    start, full = time.perf_counter(), (1 << duel.boxes) - 1
    sheets, points = np.full((2, games), full), np.zeros((2, games), np.int64)
    seat, lost = np.arange(games) % 2, np.zeros(min(compared, games))
    for number in range(2 * duel.boxes):
        me, other = number % 2, 1 - number % 2
        word = words(seed, number, 0, games)
        for own in (True, False):
            mine = np.flatnonzero((seat == me) == own)
            values = Worth(judged if own else true, true)
            keys = np.ravel_multi_index(
                (sheets[me, mine], sheets[other, mine], points[me, mine] - points[other, mine] + duel.reach),
                (full + 1, full + 1, duel.width),
            )
            for different, which, lanes in lanes_of(keys):
                some = mine[which]
                moving, waiting, lead = np.unravel_index(different, (full + 1, full + 1, duel.width))
                lead -= duel.reach
                entry, choice = _writings(duel, values, moving, waiting, lead)
                if own and some.min() < len(lost):
                    worth = 1 - true[_rows(duel, moving, waiting), duel.reach - lead]
                    losses = worth - turn(duel.rules.lattice, [entry], duel.rules.throws)
                    lost[some[some < len(lost)]] += losses[lanes[some < len(lost)]]
                rolls = play(duel.rules.lattice, entry.judged, lanes, word[some], duel.rules.throws)
                boxes = choice[rolls, lanes]
                sheets[me, some] ^= 1 << boxes
                points[me, some] += duel.rules.worths[rolls, boxes]
        if progress:
            progress((number + 1) * games // (2 * duel.boxes), games, time.perf_counter() - start)
    lead = np.where(seat == 0, points[0] - points[1], points[1] - points[0])
    # In either seat equally often, perfect play wins half the games.
    return Trial(games, seed, mean(np.sign(lead) / 2 + 0.5), 0.5, len(lost), mean(lost))
