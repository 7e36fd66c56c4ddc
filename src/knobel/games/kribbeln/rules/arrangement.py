"""Arrangements: which die shows which number in which colour; ours, one that somebody described, or any possible one.

Over the six dice every number occurs once in each colour, but the rulebook does not say on which die. Real dice are
typed by number and colour, in any order: `3b 5r 1k`. A set of dice is a Latin square, and six faces that no square can
show together are refused.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product, starmap

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadDice, BadSetup, Words, with_text
from knobel.games.kribbeln.rules.tasks import COLOURS, DICE, WORDS, Counts

ANY = "any"
"""The arrangement of dice that nobody has described."""

LETTERS = ("k", "g", "b", "o", "y", "r")
"""A letter for each colour, in the order of COLOURS; black is k, as in printing."""

FACES = tuple(f"{number}{letter}" for number in range(1, 7) for letter in LETTERS)
"""Every number in every colour."""

NUMBERS = tuple(face[0] for face in FACES)
"""What is drawn of each face: its number, as the colour is given separately."""

Square = tuple[tuple[int, ...], ...]
"""For each die, the colour (by its index) in which it shows 1, 2, … 6."""

OURS: Square = tuple(tuple((die + number) % 6 for number in range(6)) for die in range(6))


_TYPED = re.compile(r"(?P<before>[^\W\d]*)(?P<number>[1-6])(?P<after>[^\W\d]*)")
_NAMES = {
    **{letter: letter for letter in LETTERS},
    **{word: LETTERS[at] for word, at in WORDS.items()},
    "s": "k",
    "ge": "y",
    "gr": "g",
    "ye": "y",
}
"""What may be typed for a colour: its letter, its name, s for schwarz, ge for gelb."""


def read_face(text: str) -> str:
    """Convert a number and a colour as people type them to a face: `3b`, `3blau`, `3s`, `b3`."""
    match = _TYPED.fullmatch(unicodedata.normalize("NFC", text).lower())
    letter = _NAMES.get(match["after"] or match["before"]) if match else None
    return f"{match['number']}{letter}" if match and letter else text


def number_of(face: int) -> int:
    """The number of a face with a colour."""
    return 1 + (face - 1) // 6


def colour_of(face: int) -> int:
    """The colour of a face, by its index."""
    return (face - 1) % 6


def face_of(number: int, colour: int) -> int:
    """The face with this number in this colour."""
    return 6 * (number - 1) + colour + 1


def read_square(text: str) -> Square:
    """Parse a description of dice: for each die the letters of its colours, from 1 to 6; s is black, too."""
    words = text.lower().replace("s", "k").split()
    if len(words) != 6 or any(sorted(word) != sorted(LETTERS) for word in words):
        message = (
            f"an arrangement is {ANY!r}, or six words with the letters {' '.join(LETTERS)}, each once per word: "
            f"the colours in which a die shows 1 to 6, like {write_square(OURS)!r}"
        )
        raise with_text(BadSetup(message), "game.kribbeln.bad.square", like=write_square(OURS))
    square = tuple(tuple(LETTERS.index(letter) for letter in word) for word in words)
    for number, shown in enumerate(zip(*square, strict=True), 1):
        for colour, name in enumerate(COLOURS):
            if (count := shown.count(colour)) != 1:
                message = f"the {number} stands once in each colour, but {count} times in {name}"
                shade = Words(f"colour.{name}")
                raise with_text(
                    BadSetup(message), "game.kribbeln.bad.square_pair", number=number, colour=shade, count=count
                )
    return square


def write_square(square: Square) -> str:
    """The description of a set of dice as text."""
    return " ".join("".join(LETTERS[colour] for colour in die) for die in square)


@cache
def pool_of(arrangement: str) -> tuple[Die, ...]:
    """The dice of a game: ours by number, or dice typed in any order, each with number and colour."""
    if not arrangement:
        return DICE
    square = OURS if arrangement == ANY else read_square(arrangement)
    return tuple(
        Die("kribbel", FACES, thrown=tuple(starmap(face_of, enumerate(die, 1))), drawn=NUMBERS, colours=COLOURS * 6)
        for die in square
    )


def check_colours(texts: Sequence[str]) -> None:
    """Raise an error if dice that are typed with their colours lack one."""
    bare = ", ".join(text for text in texts if text.isdigit())
    if bare:
        message = f"{bare}: which colour? Type number and colour of each die, like 3b 5r"
        raise with_text(BadDice(message), "game.kribbeln.bad.no_colour", dice=bare)


def check_typed(arrangement: str, faces: Faces) -> None:
    """Raise an error unless these six faces can lie together, each on a different die."""
    twice = next((face for face in faces if faces.count(face) > 1), None)
    if twice:
        message = f"{_named(twice)} cannot appear twice; there is only one of each number in each colour"
        raise with_text(BadDice(message), "game.kribbeln.bad.same", face=_words(twice))
    if arrangement != ANY:
        on = dice_of(read_square(arrangement), faces)
        die, other = next(
            ((die, other) for die in range(len(faces)) for other in range(die) if on[die] == on[other]), (0, 0)
        )
        if die:
            message = f"{_named(faces[other])} and {_named(faces[die])} are on the same die of yours; one must be wrong"
            both = {"one": _words(faces[other]), "other": _words(faces[die])}
            raise with_text(BadDice(message), "game.kribbeln.bad.one_die", **both)
        return
    # The die with this number in this colour lies here too, and can show neither of them in another way.
    for number, colour in product(range(1, 7), range(6)):
        crossed = all(number_of(face) == number or colour_of(face) == colour for face in faces)
        if crossed and face_of(number, colour) not in faces:
            face = face_of(number, colour)
            message = f"every die shows a {number} or {COLOURS[colour]}, so one of them must show the {_named(face)}"
            shade = Words(f"colour.{COLOURS[colour]}")
            raise with_text(BadDice(message), "game.kribbeln.bad.cross", number=number, colour=shade, face=_words(face))


def _named(face: int) -> str:
    return f"{COLOURS[colour_of(face)]} {number_of(face)}"


def _words(face: int) -> Words:
    colour = Words(f"colour.{COLOURS[colour_of(face)]}")
    return Words("coach.die", {"face": str(number_of(face)), "colour": colour})


def dice_of(square: Square, faces: Sequence[int | None]) -> tuple[int | None, ...]:
    """The die of a set that has each of these faces."""
    return tuple(
        None
        if face is None
        else next(at for at, die in enumerate(square) if die[number_of(face) - 1] == colour_of(face))
        for face in faces
    )


def counts_of(square: Square, numbers: Faces) -> Counts:
    """How many dice show each colour, if the dice of a set show these numbers."""
    shown = [die[number - 1] for die, number in zip(square, numbers, strict=True)]
    return tuple([shown.count(colour) for colour in range(len(COLOURS))])


@lru_cache(maxsize=256)
def fitting(arrangement: str, faces: tuple[int | None, ...]) -> tuple[Square, tuple[int, ...]]:
    """A set of dice that can lie like this, and the number of the die at each position; None is a die in the cup.

    It is the set that was described; else ours, if it fits; else one that does.
    """
    for square in [OURS] if arrangement == ANY else [read_square(arrangement)]:
        dice = dice_of(square, faces)
        lying = [die for die in dice if die is not None]
        if len(set(lying)) == len(lying):
            dice_in_cup = iter([die for die in range(6) if die not in lying])
            return square, tuple(next(dice_in_cup) if die is None else die for die in dice)
    square_found = _complete(faces) if arrangement == ANY else None
    if square_found is None:
        raise BadDice("six dice cannot show this together")
    return square_found, tuple(range(6))


def _complete(faces: Sequence[int | None]) -> Square | None:
    """A Latin square whose die at each position has this face; None if there is none."""
    square: list[list[int | None]] = [[None] * 6 for _ in range(6)]
    for die, face in enumerate(faces):
        if face is not None:
            square[die][number_of(face) - 1] = colour_of(face)

    def free(die: int, number: int) -> list[int]:
        taken = {*square[die], *(other[number] for other in square)}
        return [colour for colour in range(6) if colour not in taken]

    def fill() -> bool:
        empty = [(die, number) for die in range(6) for number in range(6) if square[die][number] is None]
        if not empty:
            return True
        die, number = min(empty, key=lambda cell: len(free(*cell)))
        for colour in free(die, number):
            square[die][number] = colour
            if fill():
                return True
        square[die][number] = None
        return False

    return tuple(tuple(colour for colour in die if colour is not None) for die in square) if fill() else None
