"""Distribution of the last roll of a turn that is played optimally for given worths.

The passes of the kernel in reverse: the chance of a roll moves down to the dice that are held, and from those up to the
rolls that result. This is the version for reading; `endings_compiled` is compiled.
"""

from typing import NamedTuple

from knobel.solve.arrays import NDArray, np
from knobel.solve.kernel import reference
from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.reference import Values


def endings(lattice: Lattice, entries: Values, throws: int) -> Values:
    """The chance that a turn ends with each roll, if `entries` are the worths of ending with it: rolls x lanes.

    Of equal choices, the one that holds fewer dice is taken.
    """
    return endings_of(lattice, entries, throws).last


def endings_by_class(lattice: Lattice, classes: NDArray[np.int64], worths: Values, throws: int) -> Values:
    """The chance that a turn ends in each class of rolls, if `worths` (classes x lanes) are the worths of these."""
    found = np.zeros(worths.shape)
    np.add.at(found, classes, endings(lattice, worths[classes], throws))
    return found


class Ends(NamedTuple):
    """The chance that a turn ends with each roll: rolls x lanes."""

    last: Values
    """After the throws that every turn has."""
    bought: Values | None
    """After an extra throw, where one may be bought; it is bought where that is worth more."""


def endings_of(lattice: Lattice, entries: Values, throws: int, bought: Values | None = None) -> Ends:
    """As `endings`, with an extra throw to buy: `bought` are the worths of ending with each roll after it."""
    bests = []
    last = entries
    if bought is not None:
        more = reference.raised(lattice, reference.expect(lattice, bought))
        last = np.maximum(entries, more[lattice.rolls])
    for _ in range(throws - 1):
        bests.append(reference.raised(lattice, reference.expect(lattice, last)))
        last = bests[-1][lattice.rolls]
    chances = np.zeros((lattice.size, entries.shape[1]))
    chances[lattice.rolls] = lattice.chances[:, None]
    for best in reversed(bests):
        _hold(lattice, best, chances)
        _fall(lattice, chances)
    found = np.asarray(chances[lattice.rolls])
    if bought is None:
        return Ends(found, None)
    buys = more[lattice.rolls] > entries
    chances[lattice.rolls] = np.where(buys, found, 0.0)
    _hold(lattice, more, chances)
    _fall(lattice, chances)
    return Ends(np.where(buys, 0.0, found), np.asarray(chances[lattice.rolls]))


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
            part = chances[less] / more.shape[-1]
            for rows in np.moveaxis(more, -1, 0):
                chances[rows] += part
            chances[less] = 0.0
