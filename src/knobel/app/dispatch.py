"""Answers requests that do not come through a web framework: from a page in the same browser, or from a program."""

import json
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import fields
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from knobel.app.application import App, server_only
from knobel.app.bodies import read_body, read_parameters
from knobel.app.errors import error_body, error_details
from knobel.app.routes import ROUTES, pattern
from knobel.app.routing import JSON, Answer, Call, Route
from knobel.core.errors import KnobelError
from knobel.scene.model import compact


class Response(NamedTuple):
    """A response: status, media type, and body."""

    status: int
    media_type: str
    body: bytes


_PATTERNS = tuple((route, pattern(route.path)) for route in ROUTES)


async def dispatch(
    app: App, method: str, target: str, body: str | None = None, *, key: str = "", home: str = ""
) -> Response:
    """Answer a request: its method, its path below `/api` with parameters, and its body as JSON.

    `key` is the player key of whoever asks. Limits of fields are not checked, so nobody else should send requests here.
    """
    address = urlsplit(target)
    try:
        route, path = _route(method, address.path)
        if route.needs_server and not app.edition.reachable:
            raise server_only()
        texts = dict(parse_qsl(address.query))
        call = Call(
            path,
            read_parameters(route.query, texts) if route.query else None,
            read_body(route.body, json.loads(body or "{}")) if route.body else None,
            key,
            home=home,
            other_parameters={name: text for name, text in texts.items() if name not in _names(route.query)},
        )
        return await _response(route.status, await route.handler(app, call))
    except KnobelError as error:
        status, values = error_body(*error_details(error))
        return Response(status, JSON, compact(values).encode())


def _route(method: str, path: str) -> tuple[Route, Mapping[str, str]]:
    """The route of a request, and the parameters in its path."""
    parts = [unquote(part) for part in path.split("/") if part]
    for route, matching in _PATTERNS:
        matched: re.Match[str] | None = matching.fullmatch("/" + "/".join(parts)) if route.method == method else None
        if matched:
            return route, matched.groupdict()
    raise server_only()


def _names(query: Any) -> set[str]:
    """The names of the parameters that a query has."""
    return {field.name for field in fields(query)} if query else set()


async def _response(status: int, result: Any) -> Response:
    """The response to what a handler returned."""
    match result:
        case None:
            return Response(status, JSON, b"")
        case Answer(content, media_type):
            return Response(status, media_type, content)
        case bytes():
            return Response(status, JSON, result)
        case AsyncIterator():
            return Response(status, JSON, b"".join([part async for part in result]))
    return Response(status, JSON, compact(result).encode())
