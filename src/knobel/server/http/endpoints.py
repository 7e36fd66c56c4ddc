"""The table of routes as endpoints: FastAPI validates and describes requests, the application answers them."""

from collections.abc import AsyncIterator, Iterable, Mapping
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal

from fastapi import Body, Depends, Path, Query, Request
from fastapi.routing import APIRoute
from starlette.responses import JSONResponse, Response, StreamingResponse

from knobel.app.routing import Answer, Call, Route
from knobel.core.errors import KnobelError
from knobel.server.http import identity
from knobel.server.http.rate_limits import Client, limit_boards, limit_import, limit_jobs, limit_opening
from knobel.server.http.request_log import CutOff
from knobel.server.http.responses import cacheable_response, error_docs, json_bytes
from knobel.server.http.schema import answer_type, request_fields, request_model
from knobel.server.live.service import Service

BYTES_A_SECOND = 5 << 20
"""This many bytes of a long export cost as much as a second of processor time."""
PREFIX = "/api"
LONGEST_NAME = 64
"""The most characters of the name of a table."""
TableName = Annotated[str, Path(description="The name of a table.", max_length=LONGEST_NAME)]
PATHS: Mapping[str, Any] = {
    "table": TableName,
    "game": Annotated[str, Path(description="The key of a game.", max_length=40)],
    "day": Annotated[str, Path(description="A day like `2026-11-17`.", max_length=40)],
    "number": Annotated[int, Path(ge=1, le=1_000_000, description="The number of a puzzle, from 1.")],
    "kind": Annotated[Literal["svg", "pdf"], Path()],
    "language": Annotated[Literal["de", "en"], Path()],
}
"""The parameters in paths."""
KEYS = {
    "required": identity.required_key,
    "optional": identity.optional_key,
    "new": identity.key_or_new,
}
LIMITS = {"opening": limit_opening, "import": limit_opening, "drawing": limit_jobs, "boards": limit_boards}


async def started_service(request: Request) -> Service:
    """Dependency: the service; an error until its database was reached once."""
    service: Service = request.app.state.service
    service.check_started()
    return service


async def asking_client(request: Request) -> Client:
    """Dependency: the client that asks for a job; an error if it asks too often."""
    return Client(request)


StartedService = Annotated[Service, Depends(started_service)]


def endpoints(routes: Iterable[Route]) -> list[APIRoute]:
    """The endpoints of these routes."""
    return [_endpoint(route) for route in routes]


def _endpoint(route: Route) -> APIRoute:
    parameters = _parameters(route)

    async def endpoint(**given: Any) -> Response:
        return await answer(route, given.pop("request"), given)

    endpoint.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    endpoint.__doc__, endpoint.__name__ = route.handler.__doc__, route.handler.__name__
    files: dict[int | str, dict[str, Any]] = {
        route.status: {"content": {kind.partition(";")[0]: _content(kind) for kind in route.media_types}}
    }
    return APIRoute(
        PREFIX + route.path,
        endpoint,
        methods=[route.method],
        response_model=answer_type(route.answer),
        response_class=Response if route.answer is None else JSONResponse,
        status_code=route.status,
        tags=[route.tag],
        # A dependency here comes before all others: whoever sends too much is refused whatever it is.
        dependencies=[Depends(LIMITS[route.limit])] if route.limit else None,
        operation_id=route.name,
        responses={**(files if route.media_types else {}), **error_docs(*route.errors, posted=route.method != "GET")},
    )


def _content(kind: str) -> dict[str, Any]:
    return {} if kind == "application/pdf" else {"schema": {"type": "string"}}


def _parameters(route: Route) -> list[Parameter]:
    """The parameters of an endpoint, from which FastAPI makes validation and documentation."""

    def parameter(name: str, hint: Any, default: Any = Parameter.empty) -> Parameter:
        return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)

    named = [part.partition("}")[0] for part in route.path.split("{")[1:]]
    made = [parameter("request", Request), *(parameter(name, PATHS[name]) for name in named)]
    # Dependencies are called in this order, and before FastAPI validates the request.
    if route.who in KEYS:
        made.append(parameter("key", Annotated[Any, Depends(KEYS[route.who])]))
    if route.who in KEYS or route.takes_long:
        # Others need no tables, and are answered without a database.
        made.append(parameter("service", StartedService))
    if route.takes_long:
        made.append(parameter("client", Annotated[Client, Depends(asking_client)]))
    if route.body:
        made.append(parameter("body", Annotated[request_model(route.body), Body()]))
    for name, (hint, field) in (request_fields(route.query) if route.query else {}).items():
        default = Parameter.empty if field.is_required() else field.default
        made.append(parameter(name, Annotated[hint, Query(description=field.description)], default))
    return made


async def answer(route: Route, request: Request, given: Mapping[str, Any]) -> Response:
    """Answer a validated request."""
    service: Service = request.app.state.service
    key, client = given.get("key") or "", given.get("client")
    if route.limit == "import":
        limit_import(request, key, len(given["body"].record))
    fields = route.query.__dataclass_fields__ if route.query else {}  # type: ignore[attr-defined]
    call = Call(
        path={name: str(value) for name, value in request.path_params.items()},
        query=route.query(**{name: given[name] for name in fields}) if route.query else None,
        body=given.get("body"),
        key=key,
        asker=client,
        home=_home(request),
        other_parameters={name: value for name, value in request.query_params.items() if name not in fields},
    )
    working = route.handler(service.app, call)
    result = await (client.result(working) if client and not route.runs_to_end else working)
    response = await _response(route, request, key, result, client)
    if route.who == "new" and not identity.is_program(request):
        identity.set_cookie(request, response, key)
    if route.name == "forgetMe":
        identity.delete_cookies(response)
    return response


def _home(request: Request) -> str:
    """The address of this server, without the scheme."""
    here = request.app.state.settings.public_url or str(request.base_url)
    return here.partition("://")[2].rstrip("/")


async def _response(route: Route, request: Request, key: str, result: Any, client: Client | None) -> Response:
    """A result of the application as a response."""
    if result is None:
        return Response(status_code=route.status)
    if isinstance(result, AsyncIterator):
        return await _streamed(result, client)
    if isinstance(result, Answer):
        headers = {"Content-Disposition": f'inline; filename="{result.file}"'} if result.file else None
        content, media_type = result.content, result.media_type
    else:
        headers = None
        content, media_type = result if isinstance(result, bytes) else json_bytes(result), "application/json"
    if route.counts_size:
        request.app.state.limits.charge(request, key, len(content))
    if route.cached:
        return cacheable_response(request, content, media_type)
    return Response(content, route.status, headers, media_type)


async def _streamed(parts: AsyncIterator[bytes], client: Client | None) -> Response:
    """A long response, sent in parts; each is charged to whoever asks."""

    def charged(part: bytes) -> bytes:
        if client:
            client.charge(len(part) / BYTES_A_SECOND)
        return part

    # The first part is made before the response begins, so that an early error is sent with its code.
    first = charged(await anext(parts))

    async def whole() -> AsyncIterator[bytes]:
        yield first
        try:
            async for part in parts:
                yield charged(part)
        except KnobelError as error:
            # The response is cut off, so that nobody takes an incomplete one for a whole one.
            raise CutOff from error

    return StreamingResponse(whole(), media_type="application/json")
