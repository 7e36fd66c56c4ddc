"""Routes of challenges: the dice of a game that is over, for others to play, and comparisons."""

from fastapi import APIRouter
from starlette.responses import Response

from knobel.server.http.dependencies import LIMIT_OPENING, AskingClient, TableName, Tables
from knobel.server.http.identity import KeyOrNew, RequiredKey
from knobel.server.http.models.challenges import (
    Challenge,
    CompareChallenge,
    Compared,
    LookAtChallenge,
    PlayChallenge,
)
from knobel.server.http.models.requests import Nothing
from knobel.server.http.models.tables import GivenTicket, OpenedTable
from knobel.server.http.responses import TABLE, error_docs, json_response
from knobel.server.http.routes.tables import opened_table

router = APIRouter(tags=["today"], prefix="/api")
_ERRORS = error_docs(*TABLE, "not_allowed", "not_ready", "too_large", "no_space", posted=True)


@router.post("/tables/{table}/challenge", operation_id="makeChallenge", responses=_ERRORS)
async def make_challenge(table: TableName, body: Nothing, key: RequiredKey, tables: Tables) -> GivenTicket:  # noqa: ARG001
    """The ticket that lets others play the dice of one's own seat, once the game is over; always the same."""
    return GivenTicket(ticket=await tables.challenges.dare(table, key))


@router.post("/challenges/{table}", operation_id="lookAtChallenge", responses=_ERRORS)
async def look_at_challenge(table: TableName, body: LookAtChallenge, key: KeyOrNew, tables: Tables) -> Challenge:
    """Who made a challenge, and the results of others with the same dice; the dice themselves are not revealed."""
    return Challenge(**await tables.challenges.look(table, key, body.ticket, body.language))


@router.post(
    "/challenges/{table}/play",
    status_code=201,
    operation_id="playChallenge",
    dependencies=LIMIT_OPENING,
    responses=_ERRORS,
)
async def play_challenge(table: TableName, body: PlayChallenge, key: KeyOrNew, tables: Tables) -> OpenedTable:
    """Open a table with the same dice, one for each key; no nonces are added."""
    return opened_table(await tables.challenges.play(table, key, body.ticket, body.name))


@router.post("/challenges/{table}/compare", operation_id="compareChallenge", response_model=Compared, responses=_ERRORS)
async def compare_challenge(
    table: TableName, body: CompareChallenge, key: RequiredKey, tables: Tables, client: AskingClient
) -> Response:
    """A comparison of two games with the same dice, for those who have played them to the end."""
    job = tables.challenges.compare(table, key, body.ticket, body.other, client)
    return json_response(await client.result(job))
