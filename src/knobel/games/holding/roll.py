"""A roll: read from texts, and its patterns of which boxes and tasks are made."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

from knobel.core.dice import Faces
from knobel.core.errors import BadDice, with_technical_text
from knobel.core.game import AnyGame

T = TypeVar("T")

ROLLS = 4096
"""More rolls than any of our games has, except those whose dice are all different."""


@lru_cache(maxsize=ROLLS)
def pattern(faces: Faces) -> tuple[int, ...]:
    """How often the faces shown occur, most first: 5 5 5 6 6 2 gives (3, 2, 1)."""
    return tuple(sorted((faces.count(face) for face in set(faces)), reverse=True))


def alike(faces: Faces, count: int) -> bool:
    """Whether at least this many dice show the same face."""
    return pattern(faces)[0] >= count


def pairs(faces: Faces) -> int:
    """How many different faces are shown at least twice."""
    return sum(count >= 2 for count in pattern(faces))


def full_house(faces: Faces) -> bool:
    """Whether one face is shown at least three times and another at least twice."""
    most, *others = pattern(faces)
    return most >= 3 and max(others, default=0) >= 2


def run(faces: Faces) -> int:
    """The length of the longest run of consecutive numbers."""
    shown = set(faces)
    longest = 0
    for face in shown:
        if face - 1 not in shown:
            length = 1
            while face + length in shown:
                length += 1
            longest = max(longest, length)
    return longest


def read_roll(game: AnyGame, texts: Sequence[str]) -> Faces:
    """The faces of a roll of all dice of a game, given as texts in any order that its dice can show."""
    if len(texts) != len(game.pool):
        error = BadDice(f"a roll of {game.key} has {len(game.pool)} dice, not {len(texts)}")
        raise with_technical_text(error, "roll", game=game.key, n=len(game.pool), count=len(texts))
    ordered = in_order(texts, [die.faces for die in game.pool])
    return tuple(die.read(text) for die, text in zip(game.pool, ordered, strict=True))


def in_order(faces: Sequence[T], sides: Sequence[Sequence[Any]]) -> list[T]:
    """Faces in the order of dice with these sides, as they are if that is possible; None stands for any face.

    Else the dice with the fewest sides take what they can show, one after another, and the others what is left.
    """
    if fits(faces, sides):
        return list(faces)
    left = list(faces)
    taken: dict[int, T] = {}
    for place in sorted(range(len(sides)), key=lambda place: len(sides[place])):
        fitting = (at for at, face in enumerate(left) if fits([face], [sides[place]]))
        # Where nothing fits, it is what no die can show, or what was typed last.
        wrong = next((at for at, face in enumerate(left) if not any(face in side for side in sides)), -1)
        taken[place] = left.pop(next(fitting, wrong))
    return [taken[place] for place in range(len(sides))]


def fits(faces: Sequence[object], sides: Sequence[Sequence[Any]]) -> bool:
    """Whether each of these dice can show its face."""
    return all(face is None or face in side for face, side in zip(faces, sides, strict=True))
