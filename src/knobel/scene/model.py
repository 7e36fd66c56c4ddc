"""The scene: all that a front end needs to draw a table without knowing its rules."""

import json
from _json import make_encoder
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache
from json.encoder import encode_basestring
from operator import attrgetter
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from knobel.scene.text import Remembering, Text


class Part(Remembering):
    """A part of a scene. It caches the JSON of each of its fields too."""

    __slots__ = ("pieces",)


@dataclass(frozen=True, slots=True)
class Cell(Part):
    """A named place of a sheet."""

    key: str
    label: Text
    part: str
    """The part of the sheet it belongs to; cells of a part follow each other."""
    value: int | str | None = None
    """Its content: points, a sum, a symbol, the field of a marker; None while it is open."""
    struck: bool = False
    """Whether it was given up: it counts, for nothing."""
    size: int | None = None
    """How many fields or points it takes to finish, where that applies."""
    points: int | None = None
    """The points it earned, where they differ from its value."""
    bonus: int | None = None
    """The extra coin steps that this seat would get for finishing it next: those of a race."""
    preview: int | str | None = None
    """Its content if the seat that decides used it now."""
    reason: Text | None = None
    """Why it is worth nothing now, cannot be used, or earned what it did."""
    help: Text | None = None
    """A description of what it asks for."""
    move: str | None = None
    """The move that uses it now."""


@dataclass(frozen=True, slots=True)
class Sheet(Part):
    """The sheet of one seat."""

    seat: int
    cells: tuple[Cell, ...]
    total: int
    unit: Text
    """The unit of the total."""
    goal: int | None = None
    """The total that ends the game, if there is one."""


@dataclass(frozen=True, slots=True)
class TrayDie(Part):
    """A die of the tray."""

    position: int
    """Counted from 1, as in `keep 1 4`."""
    die: str
    """The kind of die."""
    face: str | None
    """The face it shows; None while it is in the cup."""
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Tray(Part):
    """The dice on the table."""

    dice: tuple[TrayDie, ...]
    throws: int = 0
    most: int = 1
    """How many throws the turn may have."""
    keep: Text | None = None
    """The text for holding dice and throwing the others again, if that is possible with `keep` and positions."""


@dataclass(frozen=True, slots=True)
class Choice(Part):
    """A move that a seat may make now; moves that hold dice are described by the tray instead."""

    seat: int
    move: str
    label: Text
    worth: int | None = None
    """The points, or stars, it adds at once."""
    reason: Text | None = None
    """Why it adds nothing."""
    effects: tuple[Text, ...] = ()
    """Its other effects."""
    cells: tuple[str, ...] = ()
    """The cells it uses."""
    dice: tuple[int, ...] = ()
    """The dice it uses, by position, where it matters which."""
    after: Mapping[str, int | str] = field(default_factory=dict)
    """The values of the cells that it changes, where they are more than the one it is written into."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment."""

    game: str
    options: Mapping[str, str]
    waiting: Literal["throw", "decide", "over"]
    seats: tuple[int, ...]
    """The seats that the game waits for."""
    prompt: Text
    tray: Tray
    sheets: tuple[Sheet, ...]
    choices: tuple[Choice, ...] = ()
    places: tuple[int, ...] = ()
    """The place of every seat, once the game is over."""
    notes: tuple[Text, ...] = field(default=())
    """Further remarks, such as a solo player's title."""


def as_json(value: Any) -> dict[str, Any]:
    """Convert a scene, or another dataclass with texts, to plain values; a text becomes `{"key": …, "values": {…}}`."""
    plain: dict[str, Any] = json.loads(writer_of(value.__class__)(value))
    return plain


def to_json(scene: Scene) -> str:
    """The scene as compact JSON."""
    return writer_of(Scene)(scene)


Writer = Callable[[Any], str]
_chunks = make_encoder(
    markers=None,
    default=json.JSONEncoder().default,
    encoder=encode_basestring,
    indent=None,
    key_separator=":",
    item_separator=",",
    sort_keys=False,
    skipkeys=False,
    allow_nan=True,
)
"""The encoder that `json` creates anew for every call, which takes longer than encoding a short value."""


def compact(value: Any) -> str:
    """Any plain value as compact JSON."""
    return "".join(_chunks(value, 0))


_NAMES = {None: "null", True: "true", False: "false"}


@cache
def writer_of(hint: Any) -> Writer:
    """The JSON writer for a type; scenes are written so often that types are not checked per value."""
    if hint is Text:
        return _text
    kind, inside = get_origin(hint) or hint, get_args(hint)
    if kind is tuple:
        write = writer_of(inside[0])
        cached = isinstance(inside[0], type) and issubclass(inside[0], Part)
        return _parts(write) if cached else lambda values: f"[{','.join([write(value) for value in values])}]"
    if kind in {Union, UnionType}:
        writer_of_value = next((writer for option in inside if (writer := writer_of(option)) is not _scalar), _scalar)
        return lambda value: "null" if value is None else writer_of_value(value)
    if kind is Mapping:
        return lambda values: compact(values) if values else "{}"
    return _part(hint) if is_dataclass(kind) else _scalar


def _parts(part_writer: Writer) -> Writer:
    """A writer for several parts of a scene, most of which are cached."""

    def write(parts: tuple[Any, ...]) -> str:
        try:
            written = [part.written for part in parts]
        except AttributeError:
            written = [part_writer(part) for part in parts]
        return f"[{','.join(written)}]"

    return write


def _part(kind: type) -> Writer:
    """A writer for a part of a scene, field by field, with a cache."""
    pieces = _pieces(kind)

    def write(part: Any) -> str:
        return f"{{{','.join(pieces(part))}}}"

    def remember(part: Any) -> str:
        written: str | None = getattr(part, "written", None)
        if written is None:
            written = write(part)
            # Parts are immutable, so caching their JSON does not change them.
            object.__setattr__(part, "written", written)
        return written

    return remember if issubclass(kind, Part) else write


@cache
def _pieces(kind: Any) -> Callable[[Any], list[str]]:
    """A writer for a part of a scene that gives a list of its fields."""
    hints = get_type_hints(kind)
    values = attrgetter(*[field.name for field in fields(kind)])
    writers = [_field(field, writer_of(hints[field.name])) for field in fields(kind)]

    def write(part: Any) -> list[str]:
        # Most fields of most parts have their default values.
        return [
            default if value is usual else begun + ("null" if value is None else writer(value))
            for (begun, writer, usual, default), value in zip(writers, values(part), strict=True)
        ]

    return write


def _field(field: Field[Any], writer: Writer) -> tuple[str, Writer, object, str]:
    """The parts of a field's writer: its name, the writer of its value, its default, and the JSON of both."""
    begun, default = f"{encode_basestring(field.name)}:", field.default
    if default is MISSING:
        return begun, writer, MISSING, ""
    return begun, writer, default, begun + ("null" if default is None else writer(default))


def pieces_of(part: Part) -> list[str]:
    """The fields of a part as JSON, in order, each with its name; cached."""
    try:
        return part.pieces  # type: ignore[no-any-return, attr-defined]
    except AttributeError:
        kind: Any = type(part)
        pieces = _pieces(kind)(part)
        object.__setattr__(part, "pieces", pieces)
        return pieces


def _scalar(value: Any) -> str:
    """A single value as JSON."""
    if type(value) is str:
        return encode_basestring(value)
    return str(value) if type(value) is int else _NAMES[value]


def _text(words: Text) -> str:
    try:
        return words.written  # type: ignore[no-any-return, attr-defined]
    except AttributeError:
        values = [
            f"{encode_basestring(name)}:{_text(value) if type(value) is Text else _scalar(value)}"
            for name, value in words.values
        ]
        written = f'{{"key":{encode_basestring(words.key)},"values":{{{",".join(values)}}}}}'
        object.__setattr__(words, "written", written)
        return written
