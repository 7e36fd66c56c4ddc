"""What bodies are made of: limits of their fields, texts, and how one is read where no library validates it."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypedDict, TypeVar, Union, get_args, get_origin, get_type_hints

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
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name)) is not None}


IdempotencyKey = Annotated[
    str,
    Limits(
        pattern=r"^[A-Za-z0-9_.:-]{1,64}$",
        description="An idempotency key: a command sent again with the same key takes effect once.",
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


class Text(TypedDict):
    """A sentence or label before translation; `GET /api/texts/{language}` has its template."""

    key: str
    values: "dict[str, int | str | Text]"


IN_SENTENCES = "in sentences"
Sentences = Annotated[T, IN_SENTENCES]
"""A dataclass whose texts are sent in the language of the request, not as `Text`."""


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
    for field in fields(kind):  # type: ignore[arg-type]
        if field.name not in values and field.default is MISSING and field.default_factory is MISSING:
            raise Invalid(f"{kind.__name__} needs the field {field.name!r}")
    return kind(**{name: _read(hints[name], value) for name, value in values.items()})


def read_parameters(kind: type[T], texts: Mapping[str, str]) -> T:
    """Parameters of an address, which are texts, as the values of a dataclass; others than its fields are ignored."""
    hints = _hints(kind)
    try:
        return kind(**{name: _parse(hints[name], text) for name, text in texts.items() if name in hints})
    except (TypeError, ValueError) as error:
        raise Invalid(f"these parameters cannot be read: {error}") from error


_hints: Callable[[Any], dict[str, Any]] = cache(get_type_hints)
"""The types of the fields of a dataclass."""


def _read(hint: Any, value: Any) -> Any:
    """A JSON value as this type: lists become tuples, and objects the dataclasses they stand for."""
    if is_dataclass(hint) and isinstance(hint, type) and isinstance(value, Mapping):
        return read_body(hint, value)
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_read(get_args(hint)[0], part) for part in value)
    if get_origin(hint) in {Union, UnionType} and value is not None:
        return _read(_first_type(hint), value)
    return value


def _first_type(union: Any) -> Any:
    """The first type of a union that is not None."""
    return next(member for member in get_args(union) if member is not NoneType)


def _parse(hint: Any, text: str) -> Any:
    """A text as this type."""
    if get_origin(hint) in {Union, UnionType}:
        return _parse(_first_type(hint), text)
    if hint is bool:
        return text.lower() in {"1", "true", "on", "yes"}
    return hint(text) if hint in {int, float} else text
