"""Challenges over HTTP: others play the same dice, see none before they throw them, and compare when they are done."""

from typing import Any

import pytest
from fastapi import FastAPI

from knobel import Fell, Record
from knobel.app.responses import today as today_responses
from knobel.core.proof import prove
from knobel.server.http.schema import response_model
from tests.server.http.conftest import Phone

Challenge: Any = response_model(today_responses.Challenge)
Compared: Any = response_model(today_responses.Compared)

pytestmark = pytest.mark.asyncio


async def played(phone: Phone, table: str, place: int) -> Record:
    """Play a table to its end: always the first move there is, or always the last."""
    path = f"/api/tables/{table}"
    view = (await phone.get(path)).json()
    while not view["over"]:
        seat, moves = next(iter(view["moves"].items()), ("", []))
        if not seat:
            view = (await phone.get(path)).json()
            continue
        command = {"move": moves[place], "seen": view["seq"], "key": str(view["seq"]), "seat": int(seat), "view": True}
        view = (await phone.post(f"{path}/commands", command)).json()["view"]
    return Record.read((await phone.get(f"{path}/record")).text)


async def challenged(phone: Phone, seats: list[dict[str, str]]) -> tuple[str, str, Record]:
    """A game that was played, the ticket of its challenge, and its record."""
    opened = (await phone.post("/api/tables", {"game": "hexhex", "seats": seats})).json()
    table = opened["table"]
    await phone.post(f"/api/tables/{table}/join", {})
    record = await played(phone, table, -1)
    return table, (await phone.post(f"/api/tables/{table}/challenge", {})).json()["ticket"], record


def fallen(record: Record) -> list[tuple[int, ...]]:
    return [entry.faces for entry in record.entries if isinstance(entry, Fell)]


async def test_a_friend_plays_the_same_dice_which_prove_themselves_and_both_are_compared(
    phone: Phone, app: FastAPI
) -> None:
    other_phone = Phone(app)
    table, ticket, first = await challenged(
        phone, [{"kind": "here", "name": "Anna"}, {"kind": "bot", "level": "chick"}]
    )
    path = f"/api/challenges/{table}"
    seen = Challenge.model_validate_json((await other_phone.post(path, {"ticket": ticket})).content)
    assert (seen.name, seen.own, seen.results) == ("Anna", False, [])
    wish: dict[str, Any] = {"ticket": ticket, "name": "Ben"}
    opened, again = [(await other_phone.post(f"{path}/play", wish)).json()["table"] for _ in range(2)]
    assert opened == again
    await other_phone.post(f"/api/tables/{opened}/join", {})
    view = (await other_phone.get(f"/api/tables/{opened}")).json()
    assert (view["challenge"], view["seal"]) == (table, (await phone.get(f"/api/tables/{table}")).json()["seal"])
    assert first.dice.split()[-1] not in str(view)
    early = await other_phone.post(f"{path}/compare", {"ticket": ticket, "other": opened})
    assert early.json()["error"]["code"] == "not_ready"
    second = await played(other_phone, opened, 0)
    assert fallen(second)[0] == fallen(first)[0]
    assert second.dice == first.dice
    assert prove(second).holds
    for who, given in ((phone, ""), (other_phone, ticket)):
        told = Challenge.model_validate_json((await who.post(path, {"ticket": given})).content)
        assert [(one.name, one.score) for one in told.results] == [("Ben", second.game.scores(second.state)[0])]
        found = await who.post(f"{path}/compare", {"ticket": given, "other": opened})
        Compared.model_validate_json(found.content)
        both = found.json()
        assert (both["one"]["name"], both["other"]["name"]) == ("Anna", "Ben")
        assert both["parting"]["turn"] == 1
        assert len(both["turns"]) == 11


async def test_whoever_knows_the_dice_or_has_no_ticket_does_not_play_them(phone: Phone, app: FastAPI) -> None:
    other_phone = Phone(app)
    table, ticket, _ = await challenged(phone, [{"kind": "here", "name": "Anna"}])
    own = await phone.post(f"/api/challenges/{table}/play", {"ticket": ticket})
    assert own.json()["error"]["code"] == "not_allowed"
    for path, wish in ((f"/api/challenges/{table}", {}), (f"/api/challenges/{table}/play", {"ticket": "x"})):
        refused = await other_phone.post(path, wish)
        assert refused.json()["error"]["code"] == "denied"
    hidden = await other_phone.get(f"/api/tables/{table}/record")
    assert hidden.json()["error"]["code"] == "denied"


async def test_whoever_has_watched_a_game_does_not_play_its_dice(phone: Phone, app: FastAPI) -> None:
    watcher = Phone(app)
    opened = (await phone.post("/api/tables", {"game": "hexhex", "seats": [{"kind": "here", "name": "Anna"}]})).json()
    table = opened["table"]
    await phone.post(f"/api/tables/{table}/join", {})
    await watcher.post(f"/api/tables/{table}/join", {"ticket": opened["watch"], "watch": True})
    await played(phone, table, -1)
    ticket = (await phone.post(f"/api/tables/{table}/challenge", {})).json()["ticket"]
    refused = await watcher.post(f"/api/challenges/{table}/play", {"ticket": ticket})
    assert refused.json()["error"]["code"] == "not_allowed"


async def test_nothing_that_is_told_before_the_end_of_a_challenge_has_its_secret(phone: Phone, app: FastAPI) -> None:
    friend = Phone(app)
    table, ticket, first = await challenged(phone, [{"kind": "here", "name": "Anna"}])
    secret = first.dice.split()[-1]
    opened = (await friend.post(f"/api/challenges/{table}/play", {"ticket": ticket})).json()["table"]
    await friend.post(f"/api/tables/{opened}/join", {})
    view = await friend.view(opened)
    command = {"move": "roll", "seen": view["seq"], "key": "first", "view": True}
    told = [(await friend.post(f"/api/tables/{opened}/commands", command)).text]
    own = [f"tables/{opened}{rest}" for rest in ("", "/record", "/told")]
    told += [(await friend.get(f"/api/{path}")).text for path in (*own, "me/export", "me/tables", "dice")]
    told += [(await friend.post(f"/api/challenges/{table}", {"ticket": ticket})).text]
    told += [(await friend.post(f"/api/tables/{opened}/challenge", {})).text]
    for path in ("record", "review", "told", "events"):
        refused = await friend.get(f"/api/tables/{table}/{path}")
        assert refused.json()["error"]["code"] == "denied", path
    assert not any(secret in text for text in told)
    assert secret in (await phone.get(f"/api/tables/{table}/record")).text


async def test_only_a_game_that_is_over_and_whose_dice_can_fall_again_makes_a_challenge(phone: Phone) -> None:
    fresh = (await phone.open("hexhex", seats=2))["table"]
    early = await phone.post(f"/api/tables/{fresh}/challenge", {})
    assert early.json()["error"]["code"] == "not_ready"
    day = (await phone.post("/api/today", {"day": "2026-11-17", "game": "classic"})).json()["table"]
    await phone.post(f"/api/tables/{day}/join", {})
    await played(phone, day, -1)
    refused = await phone.post(f"/api/tables/{day}/challenge", {})
    assert refused.json()["error"]["code"] == "not_allowed"
