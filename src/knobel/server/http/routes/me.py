"""What belongs to a player key."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from knobel.server.http import person
from knobel.server.http.answers import ready
from knobel.server.http.errors import refusals
from knobel.server.http.models.base import Millis
from knobel.server.http.models.told import Export, MyTables
from knobel.server.http.parts import Tables
from knobel.server.http.person import Maybe, Somebody

router = APIRouter(tags=["me"], prefix="/api/me")


@router.get("/tables", operation_id="myTables", response_model=MyTables, responses=refusals("no_key"))
async def my_tables(
    key: Maybe,
    tables: Tables,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[
        Millis | None, Query(description="Only those that something last happened at before then.")
    ] = None,
) -> Response:
    """The own tables, those first at which something happened last."""
    return ready({"tables": await tables.tables_of(key, limit, before) if key else []})


@router.get("/export", operation_id="exportMe", response_model=Export, responses=refusals("no_key"))
async def export_me(key: Somebody, tables: Tables) -> Response:
    """Everything that is kept of this key."""
    return ready({"tables": await tables.export(key)})


@router.delete("", status_code=204, operation_id="forgetMe", responses=refusals("no_key", "no_space", posted=True))
async def forget_me(key: Somebody, tables: Tables) -> Response:
    """Give up all seats, blank all names, and delete the tables of nobody else."""
    await tables.forget(key)
    answer = Response(status_code=204)
    person.forget(answer)
    return answer
