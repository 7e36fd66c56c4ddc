"""Routes of streams (SSE) of one table, or of several."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Annotated, Any, NamedTuple, TypeVar

from fastapi import APIRouter, Depends, Header, Query, Request
from pydantic import Field
from starlette.responses import Response

from knobel.app.routes import TABLE
from knobel.server.http.endpoints import StartedService, TableName
from knobel.server.http.identity import RequiredKey
from knobel.server.http.rate_limits import RateLimits, address_of
from knobel.server.http.responses import error_docs
from knobel.server.http.streams import SEVERAL_DOCS, STREAM_DOCS, SeveralTables, Stream, Streams, sse_bytes
from knobel.server.live.following import Update

T = TypeVar("T")

router = APIRouter(prefix="/api")
Seq = Annotated[int, Field(ge=0, le=2**31 - 1, description="The number of an event.")]
MOST_TABLES = 50
"""The most tables that one stream follows."""
_POSITION = "[a-z0-9]{1,32}(:[0-9]{1,9})?"
_POSITIONS = f"^{_POSITION}(,{_POSITION}){{0,{MOST_TABLES - 1}}}$"
"""A pattern for names of tables, separated by commas, each with the last event that is known of it."""


async def _last_known(
    after: Annotated[Seq, Query(description="The number of the last known event.")] = 0,
    last_event_id: Annotated[Seq | None, Header(description="The same; browsers send it when they reconnect.")] = None,
) -> int:
    return after if last_event_id is None else last_event_id


async def _last_known_of_all(
    tables: Annotated[
        str,
        Query(
            pattern=_POSITIONS,
            description=f"Up to {MOST_TABLES} tables, each with the number of its last known event: `abc:12,def:3`.",
        ),
    ],
    last_event_id: Annotated[
        str | None,
        Header(pattern=_POSITIONS, description="Where the stream was; browsers send it when they reconnect."),
    ] = None,
) -> dict[str, int]:
    positions = _positions(tables)
    return positions | {table: at for table, at in _positions(last_event_id or "").items() if table in positions}


class _Views(NamedTuple):
    """Whether a stream sends the table after each event: not at all, as a whole view, or as changes."""

    view: bool
    changes: bool


async def _views(
    view: Annotated[bool, Query(description="Also send the table after each event of others.")] = False,
    changes: Annotated[
        bool, Query(description="With `view`, send only what has changed, where that is known.")
    ] = False,
) -> _Views:
    return _Views(view, changes)


@router.get(
    "/tables/{table}/events",
    tags=["table"],
    operation_id="followTable",
    response_class=Response,
    responses={200: STREAM_DOCS, **error_docs(*TABLE)},
)
async def follow_table(
    request: Request,
    table: TableName,
    key: RequiredKey,
    service: StartedService,
    after: Annotated[int, Depends(_last_known)],
    views: Annotated[_Views, Depends(_views)],
) -> Response:
    """Follow a table: a stream of everything that happens there."""
    return await _stream(
        request,
        key,
        service.followers.follow(table, key, after, views=views.view, changes=views.changes),
        sse_bytes,
        lambda update: update.more,
    )


@router.get(
    "/events",
    tags=["tables"],
    operation_id="followTables",
    response_class=Response,
    responses={200: SEVERAL_DOCS, **error_docs("no_key")},
)
async def follow_tables(
    request: Request,
    key: RequiredKey,
    service: StartedService,
    after: Annotated[dict[str, int], Depends(_last_known_of_all)],
    views: Annotated[_Views, Depends(_views)],
) -> Response:
    """Follow several tables in one stream; a table that cannot be followed does not end it."""
    return await _stream(
        request,
        key,
        service.followers.follow_all(after, key, views=views.view, changes=views.changes),
        SeveralTables(after).sse_bytes,
        lambda news: any(isinstance(update, Update) and update.more for update in news.values()),
        len(after),
    )


async def _stream(
    request: Request,
    key: str,
    updates: AsyncGenerator[T, None],
    encode: Callable[[T], bytes],
    is_behind: Callable[[T], bool],
    tables: int = 1,
) -> Stream[Any]:
    """A stream of these updates, if the limits allow it and the first update does not fail.

    What a client missed counts as requests by its size, until the stream is no longer behind.
    """
    streams: Streams = request.app.state.streams
    limits: RateLimits = request.app.state.limits
    behind = True

    def charged(update: T) -> bytes:
        nonlocal behind
        body = encode(update)
        if behind:
            limits.charge(request, key, len(body))
            behind = is_behind(update)
        return body

    place = streams.enter(key, address_of(request), tables)
    try:
        first = await anext(updates)
    except BaseException:
        streams.leave(place)
        async with aclosing(updates):
            raise
    return Stream(streams, place, charged, first, updates)


def _positions(text: str) -> dict[str, int]:
    """The last event that is known of each table, read from `abc:12,def:3`."""
    parts = (part.partition(":") for part in text.split(",") if part)
    return {table: int(number or 0) for table, _, number in parts}
