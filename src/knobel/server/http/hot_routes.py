"""The two most frequent routes, commands and views, as plain endpoints: the same handlers without FastAPI.

They pass by the layers of FastAPI too. What they cannot read is passed on to the endpoints that FastAPI made of the
same routes, and explained there.
"""

from collections.abc import Awaitable, Callable, Iterable

from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from knobel.app import requests as ask
from knobel.app.routing import JSON, Call
from knobel.app.tables import send_command, view_table
from knobel.server.http.checks import replay_body
from knobel.server.http.endpoints import LONGEST_NAME, started_service
from knobel.server.http.identity import key_of
from knobel.server.http.rate_limits import ORDINARY_BYTES
from knobel.server.http.schema import request_model

SendCommand = request_model(ask.SendCommand)
Hot = Callable[[Request, str, bytes], Awaitable[bytes]]
"""Answers a request with this key and body; raises a ValidationError if it cannot read it."""


async def _command(request: Request, key: str, body: bytes) -> bytes:
    command = SendCommand.model_validate_json(body)
    service = await started_service(request)
    return await send_command(service.app, Call(request.path_params, None, command, key))


async def _view(request: Request, key: str, _body: bytes) -> bytes:
    service = await started_service(request)
    return await view_table(service.app, Call(request.path_params, key=key))


class HotRoute(Route):
    """A plain route in front of one of FastAPI that reads and describes the same requests."""

    def __init__(self, hot: Hot, described: APIRoute, rest: ASGIApp) -> None:
        super().__init__(described.path, _Endpoint(hot, rest))
        self._described = described

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether it answers a request; other methods are left to the described route, and logs name that one."""
        if scope["method"] not in (self._described.methods or ()):
            return Match.NONE, {}
        match, child_scope = super().matches(scope)
        return match, {**child_scope, "route": self._described}


class _Endpoint:
    """Answers requests without FastAPI, or passes them on."""

    def __init__(self, hot: Hot, rest: ASGIApp) -> None:
        self._hot, self._rest = hot, rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        key, body = key_of(request), b""
        if key is None or len(request.path_params["table"]) > LONGEST_NAME:
            await self._rest(scope, receive, send)
            return
        try:
            if scope["method"] == "POST":
                # The pipeline has read it, and passes it on in one piece.
                body = (await receive())["body"]
            content = await self._hot(request, key, body)
        except ValidationError:
            await self._rest(scope, replay_body(body, receive), send)
        else:
            if len(content) > ORDINARY_BYTES:
                scope["app"].state.limits.charge(request, key, len(content))
            await Response(content, media_type=JSON)(scope, receive, send)


def with_hot_routes(described: Iterable[APIRoute], rest: ASGIApp) -> Router:
    """The plain routes of commands and views, before all others, which `rest` answers."""
    by_name = {route.operation_id: route for route in described}
    hot = {"sendCommand": _command, "viewTable": _view}
    return Router([HotRoute(answer, by_name[name], rest) for name, answer in hot.items()], default=rest)
