"""The routes of a device, one function each, by method and path below `/api`."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from knobel.answers import advice, library
from knobel.answers import tables as told_of
from knobel.answers.advice import ExploreRequest
from knobel.core.record import Record
from knobel.device import today
from knobel.device.asked import Answered, Asked, Handler, server_only, values
from knobel.library import find
from knobel.players.bot import level as level_of
from knobel.printing import Pad, blank, filled
from knobel.tables import open as opening
from knobel.tables import play, reports, seats
from knobel.tables.errors import NotAllowed, NotReady
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.play import Command, choose_seat
from knobel.tables.seats import seated, seats_of
from knobel.tables.setup import RANDOM
from knobel.tables.table import Table
from knobel.tables.view import record_text

if TYPE_CHECKING:
    from knobel.device.device import Device


async def _games(_: "Device", asked: Asked) -> Answered:
    return Answered(library.library(asked.language))


async def _texts(_: "Device", asked: Asked) -> Answered:
    return Answered(library.texts(asked.path["language"]))


async def _rules(_: "Device", asked: Asked) -> Answered:
    return Answered(library.rules_page(find(asked.path["game"]).key, asked.language))


async def _score(_: "Device", asked: Asked) -> Answered:
    body = asked.body
    return Answered(library.score(body["game"], body["options"], body["dice"], body["language"]))


async def _my_tables(device: "Device", asked: Asked) -> Answered:
    before = int(asked.query["before"]) if "before" in asked.query else None
    found = [one["summary"] for one in await device.tables.heads() if before is None or one["updated"] < before]
    return Answered({"tables": found[: int(asked.query.get("limit", 50))]})


async def _export(device: "Device", _: Asked) -> Answered:
    found = []
    for one in await device.tables.heads():
        table = await device.tables.load(one["table"])
        found.append(told_of.exported(table, seats_of(table, device.key), one["updated"]))
    return Answered({"tables": found, "results": [], "circles": []})


async def _forget(device: "Device", _: Asked) -> Answered:
    await device.tables.erase()
    return Answered(None, 204)


async def _open(device: "Device", asked: Asked) -> Answered:
    body = asked.body
    if any(seat["kind"] == "link" for seat in body["seats"]):
        raise server_only()
    wanted = NewTable(
        game=body["game"],
        seats=tuple(_new_seat(**seat) for seat in body["seats"]),
        options=body.get("options", {}),
        undo=body.get("undo", "ask"),
        # Nobody could check a seal, so the dice are unsealed and marked as such.
        dice="own" if body.get("dice") == "own" else RANDOM,
        coach=body.get("coach", False) and find(body["game"]).has("judge"),
        clock=body.get("clock"),
    )
    made = opening.new(wanted, device.key, body.get("key"), device.clock())
    if any(seat["kind"] == "bot" for seat in body["seats"]) or wanted.coach:
        # Fetched while there is a network; the values are then there for playing offline.
        await device.around.fetch(wanted.game)
    return Answered(told_of.opened(await device.tables.open(made)), 201)


def _new_seat(kind: str, name: str | None = None, level: str | None = None) -> NewSeat:
    return NewSeat(kind, name, level_of(level or "").key if kind == "bot" else "")


async def _import(device: "Device", asked: Asked) -> Answered:
    text = asked.body["record"]
    made = opening.imported(text, device.key, asked.body.get("key"), device.clock(), asked.body.get("mine", ()))
    there = await device.tables.same_game(text)
    if there:
        return Answered(told_of.opened(opening.opened(there.setup, device.key, seats_of(there, device.key))), 201)
    return Answered(told_of.opened(await device.tables.open(made)), 201)


async def _view(device: "Device", asked: Asked) -> Answered:
    return Answered(await device.seen(asked.table))


async def _join(device: "Device", asked: Asked) -> Answered:
    def act(draft: Table) -> dict[str, Any]:
        body = asked.body
        ticket = body.get("ticket", "")
        if body.get("watch"):
            seats.watch(draft, device.key, ticket)
        else:
            seats.join(draft, device.key, ticket, body.get("name"), None, body.get("seat"), device.clock())
        return _seats(device, draft)

    return Answered(await device.tables.change(asked.table, act))


async def _mine(device: "Device", asked: Asked) -> Answered:
    return Answered(_seats(device, await device.tables.load(asked.table)))


def _seats(device: "Device", table: Table) -> dict[str, Any]:
    mine = seats_of(table, device.key)
    return {"seats": list(mine), "watching": not mine}


async def _command(device: "Device", asked: Asked) -> Answered:
    body = asked.body
    command = Command(body["move"], body["seen"], body["key"], body.get("seat"))

    def act(draft: Table) -> int:
        entry = play.play(draft, seated(draft, device.key), command, device.clock())
        device.bots.tempos.ask(asked.table, body.get("pace", "normal"))
        return entry.seq

    seq = await device.tables.change(asked.table, act)
    since = command.seen if body.get("changes") else None
    return Answered(await device.done(asked.table, seq, view=body.get("view", False), since=since))


async def _agree(device: "Device", asked: Asked) -> Answered:
    body = asked.body

    def act(draft: Table) -> int:
        mine = seated(draft, device.key)
        return play.answer(draft, mine, body.get("seat"), device.clock(), agree=body["agree"]).seq

    return Answered({"seq": await device.tables.change(asked.table, act)})


async def _each(act: Callable[[Table, int, int, Mapping[str, Any]], None], device: "Device", asked: Asked) -> Answered:
    """Call a function for one seat, or for all of one's own; the number of the last log entry."""
    seat = asked.body.get("seat")

    def each(draft: Table) -> int:
        mine = seated(draft, device.key)
        for one in mine if seat is None else [choose_seat(mine, seat)]:
            act(draft, one, device.clock(), asked.body)
        return draft.seq

    return Answered({"seq": await device.tables.change(asked.table, each)})


async def _fill(device: "Device", asked: Asked) -> Answered:
    body = asked.body

    def act(draft: Table) -> int:
        seated(draft, device.key)
        return seats.fill(draft, body["seat"], level_of(body["level"]).key, device.clock()).seq

    return Answered({"seq": await device.tables.change(asked.table, act)})


async def _rematch(device: "Device", asked: Asked) -> Answered:
    def act(draft: Table) -> str:
        return opening.rematch(draft, seated(draft, device.key)[0], device.clock(), sealed=False)

    return Answered({"table": await device.tables.change(asked.table, act)})


async def _record(device: "Device", asked: Asked) -> Answered:
    return Answered(record_text(await device.tables.load(asked.table)), kind="text/plain; charset=utf-8")


async def _enter(device: "Device", asked: Asked) -> Answered:
    table = await device.tables.load(asked.table)
    return Answered(reports.pad_of(table, seated(table, device.key), asked.seat))


async def _correctable(device: "Device", asked: Asked) -> Answered:
    table = await device.tables.load(asked.table)
    seated(table, device.key)
    return Answered(reports.correctable(table, asked.query["of"]))


async def _consequences(device: "Device", asked: Asked) -> Answered:
    table = await device.tables.load(asked.table)
    seated(table, device.key)
    return Answered(reports.consequences(table, asked.body["move"]))


async def _blank(device: "Device", asked: Asked) -> Answered:
    plain = {"seats", "rounds", "size", "language", "page"}
    count, rounds = (int(asked.query[name]) if name in asked.query else None for name in ("seats", "rounds"))
    options = {name: value for name, value in asked.query.items() if name not in plain}
    key = find(asked.path["game"]).key
    return _drawn(blank(key, count, rounds, **_paper(device, asked), options=options), asked)


async def _sheets(device: "Device", asked: Asked) -> Answered:
    table = await device.tables.load(asked.table)
    if not table.started:
        raise NotReady("nothing stands on the sheets yet; the game has not started")
    pad = filled(table.game, table.record.state, tuple(table.names), **_paper(device, asked))
    return _drawn(pad, asked)


def _paper(device: "Device", asked: Asked) -> dict[str, str]:
    return {"size": asked.query.get("size", "A4"), "language": asked.language, "address": device.home}


def _drawn(pad: Pad, asked: Asked) -> Answered:
    match asked.path.get("kind"):
        case "pdf":
            return Answered(pad.pdf(), kind="application/pdf")
        case "svg":
            return Answered(pad.svg(int(asked.query.get("page", 1))), kind="image/svg+xml")
    return Answered(told_of.printed(pad, asked.query.get("size", "A4")))


async def _hint(device: "Device", asked: Asked) -> Answered:
    table = await device.tables.load(asked.table)
    if not table.setup.coach:
        raise NotAllowed("at this table nobody asks the coach; a review is there when the game is over")
    await values(device, table.game.key)
    found = advice.hints_for(record_text(table), asked.seat, asked.language, asked.query.get("objective"))
    return Answered({"hints": found})


async def _review(device: "Device", asked: Asked) -> Answered:
    table = await device.tables.load(asked.table)
    if not table.over and not table.setup.coach:
        raise NotReady("at this table the review comes when the game is over; play it to the end first")
    await values(device, table.game.key)
    objective = asked.query.get("objective")
    return Answered(advice.review_of(record_text(table), asked.seat, asked.language, objective, device.around.progress))


async def _decisive(device: "Device", asked: Asked) -> Answered:
    table = await device.tables.load(asked.table)
    if not table.over:
        raise NotReady("the game is not over; what decides it is not known yet")
    await values(device, table.game.key)
    return Answered({"moment": advice.decisive_of(record_text(table), asked.seat)})


async def _study(device: "Device", asked: Asked) -> Answered:
    body = asked.body
    await values(device, Record.read(body["record"]).game.key)
    wanted = body.get("hint", False), body.get("review", False), body.get("objective")
    return Answered(advice.study(body["record"], body["language"], *wanted))


async def _explore(device: "Device", asked: Asked) -> Answered:
    body = asked.body
    await values(device, find(body["game"]).key)
    sheets, dice = tuple(body["sheets"]), tuple(body.get("dice", ()))
    turn = sheets, dice, body.get("throws", 0), body.get("reach")
    return Answered(advice.explored(ExploreRequest(body["game"], body.get("options", {}), *turn, body["language"])))


async def _online(_: "Device", __: Asked) -> Answered:
    raise server_only()


def _leave(draft: Table, seat: int, at: int, _: Mapping[str, Any]) -> None:
    seats.leave(draft, seat, at)


def _back(draft: Table, seat: int, at: int, _: Mapping[str, Any]) -> None:
    seats.back(draft, seat, at)


def _wear(draft: Table, seat: int, at: int, body: Mapping[str, Any]) -> None:
    seats.wear(draft, seat, body["face"], at)


def _sign(draft: Table, seat: int, at: int, body: Mapping[str, Any]) -> None:
    play.emote(draft, seat, body["emote"], at)


_TABLE = "tables/(?P<table>[a-z2-7]{16})"
_GAME = "(?P<game>[^/]+)"
_KIND = r"(\.(?P<kind>svg|pdf))?"
ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "games", _games),
    ("GET", "texts/(?P<language>de|en)", _texts),
    ("GET", f"rules/{_GAME}", _rules),
    ("POST", "score", _score),
    ("GET", f"games/{_GAME}/pad{_KIND}", _blank),
    ("GET", "me/tables", _my_tables),
    ("GET", "me/export", _export),
    ("DELETE", "me", _forget),
    ("POST", "tables", _open),
    ("POST", "import", _import),
    ("GET", _TABLE, _view),
    ("POST", f"{_TABLE}/join", _join),
    ("GET", f"{_TABLE}/mine", _mine),
    ("POST", f"{_TABLE}/commands", _command),
    ("POST", f"{_TABLE}/answer", _agree),
    ("POST", f"{_TABLE}/leave", partial(_each, _leave)),
    ("POST", f"{_TABLE}/back", partial(_each, _back)),
    ("POST", f"{_TABLE}/face", partial(_each, _wear)),
    ("POST", f"{_TABLE}/emotes", partial(_each, _sign)),
    ("POST", f"{_TABLE}/bot", _fill),
    ("POST", f"{_TABLE}/rematch", _rematch),
    ("GET", f"{_TABLE}/record", _record),
    ("GET", f"{_TABLE}/enter", _enter),
    ("GET", f"{_TABLE}/correct", _correctable),
    ("POST", f"{_TABLE}/correct", _consequences),
    ("GET", f"{_TABLE}/pad{_KIND}", _sheets),
    ("POST", f"{_TABLE}/(share|knock|admit|tickets|renew|open|start)", _online),
    ("GET", f"{_TABLE}/hint", _hint),
    ("GET", f"{_TABLE}/review", _review),
    ("GET", f"{_TABLE}/decisive", _decisive),
    ("POST", "study", _study),
    ("POST", "explore", _explore),
    *today.routes(_TABLE, _GAME),
    ("POST", "qr", _online),
    ("GET", "dice", _online),
)
"""All routes of a device; what needs a server is refused with an explanation."""
