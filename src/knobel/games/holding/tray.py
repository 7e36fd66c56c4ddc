"""The dice of a turn: thrown, held and thrown again."""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from knobel.core.dice import Faces


@dataclass(frozen=True, slots=True)
class Tray:
    """The dice of the player whose turn it is; None means the die is in the cup."""

    dice: tuple[int | None, ...]
    throws: int
    """How many throws have fallen this turn."""

    @property
    def cup(self) -> tuple[int, ...]:
        """The positions of the dice in the cup."""
        return _cup(self.dice) if None in self.dice else ()

    @property
    def faces(self) -> Faces:
        """What the dice show, once all lie on the table."""
        return tuple([face for face in self.dice if face is not None])

    def land(self, faces: Faces) -> "Tray":
        """The dice in the cup fall like this."""
        if len(faces) == len(self.dice):
            return Tray(faces, self.throws + 1)
        fallen = iter(faces)
        return Tray(tuple([next(fallen) if face is None else face for face in self.dice]), self.throws + 1)

    def keep(self, positions: tuple[int, ...]) -> "Tray":
        """All dice but these go back into the cup."""
        return Tray(tuple([face if at in positions else None for at, face in enumerate(self.dice)]), self.throws)


@lru_cache(maxsize=1 << 12)
def _cup(dice: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple([position for position, face in enumerate(dice) if face is None])


@cache
def fresh(dice: int) -> Tray:
    """The tray at the start of a turn: every die in the cup."""
    return Tray((None,) * dice, 0)


@dataclass(frozen=True, slots=True)
class Keep:
    """Hold the dice at these positions (from 0) and throw all others again."""

    positions: tuple[int, ...]

    def __str__(self) -> str:
        return _keep_text(self.positions)


@lru_cache(maxsize=1024)
def _keep_text(positions: tuple[int, ...]) -> str:
    held = " ".join(str(position + 1) for position in positions)
    return f"keep {held or 'none'}"


@cache
def keeps(dice: int) -> tuple[Keep, ...]:
    """Every way to hold some of this many dice, none first; at least one is thrown again."""
    return tuple(Keep(held) for count in range(dice) for held in combinations(range(dice), count))
