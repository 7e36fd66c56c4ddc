"""Routes of boards of results: look at one, make a circle, hand in a result."""

from fastapi import APIRouter
from starlette.responses import Response

from knobel.server.http.dependencies import LIMIT_BOARDS, AllBoards, AskingClient
from knobel.server.http.identity import KeyOrNew, OptionalKey
from knobel.server.http.models.boards import Board, CircleMade, Handed, HandIn, LookAtBoard, MakeCircle
from knobel.server.http.responses import error_docs, json_response
from knobel.server.live.boards import HandedIn

router = APIRouter(tags=["today"], prefix="/api/boards")
_ERRORS = ("no_key", "denied", "not_allowed", "bad_setup", "too_large", "no_space")


@router.post("", operation_id="lookAtBoard", response_model=Board, responses=error_docs(*_ERRORS, posted=True))
async def look_at_board(body: LookAtBoard, key: OptionalKey, boards: AllBoards) -> Response:
    """The results of a day, for everybody or for a circle."""
    return json_response(await boards.look(body.day, body.circle, key))


@router.post(
    "/circles",
    status_code=201,
    operation_id="makeCircle",
    dependencies=LIMIT_BOARDS,
    responses=error_docs(*_ERRORS, posted=True),
)
async def make_circle(body: MakeCircle, key: KeyOrNew, boards: AllBoards) -> CircleMade:
    """Make a circle: whoever has its ticket sees its board and hands in results; the same key makes it once."""
    ticket, circle = await boards.make_circle(key, body.name, body.key)
    return CircleMade(ticket=ticket, name=circle.name)


@router.post(
    "/results",
    status_code=201,
    operation_id="handIn",
    dependencies=LIMIT_BOARDS,
    responses=error_docs(*_ERRORS, "no_table", "not_ready", "bad_record", "unknown_game", posted=True),
)
async def hand_in(body: HandIn, key: KeyOrNew, boards: AllBoards, client: AskingClient) -> Handed:
    """Hand in the result of a game of a day; its record is replayed, and only the first result counts."""
    given = HandedIn(**dict(body))
    return Handed(**await client.result(boards.hand_in(key, given, client)))
