"""Routes of the games of a day: the list, opening a table for one, and its result."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from knobel.answers import today as told
from knobel.server.http.dependencies import LIMIT_OPENING, AskingClient, LanguageQuery, TableName, Tables
from knobel.server.http.identity import KeyOrNew, RequiredKey
from knobel.server.http.models.requests import OpenDay
from knobel.server.http.models.tables import OpenedTable
from knobel.server.http.models.today import GamesOfDay, ResultOfDay
from knobel.server.http.responses import TABLE, cacheable_response, error_docs, json_bytes, json_response
from knobel.server.http.routes.tables import opened_table

router = APIRouter(tags=["today"], prefix="/api")
DayPath = Annotated[str, Path(description="A day like `2026-11-17`.", max_length=40)]


@router.get("/today/{day}", operation_id="readDay", response_model=GamesOfDay, responses=error_docs("bad_setup"))
async def read_games_of_day(request: Request, day: DayPath, language: LanguageQuery = "de") -> Response:
    """The games of a day."""
    boards = request.app.state.settings.boards
    return cacheable_response(request, json_bytes(told.games_of_day(day, language, boards=boards)))


@router.post(
    "/today",
    status_code=201,
    operation_id="openDay",
    dependencies=LIMIT_OPENING,
    responses=error_docs("no_key", "key_used", "bad_setup", "unknown_game", "no_space", posted=True),
)
async def open_game_of_day(body: OpenDay, key: KeyOrNew, tables: Tables) -> OpenedTable:
    """Open a table for the game of a day; the first seat is for whoever asks, and no nonces are added."""
    wanted = told.day_table(body.day, body.game, body.names, coach=body.coach)
    return opened_table(await tables.open(wanted, key, body.key))


@router.get(
    "/tables/{table}/today",
    operation_id="askResultOfDay",
    response_model=ResultOfDay,
    responses=error_docs(*TABLE, "not_ready", "bad_setup"),
)
async def ask_result_of_day(
    table: TableName, key: RequiredKey, tables: Tables, client: AskingClient, language: LanguageQuery = "de"
) -> Response:
    """The result of the game of a day: luck and decisions, and the scores of others with the same dice."""
    return json_response(await client.result(tables.advice.result_of_day(table, key, language, client)))
