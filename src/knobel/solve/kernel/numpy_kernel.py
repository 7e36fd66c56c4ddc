"""The kernel with NumPy: expectation walks the holdings lattice up, choice walks it down, and endings go back.

The passes work on many positions at once. These are lanes: the last, contiguous axis of every array; rows are rolls, in
the order of `lattice.falls`, or holdings.
"""

from collections.abc import Sequence
from typing import NamedTuple

from knobel.solve.arrays import NDArray, np
from knobel.solve.kernel.lattice import Index, Lattice, Walk
from knobel.solve.kernel.uses import Kinds, Rolls, Use

Values = NDArray[np.float64]

FEW_FACES = 7
"""Up to so many numbers NumPy adds one after the other."""


def expect(lattice: Lattice, rolls: Values) -> Values:
    """The expectation of every holding if all other dice are thrown: rolls x lanes to holdings x lanes."""
    held = np.zeros((lattice.size, rolls.shape[1]))
    held[lattice.rolls] = rolls
    for walk in lattice.walks:
        # Along this axis: worth(held) is the mean over faces of worth(held + face), larger holdings first.
        if walk.single:
            cup, *faces = _faces(walk, held)
            # Face by face: NumPy's own mean over six neighbours takes several times as long.
            cup[:] = sum(faces[1:], faces[0]) / len(faces)
            continue
        for rows, sources in walk.ups:
            neighbours = held[sources]
            if sources.shape[2] <= FEW_FACES:
                held[rows] = neighbours.mean(axis=2)
            else:
                # Of more neighbours NumPy adds pairs first; a running sum adds face by face, as the other kernels do.
                held[rows] = neighbours.cumsum(axis=2)[:, :, -1] / sources.shape[2]
    return held


def raised(lattice: Lattice, held: Values) -> Values:
    """The worth of every holding if any of its dice may be taken up; valid where all dice of later groups are held."""
    best = held.copy()
    for walk in reversed(lattice.walks):
        # Along this axis: best(held) = max(worth(held), best(held - any one die)), smaller holdings first.
        if walk.single:
            cup, *faces = _faces(walk, best)
            for face in faces:
                np.maximum(face, cup, out=face)
            continue
        for rows, sources in walk.downs:
            best[rows] = np.maximum(best[rows], best[sources])
    return best


def choose(lattice: Lattice, held: Values) -> Values:
    """The worth of every roll if any dice may be held: holdings x lanes to rolls x lanes."""
    return np.asarray(raised(lattice, held)[lattice.rolls])


def _faces(walk: Walk, rows: Values) -> list[Values]:
    """The rows along the axis of a single die, as views: the die in the cup first, then each of its faces."""
    by_face = rows.reshape(-1, walk.axis.size, walk.step * rows.shape[1])
    return [by_face[:, face] for face in range(walk.axis.size)]


def throw(lattice: Lattice, rolls: Values) -> Values:
    """The worth of every roll if one more throw may follow it."""
    return choose(lattice, expect(lattice, rolls))


def turn(lattice: Lattice, entries: Sequence[Values], throws: int) -> Values:
    """The worth of a whole turn for each number of chips: chips x lanes.

    `entries[c]` (rolls x lanes) is the worth of writing a roll at once with c chips left; a chip buys one throw more.
    """
    turns = []
    for chips, entry in enumerate(entries):
        last = entry if chips == 0 else np.maximum(entry, throw(lattice, entries[chips - 1]))
        for _ in range(throws - 1):
            last = throw(lattice, last)
        turns.append(lattice.chances @ last)
    return np.array(turns)


class EndingChances(NamedTuple):
    """The chance that a turn ends with each roll: rolls x lanes."""

    last: Values
    """After the throws that every turn has."""
    bought: Values | None
    """After an extra throw, where one may be bought; it is bought where that is worth more."""


def endings(lattice: Lattice, entries: Values, throws: int, bought: Values | None = None) -> EndingChances:
    """The chances of the endings of turns played optimally, if `entries` are the worths of ending: rolls x lanes.

    `bought` are the worths of ending after an extra throw. Of equal choices, the one that holds fewer dice is taken.
    The passes go in reverse: the chance of a roll moves down to the dice that are held, and from those up to the rolls.
    """
    bests = []
    last = entries
    if bought is not None:
        more = raised(lattice, expect(lattice, bought))
        last = np.maximum(entries, more[lattice.rolls])
    for _ in range(throws - 1):
        bests.append(raised(lattice, expect(lattice, last)))
        last = bests[-1][lattice.rolls]
    chances = np.zeros((lattice.size, entries.shape[1]))
    chances[lattice.rolls] = lattice.chances[:, None]
    for best in reversed(bests):
        _hold(lattice, best, chances)
        _fall(lattice, chances)
    ended = np.asarray(chances[lattice.rolls])
    if bought is None:
        return EndingChances(ended, None)
    buys = more[lattice.rolls] > entries
    chances[lattice.rolls] = np.where(buys, ended, 0.0)
    _hold(lattice, more, chances)
    _fall(lattice, chances)
    return EndingChances(np.where(buys, 0.0, ended), np.asarray(chances[lattice.rolls]))


def _hold(lattice: Lattice, best: Values, chances: Values) -> None:
    """Move the chance of every roll to its best holding."""
    for walk in lattice.walks:
        for less, more in walk.ups:
            # With one face taken up, different holdings lead to different ones: no row is written twice.
            for rows in np.moveaxis(more, -1, 0):
                moved = np.where(best[less] == best[rows], chances[rows], 0.0)
                chances[less] += moved
                chances[rows] -= moved


def _fall(lattice: Lattice, chances: Values) -> None:
    """Distribute the chance of every holding over the rolls that may result from it."""
    for walk in reversed(lattice.walks):
        for less, more in reversed(walk.ups):
            share = chances[less] / more.shape[-1]
            for rows in np.moveaxis(more, -1, 0):
                chances[rows] += share
            chances[less] = 0.0


class NumpyKernel:
    """The passes of a single turn, on arrays without lanes; turns that are wanted together are lanes."""

    solves_endgames = True

    def column(self, lattice: Lattice, worths: Rolls) -> Values:
        return np.asarray(worths, np.float64)

    def expect(self, lattice: Lattice, rolls: Values) -> Values:
        return expect(lattice, rolls[:, None])[:, 0]

    def choose(self, lattice: Lattice, held: Values, ending: Values) -> Values:
        return np.maximum(choose(lattice, held[:, None])[:, 0], ending)

    def best(self, lattice: Lattice, held: Values, ending: Values) -> Index:
        best, rows = raised(lattice, held[:, None])[:, 0], lattice.rolls
        most = best[rows]
        for walk in lattice.walks:
            # Of each group, the first dice to hold with which the other groups can still reach the worth.
            own = rows // walk.step % walk.axis.size
            choices = rows[:, None] + (walk.axis.subsets[own - walk.axis.full.start] - own[:, None]) * walk.step
            rows = choices[np.arange(len(rows)), (best[choices] == most[:, None]).argmax(axis=1)]
        return np.where(most > ending, rows, -1)

    def holding(self, lattice: Lattice, row: int) -> Values:
        held = np.zeros(lattice.size)
        held[row] = 1.0
        return held

    def fall(self, lattice: Lattice, held: Values) -> Values:
        for axis in lattice.axes:
            # The axis that is done becomes the fastest, and the next one the slowest.
            held = held.reshape(axis.size, -1).T @ axis.falls
        return np.asarray(held.ravel()[lattice.places])

    def hold(self, lattice: Lattice, best: Index, rolls: Values) -> Values:
        moved = np.where(best < 0, 0.0, rolls)
        rolls -= moved
        return np.bincount(np.maximum(best, 0), moved, lattice.size).astype(np.float64, copy=False)

    def gather(self, lattice: Lattice, kinds: Kinds, count: int, rolls: Values) -> list[float]:
        totals: list[float] = np.bincount(kinds.array, rolls, count).tolist()
        return totals

    def starts(self, lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int) -> list[float]:
        # To hold nothing, which is the first row, is to throw all dice.
        return self._ahead(lattice, np.array(worths).T[kinds.array], throws - 1, 0)

    def endings(
        self, lattice: Lattice, kinds: Kinds, worths: Sequence[Sequence[float]], throws: int
    ) -> list[list[float]]:
        lanes = np.array(worths).T
        chances: Values = np.zeros(lanes.shape)
        np.add.at(chances, kinds.array, endings(lattice, lanes[kinds.array], throws).last)
        shares: list[list[float]] = chances.T.tolist()
        return shares

    def prospects(self, lattice: Lattice, columns: Sequence[Rolls], rethrows: int, row: int) -> list[float]:
        rolls = np.column_stack(list(map(np.asarray, columns))).astype(np.float64)
        return self._ahead(lattice, rolls, rethrows, row)

    def _ahead(self, lattice: Lattice, rolls: Values, rethrows: int, row: int) -> list[float]:
        """The worth of holding this row if one may throw `rethrows` times more after it, for each lane."""
        for _ in range(rethrows):
            rolls = throw(lattice, rolls)
        return list(map(float, expect(lattice, rolls)[row]))

    def best_worths(self, uses: Sequence[Use]) -> Values:
        return np.asarray(np.maximum.reduce([np.array(use.worths)[use.kinds.array] for use in uses]))

    def best_uses(self, uses: Sequence[Use]) -> list[int]:
        numbers = [use.number for use in uses]
        places = np.array([np.array(use.worths)[use.kinds.array] for use in uses]).argmax(axis=0)
        return [numbers[place] for place in places.tolist()]
