"""Routes of study: positions of a record or set up by hand, and distributions of scores."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from knobel.answers import library
from knobel.answers.advice import ExploreRequest
from knobel.library import find
from knobel.server.http.dependencies import AskingClient, Tables
from knobel.server.http.models.requests import Study
from knobel.server.http.models.study import Distributions, Explore, Explored, Studied
from knobel.server.http.responses import cacheable_response, error_docs, json_bytes, json_response
from knobel.server.live.advice import Question

router = APIRouter(tags=["study"], prefix="/api")
GameKey = Annotated[str, Path(description="The key of a game.", max_length=40)]


@router.post(
    "/study",
    operation_id="study",
    response_model=Studied,
    responses=error_docs("bad_record", "bad_setup", "unknown_game", posted=True),
)
async def study(body: Study, tables: Tables, client: AskingClient) -> Response:
    """The position where a record ends: its scene and moves, and a hint and a review of the coach, if asked for."""
    asked = Question(body.language, body.objective)
    job = tables.advice.study(body.record, asked, hint=body.hint, review=body.review, asker=client)
    return json_response(await client.result(job))


@router.post(
    "/explore",
    operation_id="explore",
    response_model=Explored,
    responses=error_docs("bad_setup", "bad_dice", "unknown_game", posted=True),
)
async def explore(body: Explore, tables: Tables, client: AskingClient) -> Response:
    """The analysis of a position set up by hand: its scene, what may be set up, and the value of every choice."""
    return json_response(await client.result(tables.advice.explore(ExploreRequest(**dict(body)), client)))


@router.get(
    "/distributions/{game}",
    operation_id="readDistributions",
    response_model=Distributions,
    responses=error_docs("unknown_game"),
)
async def read_distributions(request: Request, game: GameKey) -> Response:
    """The distributions of final scores of a game, for perfect play and for bots."""
    # Only keys of existing games reach the cache, or it would grow with everything anybody types.
    return cacheable_response(request, _distributions(find(game).key))


@cache
def _distributions(game: str) -> bytes:
    return json_bytes(library.distributions(game))
