"""Views of a table, as clients see it. None contains the secret of the dice before the game is over."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from knobel.core.entry import face_text
from knobel.core.game import AnyGame, Event, Fell, Moved, Over, Throw, holds
from knobel.core.record import Record
from knobel.scene import look
from knobel.scene.model import compact, to_json
from knobel.tables.errors import NotReady
from knobel.tables.open import links
from knobel.tables.play import ROLL, seats_undone, undecided, undoable
from knobel.tables.reports import corrections
from knobel.tables.seats import OPENING_PATIENCE, may_watch
from knobel.tables.table import Seat, SharedView, Table, UndoRequest

_MOST_OFFERS = 2_000
"""The most lists of moves whose JSON is cached."""
RECENT = 20
"""The number of the last entries that a view explains, unless all can be corrected or checked."""


def view(table: Table, key: str) -> dict[str, Any]:
    """The view of a table for somebody who sits there, or watches."""
    values: dict[str, Any] = json.loads(view_json(table, key))
    return values


def view_json(table: Table, key: str, online: Sequence[Mapping[str, Any]] = (), watchers: int = 0) -> bytes:
    """The view of a table as JSON: the shared part, cached for every state of the table, and that of this key.

    `online` is the presence by seat, which is added to the seats; `watchers` is the number of watchers.
    """
    own = own_json(table, key, online, watchers)
    cache = table.json_cache
    cache.shared_json = cache.shared_json or _shared_json(table)
    return b"%b,%b" % (cache.shared_json[:-1], own[1:])


def own_json(table: Table, key: str, online: Sequence[Mapping[str, Any]] = (), watchers: int = 0) -> bytes:
    """The part of a view that depends on the key, or changes without a log entry, as JSON."""
    mine = may_watch(table, key)
    own = compact(_own(table, key, mine) | {"watchers": watchers})
    moves = [f'"{seat}":{offered}' for seat in mine if (offered := _moves_json(table, seat))]
    return f'{own[:-1]},"moves":{{{",".join(moves)}}},"seats":{_seats_json(table, online)}}}'.encode()


def shared_view(table: Table) -> SharedView:
    """The shared part of a view, computed once for every state of the table."""
    cache = table.json_cache
    if cache.shared_view is None:
        last = cache.before[0] if cache.before else None
        scene = look(table.game, table.record.state)
        standing, history = table.record.standing, tuple(_history(table, last))
        facts = {**(last.facts if last else _fixed(table)), **_facts(table)}
        cache.shared_view = SharedView(table.seq, table.amendments, facts, standing, history, scene)
    return cache.shared_view


def _own(table: Table, key: str, mine: tuple[int, ...]) -> dict[str, Any]:
    """The part of a view that depends on this key, which has these seats."""
    tickets, request = links(table, key), table.undo_request
    return {
        "you": mine,
        "watching": not mine,
        "undoable": undoable(table, mine),
        "ask": _undo_request(table, request) if request else None,
        "knocks": [{"mark": mark, "seat": seat} for mark, seat in table.admission.knocks.items() if mine],
        "links": {"invite": tickets[0], "watch": tickets[1]} if tickets else None,
    }


def _seats_json(table: Table, online: Sequence[Mapping[str, Any]]) -> str:
    """The seats and who is online as JSON, cached because they rarely change."""
    cached = table.json_cache.seats
    reserved = {key.seat for key in table.seat_keys}
    if cached is None or cached[:3] != (table.seats, reserved, online):
        seats = [_seat(seat, number in reserved) for number, seat in enumerate(table.seats)]
        with_presence = [{**seat, **there} for seat, there in zip(seats, online or [{}] * len(seats), strict=True)]
        cached = table.json_cache.seats = (table.seats[:], reserved, online, compact(with_presence))
    return cached[3]


def _shared_json(table: Table) -> bytes:
    """The shared part of a view as JSON."""
    shared = shared_view(table)
    parts = {
        "entries": f"[{_entries(table)}]",
        "history": f"[{','.join(shared.history)}]",
        "scene": to_json(shared.scene),
    }
    joined = ",".join([f'"{name}":{part}' for name, part in parts.items()])
    return f"{compact(shared.facts)[:-1]},{joined}}}".encode()


def _fixed(table: Table) -> dict[str, Any]:
    """The fields of a view that never change."""
    setup = table.setup
    return {
        "table": setup.table,
        "game": setup.game,
        "options": dict(setup.options),
        "undo": setup.undo,
        "seal": setup.seal,
        "day": setup.day,
        "challenge": setup.challenge,
        "coach": setup.coach,
        "clock": setup.clock,
    }


def _facts(table: Table) -> dict[str, Any]:
    """The other fields of the shared part, without entries and scene."""
    return {
        "dice": table.dice_line(),
        "imported": table.imported,
        "public": table.admission.public,
        "deadline": table.deadline,
        "seq": table.seq,
        "started": table.started,
        "over": table.over,
        "taken_back": taken_back(table),
        "corrections": corrections(table),
        "put_back": table.corrections.to_come(table.record),
        "last_throw": table.last_throw,
        "held": held(table),
        "opening": _opening(table),
        "next": table.next,
        "past": [{"table": past.table, "scores": past.scores} for past in table.past],
    }


def _entries(table: Table) -> str:
    """The standing entries with their numbers, as lines of a record in JSON; only new ones are written."""
    amendments, count, entries = table.json_cache.entries
    if amendments != table.amendments:
        count, entries = 0, ""
    standing = table.record.standing
    lines = [f"[{number},{compact(table.line(number, event))}]" for number, event in standing[count:]]
    entries = ",".join([entries, *lines] if entries else lines)
    table.json_cache.entries = (table.amendments, len(standing), entries)
    return entries


def held(table: Table) -> list[int]:
    """The dice, counted from 1, that were held in the last throw, or are held for the next; none in a new turn."""
    standing = table.record.standing
    throw = len(standing)
    if not isinstance(table.pending, Throw):
        throw = next((at for at in reversed(range(throw)) if isinstance(standing[at][1], Fell)), 0)
    return (_held_dice(standing[throw - 1][1]) if throw else None) or []


def _history(table: Table, last: SharedView | None) -> list[str]:
    """The standing entries explained, as JSON: the last ones, or all where they may be corrected or checked."""
    standing, states = table.record.standing, table.record.states
    first = 0 if table.setup.own_dice or table.over else max(0, len(standing) - RECENT)
    history: list[str] = []
    if last and last.amendments == table.amendments and len(last.standing) - len(last.history) <= first:
        # The first of them were in the last view already.
        history += last.history[first - len(last.standing) + len(last.history) :]
    first += len(history)
    for (number, event), before in zip(standing[first:], states[first:-1], strict=True):
        cached = table.explained.get(number)
        if cached is None or cached[0] is not event or cached[1] is not before:
            entry = _explained(table.game, number, event, before, table.corrections.entered_by.get(number))
            cached = table.explained[number] = (event, before, compact(entry))
        history.append(cached[2])
    return history


def taken_back(table: Table) -> list[dict[str, Any]]:
    """The entries that were undone, explained, once the game is over, since the dice depend on them, too."""
    if not table.over:
        return []
    return [
        {**_explained(table.game, gone.number, gone.event, gone.before), "until": gone.until}
        for gone in table.taken_back
    ]


def summary(table: Table, seats: Sequence[int], updated: int) -> dict[str, Any]:
    """A table in the list of somebody with these seats."""
    pending, taken = table.pending, [seat for seat in seats if table.seats[seat].taken]
    return {
        "table": table.setup.table,
        "game": table.setup.game,
        "options": dict(table.setup.options),
        "names": list(table.names),
        "bots": [seat.level for seat in table.seats],
        "mine": list(seats),
        "started": table.started,
        "over": table.over,
        "away": bool(taken) and not any(table.seats[seat].present for seat in taken),
        "turn": list(table.waiting) if table.started else [],
        "missing": [number for number, seat in enumerate(table.seats) if not seat.taken],
        "waiting": table.started and any(seat in seats and table.seats[seat].present for seat in table.waiting),
        "scores": list(table.game.scores(table.record.state)),
        "places": list(pending.places) if isinstance(pending, Over) else None,
        "dice": table.dice_line().partition(" ")[0],
        "day": table.setup.day,
        "clock": table.setup.clock,
        "imported": table.imported,
        "updated": updated,
        "next": table.next,
    }


def record_text(table: Table) -> str:
    """The record so far, cached for every state of the table."""
    if table.setup.secret and not table.started:
        raise NotReady("there is no record before the game starts")
    cache = table.json_cache
    if not cache.record:
        entries = table.record.text().removeprefix(table.record.header())
        cache.record = Record(table.game, table.names, table.dice_line()).header(table.record.version) + entries
    return cache.record


def _explained(game: AnyGame, number: int, event: Event, before: Any, by: int | None = None) -> dict[str, Any]:
    """An entry as values; the state before it tells whose dice were in the cup, `by` who typed them."""
    move = held = dice = faces = None
    inferred = False
    if isinstance(event, Moved):
        seat, move, held = event.seat, str(event.move), _held_dice(event)
    else:
        pending = game.pending(before)
        assert isinstance(pending, Throw)
        seat, dice = pending.seat, [die + 1 for die in pending.dice]
        faces, inferred = [face_text(game.pool, face) for face in event.faces], event.inferred
    entry = {"number": number, "seat": seat, "move": move, "held": held, "dice": dice, "faces": faces}
    return {**entry, "witnessed": inferred, "by": seat if by is None else by}


def _held_dice(event: Event | None) -> list[int] | None:
    """The dice, counted from 1, that a move holds; None for another move."""
    positions = holds(event.move) if isinstance(event, Moved) else None
    return None if positions is None else [position + 1 for position in positions]


def _moves_json(table: Table, seat: int) -> str | None:
    """The moves of a seat as JSON; None if it has none."""
    if not (table.started and seat in table.waiting and table.seats[seat].present):
        return None
    if isinstance(table.pending, Throw):
        return None if table.setup.own_dice else f'["{ROLL}"]'
    moves = table.game.moves(table.record.state, seat)
    if type(moves) is not tuple:
        return compact([str(move) for move in moves]) if moves else None
    # Rules that return a tuple return the same object again and again.
    cached = _OFFERS.get(id(moves))
    if cached is None:
        if len(_OFFERS) >= _MOST_OFFERS:
            _OFFERS.clear()
        cached = _OFFERS[id(moves)] = (moves, compact([str(move) for move in moves]) if moves else None)
    return cached[1]


_OFFERS: dict[int, tuple[tuple[Any, ...], str | None]] = {}
"""Cached JSON of tuples of moves, by identity; the tuples are kept, so that their identity stays unique."""


def _opening(table: Table) -> dict[str, Any] | None:
    """The seats whose nonces the table waits for, and when it may start without them."""
    if table.started or not table.complete:
        return None
    return {"seats": list(table.unopened), "until": table.complete_at + OPENING_PATIENCE}


def _undo_request(table: Table, request: UndoRequest) -> dict[str, Any]:
    """An undo that a seat asks for: who has still to agree, and how many entries of each seat would be undone."""
    gone = Counter(seats_undone(table, request.number))
    return {
        "seat": request.seat,
        "number": request.number,
        "agreed": sorted(request.agreed),
        "undecided": undecided(table, request),
        "gone": [gone[seat] for seat in range(table.setup.seats)],
    }


def _seat(seat: Seat, has_key: bool) -> dict[str, Any]:
    return {
        "name": seat.name,
        "taken": seat.taken,
        "commitment": seat.commitment,
        "nonce": seat.nonce,
        "person": seat.person,
        "away": seat.away,
        "left": seat.left,
        "bot": seat.level,
        "face": seat.face,
        "kept": has_key and not seat.taken,
    }
