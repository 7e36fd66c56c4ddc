"""Pydantic models of requests and responses, generated from the definitions of the application."""

import ast
import builtins
import inspect
import re
import sys
import types
import typing
from collections import abc
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from types import UnionType
from typing import Annotated, Any, Union, cast, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel, ConfigDict, Field, JsonValue, create_model
from pydantic.fields import FieldInfo

from knobel.app import bodies
from knobel.app.bodies import IN_SENTENCES, Limits
from knobel.scene.text import Text as SceneText


class RequestModel(BaseModel):
    """The body of a request; unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _require_all(schema: dict[str, Any]) -> None:
    """Mark every field as required in the JSON schema, since null fields are sent too."""
    schema["required"] = list(schema.get("properties", {}))


class ResponseModel(BaseModel):
    """The body of a response, or a part of it: every field is always sent, null if it has no value."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, json_schema_extra=_require_all)


class Text(ResponseModel):
    """A sentence or label before translation; `GET /api/texts/{language}` has its template."""

    key: str
    values: "dict[str, int | str | Text]"


_requests: dict[type, type[RequestModel]] = {}
_responses: dict[type, type[ResponseModel]] = {}


def request_model(kind: type) -> type[RequestModel]:
    """The model of a request body, which is a dataclass: made once, with the same fields, limits and docstrings."""
    if kind not in _requests:
        made: Any = {"__base__": RequestModel, "__doc__": kind.__doc__, "__module__": __name__}
        _requests[kind] = create_model(kind.__name__, **made, **request_fields(kind))
    return _requests[kind]


def request_fields(kind: type) -> dict[str, Any]:
    """The fields of a dataclass with their limits, as Pydantic has them: type and default."""
    hints, docs = get_type_hints(kind, include_extras=True), _field_docs(kind)
    return {one.name: (_request_type(hints[one.name]), _with_default(one, docs.get(one.name))) for one in fields(kind)}


def _with_default(one: Any, doc: str | None) -> FieldInfo:
    made: Any = Field
    described = {"description": doc} if doc else {}
    if one.default_factory is not MISSING:
        return cast("FieldInfo", made(default_factory=one.default_factory, **described))
    return cast("FieldInfo", made(... if one.default is MISSING else one.default, **described))


def _request_type(hint: Any) -> Any:
    """The type of a field of a request, with limits as Pydantic has them."""
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *marks = get_args(hint)
        limits = [Field(**mark.given()) for mark in marks if isinstance(mark, Limits)]
        return Annotated[_request_type(inner), *limits]
    if origin in {Union, UnionType}:
        return reduce(or_, map(_request_type, get_args(hint)))
    if origin is tuple:
        # JSON has lists only.
        return Annotated[tuple.__class_getitem__((_request_type(get_args(hint)[0]), ...)), Field(strict=False)]
    if origin is dict:
        key, value = map(_request_type, get_args(hint))
        return dict.__class_getitem__((key, value))
    return request_model(hint) if is_dataclass(hint) and isinstance(hint, type) else hint


def response_model(kind: Any, text: Any = Text) -> Any:
    """The model of a response, which is a TypedDict, or of a dataclass in it: with the same fields and docstrings.

    Tuples are sent as lists, and a Text as `text`: an object, or a string where sentences of a language are sent.
    """
    if kind not in _responses:
        docs, hints = _field_docs(kind), get_type_hints(kind, include_extras=True)
        described: Any = {
            name: (_response_type(hint, text), _described(docs.get(name))) for name, hint in hints.items()
        }
        made: Any = {"__base__": ResponseModel, "__doc__": kind.__doc__, "__module__": __name__}
        _responses[kind] = create_model(kind.__name__, **made, **described)
    return _responses[kind]


def answer_type(hint: Any) -> Any:
    """The type of a whole response, as FastAPI describes it."""
    return None if hint is None else _response_type(hint, Text)


def _described(doc: str | None) -> FieldInfo:
    made: Any = Field
    return cast("FieldInfo", made(description=doc) if doc else made())


def _response_type(hint: Any, text: Any) -> Any:
    """The JSON type of a field of a response."""
    if get_origin(hint) is Annotated:
        inner, *marks = get_args(hint)
        limits = [Field(**mark.given()) for mark in marks if isinstance(mark, Limits)]
        sent = _response_type(inner, str if IN_SENTENCES in marks else text)
        return Annotated[sent, *limits] if limits else sent
    if hint is Any:
        return JsonValue
    if hint in {SceneText, bodies.Text}:
        return text if hint is SceneText else Text
    if isinstance(hint, type) and (is_dataclass(hint) or is_typeddict(hint)):
        return response_model(hint, text)
    return _container(hint, text) or hint


def _container(hint: Any, text: Any) -> Any:
    """The JSON type of a union, a list or a mapping; None if it is neither."""
    inside = [_response_type(one, text) for one in get_args(hint) if one is not Ellipsis]
    match get_origin(hint):
        case typing.Union | types.UnionType:
            return reduce(or_, inside)
        case builtins.tuple if Ellipsis not in get_args(hint):
            return tuple[*inside]  # type: ignore[valid-type]
        case builtins.tuple | builtins.list:
            return list[inside[0]]  # type: ignore[valid-type]
        case abc.Mapping | builtins.dict:
            return dict[inside[0], inside[1]]  # type: ignore[valid-type]
    return None


def _field_docs(kind: Any) -> dict[str, str]:
    """The docstrings below the fields of a class and of those it extends, by field."""
    body = _classes(kind.__module__)[kind.__name__]
    docs: dict[str, str] = {}
    for base in body.bases:
        # A TypedDict does not know which others it extends.
        extended = getattr(sys.modules[kind.__module__], base.id, None) if isinstance(base, ast.Name) else None
        if isinstance(extended, type):
            docs |= _field_docs(extended)
    for field, below in pairwise(body.body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(doc))):
                docs[name] = re.sub(r"\bNone\b", "null", " ".join(doc.split()))
    return docs


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The classes of a module as they are written; parsed once, since a server reads all of them when it starts."""
    written = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in written.body if isinstance(node, ast.ClassDef)}
