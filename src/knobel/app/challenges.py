"""Requests about challenges: the dice of a game that is over, for others to play, and comparisons.

Whoever has a ticket may play; whoever has played may compare.
"""

from collections.abc import AsyncIterator
from contextlib import suppress
from hmac import compare_digest
from typing import Any

from knobel.app import jobs
from knobel.app.application import App
from knobel.app.routing import Call
from knobel.app.tables import open_new, opened_before
from knobel.scene.rulebook import chosen
from knobel.tables import open as opening
from knobel.tables.errors import Denied, NoTable, NotAllowed, NotReady
from knobel.tables.keys import hashed
from knobel.tables.seats import seated, seats_of
from knobel.tables.table import Table


async def make_challenge(app: App, call: Call) -> dict[str, Any]:
    """The ticket that lets others play the dice of one's own seat, once the game is over; it is always the same one."""

    def act(draft: Table) -> str:
        return opening.offer_challenge(draft, seated(draft, call.key)[0], call.key, app.clock())

    return {"ticket": await app.tables.change(call.table, call.key, act)}


async def look_at_challenge(app: App, call: Call) -> dict[str, Any]:
    """Who made a challenge, and the results of others with the same dice; the dice are not revealed."""
    first, seat, _ = await _challenge(app, call)
    results = [_result(table, seat, call.key) async for table in _taken(app, first, seat, call.key)]
    setup = first.setup
    return {
        "table": setup.table,
        "game": setup.game,
        "terms": chosen(setup.game, setup.options, call.body.language),
        "name": first.names[seat],
        "score": _score(first, seat),
        "rivals": [name for number, name in enumerate(first.names) if number != seat],
        "own": bool(seats_of(first, call.key)),
        "results": results,
    }


async def play_challenge(app: App, call: Call) -> dict[str, Any]:
    """Open a table with the same dice, one for each key; no nonces are added."""
    first, seat, mine = await _challenge(app, call)
    if mine:
        return opened_before(mine, call.key)
    if _has_seen(first, call.key):
        raise NotAllowed("you have seen these dice already; only others can take up this challenge")
    wish = opening.challenge_table(first, seat, call.body.name)
    opened = await open_new(app, wish, call.key, f"dare {call.table}")
    name = opened["table"]
    await app.tables.change(call.table, "", lambda draft: opening.take_up_challenge(draft, seat, name, app.clock()))
    return opened


async def compare_challenge(app: App, call: Call) -> dict[str, Any]:
    """A comparison of two games with the same dice, for those who have played them to the end."""
    first, seat, mine = await _challenge(app, call)
    other = call.body.other
    if not seats_of(first, call.key) and not (mine and mine.over):
        raise NotReady("finish your own game with these dice first; then you can compare")
    if other not in first.challenges.taken:
        raise NoTable(f"no table {other[:40]!a} has taken up this challenge")
    second = await app.tables.load(other)
    if not second.over:
        raise NotReady("this game is not over yet")
    return await app.jobs.run(jobs.compared, await app.record(first), await app.record(second), seat, asker=call.asker)


async def _challenge(app: App, call: Call) -> tuple[Table, int, Table | None]:
    """The original game, the seat whose dice are played again, and the table where this key plays them, if any."""
    first = await app.tables.load(call.table, call.key)
    for name, seat in first.challenges.taken.items():
        with suppress(NoTable):
            mine = await app.tables.load(name, call.key)
            if seats_of(mine, call.key):
                return first, seat, mine
    own = seats_of(first, call.key)
    if own and first.challenges.tickets:
        return first, own[0], None
    return first, opening.challenged_seat(first, call.body.ticket), None


async def _taken(app: App, first: Table, seat: int, key: str) -> AsyncIterator[Table]:
    """The tables that play the dice of this seat."""
    for name, played in first.challenges.taken.items():
        if played == seat:
            with suppress(NoTable, Denied):
                yield await app.tables.load(name, key)


def _has_seen(table: Table, key: str) -> bool:
    """Whether the key sat at the table or watched, and so has seen the dice."""
    mark = hashed(key)
    return any(compare_digest(mark, seat_key.hashed) for seat_key in table.seat_keys if not seat_key.ticket)


def _result(table: Table, seat: int, key: str) -> dict[str, Any]:
    """The result of somebody who plays the dice of this seat; whether it is the owner of the key."""
    you = bool(seats_of(table, key))
    return {"table": table.setup.table, "name": table.names[seat], "score": _score(table, seat), "you": you}


def _score(table: Table, seat: int) -> int | None:
    """The final score of a seat; None while the game goes on."""
    return int(table.game.scores(table.record.state)[seat]) if table.over else None
