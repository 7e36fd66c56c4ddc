"""A position as people set it up: what stands on the sheets, which dice lie, and how often they were thrown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knobel.core.dice import Faces
from knobel.core.errors import BadDice, BadSetup
from knobel.core.game import AnyGame
from knobel.games.holding.tray import Tray, fresh
from knobel.scene.text import Text, game_text, say


class BadPosition(BadSetup):
    """No game comes to this position; says why in any language."""

    def __init__(self, words: Text) -> None:
        super().__init__(say(words, "en"))
        self.words = words

    def __reduce__(self) -> tuple[type["BadPosition"], tuple[Text]]:
        return BadPosition, (self.words,)


def bad(game: AnyGame, reason: str, **values: int | str) -> BadPosition:
    """The error of a position, with the reason as the texts of its game have it under `setup.`."""
    return BadPosition(game_text(game, f"setup.{reason}", **values))


Value = int | str
"""What stands in a place: points, a field, a symbol, or a word."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a sheet that something may be written into."""

    key: str
    label: Text
    part: str
    choices: tuple[Value, ...]
    """All that may stand there."""
    default: Value | None = None
    """What stands there if nothing is said; None: it is open."""


@dataclass(frozen=True, slots=True)
class Position:
    """What somebody set up; the first sheet is that of the player whose turn it is."""

    sheets: tuple[Mapping[str, Value], ...]
    """What stands in the places of each sheet, by their keys; places that are not named are as at the start."""
    dice: tuple[str | None, ...] = ()
    """The faces by position; None for a die in the cup. None at all: the turn has not begun."""
    throws: int = 0
    """How many throws have fallen in the turn."""


def filled(places: Sequence[Place], sheet: Mapping[str, Value]) -> dict[str, Value | None]:
    """What stands in every place of a sheet, once it has been checked."""
    known = {place.key: place for place in places}
    for key, value in sheet.items():
        if key not in known:
            raise BadSetup(f"there is no place {key[:60]!r}; there are {', '.join(known)}")
        if value not in known[key].choices:
            some = ", ".join(map(str, known[key].choices))
            raise BadSetup(f"{key} cannot hold {str(value)[:60]!r}; it can hold {some}")
    return {key: sheet.get(key, place.default) for key, place in known.items()}


def tray(game: AnyGame, position: Position, most: int) -> Tray:
    """The dice of the turn, once they have been checked; `most` is how many throws it may have."""
    faces = read_dice(game, position.dice)
    lying = sum(face is not None for face in faces)
    if not position.throws:
        if lying:
            raise BadDice("dice lie only after a throw; say how many throws have fallen")
        return fresh(len(game.pool))
    if not 1 <= position.throws <= most:
        raise BadDice(f"a turn has 1 to {most} throws here, not {position.throws}")
    if lying < len(faces) and position.throws == most:
        raise BadDice(f"{len(faces) - lying} dice are in the cup, and no throw is left for them")
    return Tray(faces, position.throws)


def read_dice(game: AnyGame, dice: Sequence[str | None]) -> tuple[int | None, ...]:
    """The faces of all dice; those that are not named are in the cup."""
    if len(dice) > len(game.pool):
        raise BadDice(f"{game.key} has {len(game.pool)} dice, not {len(dice)}")
    named = [None if face is None else die.read(face) for die, face in zip(game.pool, dice, strict=False)]
    return (*named, *[None] * (len(game.pool) - len(named)))


def lying(faces: Sequence[int | None]) -> Faces | None:
    """The faces if all dice lie."""
    known = tuple(face for face in faces if face is not None)
    return known if len(known) == len(faces) else None
