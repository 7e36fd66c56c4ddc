"""Requests to the coach and the explorer; what takes long runs as a job."""

import re
from typing import Any

from knobel.app import jobs
from knobel.app.application import App
from knobel.app.routing import Call
from knobel.coach.explore import Position
from knobel.library import find, games
from knobel.tables.errors import NotAllowed, NotReady
from knobel.tables.table import Table

_GAME = re.compile(r"knobel [0-9]{1,4}\ngame ([^\n]{1,40})\n")
"""How a record begins."""


async def ask_hint(app: App, call: Call) -> dict[str, Any]:
    """The hint of the coach, at tables that allow it."""
    table = await app.watched(call.table, call.key)
    if not table.setup.coach:
        raise NotAllowed("the coach is off at this table; there is a review when the game is over")
    query = call.query
    hints = await _about(app, call, table, jobs.hints_for, query.seat, query.language, query.objective)
    return {"hints": hints}


async def ask_review(app: App, call: Call) -> dict[str, Any]:
    """How much luck the dice brought, and how much the decisions gave away."""
    table = await app.watched(call.table, call.key)
    if not table.over and not table.setup.coach:
        raise NotReady("at this table there is no review before the game is over; finish the game first")
    query = call.query
    review: dict[str, Any] = await _about(app, call, table, jobs.review_of, query.seat, query.language, query.objective)
    return review


async def ask_decisive(app: App, call: Call) -> dict[str, Any]:
    """The moment that decided a game: the dice of a turn, or a decision, that moved the result most."""
    table = await _over(app, call, "the game is not over; finish it to see what decided it")
    return {"moment": await _about(app, call, table, jobs.decisive_of, call.query.seat)}


async def ask_best(app: App, call: Call) -> dict[str, Any]:
    """The best possible result with the dice that fell, proven or with a bound, where dice depend on no decision."""
    table = await _over(app, call, "the game is not over; finish it to see what was possible")
    query = call.query
    best: dict[str, Any] = await app.jobs.run(
        jobs.best_of, await app.record(table), query.seat, query.seconds, query.language, asker=call.asker
    )
    return best


async def study(app: App, call: Call) -> dict[str, Any]:
    """The position where a record ends: its scene and moves, and a hint and a review of the coach, if asked for."""
    body = call.body
    # Only the second line is read here: a hostile record may take seconds to parse, and the job says what is wrong.
    game = _GAME.match(body.record) if body.hint or body.review else None
    if game and any(info.key == game[1] for info in games()):
        await app.prepare(game[1])
    return await app.jobs.run(
        jobs.study, body.record, body.language, body.hint, body.review, body.objective, asker=call.asker
    )


async def explore(app: App, call: Call) -> dict[str, Any]:
    """The analysis of a position set up by hand: its scene, what may be set up, and the value of every choice."""
    body = call.body
    await app.prepare(find(body.game).key)
    position = Position(tuple(body.sheets), tuple(body.dice), body.throws)
    return await app.jobs.run(
        jobs.explored, body.game, position, body.options, body.reach, body.language, asker=call.asker
    )


async def ask_result_of_day(app: App, call: Call) -> dict[str, Any]:
    """The result of the game of a day: luck and decisions, and the scores of others with the same dice."""
    table = await _over(app, call, "the game is not over; finish it first")
    result: dict[str, Any] = await _about(app, call, table, jobs.result_of_day, call.query.language)
    return result


async def _over(app: App, call: Call, reason: str) -> Table:
    """A table whose game is over."""
    table = await app.watched(call.table, call.key)
    if not table.over:
        raise NotReady(reason)
    return table


async def _about(app: App, call: Call, table: Table, job: Any, *arguments: Any) -> Any:
    """The result of a job about the game of a table, which needs the values of its judge."""
    await app.prepare(table.game.key)
    return await app.jobs.run(job, await app.record(table), *arguments, asker=call.asker)
