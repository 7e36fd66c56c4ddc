"""Where turns end: the chance of each last roll when a turn is played for given worths, as well as can be.

The walks of the kernel backwards: a chance goes from a roll down to the dice that are held, and from those up to what
falls. This is the version to read; `endings_compiled` is compiled.
"""

import numpy as np

from knobel.solve.kernel import reference
from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.reference import Values


def endings(lattice: Lattice, entries: Values, throws: int) -> Values:
    """The chance that a turn ends with each roll, when `entries` are the worths of ending so: rolls x lanes.

    Of choices that are worth the same, the one that holds fewer dice is taken.
    """
    bests = []
    for _ in range(throws - 1):
        bests.append(reference.raised(lattice, reference.expect(lattice, entries)))
        entries = bests[-1][lattice.rolls]
    chances = np.zeros((lattice.size, entries.shape[1]))
    chances[lattice.rolls] = lattice.chances[:, None]
    for best in reversed(bests):
        _hold(lattice, best, chances)
        _fall(lattice, chances)
    return np.asarray(chances[lattice.rolls])


def _hold(lattice: Lattice, best: Values, chances: Values) -> None:
    """Move the chance of every roll to the holding that is best for it."""
    for walk in lattice.walks:
        for held in reversed(range(1, walk.axis.size)):
            rows = walk.bases + walk.step * held
            for less in walk.axis.down[held]:
                sources = walk.bases + walk.step * less
                moved = np.where(best[sources] == best[rows], chances[rows], 0.0)
                chances[sources] += moved
                chances[rows] -= moved


def _fall(lattice: Lattice, chances: Values) -> None:
    """Spread the chance of every holding over the rolls that may come of it."""
    for walk in reversed(lattice.walks):
        for held, ups in enumerate(walk.axis.up):
            rows = walk.bases + walk.step * held
            for up in ups:
                chances[walk.bases + walk.step * up] += chances[rows] / len(ups)
            chances[rows] = 0.0
