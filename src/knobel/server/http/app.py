"""The app: the routes, and what stands before them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema
from starlette.middleware.gzip import GZipMiddleware
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from knobel.server.http.errors import refuse_with_sentences
from knobel.server.http.garbage import look_rarely
from knobel.server.http.gate import Gate
from knobel.server.http.headers import Headers
from knobel.server.http.limits import Limiter, Limits
from knobel.server.http.logs import write_logs
from knobel.server.http.metrics import Metrics
from knobel.server.http.models.library import Refusal
from knobel.server.http.models.told import Event
from knobel.server.http.routes import dice, explorer, library, me, operations, study, table, tables, web
from knobel.server.http.settings import Settings, read_settings
from knobel.server.http.site import Site
from knobel.server.http.streams import Streams
from knobel.server.http.watch import Watch
from knobel.server.pool import processes, threads
from knobel.server.service import Service
from knobel.version import __version__

LOOK = 5.0
"""Seconds after which a worker looks at followed tables without being called; a call may be lost between workers."""


def create_app(settings: Settings, site: Site | None = None) -> FastAPI:
    """The whole server for one worker."""
    app = FastAPI(
        title="Knobel",
        version=__version__,
        summary="Tables of roll-and-write dice games, for people, programs and bots.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_life,
    )
    thinkers = partial(processes, settings.thinkers) if settings.thinkers else threads
    app.state.settings = settings
    app.state.service = Service(settings.database, workers=thinkers, poll=LOOK, pace=settings.pace)
    app.state.limits = Limits(settings)
    app.state.metrics = Metrics()
    app.state.site = site or Site()
    app.state.streams = Streams(settings, app.state.metrics.streams)
    refuse_with_sentences(app)
    app.openapi = partial(_described, app)  # type: ignore[method-assign]
    for part in (tables, table, me, library, dice, study, explorer, operations, web):
        app.include_router(part.router)
    # The last one added is the first to see a request.
    app.add_middleware(GZipMiddleware, minimum_size=1400, compresslevel=4)
    app.add_middleware(Gate, settings=settings)
    app.add_middleware(Limiter, limits=app.state.limits)
    app.add_middleware(Watch, metrics=app.state.metrics)
    app.add_middleware(Headers, https=settings.https)
    app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=settings.trusted_proxies or [])
    return app


def _described(app: FastAPI) -> dict[str, Any]:
    """What OpenAPI says of the app, with the shapes that no route of ours returns as they are."""
    told = FastAPI.openapi(app)
    others = models_json_schema(
        [(Event, "serialization"), (Refusal, "serialization")], ref_template="#/components/schemas/{model}"
    )[1]
    told["components"]["schemas"] |= others["$defs"]
    return told


def from_environment() -> FastAPI:
    """The app of a worker that was started with nothing but its environment."""
    settings = read_settings()
    write_logs(settings.log)
    app = create_app(settings)
    look_rarely()
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    await service.start()
    try:
        with app.state.streams.closed_by_signals():
            yield
    finally:
        app.state.streams.close()
        await service.close()
        app.state.metrics.close()
