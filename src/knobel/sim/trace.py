"""The events of a turn, told by the trail that perfect play leaves: numbers of rolls and of what was held."""

from collections.abc import Iterator, Sequence

from knobel.core.game import Event, Fell, Moved
from knobel.games.holding.tray import Keep, Tray, fresh
from knobel.solve.kernel.lattice import Lattice


def told(lattice: Lattice, trail: Sequence[int]) -> Iterator[Event]:
    """The throws of a turn, and the dice held between them, in a game for one."""
    tray = fresh(len(lattice.pool))
    for at, number in enumerate(trail):
        if at % 2:
            keep = _keep(lattice, tray, number)
            tray = tray.keep(keep.positions)
            yield Moved(0, keep)
        else:
            faces = _fallen(lattice, tray, number)
            tray = tray.land(faces)
            yield Fell(faces)


def _keep(lattice: Lattice, tray: Tray, row: int) -> Keep:
    """The move that holds the dice of this holding."""
    positions = []
    for part, axis in zip(reversed(lattice.parts), reversed(lattice.axes), strict=True):
        row, at = divmod(row, axis.size)
        held = list(tuple(axis.index)[at])
        for position in part:
            face = tray.dice[position]
            if face in held:
                held.remove(face)
                positions.append(position)
    return Keep(tuple(sorted(positions)))


def _fallen(lattice: Lattice, tray: Tray, roll: int) -> tuple[int, ...]:
    """How the dice in the cup fell to make this roll of what lies."""
    fell: dict[int, int] = {}
    for part in lattice.parts:
        faces = [lattice.falls[roll][position] for position in part]
        for position in part:
            face = tray.dice[position]
            if face is not None:
                faces.remove(face)
        fell |= zip([position for position in part if tray.dice[position] is None], faces, strict=True)
    return tuple(fell[position] for position in sorted(fell))
