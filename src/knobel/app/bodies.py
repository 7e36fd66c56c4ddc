"""What bodies are made of: limits of their fields, and how a body is read where no library validates it."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from knobel.core.errors import BadSetup

T = TypeVar("T")

Language = Literal["de", "en"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a field, as an annotation; adapters that validate requests and describe the API read them."""

    ge: int | float | None = None
    le: int | float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    description: str | None = None

    def given(self) -> dict[str, Any]:
        """The limits that are given."""
        return {one.name: value for one in fields(self) if (value := getattr(self, one.name)) is not None}


IdempotencyKey = Annotated[
    str,
    Limits(
        pattern=r"^[A-Za-z0-9_.:-]{1,64}$", description="A name of the sender's choice; the same again is done once."
    ),
]
Nonce = Annotated[str, Limits(pattern=r"^[0-9a-f]{32}$", description="16 random bytes that go into the dice.")]
Commitment = Annotated[
    str,
    Limits(pattern=r"^[0-9a-f]{64}$", description="The hash of a nonce and the seal, sent before the nonce is opened."),
]
Seat = Annotated[int, Limits(ge=0, le=99, description="A seat, counted from 0.")]
Seq = Annotated[int, Limits(ge=0, le=2**31 - 1, description="The number of an event.")]
Millis = Annotated[int, Limits(ge=0, le=2**53, description="Milliseconds since 1970.")]


class Invalid(BadSetup):
    """A request does not have the shape it should."""

    code = "invalid"


def read_body(kind: type[T], values: Mapping[str, Any]) -> T:
    """A body from JSON values, with its defaults; an error if a field is missing or unknown.

    It is for one's own device: limits are not checked, since nobody else sends anything there.
    """
    hints = _hints(kind)
    unknown = values.keys() - hints.keys()
    if unknown:
        raise Invalid(f"{kind.__name__} has no field {min(unknown)[:40]!r}; it has {', '.join(hints)}")
    for one in fields(kind):  # type: ignore[arg-type]
        if one.name not in values and one.default is MISSING and one.default_factory is MISSING:
            raise Invalid(f"{kind.__name__} needs the field {one.name!r}")
    return kind(**{name: _read(hints[name], value) for name, value in values.items()})


def read_parameters(kind: type[T], texts: Mapping[str, str]) -> T:
    """Parameters of an address, which are texts, as the values of a dataclass; others than its fields are ignored."""
    hints = _hints(kind)
    try:
        return kind(**{name: _parse(hints[name], text) for name, text in texts.items() if name in hints})
    except (TypeError, ValueError) as error:
        raise Invalid(f"these parameters cannot be read: {error}") from error


_HINTS: dict[Any, dict[str, Any]] = {}


def _hints(kind: Any) -> dict[str, Any]:
    """The types of the fields of a dataclass, cached."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]


def _read(hint: Any, value: Any) -> Any:
    """A JSON value as this type: lists become tuples, and objects the dataclasses they stand for."""
    if is_dataclass(hint) and isinstance(hint, type) and isinstance(value, Mapping):
        return read_body(hint, value)
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_read(get_args(hint)[0], one) for one in value)
    if get_origin(hint) in {Union, UnionType} and value is not None:
        return _read(next(one for one in get_args(hint) if one is not NoneType), value)
    return value


def _parse(hint: Any, text: str) -> Any:
    """A text as this type."""
    if get_origin(hint) in {Union, UnionType}:
        return _parse(next(one for one in get_args(hint) if one is not NoneType), text)
    if hint is bool:
        return text.lower() in {"1", "true", "on", "yes"}
    return hint(text) if hint in {int, float} else text
