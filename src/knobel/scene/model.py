"""The scene: all that a front end needs to draw a table without knowing its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from knobel.scene.text import Text


@dataclass(frozen=True, slots=True)
class Cell:
    """A named place of a sheet."""

    key: str
    label: Text
    part: str
    """The part of the sheet it stands in; cells of a part follow each other."""
    value: int | str | None = None
    """What stands there: points, a sum, a symbol, the field of a marker; None while it is open."""
    struck: bool = False
    """It was given up: it counts, for nothing."""
    size: int | None = None
    """How many fields or points it takes to finish, where that means something."""
    points: int | None = None
    """What it earned, where that differs from what stands there."""
    bonus: int | None = None
    """What finishing it would bring besides, to this seat, if it were next: coin steps of a race."""
    preview: int | str | None = None
    """What would stand there if the seat that decides used it now."""
    reason: Text | None = None
    """Why it is worth nothing now, or cannot be used."""
    help: Text | None = None
    """What it asks for."""
    move: str | None = None
    """The move that uses it now."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of one seat."""

    seat: int
    cells: tuple[Cell, ...]
    total: int
    unit: Text
    """What the total counts."""
    goal: int | None = None
    """The total that is raced for, if one is."""


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die of the tray."""

    position: int
    """Counted from 1, as in `keep 1 4`."""
    die: str
    """The kind of die."""
    face: str | None
    """What it shows; None while it is in the cup."""
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Tray:
    """The dice on the table."""

    dice: tuple[TrayDie, ...]
    throws: int = 0
    most: int = 1
    """How many throws the turn may have."""
    keep: Text | None = None
    """If any dice may be held and the others thrown again, with `keep` and their positions: what that means."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that a seat may make now; holding dice is told by the tray instead."""

    seat: int
    move: str
    label: Text
    worth: int | None = None
    """What it adds at once."""
    reason: Text | None = None
    """Why it adds nothing."""
    effects: tuple[Text, ...] = ()
    """What else it does."""
    cells: tuple[str, ...] = ()
    """The cells it uses."""
    dice: tuple[int, ...] = ()
    """The dice that serve it, by position, where it matters which."""
    after: Mapping[str, int | str] = field(default_factory=dict)
    """What would stand in the cells that it changes, where they are more than the one it is written into."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment."""

    game: str
    options: Mapping[str, str]
    waiting: Literal["throw", "decide", "over"]
    seats: tuple[int, ...]
    """The seats it waits for."""
    prompt: Text
    tray: Tray
    sheets: tuple[Sheet, ...]
    choices: tuple[Choice, ...] = ()
    places: tuple[int, ...] = ()
    """The place of every seat, once the game is over."""
    notes: tuple[Text, ...] = field(default=())
    """Anything else worth saying, as a solo player's title."""


def as_json(scene: Scene) -> dict[str, Any]:
    """The scene as plain tuples and dictionaries; a text becomes `{"key": …, "values": {…}}`."""
    plain = _plain(scene)
    assert isinstance(plain, dict)
    return plain


_ATOMS = frozenset({str, int, bool, type(None)})


def _plain(value: Any) -> Any:
    """The value as JSON knows it; scenes are drawn so often that `dataclasses.asdict` would be too slow."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        return tuple([_plain(one) for one in value])
    if kind is Text:
        return {"key": value.key, "values": {name: _plain(one) for name, one in value.values}}
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
