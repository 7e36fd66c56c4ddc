"""Routes of tables: opening one, and everything that can be done there."""

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from knobel.answers.tables import done, opened, with_time
from knobel.server.http.dependencies import (
    LIMIT_OPENING,
    AskingClient,
    CorrectedQuery,
    LanguageQuery,
    ObjectiveQuery,
    OneSeatQuery,
    SeatQuery,
    SecondsQuery,
    TableName,
    Tables,
)
from knobel.server.http.identity import KeyOrNew, OptionalKey, RequiredKey
from knobel.server.http.models.own_dice import Consequences, Correctable, Pad
from knobel.server.http.models.requests import (
    AnswerKnock,
    ChooseFace,
    FillSeat,
    ForSeat,
    ImportRecord,
    JoinTable,
    KnockAtTable,
    Nothing,
    OpenNonce,
    OpenTable,
    SendAnswer,
    SendCommand,
    SendEmote,
    ShareGame,
    TryCorrection,
)
from knobel.server.http.models.study import BestPossible, DecisiveMoment, Hints, Review
from knobel.server.http.models.tables import (
    Done,
    GivenTicket,
    Happened,
    JoinedTable,
    Knocked,
    MovesMade,
    NextTable,
    OpenedTable,
)
from knobel.server.http.models.view import View
from knobel.server.http.rate_limits import limit_import
from knobel.server.http.responses import TABLE, error_docs, json_response
from knobel.server.live.advice import Question
from knobel.server.live.service import Service, now
from knobel.tables.open import NewSeat, NewTable, Opened
from knobel.tables.play import Command

_opening = APIRouter(tags=["tables"], prefix="/api", dependencies=LIMIT_OPENING)
_table = APIRouter(tags=["table"], prefix="/api/tables/{table}")
_ERRORS = error_docs(*TABLE, "not_allowed", "not_ready", "seat_taken", "bad_setup", "no_space", posted=True)


@_opening.post(
    "/tables",
    status_code=201,
    operation_id="openTable",
    responses=error_docs("no_key", "key_used", "bad_setup", "unknown_game", "no_space", posted=True),
)
async def open_table(body: OpenTable, key: KeyOrNew, tables: Tables) -> OpenedTable:
    """Open a table; the idempotency key `key` prevents a second one."""
    wanted = NewTable(
        game=body.game,
        seats=tuple(NewSeat(seat.kind, seat.name, seat.level or "") for seat in body.seats),
        options=body.options,
        undo=body.undo,
        dice=body.dice,
        coach=body.coach,
        clock=body.clock,
    )
    return opened_table(await tables.open(wanted, key, body.key))


@_opening.post(
    "/import",
    status_code=201,
    operation_id="importRecord",
    responses=error_docs("no_key", "key_used", "bad_record", "bad_setup", "unknown_game", "no_space", posted=True),
)
async def import_record(
    request: Request, body: ImportRecord, key: KeyOrNew, tables: Tables, client: AskingClient
) -> OpenedTable:
    """Open a table with the game of a record: to play on, or to review it."""
    limit_import(request, key, len(body.record))
    return opened_table(await tables.import_record(body.record, key, body.key, body.mine, client))


@_table.get("", operation_id="viewTable", response_model=View, responses=error_docs(*TABLE))
async def view_table(table: TableName, key: RequiredKey, tables: Tables) -> Response:
    """The table as it stands."""
    return Response(with_time(await tables.view_json(table, key), now()), media_type="application/json")


@_table.post("/join", operation_id="joinTable", responses=_ERRORS)
async def join_table(table: TableName, body: JoinTable, key: KeyOrNew, tables: Tables) -> JoinedTable:
    """Take a seat, return to one's own seats, or watch; to send it twice is safe."""
    joined = await tables.join(
        table,
        key,
        ticket=body.ticket,
        name=body.name,
        commitment=body.commitment,
        seat=body.seat,
        watch=body.watch,
    )
    return JoinedTable(seats=list(joined.seats), watching=joined.watching)


@_table.get("/mine", operation_id="mySeats", responses=error_docs(*TABLE))
async def my_seats(table: TableName, key: OptionalKey, tables: Tables) -> JoinedTable:
    """The seats of this key at the table, and whether it may watch; a stranger has neither."""
    if key is None:
        return JoinedTable(seats=[], watching=False)
    found = await tables.mine(table, key)
    return JoinedTable(seats=list(found.seats), watching=found.watching)


@_table.post("/knock", operation_id="knockAtTable", responses=_ERRORS)
async def knock_at_table(table: TableName, body: KnockAtTable, key: KeyOrNew, tables: Tables) -> Knocked:
    """Ask to be let back in to the seat of somebody who is missing; to send it again returns the answer so far."""
    return Knocked(answer=await tables.knock(table, key, body.ticket, body.seat))


@_table.post("/share", operation_id="shareGame", responses=_ERRORS)
async def share_game(table: TableName, body: ShareGame, key: RequiredKey, tables: Tables) -> Happened:
    """Make a game that is over visible to everybody who has its link, or hide it again."""
    return Happened(seq=await tables.share(table, key, public=body.public))


@_table.post("/admit", operation_id="answerKnock", responses=_ERRORS)
async def answer_knock(table: TableName, body: AnswerKnock, key: RequiredKey, tables: Tables) -> Happened:
    """Admit somebody who knocks, or refuse."""
    return Happened(seq=await tables.answer_knock(table, key, body.mark, admit=body.admit))


@_table.post("/open", operation_id="openNonce", response_model=Done, responses=_ERRORS)
async def open_nonce(table: TableName, body: OpenNonce, key: RequiredKey, tables: Tables) -> Response:
    """Open the nonce that one's own seats have committed to, once all seats are taken; sending it twice is safe."""
    seq = await tables.open_nonce(table, key, body.nonce)
    return Response(await _done(tables, table, key, seq, view=body.view), media_type="application/json")


@_table.post("/start", operation_id="startGame", responses=_ERRORS)
async def start_game(table: TableName, body: Nothing, key: RequiredKey, tables: Tables) -> Happened:  # noqa: ARG001
    """Start the game without the nonces of devices that have not opened them for half a minute."""
    return Happened(seq=await tables.start_game(table, key))


@_table.post(
    "/commands",
    operation_id="sendCommand",
    response_model=Done,
    responses=error_docs(
        *TABLE,
        "not_allowed",
        "not_ready",
        "stale",
        "key_used",
        "conflict",
        "bad_move",
        "bad_dice",
        "bad_record",
        "no_space",
        posted=True,
    ),
)
async def send_command(table: TableName, body: SendCommand, key: RequiredKey, tables: Tables) -> Response:
    """Make a move, type dice, undo or correct; the idempotency key `key` prevents doing it twice."""
    return Response(await do_command(table, body, key, tables), media_type="application/json")


async def do_command(table: str, body: SendCommand, key: str, tables: Service) -> bytes:
    """Carry out a command; the response as JSON."""
    seq = await tables.command(table, key, Command(body.move, body.seen, body.key, body.seat), body.pace)
    return await _done(tables, table, key, seq, view=body.view, since=body.seen if body.changes else None)


@_table.post("/answer", operation_id="sendAnswer", responses=_ERRORS)
async def send_answer(table: TableName, body: SendAnswer, key: RequiredKey, tables: Tables) -> Happened:
    """Agree to an undo that somebody asks for, or refuse it."""
    return Happened(seq=await tables.answer(table, key, agree=body.agree, seat=body.seat))


@_table.post("/leave", operation_id="leaveTable", responses=_ERRORS)
async def leave_table(table: TableName, body: ForSeat, key: RequiredKey, tables: Tables) -> Happened:
    """Get up from a seat; the key may come back."""
    return Happened(seq=await tables.leave(table, key, body.seat))


@_table.post("/back", operation_id="backToTable", responses=_ERRORS)
async def back_to_table(table: TableName, body: ForSeat, key: RequiredKey, tables: Tables) -> Happened:
    """Return to a seat that one has left."""
    return Happened(seq=await tables.back(table, key, body.seat))


@_table.post("/tickets", operation_id="giveTicket", responses=_ERRORS)
async def give_ticket(table: TableName, body: ForSeat, key: RequiredKey, tables: Tables) -> GivenTicket:
    """Make a ticket that brings a seat to another device."""
    return GivenTicket(ticket=await tables.ticket(table, key, body.seat))


@_table.post("/face", operation_id="chooseFace", responses=_ERRORS)
async def choose_face(table: TableName, body: ChooseFace, key: RequiredKey, tables: Tables) -> Happened:
    """Choose the animal that is drawn on the token of a seat."""
    return Happened(seq=await tables.wear(table, key, body.face, body.seat))


@_table.post("/renew", operation_id="renewSeat", responses=_ERRORS)
async def renew_seat(table: TableName, body: ForSeat, key: RequiredKey, tables: Tables) -> Happened:
    """Revoke all other keys and tickets of a seat."""
    return Happened(seq=await tables.renew(table, key, body.seat))


@_table.post("/bot", operation_id="fillSeat", responses=_ERRORS)
async def fill_seat(table: TableName, body: FillSeat, key: RequiredKey, tables: Tables) -> Happened:
    """Let a bot play: at a free seat, or for somebody who got up, is out of time, or is offline for a minute."""
    return Happened(seq=await tables.fill(table, key, body.seat, body.level))


@_table.post("/rematch", operation_id="playAgain", responses=_ERRORS)
async def play_again(table: TableName, body: Nothing, key: RequiredKey, tables: Tables) -> NextTable:  # noqa: ARG001
    """Open a table for a rematch: the same people, and the next seat starts. Everybody who asks gets the same table."""
    return NextTable(table=await tables.rematch(table, key))


@_table.post("/emotes", operation_id="sendEmote", responses=_ERRORS)
async def send_emote(table: TableName, body: SendEmote, key: RequiredKey, tables: Tables) -> Happened:
    """Send an emote to the others at the table."""
    return Happened(seq=await tables.emote(table, key, body.emote, body.seat))


@_table.get(
    "/record",
    operation_id="readRecord",
    response_class=PlainTextResponse,
    responses=error_docs(*TABLE, "not_ready"),
)
async def read_record(request: Request, table: TableName, key: RequiredKey, tables: Tables) -> PlainTextResponse:
    """The record of the game so far."""
    record = await tables.record(table, key)
    request.app.state.limits.charge(request, key, len(record))
    return PlainTextResponse(record)


@_table.get(
    "/hint",
    operation_id="askHint",
    response_model=Hints,
    responses=error_docs(*TABLE, "not_allowed", "not_ready", "bad_setup"),
)
async def ask_hint(
    table: TableName,
    key: RequiredKey,
    tables: Tables,
    client: AskingClient,
    seat: SeatQuery = None,
    language: LanguageQuery = "de",
    objective: ObjectiveQuery = None,
) -> Response:
    """The hint of the coach, at tables that allow it."""
    job = tables.advice.hints(table, key, Question(language, objective, seat), client)
    return json_response({"hints": await client.result(job)})


@_table.get("/told", operation_id="showMovesMade", response_model=MovesMade, responses=error_docs(*TABLE))
async def show_moves_made(table: TableName, key: RequiredKey, tables: Tables) -> Response:
    """The last moves at a table with their labels, oldest first, without those that only held dice."""
    return json_response(await tables.moves_made(table, key))


@_table.get(
    "/enter", operation_id="showPad", response_model=Pad, responses=error_docs(*TABLE, "not_allowed", "bad_setup")
)
async def show_pad(table: TableName, key: RequiredKey, tables: Tables, seat: SeatQuery = None) -> Response:
    """What may be entered without dice now; the command `enter PLACE: VALUE` enters it for the seat on turn."""
    return json_response(await tables.pad(table, key, seat))


@_table.get(
    "/correct",
    operation_id="showCorrectable",
    response_model=Correctable,
    responses=error_docs(*TABLE, "not_allowed", "bad_move"),
)
async def show_correctable(table: TableName, key: RequiredKey, tables: Tables, of: CorrectedQuery) -> Response:
    """What an entry may be corrected to, at a table with own dice: other dice, or another score."""
    return json_response(await tables.correctable(table, key, of))


@_table.post(
    "/correct",
    operation_id="tryCorrection",
    response_model=Consequences,
    responses=error_docs(*TABLE, "not_allowed", "bad_move", "bad_dice", "bad_record", posted=True),
)
async def try_correction(table: TableName, body: TryCorrection, key: RequiredKey, tables: Tables) -> Response:
    """The consequences a correction would have, without making it; the same text as a command makes it."""
    return json_response(await tables.consequences(table, key, body.move))


@_table.get(
    "/review",
    operation_id="askReview",
    response_model=Review,
    responses=error_docs(*TABLE, "not_ready", "bad_setup"),
)
async def ask_review(
    table: TableName,
    key: RequiredKey,
    tables: Tables,
    client: AskingClient,
    seat: SeatQuery = None,
    language: LanguageQuery = "de",
    objective: ObjectiveQuery = None,
) -> Response:
    """How much luck the dice brought, and how much the decisions gave away."""
    job = tables.advice.review(table, key, Question(language, objective, seat), client)
    return json_response(await client.result(job))


@_table.get(
    "/decisive",
    operation_id="askDecisive",
    response_model=DecisiveMoment,
    responses=error_docs(*TABLE, "not_ready", "bad_setup"),
)
async def ask_decisive(
    table: TableName, key: RequiredKey, tables: Tables, client: AskingClient, seat: SeatQuery = None
) -> Response:
    """The moment that decided a game: the dice of a turn, or a decision, that moved the result most."""
    return json_response({"moment": await client.result(tables.advice.decisive(table, key, seat, client))})


@_table.get(
    "/best",
    operation_id="askBest",
    response_model=BestPossible,
    responses=error_docs(*TABLE, "not_ready", "bad_setup"),
)
async def ask_best(
    table: TableName,
    key: RequiredKey,
    tables: Tables,
    client: AskingClient,
    seat: OneSeatQuery,
    seconds: SecondsQuery = 3,
    language: LanguageQuery = "de",
) -> Response:
    """The best possible result with the dice that fell, proven or with a bound, where dice depend on no decision."""
    return json_response(await client.result(tables.advice.best(table, key, seat, seconds, language, client)))


async def _done(tables: Service, table: str, key: str, seq: int, *, view: bool, since: int | None = None) -> bytes:
    """A response with the number of an event and, if wanted, the table after it: a view, or changes since a number."""
    seen, change = await tables.shown(table, key, since) if view else (None, None)
    return done(seq, seen, change, now())


def opened_table(table: Opened) -> OpenedTable:
    """The response model of a table that was opened."""
    return OpenedTable(**opened(table))


router = APIRouter()
router.routes.extend((*_opening.routes, *_table.routes))
