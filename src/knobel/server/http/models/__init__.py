"""Base classes of request and response models, and response models generated from dataclasses."""

import ast
import inspect
import re
import textwrap
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import reduce
from itertools import pairwise
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from knobel.scene.text import Text

Language = Literal["de", "en"]
IdempotencyKey = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_.:-]{1,64}$", description="A name of the sender's choice; the same again is done once."
    ),
]
Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="16 random bytes that go into the dice.")]
Commitment = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{64}$", description="The hash of a nonce and the seal, sent before the nonce is opened."),
]
Seat = Annotated[int, Field(ge=0, le=99, description="A seat, counted from 0.")]
Seq = Annotated[int, Field(ge=0, le=2**31 - 1, description="The number of an event.")]
Millis = Annotated[int, Field(ge=0, le=2**53, description="Milliseconds since 1970.")]


class RequestModel(BaseModel):
    """The body of a request; unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _require_all(schema: dict[str, Any]) -> None:
    """Mark every field as required in the JSON schema, since null fields are sent too."""
    schema["required"] = list(schema.get("properties", {}))


class ResponseModel(BaseModel):
    """The body of a response, or a part of it: every field is always sent, null if it has no value."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, json_schema_extra=_require_all)


_made: dict[type, type[ResponseModel]] = {}


def response_model(
    kind: type, text: type, *, name: str | None = None, without: tuple[str, ...] = (), **more: Any
) -> type[ResponseModel]:
    """The response model of a dataclass, generated once, with the same fields and docstrings.

    Tuples are sent as lists, and a Text as `text`: a string where sentences of a language are sent. Parts that are
    dataclasses have models of their own. `more` fields may come first, and some be left out.
    """
    if kind not in _made:
        hints, docs = get_type_hints(kind), _field_docs(kind)
        sent = {one.name: _sent(hints[one.name], text) for one in fields(kind) if one.name not in without}
        described: Any = {key: (hint, Field(description=docs.get(key))) for key, hint in sent.items()}
        known: Any = {"__base__": ResponseModel, "__doc__": kind.__doc__, "__module__": __name__}
        _made[kind] = create_model(name or kind.__name__, **known, **more, **described)
    return _made[kind]


def _sent(hint: Any, text: type) -> Any:
    """The JSON type of a field."""
    origin, inside = get_origin(hint), [_sent(one, text) for one in get_args(hint) if one is not Ellipsis]
    if hint is Text:
        return text
    if is_dataclass(hint) and isinstance(hint, type):
        return response_model(hint, text)
    if origin in {Union, UnionType}:
        return reduce(or_, inside)
    if origin is tuple:
        return list[inside[0]]  # type: ignore[valid-type]
    if origin is Mapping:
        return dict[inside[0], inside[1]]  # type: ignore[valid-type]
    return hint


def _field_docs(kind: type) -> dict[str, str]:
    """The docstrings below the fields of a class, by field."""
    written = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(written, ast.ClassDef)
    found = {}
    for field, below in pairwise(written.body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(doc))):
                found[name] = re.sub(r"\bNone\b", "null", doc)
    return found
