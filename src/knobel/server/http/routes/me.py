"""Routes of a player key: its tables, all that is stored of it, and to be forgotten."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from knobel.server.http import identity
from knobel.server.http.dependencies import Tables
from knobel.server.http.identity import OptionalKey, RequiredKey
from knobel.server.http.models import Millis
from knobel.server.http.models.responses import Export, MyTables
from knobel.server.http.responses import error_docs, json_response

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
    """The own tables, those first at which something happened last."""
    return json_response({"tables": await tables.tables_of(key, limit, before) if key else []})


@router.get("/export", operation_id="exportMe", response_model=Export, responses=error_docs("no_key"))
async def export_me(key: RequiredKey, tables: Tables) -> Response:
    """Everything that is kept of this key."""
    return json_response({"tables": await tables.export(key)})


@router.delete("", status_code=204, operation_id="forgetMe", responses=error_docs("no_key", "no_space", posted=True))
async def forget_me(key: RequiredKey, tables: Tables) -> Response:
    """Give up all seats, blank all names, and delete the tables of nobody else."""
    await tables.forget(key)
    answer = Response(status_code=204)
    identity.delete_cookies(answer)
    return answer
