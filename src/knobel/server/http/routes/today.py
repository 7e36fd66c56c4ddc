"""Routes of the games of a day: which there are, a table for one, and what became of it."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from knobel.scene.rulebook import chosen
from knobel.server.http.dependencies import LIMIT_OPENING, AskingClient, LanguageQuery, TableName, Tables
from knobel.server.http.identity import KeyOrNew, RequiredKey
from knobel.server.http.models.requests import OpenDay
from knobel.server.http.models.tables import OpenedTable
from knobel.server.http.models.today import GamesOfDay, ResultOfDay
from knobel.server.http.responses import TABLE, cacheable_response, error_docs, json_bytes, json_response
from knobel.server.http.routes.tables import opened_table
from knobel.tables.open import NewSeat, NewTable
from knobel.today import DayGame, day_game, featured, first_day, games_of, read_day
from knobel.today.puzzle import has_puzzle, puzzle_of

router = APIRouter(tags=["today"], prefix="/api")
DayPath = Annotated[str, Path(description="A day like `2026-11-17`.", max_length=40)]


@router.get("/today/{day}", operation_id="readDay", response_model=GamesOfDay, responses=error_docs("bad_setup"))
async def read_games_of_day(request: Request, day: DayPath, language: LanguageQuery = "de") -> Response:
    """The games of a day."""
    return cacheable_response(request, json_bytes(_told(day, language)))


def _told(day: str, language: str) -> dict[str, Any]:
    when = read_day(day)
    first = featured(when)
    return {
        "day": day,
        "first": first_day().isoformat(),
        "games": [_one(game, first, language) for game in games_of(when)],
    }


def _one(game: DayGame, first: str, language: str) -> dict[str, Any]:
    return {
        "game": game.game,
        "featured": game.game == first,
        "rivals": list(game.rivals),
        "options": dict(game.options),
        "terms": chosen(game.game, game.options, language),
        "seal": game.dice.seal,
        "puzzle": puzzle_of(game.day, game.game).number if has_puzzle(game.day, game.game) else None,
    }


@router.post(
    "/today",
    status_code=201,
    operation_id="openDay",
    dependencies=LIMIT_OPENING,
    responses=error_docs("no_key", "key_used", "bad_setup", "unknown_game", "no_space", posted=True),
)
async def open_game_of_day(body: OpenDay, key: KeyOrNew, tables: Tables) -> OpenedTable:
    """Open a table for the game of a day; the first seat is kept for whoever asks, and no nonce is brought."""
    game = day_game(read_day(body.day), body.game)
    names = (*body.names, *(None for _ in range(game.seats)))
    bots = (NewSeat("bot", name, level) for name, level in zip(names[1:], game.rivals, strict=False))
    seats = (NewSeat("here", names[0]), *bots)
    wanted = NewTable(game.game, seats, game.options, undo="free", coach=body.coach, dealt=game.dice)
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
    """What became of the game of a day: luck and decisions, and what others make of the same dice."""
    return json_response(await client.result(tables.advice.result_of_day(table, key, language, client)))
