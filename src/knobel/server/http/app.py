"""The FastAPI app of a worker: routes, the pipeline, and what they share."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any

from fastapi import FastAPI
from fastapi.middleware.asyncexitstack import AsyncExitStackMiddleware
from pydantic.json_schema import models_json_schema
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from knobel.app.errors import Refusal
from knobel.app.responses.view import AtTable, Change, Event, Online, Ping
from knobel.app.routes import ROUTES
from knobel.core.registry import broken_games
from knobel.server.http import events, server_routes, static_files
from knobel.server.http.endpoints import endpoints
from knobel.server.http.hot_routes import with_hot_routes
from knobel.server.http.metrics import new_metrics
from knobel.server.http.pipeline import Pipeline
from knobel.server.http.rate_limits import Connections, RateLimits
from knobel.server.http.request_log import RequestLog, log_event
from knobel.server.http.responses import add_error_handlers, json_bytes
from knobel.server.http.schema import response_model
from knobel.server.http.settings import Settings
from knobel.server.http.static_files import StaticFiles, installed_files
from knobel.server.http.streams import RAW_SEND, Streams
from knobel.server.live.pool import Pool, process
from knobel.server.live.service import Service
from knobel.version import __version__

POLL = 5.0
"""Seconds after which a worker polls followed tables; a notification may be lost between workers."""


def create_app(settings: Settings, files: StaticFiles | None = None) -> FastAPI:
    """Create the app of one worker."""
    app = App(
        title="Knobel",
        version=__version__,
        summary="Tables of roll-and-write dice games, for people, programs and bots.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.service = Service(
        settings.database,
        pool=partial(Pool, process, settings.thinkers) if settings.thinkers else Pool,
        poll=POLL,
        pace=settings.pace,
        retention=settings.retention,
        boards=settings.boards,
    )
    app.state.limits = RateLimits(settings)
    app.state.connections = Connections(settings)
    app.state.metrics = new_metrics()
    app.state.static_files = files or installed_files()
    app.state.streams = Streams(settings, app.state.metrics)
    add_error_handlers(app)
    app.openapi = partial(_openapi, app)  # type: ignore[method-assign]
    # Cached, because FastAPI would build the document on every request and block the event loop.
    app.state.description = cache(lambda: json_bytes(app.openapi()))
    of_table = endpoints((*ROUTES, *server_routes.ROUTES))
    for routes in (of_table, events.router.routes, server_routes.router.routes, static_files.router.routes):
        # `include_router` would build all routes anew at the first request.
        app.router.routes.extend(routes)
    # The layers of FastAPI that its routes need; whatever is raised in them is answered by the pipeline.
    described = ExceptionMiddleware(AsyncExitStackMiddleware(app.router), app.exception_handlers)
    log = RequestLog(app.state.metrics)
    pipeline = Pipeline(with_hot_routes(of_table, described), settings, app.state.limits, log)
    # Everything that counts or compares addresses has to run after this.
    proxies = settings.trusted_proxies
    app.entry = ProxyHeadersMiddleware(pipeline, proxies) if proxies else pipeline  # type: ignore[arg-type, assignment]
    return app


class App(FastAPI):
    """FastAPI in our pipeline, behind the proxies that it trusts."""

    entry: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request; anything but HTTP, such as the lifespan, goes to FastAPI directly."""
        if scope["type"] == "http":
            scope["app"] = self
            if scope["path"].endswith("/events"):
                # Stored in the scope only for streams: it makes a reference cycle that only the garbage collector would
                # free.
                scope[RAW_SEND] = send
            await self.entry(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of the app, with the models that no route declares as its response."""
    document = FastAPI.openapi(app)
    others = models_json_schema(
        [(response_model(kind), "serialization") for kind in (AtTable, Change, Event, Online, Ping, Refusal)],
        ref_template="#/components/schemas/{model}",
    )[1]
    document["components"]["schemas"] |= others["$defs"]
    return document


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    for broken in broken_games():
        log_event("broken game", logging.WARNING, game=broken.name, package=broken.package, error=broken.reason)
    await service.start_when_possible()
    try:
        with app.state.streams.closed_by_signals():
            yield
    finally:
        app.state.streams.close()
        await service.close()
        app.state.metrics.close()
