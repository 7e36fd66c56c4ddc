"""The scene: all that a front end needs to draw a table without knowing its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

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
    written: dict[str, Any] = _writer(Scene)(scene)
    return written


Writer = Callable[[Any], Any]


@cache
def _writer(hint: Any) -> Writer:
    """What writes a value of this type out; a scene is drawn so often that no value is asked for its type."""
    if hint is Text:
        return _text
    kind, inside = get_origin(hint) or hint, get_args(hint)
    if kind is tuple:
        one = _writer(inside[0])
        return tuple if one is _same else lambda values: tuple([one(value) for value in values])
    if kind in {Union, UnionType}:
        return next((writer for option in inside if (writer := _writer(option)) is not _same), _same)
    if kind is Mapping:
        return dict
    return _part(hint) if is_dataclass(kind) else _same


def _part(kind: Any) -> Writer:
    """What writes out a part of a scene, field by field."""
    hints = get_type_hints(kind)
    names = tuple(one.name for one in fields(kind))
    values = attrgetter(*names)
    inner = [(name, writer) for name in names if (writer := _writer(hints[name])) is not _same]

    def write(part: Any) -> dict[str, Any]:
        written = dict(zip(names, values(part), strict=True))
        for name, writer in inner:
            if written[name] is not None:
                written[name] = writer(written[name])
        return written

    return write


def _same(value: Any) -> Any:
    """The value, which is JSON as it stands."""
    return value


def _text(words: Text) -> dict[str, Any]:
    values = {name: _text(value) if type(value) is Text else value for name, value in words.values}
    return {"key": words.key, "values": values}
