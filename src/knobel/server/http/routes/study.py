"""Positions to think about, without a table."""

from fastapi import APIRouter
from starlette.responses import Response

from knobel.server.http.answers import ready
from knobel.server.http.errors import refusals
from knobel.server.http.models.asked import Study
from knobel.server.http.models.told import Studied
from knobel.server.http.parts import THINKING, Tables

router = APIRouter(tags=["study"], prefix="/api")


@router.post(
    "/study",
    operation_id="study",
    response_model=Studied,
    dependencies=THINKING,
    responses=refusals("bad_record", "bad_setup", "unknown_game", posted=True),
)
async def study(asked: Study, tables: Tables) -> Response:
    """The position where a record ends: what to draw, what may be done, and what the coach says, if asked."""
    return ready(await tables.study(asked.record, asked.language, hint=asked.hint, review=asked.review))
