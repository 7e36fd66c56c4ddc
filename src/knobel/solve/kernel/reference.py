"""The turn kernel for reading: expectation walks the holdings lattice up, choice walks it down.

Positions are lanes: the last, contiguous axis of every array. Rows are rolls or holdings.
"""

from collections.abc import Sequence

from knobel.solve.arrays import NDArray, np
from knobel.solve.kernel.lattice import Lattice, Walk

Values = NDArray[np.float64]


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
            held[rows] = held[sources].mean(axis=2)
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
