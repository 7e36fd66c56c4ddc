"""Routes of a player key: its tables, the export of its data, and deleting it."""

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response, StreamingResponse

from knobel.core.errors import KnobelError
from knobel.server.http import identity
from knobel.server.http.dependencies import AskingClient, Tables
from knobel.server.http.identity import OptionalKey, RequiredKey
from knobel.server.http.models import Millis
from knobel.server.http.models.tables import Export, MyTables
from knobel.server.http.rate_limits import Client
from knobel.server.http.request_log import CutOff
from knobel.server.http.responses import error_docs, json_bytes, json_response
from knobel.server.live.service import Service

BYTES_A_SECOND = 5 << 20
"""This many bytes of an export cost as much as a second of processor time."""
router = APIRouter(tags=["me"], prefix="/api/me")


@router.get("/tables", operation_id="myTables", response_model=MyTables, responses=error_docs("no_key"))
async def my_tables(
    key: OptionalKey,
    tables: Tables,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[
        Millis | None, Query(description="Only those that something last happened at before then.")
    ] = None,
) -> Response:
    """One's own tables, the last active first."""
    return json_response({"tables": await tables.own.tables(key, limit, before) if key else []})


@router.get("/export", operation_id="exportMe", response_model=Export, responses=error_docs("no_key"))
async def export_me(key: RequiredKey, tables: Tables, client: AskingClient) -> Response:
    """Everything that is stored about this key."""
    parts = _export(tables, key, client)
    # The first part is made before the response begins, so that an early error is sent with its code.
    first = await anext(parts)

    async def whole() -> AsyncIterator[bytes]:
        yield first
        try:
            async for part in parts:
                yield part
        except KnobelError as error:
            # The response is cut off, so that nobody takes an incomplete export for a whole one.
            raise CutOff from error

    return StreamingResponse(whole(), media_type="application/json")


async def _export(tables: Service, key: str, client: Client) -> AsyncGenerator[bytes, None]:
    """The export, one table at a time: encoding all of it at once would block the event loop."""
    before = b'{"tables":['
    async for table in tables.own.export(key):
        encoded = json_bytes(table)
        client.charge(len(encoded) / BYTES_A_SECOND)
        yield before + encoded
        before = b","
    handed_in = json_bytes(await tables.own.handed_in(key))
    client.charge(len(handed_in) / BYTES_A_SECOND)
    yield (b"" if before == b"," else before) + b"]," + handed_in[1:]


@router.delete("", status_code=204, operation_id="forgetMe", responses=error_docs("no_key", "no_space", posted=True))
async def forget_me(key: RequiredKey, tables: Tables) -> Response:
    """Delete a key: give up its seats, remove its names, and delete its results and tables where nobody else sits."""
    await tables.own.forget(key)
    answer = Response(status_code=204)
    identity.delete_cookies(answer)
    return answer
