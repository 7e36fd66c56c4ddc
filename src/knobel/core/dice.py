"""Dice: their faces, the outcomes of a throw, and sources of random dice."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from random import Random

from knobel.core.errors import BadDice, with_technical_text

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Die:
    """A fair die. Its faces have texts; their values count up from `first`."""

    name: str
    faces: tuple[str, ...]
    first: int = 1
    thrown: tuple[int, ...] = ()
    """The values that it shows when Knobel throws it, if people who type their own dice may type more."""
    drawn: tuple[str, ...] = ()
    """What is drawn for each face, where that is not its text."""
    colours: tuple[str, ...] = ()
    """The colours of the faces, if they differ."""

    @property
    def values(self) -> range:
        """The value of each face."""
        return range(self.first, self.first + len(self.faces))

    @property
    def sides(self) -> Sequence[int]:
        """The values that a thrown die shows, all equally likely."""
        return self.thrown or self.values

    @property
    def signs(self) -> tuple[str, ...]:
        """What is drawn for each face."""
        return self.drawn or self.faces

    def text(self, value: int) -> str:
        """The text of the face with this value."""
        return self.faces[value - self.first]

    def sign(self, value: int) -> str:
        """What is drawn for the face with this value."""
        return self.signs[value - self.first]

    def colour(self, value: int) -> str | None:
        """The colour of the face with this value, if its faces differ in colour."""
        return self.colours[value - self.first] if self.colours else None

    def read(self, text: str) -> int:
        """The value of a face given by its text, or by its number."""
        if text in self.faces:
            return self.first + self.faces.index(text)
        if text.isascii() and text.isdigit() and len(text) < 3 and int(text) in self.values:
            return int(text)
        faces = ", ".join(self.faces)
        raise with_technical_text(
            BadDice(f"{text!r} is not on this die; it shows {faces}"), "face", face=repr(text), faces=faces
        )


D6 = Die("d6", ("1", "2", "3", "4", "5", "6"))
D10 = Die("d10", ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"), first=0)

Source = Callable[[Sequence[Die]], Faces]
"""A source of dice: called with the dice in the cup, returns their faces."""


def seeded(seed: int | None = None) -> Source:
    """A source of random dice; the same seed gives the same dice on every Python."""
    # Only random() is promised to stay the same across Python versions.
    fraction = Random(seed).random

    def fall(dice: Sequence[Die]) -> Faces:
        # Inlined: the property `sides` would take a tenth of the time of a random game.
        return tuple(
            [
                die.thrown[int(fraction() * len(die.thrown))]
                if die.thrown
                else die.first + int(fraction() * len(die.faces))
                for die in dice
            ]
        )

    return fall


def groups(dice: Sequence[Die]) -> tuple[tuple[int, ...], ...]:
    """The positions of equal dice, group by group."""
    positions: dict[Die, list[int]] = {}
    for position, die in enumerate(dice):
        positions.setdefault(die, []).append(position)
    return tuple(map(tuple, positions.values()))


def falls(dice: Sequence[Die]) -> Iterator[tuple[Faces, int]]:
    """Every outcome of a throw, with the number of its orders; equal dice are interchangeable and come sorted."""
    parts = groups(dice)
    shown = [
        [
            (faces_of_part, factorial(len(part)) // prod(map(factorial, Counter(faces_of_part).values())))
            for faces_of_part in combinations_with_replacement(dice[part[0]].values, len(part))
        ]
        for part in parts
    ]
    # The place of each die of the pool among the dice of all parts.
    places = sorted(range(len(dice)), key=[position for part in parts for position in part].__getitem__)
    for fall in product(*shown):
        faces = [face for faces_of_part, _ in fall for face in faces_of_part]
        yield tuple([faces[place] for place in places]), prod([orders for _, orders in fall])


def outcomes(dice: Sequence[Die]) -> Iterator[tuple[Faces, Fraction]]:
    """Every outcome of a throw, with its exact probability; equal dice are interchangeable and come sorted."""
    ways = prod(len(die.faces) for die in dice)
    return ((faces, Fraction(orders, ways)) for faces, orders in falls(dice))
