"""The two most frequent routes, commands and views, as plain endpoints: the same handlers without FastAPI."""

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from knobel.app import requests as ask
from knobel.app.routing import Call
from knobel.app.tables import send_command, view_table
from knobel.server.http.identity import required_key
from knobel.server.http.schema import request_model
from knobel.server.live.service import Service

JSON = "application/json"
SendCommand = request_model(ask.SendCommand)


async def _command(request: Request) -> Response:
    key = await required_key(request)
    try:
        body = SendCommand.model_validate_json(await request.body())
    except ValidationError as error:
        problems = [{**problem, "loc": ("body", *problem["loc"])} for problem in error.errors()]
        raise RequestValidationError(problems) from None
    app = _service(request).app
    return Response(await send_command(app, Call(request.path_params, None, body, key)), media_type=JSON)


async def _view(request: Request) -> Response:
    key = await required_key(request)
    app = _service(request).app
    return Response(await view_table(app, Call(request.path_params, key=key)), media_type=JSON)


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    service.check_started()
    return service


HOT_ROUTES = [
    Route("/api/tables/{table}/commands", _command, methods=["POST"]),
    Route("/api/tables/{table}", _view, methods=["GET"]),
]
"""They come before all others; the same routes of the table describe them."""
