"""The rules of a scorecard game as lookup tables, generated from its card."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from json import dumps
from struct import pack

from knobel.core.errors import BadSetup, with_technical_text
from knobel.core.registry import make
from knobel.games.scorecard.rules import THROWS, Card, Scorecard
from knobel.solve.arrays import NDArray, np
from knobel.solve.kernel.lattice import Lattice, lattice
from knobel.solve.kernel.uses import Kinds

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a card for a solver: the dice, and the worth of each roll in each box."""

    card: Card

    @property
    def throws(self) -> int:
        """How many throws a turn has without chips."""
        return THROWS

    @property
    def lattice(self) -> Lattice:
        return lattice(self.card.pool)

    @cached_property
    def rolls(self) -> list[list[int]]:
        """The worth of each roll in each box, roll by roll."""
        return [list(self.card.worths(faces)) for faces in self.lattice.falls]

    @cached_property
    def worths(self) -> Ints:
        """`rolls` as an array: rolls x boxes."""
        return np.array(self.rolls, np.int64)

    @cached_property
    def different(self) -> tuple[tuple[int, ...], ...]:
        """The distinct worths of each box, 0 first."""
        return tuple(tuple(sorted({0, *column})) for column in zip(*self.rolls, strict=True))

    @cached_property
    def kinds(self) -> tuple[Kinds, ...]:
        """For each box, the worth of each roll, by number."""
        columns = zip(*self.rolls, strict=True)
        numbers = ({worth: at for at, worth in enumerate(worths)} for worths in self.different)
        return tuple(Kinds([of[worth] for worth in column]) for of, column in zip(numbers, columns, strict=True))

    @property
    def upper(self) -> int:
        """How many boxes, the first ones, count for the bonus."""
        return self.card.bonus.boxes if self.card.bonus else 0

    @property
    def needed(self) -> int:
        """The upper sum that earns the bonus."""
        return self.card.bonus.needed if self.card.bonus else 0

    @property
    def bonus(self) -> int:
        return self.card.bonus.points if self.card.bonus else 0

    @cached_property
    def digest(self) -> str:
        """A hash of everything that values depend on: dice, boxes, worths, bonus, chips, throws."""
        facts = {
            "dice": [[die.first, len(die.faces)] for die in self.card.pool],
            "boxes": [box.key for box in self.card.boxes],
            "bonus": [self.upper, self.needed, self.bonus],
            "chips": self.card.chips,
            "throws": self.throws,
            "worths": sha256(b"".join(pack(f"<{len(row)}q", *row) for row in self.rolls)).hexdigest(),
        }
        return sha256(dumps(facts, sort_keys=True).encode()).hexdigest()

    def box(self, key: str) -> int:
        """The number of the box with this key."""
        keys = [box.key for box in self.card.boxes]
        if key not in keys:
            raise with_technical_text(
                BadSetup(f"{self.card.key} has no box {key[:60]!r}; it has {', '.join(keys)}"),
                "box",
                game=self.card.key,
                box=repr(key[:60]),
                known=", ".join(keys),
            )
        return keys.index(key)


@lru_cache(maxsize=8)
def rules(card: Card) -> Rules:
    """The rules of a card as lookup tables, cached."""
    return Rules(card)


def card_of(key: str) -> Card:
    """The card of a scorecard game by its key."""
    game = make(key)
    if not isinstance(game, Scorecard):
        raise BadSetup(f"{key} is no scorecard game")
    return game.card
