"""Scores entered without their dice: the possible values of a box, and dice that the rules accept for them.

*Inferred dice* are a throw that might have been, with the moves that enter it. So what is on a sheet always follows
from dice, and an entry that no dice can give is refused.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from knobel.core.errors import BadMove
from knobel.core.game import AnyGame, Throw
from knobel.scene.text import Text


@dataclass(frozen=True, slots=True)
class Value:
    """A possible value of a place, as typed and in words."""

    value: str
    label: Text
    number: int | None = None
    """The number that is written, if it is one: it identifies the value within its place."""
    faces: tuple[str, ...] = ()
    """The faces that are written, if any."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that may be marked beside a score, in words, and the cell of the sheet it belongs to."""

    label: Text
    cell: str


def check_turn(game: AnyGame, state: object, seat: int) -> None:
    """Raise an error unless this seat is about to throw all its dice."""
    pending = game.pending(state)
    if not isinstance(pending, Throw) or pending.seat != seat or len(pending.dice) < len(game.pool):
        raise BadMove(f"a score is entered at the beginning of a turn; it is not seat {seat}'s turn")


def refused(place: str, value: str, offered: Iterable[Value]) -> BadMove:
    """The error for a value that no dice can enter, with those that they can."""
    values = [possible.value for possible in offered]
    shown = ", ".join(values[:20]) + (" and others" if len(values) > 20 else "")
    can = f"it takes {shown}" if values else "nothing can be entered there now"
    return BadMove(f"no dice can give {value[:40]!r} in {place[:40]!r}; {can}")
