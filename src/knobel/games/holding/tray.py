"""The dice of a turn: thrown, held and thrown again."""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from typing import cast

from knobel.core.dice import Faces
from knobel.core.game import Event, Fell, Moved
from knobel.core.values import setters


@dataclass(frozen=True, slots=True)
class Tray:
    """The dice of the player whose turn it is; None means the die is in the cup."""

    dice: tuple[int | None, ...]
    throws: int
    """How many throws have been made this turn."""

    cup: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """The positions of the dice in the cup."""

    def __init__(self, dice: tuple[int | None, ...], throws: int, cup: tuple[int, ...] | None = None) -> None:
        _set_dice(self, dice)
        _set_throws(self, throws)
        _set_cup(self, _cup(dice) if cup is None else cup)

    @property
    def faces(self) -> Faces:
        """The faces of the dice on the table."""
        return tuple([face for face in self.dice if face is not None]) if self.cup else cast("Faces", self.dice)

    def land(self, faces: Faces) -> "Tray":
        """The tray after the dice in the cup have fallen."""
        if len(faces) == len(self.dice):
            return Tray(faces, self.throws + 1, ())
        fallen = iter(faces)
        return Tray(tuple([next(fallen) if face is None else face for face in self.dice]), self.throws + 1, ())

    def keep(self, positions: tuple[int, ...]) -> "Tray":
        """The tray after all dice but these were put back into the cup."""
        return Tray(self.held(positions), self.throws, _others(len(self.dice), positions))

    def held(self, positions: tuple[int, ...]) -> tuple[int | None, ...]:
        """The dice, with None for all but these positions."""
        lying: list[int | None] = [None] * len(self.dice)
        for at in positions:
            lying[at] = self.dice[at]
        return tuple(lying)


_set_dice, _set_throws, _set_cup = setters(Tray)


def _cup(dice: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple([position for position, face in enumerate(dice) if face is None])


@lru_cache(maxsize=1 << 10)
def _others(dice: int, positions: tuple[int, ...]) -> tuple[int, ...]:
    """The positions of `dice` dice that are not among these."""
    return tuple([position for position in range(dice) if position not in positions])


@cache
def fresh(dice: int) -> Tray:
    """The tray at the start of a turn: every die in the cup."""
    return Tray((None,) * dice, 0)


@dataclass(frozen=True, slots=True)
class Keep:
    """Hold the dice at these positions (from 0) and throw all others again."""

    holds: tuple[int, ...]

    def __str__(self) -> str:
        return _keep_text(self.holds)


@lru_cache(maxsize=1024)
def _keep_text(positions: tuple[int, ...]) -> str:
    held = " ".join(str(position + 1) for position in positions)
    return f"keep {held or 'none'}"


@cache
def keeps(dice: int) -> tuple[Keep, ...]:
    """Every way to hold some of `dice` dice, none first; at least one is thrown again."""
    return tuple(Keep(held) for count in range(dice) for held in combinations(range(dice), count))


def inferred_throws(faces: Faces, seat: int, count: int = 1) -> list[Event]:
    """A throw that nobody saw, repeated with no dice held for as many throws as were needed."""
    events: list[Event] = [Fell(faces, inferred=True)]
    for _ in range(count - 1):
        events += [Moved(seat, Keep(())), Fell(faces, inferred=True)]
    return events
