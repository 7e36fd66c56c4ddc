"""A short way to the two routes that are asked most: a command, and the table as it stands."""

import re
from contextlib import suppress
from types import SimpleNamespace

from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from knobel.core.errors import KnobelError
from knobel.server.http.identity import key_of
from knobel.server.http.middleware import replay_body
from knobel.server.http.models.requests import SendCommand
from knobel.server.http.responses import response_to
from knobel.server.http.routes.tables import send_command, view_table
from knobel.server.live.service import Service

_PATH = re.compile(r"/api/tables/(?P<table>[a-z0-9]{1,32})(?P<commands>/commands)?")
_ROUTES = {
    "GET": SimpleNamespace(path="/api/tables/{table}"),
    "POST": SimpleNamespace(path="/api/tables/{table}/commands"),
}
"""What the log calls them, by method."""


class QuickRoutes:
    """Middleware that calls the functions of these two routes itself: to find and feed them takes FastAPI longer than
    they take. What is unusual, or does not have the shape it should, goes on to FastAPI, which says so.
    """

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        found = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if not found or scope["method"] != ("POST" if found["commands"] else "GET"):
            await self._app(scope, receive, send)
            return
        command = None
        if found["commands"]:
            # The checks before have read the whole body.
            body = (await receive())["body"]
            receive = replay_body(body, receive)
            with suppress(ValidationError):
                command = SendCommand.model_validate_json(body)
        key = key_of(HTTPConnection(scope))
        if not key or (found["commands"] and not command):
            await self._app(scope, receive, send)
            return
        scope["route"] = _ROUTES[scope["method"]]
        response = await self._answer(found["table"], key, command)
        await response(scope, receive, send)

    async def _answer(self, table: str, key: str, command: SendCommand | None) -> Response:
        try:
            self._service.check_started()
            if command:
                return await send_command(table, command, key, self._service)
            return await view_table(table, key, self._service)
        except KnobelError as error:
            return response_to(error)
