"""Positions set up by hand, and what scores players reach."""

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from knobel.library import find
from knobel.server.exploring import Wish
from knobel.server.http.answers import json_bytes, kept, ready
from knobel.server.http.errors import refusals
from knobel.server.http.models.explorer import Distributions, Explore, Explored
from knobel.server.http.parts import THINKING, Tables
from knobel.solve.scores import shipped

router = APIRouter(tags=["study"], prefix="/api")

GameKey = Annotated[str, Path(description="The key of a game.", max_length=40)]
DIGITS = 9
"""Digits of a chance that a picture can show, and more."""


@router.post(
    "/explore",
    operation_id="explore",
    response_model=Explored,
    dependencies=THINKING,
    responses=refusals("bad_setup", "bad_dice", "unknown_game", posted=True),
)
async def explore(asked: Explore, tables: Tables) -> Response:
    """A position set up by hand: what to draw, what may be set up, and what every choice is worth."""
    return ready(await tables.explore(Wish(**dict(asked))))


@router.get(
    "/distributions/{game}",
    operation_id="readDistributions",
    response_model=Distributions,
    responses=refusals("unknown_game"),
)
async def read_distributions(request: Request, game: GameKey) -> Response:
    """How likely perfect play, and bots, reach each score of a game."""
    # Only games that there are, or everything anybody types would be remembered.
    return kept(request, _distributions(find(game).key))


@cache
def _distributions(game: str) -> bytes:
    found = [_rounded(one.plain()) for one in shipped() if one.players.game == game]
    return json_bytes({"distributions": found})


def _rounded(told: dict[str, Any]) -> dict[str, Any]:
    return {**told, **{name: [round(chance, DIGITS) for chance in told[name]] for name in ("chances", "reach")}}
