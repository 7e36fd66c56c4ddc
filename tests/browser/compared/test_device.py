"""A device answers as a server does: the same requests, the same bytes."""

import json
import secrets
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tools.golden import SEED, variants

from knobel import Record, games, make
from knobel.app.tables import view_table
from knobel.browser.bridge import Bridge
from knobel.core.dice import seeded
from knobel.core.entry import write_entry
from knobel.core.game import Fell, Throw
from knobel.tables import play
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.play import Command
from knobel.testing import random_record
from tests.browser.compared.conftest import Both, still
from tests.browser.memory import Memory
from tests.pairs import by_night
from tests.server.databases import prepared_sqlite
from tests.server.service import Service, call

pytestmark = pytest.mark.asyncio

KEYS = sorted(info.key for info in games())
TURNS = ("hexhex", "krisskross", "master")
"""Games of one seat after the other, of all at once, and of throws without end."""


@pytest.mark.parametrize("name", by_night(sorted(variants()), KEYS))
async def test_a_golden_game_comes_in_with_the_same_record_and_the_same_view(both: Both, name: str) -> None:
    text = random_record(variants()[name], SEED).text()
    table = json.loads(await both.ask("POST", "/import", {"record": text, "key": "golden"}))["table"]
    assert await both.ask("GET", f"/tables/{table}/record") == text
    await both.ask("GET", f"/tables/{table}")
    await both.ask("POST", "/import", {"record": text, "key": "again"})
    half = _begun(text)
    opened = json.loads(await both.ask("POST", "/import", {"record": half, "key": "half"}))
    path = f"/tables/{opened['table']}"
    await both.values("POST", f"{path}/join", {"seat": 0})
    await both.ask("POST", f"{path}/join", {"seat": 0, "ticket": opened["invite"]})
    await both.ask("GET", path)


@pytest.mark.parametrize("game", by_night(KEYS, TURNS))
async def test_a_game_with_own_dice_is_answered_byte_for_byte_like_a_server_does(both: Both, game: str) -> None:
    chance, count = Random(game), max(2, make(game).seats)
    seats = [{"kind": "here", "name": f"Nö {seat}"} for seat in range(count)]
    table = json.loads(await both.ask("POST", "/tables", _wish(game, seats, "own")))["table"]
    await both.ask("POST", f"/tables/{table}/join", {})
    view = json.loads(await both.ask("GET", f"/tables/{table}"))
    for step in range(60):
        stands = await both.device.tables.load(table)
        if stands.over:
            break
        move = _typed(stands, chance) if isinstance(stands.pending, Throw) else chance.choice(_moves(view))
        if step % 9 == 8 and view["undoable"]:
            move = f"undo {chance.choice(list(view['undoable']))}"
        command = {"move": move, "seen": view["seq"], "key": f"step{step}", "view": True, "changes": bool(step % 3)}
        seat = next(iter(stands.waiting))
        await both.ask("POST", f"/tables/{table}/commands", {**command, "seat": seat})
        await both.ask("POST", f"/tables/{table}/commands", {**command, "seat": seat})
        view = json.loads(await both.ask("GET", f"/tables/{table}"))
        await both.values("GET", f"/tables/{table}/enter?seat={seat}")
        if view["history"]:
            await both.values("GET", f"/tables/{table}/correct?of={view['history'][-1]['number']}")
    await both.ask("GET", f"/tables/{table}/record")
    await both.values("GET", f"/tables/{table}/pad?language=en&size=A5")


@pytest.mark.parametrize("game", by_night(KEYS, TURNS))
async def test_dice_that_fall_alike_make_the_same_game_on_a_device_and_on_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    key, count = secrets.token_urlsafe(32), max(2, make(game).seats)
    device, service = Bridge(Memory(), key), Service(prepared_sqlite(tmp_path))
    await service.start()
    seats = [NewSeat("here", f"Player {seat}") for seat in range(count)]
    table = (await service.open(NewTable(game, seats, dice="random"), key, "wish")).table
    wish = _wish(game, [{"kind": "here", "name": f"Player {seat}"} for seat in range(count)], "checked")
    await device.answer("POST", "/tables", json.dumps(wish))
    await service.join(table, key)
    await device.answer("POST", f"/tables/{table}/join", "{}")
    chance = Random(game)
    for step in range(80):
        view = await service.view(table, key)
        if view["over"]:
            break
        move, seat, dice = chance.choice(_moves(view)), int(next(iter(view["moves"]))), chance.getrandbits(60)
        monkeypatch.setattr(play, "_RANDOM", Random(dice))
        await service.command(table, key, Command(move, view["seq"], f"s{step}", seat))
        monkeypatch.setattr(play, "_RANDOM", Random(dice))
        command = {"move": move, "seen": view["seq"], "key": f"s{step}", "seat": seat}
        done = await device.answer("POST", f"/tables/{table}/commands", json.dumps(command))
        assert done.status == 200, done.body
        seen = (await device.answer("GET", f"/tables/{table}")).body
        assert still(seen) == still(await view_table(service.app, call(key, table)))
    assert (await device.answer("GET", f"/tables/{table}/record")).body.decode() == await service.record(table, key)
    await service.close()


async def test_games_words_rules_and_worths_are_told_as_a_server_tells_them(both: Both) -> None:
    for language in ("de", "en"):
        await both.values("GET", f"/games?language={language}")
        await both.values("GET", f"/texts/{language}")
        for game in KEYS:
            page = await both.values("GET", f"/rules/{game}?language={language}")
            wish = {"game": game, "language": language}
            for example in page["examples"]:
                await both.values("POST", "/score", {**wish, "options": example["options"], "dice": example["dice"]})
            await both.values("GET", f"/games/{game}/pad?language={language}")


async def test_the_coach_says_the_same_on_a_device_as_on_a_server(both: Both) -> None:
    record = random_record(make("hexhex", 2), SEED)
    text = record.text()
    over = json.loads(await both.ask("POST", "/import", {"record": text, "key": "over"}))["table"]
    for asked in ("review?language=de", "review?seat=1&objective=points&language=en", "decisive", "hint"):
        await both.values("GET", f"/tables/{over}/{asked}")
    begun = json.loads(await both.ask("POST", "/import", {"record": _begun(text), "key": "begun"}))["table"]
    for asked in ("hint?language=en", "decisive", "review"):
        await both.values("GET", f"/tables/{begun}/{asked}")
    await both.values("POST", "/study", {"record": _begun(text), "language": "de", "hint": True, "review": True})
    await both.values("POST", "/explore", {"game": "hexhex", "sheets": [{"mash": 9}], "language": "de"})
    await both.values("POST", "/explore", {"game": "hexhex", "sheets": [{"mash": 99}], "language": "en"})


async def test_what_is_refused_is_refused_in_the_same_words(both: Both) -> None:
    nowhere = "a" * 16
    wish = _wish("classic", [{"kind": "here", "name": "Anna"}], "own")
    table = json.loads(await both.ask("POST", "/tables", wish))["table"]
    await both.values("POST", "/tables", {**wish, "undo": "free"})
    await both.values("POST", "/tables", {**wish, "key": "other", "game": "nothing"})
    await both.values("POST", "/import", {"record": "nothing"})
    await both.values("GET", f"/tables/{table}/correct?of=7")
    await both.values("POST", f"/tables/{table}/commands", {"move": "roll", "seen": 0, "key": "early"})
    await both.ask("POST", f"/tables/{table}/join", {})
    for move in ("roll", "- 7 7 7 7 7", "nonsense", "undo 3"):
        await both.values("POST", f"/tables/{table}/commands", {"move": move, "seen": 2, "key": move[:1]})
    await both.values("POST", f"/tables/{table}/rematch", {})
    here = await both.device.answer("GET", f"/tables/{nowhere}")
    assert (here.status, json.loads(here.body)["error"]["code"]) == (404, "no_table")


def _wish(game: str, seats: list[dict[str, str]], dice: str) -> dict[str, Any]:
    return {"game": game, "seats": seats, "dice": dice, "key": "wish"}


def _typed(table: Any, chance: Random) -> str:
    """Any dice that may fall now."""
    faces = seeded(chance.getrandbits(60))([table.game.pool[die] for die in table.pending.dice])
    return str(write_entry(table.game, Fell(faces)))


def _begun(text: str) -> str:
    """The beginning of a game, up to dice that lie there: whoever sits down then throws nothing by that."""
    lines = text.split("\n")[:20]
    while not lines[-1].startswith("- "):
        lines.pop()
    return Record.read("\n".join(lines) + "\n").text()


def _moves(view: dict[str, Any]) -> list[str]:
    found: list[str] = next(iter(view["moves"].values()))
    return found
