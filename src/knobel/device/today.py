"""The routes of a device about days: their games, results, and puzzles."""

from typing import TYPE_CHECKING

from knobel.answers import advice
from knobel.answers import tables as told_of
from knobel.answers import today as told
from knobel.device.asked import Answered, Asked, Handler, values
from knobel.library import find
from knobel.tables import open as opening
from knobel.tables.errors import NotReady
from knobel.tables.view import record_text

if TYPE_CHECKING:
    from knobel.device.device import Device


async def _games(_: "Device", asked: Asked) -> Answered:
    return Answered(told.games_of_day(asked.path["day"], asked.language))


async def _open(device: "Device", asked: Asked) -> Answered:
    body = asked.body
    wanted = told.day_table(body["day"], body["game"], body.get("names", ()), coach=body.get("coach", False))
    made = opening.new(wanted, device.key, body.get("key"), device.clock())
    # Fetched while there is a network: bots need the values now, and the result needs them later.
    await device.around.fetch(wanted.game)
    return Answered(told_of.opened(await device.tables.open(made)), 201)


async def _result(device: "Device", asked: Asked) -> Answered:
    table = await device.tables.load(asked.table)
    if not table.over:
        raise NotReady("the game is not over; play it to its end first")
    if find(table.game.key).has("judge"):
        await values(device, table.game.key)
    return Answered(advice.result_of_day(record_text(table), asked.language))


async def _puzzles(_: "Device", asked: Asked) -> Answered:
    return Answered(told.puzzle_list(find(asked.path["game"]).key))


async def _puzzle(_: "Device", asked: Asked) -> Answered:
    return Answered(told.puzzle_asked(asked.path["game"], int(asked.path["number"]), asked.language))


def routes(table: str, game: str) -> tuple[tuple[str, str, Handler], ...]:
    """All routes, for these patterns of tables and games in paths."""
    return (
        ("GET", "today/(?P<day>[^/]+)", _games),
        ("POST", "today", _open),
        ("GET", f"{table}/today", _result),
        ("GET", f"puzzles/{game}", _puzzles),
        ("GET", f"puzzles/{game}/(?P<number>[0-9]{{1,7}})", _puzzle),
    )
