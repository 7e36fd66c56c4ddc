"""The loss of deciding by compact values on a scorecard: points on one sheet, or the chance to win for two."""

from functools import partial

import numpy as np

from knobel.games.scorecard.solve.duel import Duel
from knobel.games.scorecard.solve.positions import Positions
from knobel_lab.games.scorecard.duel import ranks, width
from knobel_lab.games.scorecard.selfplay import shape, turns
from knobel_lab.solving.evaluate import Trial, Tryout, Values, Worth, better, lanes_of, play, turn
from knobel_lab.solving.kernel.cup import Ints, words

BATCH = 25_000
LANES = 64
"""How many positions are compared at once: some megabytes for the largest lattice."""


def entries(place: Positions, values: Worth, rows: Ints, states: Ints, chips: int) -> Worth:
    """The worth of writing each roll into the box judged best, with a position in each lane: rolls x lanes."""
    rules, upper, subsets = place.rules, place.upper, place.subsets[rows]
    size = len(rules.lattice.falls), len(rows)
    best = Worth(np.full(size, -np.inf), np.zeros(size))
    for bit, box in zip(1 << np.arange(len(place.lower), dtype=np.uint64), place.lower, strict=True):
        after = place.rows[subsets & ~bit]
        worth = np.where(subsets & bit, rules.worths[:, box, None], -np.inf)
        best = better(best, Worth(*(worth + part[after, chips, states] for part in values)))
    for box in range(len(upper.boxes)):
        gain, after = upper.gain[box][:, states], upper.after[box][:, states]
        best = better(best, Worth(*((gain + part[rows, chips, after])[upper.kind[:, box]] for part in values)))
    return best


def losses(place: Positions, values: Worth, keys: Ints) -> Values:
    """The loss of a turn from each of these positions if it is decided by the judged values."""
    chips, rows, states = np.unravel_index(keys, shape(place))
    lost = np.zeros(len(keys))
    for count in range(place.chips + 1):
        all_of_them = np.flatnonzero(chips == count)
        for first in range(0, len(all_of_them), LANES):
            batch = all_of_them[first : first + LANES]
            ways = range(max(0, count - 1), count + 1)
            worths = [entries(place, values, rows[batch], states[batch], left) for left in ways]
            best = values.true[rows[batch], count, states[batch]]
            lost[batch] = best - turn(place.rules.lattice, worths, place.rules.throws)
    return lost


def trial_score(place: Positions, tryout: Tryout) -> Trial:
    """Play games decided by the judged values."""
    values, begin = tryout.values, int(np.prod(place.shape)) - 1
    totals = np.zeros(tryout.games, np.int64)
    for first in range(0, tryout.games, BATCH):
        numbers = range(first, min(first + BATCH, tryout.games))
        # Each compared game has its position here; before the first turn all are the same.
        keys = np.full(len(numbers), begin)
        for turns_made in turns(place, values.judged, numbers, tryout.seed):
            compared = np.arange(first, min(len(tryout.lost), numbers.stop))
            different, which = np.unique(keys[compared - first], return_inverse=True)
            tryout.compare(compared, which, partial(losses, place, values, different))
            totals[turns_made.numbers] += turns_made.points + turns_made.bonus
            keys[turns_made.numbers - first] = turns_made.after
        tryout.tell(numbers.stop)
    return tryout.result(totals, float(values.true[np.unravel_index(begin, place.shape)]))


def _rows(duel: Duel, moving: Ints, waiting: Ints) -> Ints:
    """The rows of pairs of sheets of one layer."""
    mine, theirs = int(moving[0]).bit_count(), int(waiting[0]).bit_count()
    rank, each = ranks(duel), len(duel.orders[theirs])
    return np.asarray(duel.layers[mine + theirs] + rank[moving] * each + rank[waiting])


def _writings(duel: Duel, values: Worth, moving: Ints, waiting: Ints, lead: Ints) -> tuple[Worth, Ints]:
    """The worth of writing each roll into the box judged best, and that box: rolls x lanes."""
    worths = duel.rules.worths
    judged, true = (np.full((duel.boxes, len(worths), len(lead)), -1.0) for _ in values)
    for box in range(duel.boxes):
        open_lanes = np.flatnonzero(moving >> box & 1)
        if len(open_lanes):
            rows = _rows(duel, waiting[open_lanes], moving[open_lanes] ^ 1 << box)
            at = duel.reach + lead[open_lanes] + worths[:, box, None]
            judged[box][:, open_lanes], true[box][:, open_lanes] = (part[rows, at] for part in values)
    choice = judged.argmax(axis=0)
    return Worth(*(np.take_along_axis(part, choice[None], axis=0)[0] for part in (judged, true))), choice


def trial_duel(duel: Duel, tryout: Tryout) -> Trial:
    """Play games against perfect play, in turn as first and as second player."""
    games, (judged, true), full = tryout.games, tryout.values, (1 << duel.boxes) - 1
    sheets, points = np.full((2, games), full), np.zeros((2, games), np.int64)
    seat = np.arange(games) % 2
    for number in range(2 * duel.boxes):
        me, other = number % 2, 1 - number % 2
        word = words(tryout.seed, number, 0, games)
        for own in (True, False):
            mine = np.flatnonzero((seat == me) == own)
            values = Worth(judged if own else true, true)
            keys = np.ravel_multi_index(
                (sheets[me, mine], sheets[other, mine], points[me, mine] - points[other, mine] + duel.reach),
                (full + 1, full + 1, width(duel)),
            )
            for different, which, lanes in lanes_of(keys):
                games_here = mine[which]
                moving, waiting, lead = np.unravel_index(different, (full + 1, full + 1, width(duel)))
                lead -= duel.reach
                entry, choice = _writings(duel, values, moving, waiting, lead)
                if own:
                    worth = 1 - true[_rows(duel, moving, waiting), duel.reach - lead]
                    tryout.compare(games_here, lanes, partial(_lost, duel, entry, worth))
                rolls = play(duel.rules.lattice, entry.judged, lanes, word[games_here], duel.rules.throws)
                boxes = choice[rolls, lanes]
                sheets[me, games_here] ^= 1 << boxes
                points[me, games_here] += duel.rules.worths[rolls, boxes]
        tryout.tell((number + 1) * games // (2 * duel.boxes))
    lead = np.where(seat == 0, points[0] - points[1], points[1] - points[0])
    # In both seats equally often, perfect play wins half the games.
    return tryout.result(np.sign(lead) / 2 + 0.5, 0.5)


def _lost(duel: Duel, entry: Worth, worth: Values) -> Values:
    """The loss of a turn that is decided by judged values, if the best one is worth `worth`."""
    return np.asarray(worth - turn(duel.rules.lattice, [entry], duel.rules.throws))
