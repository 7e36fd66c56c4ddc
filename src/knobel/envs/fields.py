"""The fields of an observation, and what games in which dice are held tell alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from knobel.core.dice import Die
from knobel.core.game import AnyGame

Numbers = Sequence[float]


@dataclass(frozen=True, slots=True)
class Field:
    """Numbers that belong together."""

    name: str
    labels: tuple[str, ...]
    """What each number tells."""
    read: Callable[[Any, int], Numbers]
    """The numbers of a state; of the table as this seat sees it, or of this seat's sheet."""
    low: float = 0.0


Told = tuple[tuple[Field, ...], tuple[Field, ...]]
"""The fields of the table, and those of every sheet."""


@lru_cache(maxsize=256)
def one_hot(at: int, size: int) -> tuple[float, ...]:
    """All zeros but for a one there; all zeros if that is nowhere."""
    return tuple([float(place == at) for place in range(size)])


def faces(pool: Sequence[Die], shown: Sequence[int | None]) -> list[float]:
    """A one for what each die shows; zeros for a die in the cup."""
    numbers: list[float] = []
    for die, face in zip(pool, shown, strict=True):
        numbers += one_hot(-1 if face is None else face - die.first, len(die.faces))
    return numbers


def face_labels(pool: Sequence[Die]) -> tuple[str, ...]:
    """`1=6`: the first die shows a 6."""
    return tuple(f"{at}={text}" for at, die in enumerate(pool, 1) for text in die.faces)


def tray(game: AnyGame, throws: int) -> tuple[Field, ...]:
    """Games in which dice are held and thrown again: the dice, the throws of the turn so far, and whose turn it is."""
    pool, seats = game.pool, game.seats
    return (
        Field("dice", face_labels(pool), lambda state, _: faces(pool, state.tray.dice)),
        Field("throws", _numbers(0, throws), lambda state, _: one_hot(state.tray.throws, throws + 1)),
        Field(
            "turn",
            ("own", *(f"next{ahead}" for ahead in range(1, seats))),
            lambda state, seat: one_hot((state.seat - seat) % seats, seats),
        ),
    )


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, last + 1)))


def whole(read: Callable[[Any], Numbers], size: int) -> Callable[[Any, int], Numbers]:
    """What all dice show together; zeros while one is in the cup."""
    nothing = (0.0,) * size
    return lambda state, _: nothing if None in state.tray.dice else read(state.tray.dice)
