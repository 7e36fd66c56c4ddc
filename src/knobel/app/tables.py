"""Requests about tables: opening, joining, playing, leaving, and looking at them."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from knobel.app import jobs
from knobel.app.application import App, server_only
from knobel.app.routing import Answer, Call
from knobel.coach.bot import level as level_of
from knobel.core.checked import Checked
from knobel.core.game import Fell, Throw
from knobel.tables import knock as knocking
from knobel.tables import open as opening
from knobel.tables import play, reports, seats
from knobel.tables.correct import CORRECT
from knobel.tables.errors import Denied, NoTable, NotReady
from knobel.tables.keys import check_key, new_table, new_token
from knobel.tables.log import LogEntry
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.play import Command, choose_seat
from knobel.tables.seats import may_watch, seated, seats_of
from knobel.tables.setup import RANDOM, Opening
from knobel.tables.table import Table
from knobel.tables.view import record_text

TEXT = "text/plain; charset=utf-8"


def with_time(view: bytes, at: int) -> bytes:
    """A view or a change with the time of the server, since clocks of clients differ."""
    return b'%b,"now":%d}' % (view[:-1], at)


def done(seq: int, view: bytes | None, change: bytes | None, at: int) -> bytes:
    """The response to a command: the number of its event and, if wanted, the view after it or the change."""
    view, change = (with_time(body, at) if body else b"null" for body in (view, change))
    return b'{"seq":%d,"view":%b,"change":%b}' % (seq, view, change)


async def open_table(app: App, call: Call) -> dict[str, Any]:
    """Open a table; the idempotency key `key` prevents a second one."""
    body = call.body
    if not app.edition.reachable and any(seat.kind == "link" for seat in body.seats):
        raise server_only()
    wish = NewTable(
        game=body.game,
        seats=tuple(NewSeat(seat.kind, seat.name, seat.level or "") for seat in body.seats),
        options=body.options,
        undo=body.undo,
        # Dice that nobody could check are not sealed, and marked as such.
        dice=body.dice if app.edition.sealed or body.dice == "own" else RANDOM,
        coach=body.coach,
        clock=body.clock,
    )
    return await open_new(app, wish, call.key, body.key)


async def open_new(app: App, wish: NewTable, key: str, idempotency_key: str | None) -> dict[str, Any]:
    """Open a table, with the tickets to pass on; the same idempotency key returns the same table."""
    seats = [replace(seat, level=level_of(seat.level).key) if seat.kind == "bot" else seat for seat in wish.seats]
    made = opening.new(replace(wish, seats=seats), check_key(key), idempotency_key, app.clock())
    if wish.coach or wish.dealt or any(seat.kind == "bot" for seat in seats):
        # Fetched while there is a network, to be there later without one.
        await app.jobs.prepare(wish.game)
    return await _store(app, made, key)


async def _store(app: App, made: Opening, key: str) -> dict[str, Any]:
    """Store a new table, or return the one that the same request opened before."""
    if await app.tables.open(made):
        own = tuple(seat_key.seat for seat_key in made.seat_keys if seat_key.seat >= 0)
        return asdict(opening.opened(made.setup, key, own))
    opening.check_same(await app.tables.request_hash(made.setup.table), made.request_hash)
    return opened_before(await app.tables.load(made.setup.table, key), key)


def opened_before(table: Table, key: str) -> dict[str, Any]:
    """A table that is there already, as whoever opened it gets it."""
    return asdict(opening.opened(table.setup, key, seats_of(table, key)))


async def import_record(app: App, call: Call) -> dict[str, Any]:
    """Open a table with the game of a record: to play on, or to review it."""
    body, key = call.body, check_key(call.key)
    if body.key and (request := await app.tables.request_hash(name := new_table(key, body.key))):
        # A repeated request is answered without parsing the record again.
        opening.check_same(request, opening.import_request(body.record))
        return opened_before(await app.tables.load(name, key), key)
    # A hostile record may take seconds to parse.
    made = await app.jobs.run(
        opening.imported, body.record, key, body.key, app.clock(), tuple(body.mine), asker=call.asker
    )
    same = await _same_game(app, body.record, made.setup.dice, key)
    return opened_before(same, key) if same else await _store(app, made, key)


async def _same_game(app: App, text: str, dice: str, key: str) -> Table | None:
    """A table of this key with exactly this record, imported before or played here."""
    played = Checked.read(dice)
    for name in [*await app.tables.imported(key, opening.fingerprint(text)), *([played.table] if played else [])]:
        with suppress(NoTable, Denied, NotReady):
            table = await app.watched(name, key)
            if await app.jobs.briefly(record_text, table) == text:
                return table
    return None


async def view_table(app: App, call: Call) -> bytes:
    """The table as it stands."""
    table = await app.tables.load(call.table, call.key)
    app.show(table)
    return with_time(app.view(table, call.key), app.clock())


async def join_table(app: App, call: Call) -> dict[str, Any]:
    """Take a seat, return to one's own seats, or watch; sending it twice is safe."""
    body, key = call.body, check_key(call.key)

    def act(draft: Table) -> dict[str, Any]:
        if body.watch:
            seats.watch(draft, key, body.ticket)
        else:
            seats.join(draft, key, body.ticket, body.name, body.commitment, body.seat, app.clock())
        return _joined(seats_of(draft, key))

    return await app.tables.change(call.table, key, act)


async def my_seats(app: App, call: Call) -> dict[str, Any]:
    """The seats of this key at the table, and whether it may watch; a stranger has neither."""
    if not call.key:
        return {"seats": [], "watching": False}
    table = await app.tables.load(call.table, call.key)
    try:
        return _joined(may_watch(table, call.key))
    except Denied:
        return {"seats": [], "watching": False}


def _joined(own: tuple[int, ...]) -> dict[str, Any]:
    return {"seats": list(own), "watching": not own}


async def knock_at_table(app: App, call: Call) -> dict[str, Any]:
    """Ask to be let back in to the seat of a player who is offline; sending it again returns the answer so far."""
    key, body = check_key(call.key), call.body

    def act(draft: Table) -> knocking.Answer:
        return knocking.knock(draft, key, body.ticket, body.seat, app.presence.seats(call.table), app.clock())

    return {"answer": await app.tables.change(call.table, key, act)}


async def _act(app: App, call: Call, act: Callable[[Table, tuple[int, ...]], LogEntry | None]) -> dict[str, Any]:
    """Run a command of somebody who sits at the table, with their seats: the number of its log entry, or the last."""

    def command(draft: Table) -> int:
        logged = act(draft, seated(draft, call.key))
        return logged.seq if logged else draft.seq

    return {"seq": await app.tables.change(call.table, call.key, command)}


async def _act_for_seats(app: App, call: Call, act: Callable[[Table, int], None]) -> dict[str, Any]:
    """Run a command for the seat that a request names, or for each of one's own."""

    def command(draft: Table, own: tuple[int, ...]) -> None:
        for seat in own if call.body.seat is None else [choose_seat(own, call.body.seat)]:
            act(draft, seat)

    return await _act(app, call, command)


async def answer_knock(app: App, call: Call) -> dict[str, Any]:
    """Admit somebody who knocks, or refuse."""
    mark, admit = call.body.mark, call.body.admit

    def command(draft: Table, _own: tuple[int, ...]) -> None:
        knocking.answer_knock(draft, call.key, mark, app.presence.seats(call.table), app.clock(), admit=admit)

    return await _act(app, call, command)


async def share_game(app: App, call: Call) -> dict[str, Any]:
    """Make a game that is over visible to everybody who has its link, or hide it again."""
    public = call.body.public
    return await _act(app, call, lambda draft, own: seats.share(draft, own[0], app.clock(), public=public))


async def open_nonce(app: App, call: Call) -> bytes:
    """Reveal the nonce of one's own seats, once all seats are taken; sending it twice is safe."""
    body = call.body
    opened = await _act(app, call, lambda draft, own: seats.open_nonce(draft, own, body.nonce, app.clock()))
    return await _done(app, call, opened["seq"], view=body.view)


async def start_game(app: App, call: Call) -> dict[str, Any]:
    """Start the game without the nonces of devices that have not revealed them for half a minute."""
    return await _act(app, call, lambda draft, own: seats.start(draft, own[0], app.clock()))


async def send_command(app: App, call: Call) -> bytes:
    """Make a move, type dice, undo or correct; sending it again with the same `key` does it only once."""
    body = call.body
    command = Command(body.move, body.seen, body.key, body.seat)

    def act(draft: Table) -> int:
        logged = play.play(draft, seated(draft, call.key), command, app.clock())
        app.bots.pace.set(call.table, body.pace)
        return logged.seq

    seq = await app.tables.change(call.table, call.key, act, quick=True)
    if command.move.startswith(CORRECT):
        await _update_series(app, call.table)
    return await _done(app, call, seq, view=body.view, since=body.seen if body.changes else None)


async def _update_series(app: App, name: str) -> None:
    """Update the scores of this game in the later games of its series, after a correction."""
    corrected = await app.tables.load(name)
    scores, following, later = corrected.game.scores(corrected.record.state), corrected.next, 0
    while following:
        later += 1
        update = partial(opening.update_past, earlier=name, scores=scores, later=later, at=app.clock())
        try:
            await app.tables.change(following, "", update)
            following = (await app.tables.load(following)).next
        except NoTable:
            return


async def _done(app: App, call: Call, seq: int, *, view: bool, since: int | None = None) -> bytes:
    """The number of an event and, if wanted, the table after it: a view, or the change since a number."""
    if not view:
        return done(seq, None, None, app.clock())
    table = await app.tables.latest(call.table, call.key)
    change = None if since is None else app.change(table, call.key, since)
    return done(seq, None if change else app.view(table, call.key), change, app.clock())


async def send_answer(app: App, call: Call) -> dict[str, Any]:
    """Agree to an undo that somebody has asked for, or refuse it."""
    body = call.body
    return await _act(app, call, lambda draft, own: play.answer(draft, own, body.seat, app.clock(), agree=body.agree))


async def leave_table(app: App, call: Call) -> dict[str, Any]:
    """Leave a seat; the same key may come back to it."""
    return await _act_for_seats(app, call, lambda draft, seat: seats.leave(draft, seat, app.clock()))


async def back_to_table(app: App, call: Call) -> dict[str, Any]:
    """Return to a seat that one has left."""
    return await _act_for_seats(app, call, lambda draft, seat: seats.back(draft, seat, app.clock()))


async def choose_face(app: App, call: Call) -> dict[str, Any]:
    """Choose the animal that is drawn on the token of a seat."""
    return await _act_for_seats(
        app, call, lambda draft, seat: seats.choose_face(draft, seat, call.body.face, app.clock())
    )


async def renew_seat(app: App, call: Call) -> dict[str, Any]:
    """Revoke all other keys and tickets of a seat."""
    return await _act_for_seats(
        app, call, lambda draft, seat: seats.revoke_other_keys(draft, seat, call.key, app.clock())
    )


async def give_ticket(app: App, call: Call) -> dict[str, Any]:
    """Make a ticket that brings a seat to another device."""
    ticket, seat = new_token(), call.body.seat
    await _act(app, call, lambda draft, own: seats.add_ticket(draft, choose_seat(own, seat), ticket))
    return {"ticket": ticket}


async def fill_seat(app: App, call: Call) -> dict[str, Any]:
    """Let a bot play: at a free seat, or for somebody who has left, is out of time, or is offline for a minute."""
    seat = call.body.seat
    gone_since = app.presence.offline_since(call.table, seat)

    def command(draft: Table, _own: tuple[int, ...]) -> LogEntry | None:
        return seats.seat_bot(draft, seat, level_of(call.body.level).key, app.clock(), gone_since=gone_since)

    return await _act(app, call, command)


async def play_again(app: App, call: Call) -> dict[str, Any]:
    """Open a table for a rematch: the same people, and the next seat begins. Everybody who asks gets the same table."""

    def act(draft: Table) -> str:
        return opening.rematch(draft, seated(draft, call.key)[0], app.clock(), sealed=app.edition.sealed)

    return {"table": await app.tables.change(call.table, call.key, act)}


async def send_emote(app: App, call: Call) -> dict[str, Any]:
    """Send an emote to the others at the table."""
    seat, emote = call.body.seat, call.body.emote
    return await _act(app, call, lambda draft, own: play.emote(draft, choose_seat(own, seat), emote, app.clock()))


async def read_record(app: App, call: Call) -> Answer:
    """The record of the game so far."""
    table = await app.watched(call.table, call.key)
    return Answer((await app.record(table)).encode(), TEXT)


async def show_moves_made(app: App, call: Call) -> dict[str, Any]:
    """The last moves at a table with their labels, oldest first, without those that only held dice."""
    table = await app.watched(call.table, call.key)
    return {"moves": await app.jobs.briefly(reports.moves_made, table)}


async def count_faces(app: App, call: Call) -> dict[str, Any]:
    """How often each face fell for each seat; throws taken back, and scores entered without dice, do not count."""
    table = await app.watched(call.table, call.key)
    return await app.jobs.briefly(_fallen_faces, table)


def _fallen_faces(table: Table) -> dict[str, Any]:
    game, record = table.game, table.record
    fallen = Counter(
        (game.pool[position].faces, pending.seat, face)
        for (_, event), before in zip(record.standing, record.states, strict=False)
        if isinstance(event, Fell) and not event.inferred and isinstance(pending := game.pending(before), Throw)
        for position, face in zip(pending.dice, event.faces, strict=True)
    )
    return {
        "dice": [
            {
                "faces": list(die.faces),
                "counts": [[fallen[die.faces, seat, value] for value in die.values] for seat in range(game.seats)],
            }
            for die in {die.faces: die for die in game.pool}.values()
        ]
    }


async def show_pad(app: App, call: Call) -> dict[str, Any]:
    """What may be entered without dice now; the command `enter PLACE: VALUE` enters it for the seat on turn."""
    table, own = await app.seated(call.table, call.key)
    return await app.jobs.briefly(reports.pad_of, table, own, call.query.seat)


async def show_correctable(app: App, call: Call) -> dict[str, Any]:
    """What an entry may be corrected to, at a table with own dice: other dice, or another score."""
    table, _ = await app.seated(call.table, call.key)
    return await app.jobs.briefly(reports.correctable, table, call.query.of)


async def try_correction(app: App, call: Call) -> dict[str, Any]:
    """The consequences a correction would have, without making it; the same text as a command makes it."""
    table, _ = await app.seated(call.table, call.key)
    play.check_correctable(table)
    waiting, entered_by = table.corrections.waiting, table.corrections.entered_by
    consequences: dict[str, Any] = await app.jobs.run(
        jobs.consequences, await app.record(table), waiting, entered_by, call.body.move, asker=call.asker
    )
    return consequences
