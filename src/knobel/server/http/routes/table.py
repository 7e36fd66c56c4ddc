"""What is done at a table."""

from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.responses import PlainTextResponse, Response

from knobel.server.acts import Command
from knobel.server.http.answers import ready
from knobel.server.http.errors import TABLE, refusals
from knobel.server.http.models.asked import FillSeat, ForSeat, JoinTable, Nothing, SendAnswer, SendCommand, SendEmote
from knobel.server.http.models.base import Seq
from knobel.server.http.models.coach import Review
from knobel.server.http.models.told import Done, GivenTicket, Happened, Hints, JoinedTable, NextTable, View
from knobel.server.http.parts import THINKING, Followers, LanguageAsked, SeatAsked, TableName, Tables
from knobel.server.http.person import Anybody, Somebody
from knobel.server.http.streams import FOLLOWED, Stream, timed

router = APIRouter(tags=["table"], prefix="/api/tables/{table}")
_MOVED = refusals(*TABLE, "not_allowed", "not_ready", "seat_taken", "bad_setup", "no_space", posted=True)


@router.get("", operation_id="viewTable", response_model=View, responses=refusals(*TABLE))
async def view_table(table: TableName, key: Somebody, tables: Tables) -> Response:
    """The table as it stands."""
    return ready(timed(await tables.view(table, key)))


@router.post("/join", operation_id="joinTable", responses=_MOVED)
async def join_table(table: TableName, asked: JoinTable, key: Anybody, tables: Tables) -> JoinedTable:
    """Take a seat, take the own seats again, or come to watch; to send it twice is safe."""
    joined = await tables.join(table, key, ticket=asked.ticket, name=asked.name, nonce=asked.nonce, seat=asked.seat)
    return JoinedTable(seats=list(joined.seats), watching=joined.watching)


@router.post(
    "/commands",
    operation_id="sendCommand",
    response_model=Done,
    responses=refusals(
        *TABLE,
        "not_allowed",
        "not_ready",
        "stale",
        "key_used",
        "bad_move",
        "bad_dice",
        "bad_record",
        "no_space",
        posted=True,
    ),
)
async def send_command(table: TableName, asked: SendCommand, key: Somebody, tables: Tables) -> Response:
    """Make a move, type dice, undo or correct; the same `key` again does nothing more."""
    command = Command(asked.move, asked.seen, asked.key, asked.seat)
    seq = await tables.command(table, key, command)
    return ready({"seq": seq, "view": timed(await tables.seen(table, key)) if asked.view else None})


@router.post("/answer", operation_id="sendAnswer", responses=_MOVED)
async def send_answer(table: TableName, asked: SendAnswer, key: Somebody, tables: Tables) -> Happened:
    """Agree to an undo that somebody asks for, or refuse it."""
    return Happened(seq=await tables.answer(table, key, agree=asked.agree, seat=asked.seat))


@router.post("/leave", operation_id="leaveTable", responses=_MOVED)
async def leave_table(table: TableName, asked: ForSeat, key: Somebody, tables: Tables) -> Happened:
    """Get up; the key stays good for coming back."""
    return Happened(seq=await tables.leave(table, key, asked.seat))


@router.post("/back", operation_id="backToTable", responses=_MOVED)
async def back_to_table(table: TableName, asked: ForSeat, key: Somebody, tables: Tables) -> Happened:
    """Sit down again."""
    return Happened(seq=await tables.back(table, key, asked.seat))


@router.post("/tickets", operation_id="giveTicket", responses=_MOVED)
async def give_ticket(table: TableName, asked: ForSeat, key: Somebody, tables: Tables) -> GivenTicket:
    """A ticket that brings a seat to another device."""
    return GivenTicket(ticket=await tables.ticket(table, key, asked.seat))


@router.post("/renew", operation_id="renewSeat", responses=_MOVED)
async def renew_seat(table: TableName, asked: ForSeat, key: Somebody, tables: Tables) -> Happened:
    """Make all other keys and tickets of a seat void."""
    return Happened(seq=await tables.renew(table, key, asked.seat))


@router.post("/bot", operation_id="fillSeat", responses=_MOVED)
async def fill_seat(table: TableName, asked: FillSeat, key: Somebody, tables: Tables) -> Happened:
    """Let a bot play: at a free seat, for one who left, or whose clock ran out."""
    return Happened(seq=await tables.fill(table, key, asked.seat, asked.level))


@router.post("/rematch", operation_id="playAgain", responses=_MOVED)
async def play_again(table: TableName, asked: Nothing, key: Somebody, tables: Tables) -> NextTable:  # noqa: ARG001
    """The same people once more; the next seat starts. The same table for all who ask."""
    return NextTable(table=await tables.rematch(table, key))


@router.post("/emotes", operation_id="sendEmote", responses=_MOVED)
async def send_emote(table: TableName, asked: SendEmote, key: Somebody, tables: Tables) -> Happened:
    """A sign to the others."""
    return Happened(seq=await tables.emote(table, key, asked.emote, asked.seat))


@router.get(
    "/events",
    operation_id="followTable",
    response_class=Response,
    responses={200: FOLLOWED, **refusals(*TABLE)},
)
async def follow_table(
    table: TableName,
    key: Somebody,
    tables: Tables,
    followers: Followers,
    after: Annotated[Seq, Query(description="The last event that is known.")] = 0,
    view: Annotated[bool, Query(description="Tell how the table stands as well, after what others did.")] = False,
    last_event_id: Annotated[Seq | None, Header(description="The same; browsers send it when they come again.")] = None,
) -> Response:
    """Everything that happens at the table, as it happens."""
    followers.check_room(key)
    news = tables.follow(table, key, after if last_event_id is None else last_event_id, views=view)
    try:
        first = await anext(news)
    except BaseException:
        async with aclosing(news):
            raise
    return Stream(followers, key, first, news)


@router.get(
    "/record",
    operation_id="readRecord",
    response_class=PlainTextResponse,
    responses=refusals(*TABLE, "not_ready"),
)
async def read_record(table: TableName, key: Somebody, tables: Tables) -> PlainTextResponse:
    """The record of the game so far."""
    return PlainTextResponse(await tables.record(table, key))


@router.get(
    "/hint",
    operation_id="askHint",
    response_model=Hints,
    dependencies=THINKING,
    responses=refusals(*TABLE, "not_allowed", "not_ready", "bad_setup"),
)
async def ask_hint(
    table: TableName, key: Somebody, tables: Tables, seat: SeatAsked = None, language: LanguageAsked = "de"
) -> Response:
    """What the coach would do, at tables that allow it."""
    return ready({"hints": await tables.hints(table, key, seat, language)})


@router.get(
    "/review",
    operation_id="askReview",
    response_model=Review,
    dependencies=THINKING,
    responses=refusals(*TABLE, "not_ready", "bad_setup"),
)
async def ask_review(
    table: TableName, key: Somebody, tables: Tables, seat: SeatAsked = None, language: LanguageAsked = "de"
) -> Response:
    """What luck brought and decisions gave away."""
    return ready(await tables.review(table, key, seat, language))
