"""The dice of the server, counted."""

from fastapi import APIRouter
from starlette.responses import Response

from knobel.server.http.answers import ready
from knobel.server.http.errors import refusals
from knobel.server.http.models.dice import DiceReport
from knobel.server.http.parts import THINKING, Tables

router = APIRouter(tags=["library"], prefix="/api")


@router.get("/dice", operation_id="diceReport", response_model=DiceReport, dependencies=THINKING, responses=refusals())
async def dice_report(tables: Tables) -> Response:
    """How often every face fell at the newest tables, and what chance says to that; made anew every ten minutes."""
    return ready(await tables.dice_report())
