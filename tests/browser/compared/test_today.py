"""Days on a device: the same games, dice, results and puzzles as on a server."""

import json
from datetime import date

import pytest

from knobel import Record, games
from knobel.app.today.puzzle import puzzles
from knobel.core.proof import prove
from knobel.tables.day import day_game, day_of
from tests.browser.compared.conftest import Both

pytestmark = pytest.mark.asyncio

DAY = "2026-11-17"


@pytest.mark.parametrize("day", [DAY, "2024-02-29", "2023-12-31", "2026-02-30", "today"])
async def test_a_day_is_told_as_a_server_tells_it(both: Both, day: str) -> None:
    for language in ("de", "en"):
        await both.values("GET", f"/today/{day}?language={language}")


async def test_a_game_of_a_day_is_played_byte_for_byte_as_on_a_server_and_told_alike(both: Both) -> None:
    wish = {"day": DAY, "game": "classic", "names": ["Anna"], "key": "once"}
    table = json.loads(await both.ask("POST", "/today", wish))["table"]
    await both.values("POST", "/today", {**wish, "day": "2026-11-18"})
    await both.ask("POST", f"/tables/{table}/join", {})
    await both.values("GET", f"/tables/{table}/today")
    view = json.loads(await both.ask("GET", f"/tables/{table}"))
    assert view["day"] == DAY
    while not view["over"]:
        command = {"move": view["moves"]["0"][0], "seen": view["seq"], "key": str(view["seq"]), "view": True}
        view = json.loads(await both.ask("POST", f"/tables/{table}/commands", command))["view"]
    record = Record.read(await both.ask("GET", f"/tables/{table}/record"))
    assert prove(record).holds
    assert day_of(record) == day_game(date.fromisoformat(DAY), "classic")
    told = await both.values("GET", f"/tables/{table}/today?language=de")
    assert told["scores"] == list(record.game.scores(record.state))


async def test_the_bots_of_a_day_decide_as_those_of_a_server_do(both: Both) -> None:
    wish = {"day": DAY, "game": "hexhex", "names": ["Anna", "Mieze"], "key": "once"}
    table = json.loads(await both.ask("POST", "/today", wish))["table"]
    await both.ask("POST", f"/tables/{table}/join", {})
    view = json.loads((await both.device.answer("GET", f"/tables/{table}")).body)
    while not view["over"]:
        if moves := view["moves"].get("0"):
            command = {"move": moves[-1], "seen": view["seq"], "key": str(view["seq"])}
            await both.ask("POST", f"/tables/{table}/commands", command)
        await both.settle(table)
        view = json.loads((await both.device.answer("GET", f"/tables/{table}")).body)
    await both.ask("GET", f"/tables/{table}/record")


async def test_puzzles_are_listed_and_asked_as_a_server_asks_them(both: Both) -> None:
    for info in games():
        await both.values("GET", f"/puzzles/{info.key}")
        most = len(puzzles(info.key).listed)
        for number in (1, most, most + 1):
            await both.values("GET", f"/puzzles/{info.key}/{number}?language=en")
    await both.values("GET", "/puzzles/nothing")
