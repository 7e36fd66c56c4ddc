"""The games of a day over HTTP: the same table for everybody, and what became of it."""

from datetime import date
from typing import Any

import pytest

from knobel import Record
from knobel.app.responses import today as today_responses
from knobel.core.proof import prove
from knobel.server.http.schema import response_model
from knobel.tables.day import day_game, day_of, games_of
from tests.server.http.conftest import Phone

PuzzleAsked: Any = response_model(today_responses.PuzzleAsked)
PuzzleList: Any = response_model(today_responses.PuzzleList)
GamesOfDay: Any = response_model(today_responses.GamesOfDay)
ResultOfDay: Any = response_model(today_responses.ResultOfDay)

pytestmark = pytest.mark.asyncio

DAY = date(2026, 11, 17)
ALONE = day_game(DAY, "classic")
RIVALS = day_game(DAY, "hexhex")


async def test_a_day_tells_its_games_in_the_language_of_the_player(phone: Phone) -> None:
    told = GamesOfDay.model_validate_json((await phone.get("/api/today/2026-11-17?language=de")).content)
    assert [(one.game, tuple(one.rivals), one.seal) for one in told.games] == [
        (one.game, one.rivals, one.dice.seal) for one in games_of(DAY)
    ]
    assert [one.featured for one in told.games] == [True] + [False] * (len(told.games) - 1)
    assert next(one.terms for one in told.games if one.game == "kribbeln") == ["Blatt 5"]


@pytest.mark.parametrize("day", ["2026-02-30", "today", "2023-12-31", "1" * 40])
async def test_a_day_that_has_no_games_is_refused(phone: Phone, day: str) -> None:
    refused = await phone.get(f"/api/today/{day}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_setup")
    opened = await phone.post("/api/today", {"day": day, "game": "classic"})
    assert (opened.status_code, opened.json()["error"]["code"]) == (422, "bad_setup")


async def test_a_game_of_a_day_is_played_with_its_dice_and_told(phone: Phone) -> None:
    opened = (await phone.post("/api/today", {"day": "2026-11-17", "game": "classic", "names": ["Anna"]})).json()
    assert opened["seal"] == ALONE.dice.seal
    table = opened["table"]
    path = f"/api/tables/{table}"
    assert (await phone.post(f"{path}/join", {"commitment": "ab" * 32})).status_code == 200
    view = await phone.view(table)
    assert (view["day"], view["started"], view["undo"]) == ("2026-11-17", True, "free")
    early = await phone.get(f"{path}/today")
    assert early.json()["error"]["code"] == "not_ready"
    await phone.play(table)
    record = Record.read((await phone.get(f"{path}/record")).text)
    assert prove(record).holds
    assert day_of(record) == ALONE
    told = ResultOfDay.model_validate_json((await phone.get(f"{path}/today?language=de")).content)
    assert (told.day, told.game, told.counts) == ("2026-11-17", "classic", True)
    assert told.title == "Knobel · Classic · 17.11.2026"
    assert told.scores == list(record.game.scores(record.state))
    mine = (await phone.get("/api/me/tables")).json()["tables"]
    assert [one["day"] for one in mine] == ["2026-11-17"]


async def test_the_bots_of_a_day_sit_there_already_and_the_same_request_opens_one_table(phone: Phone) -> None:
    wish = {"day": "2026-11-17", "game": "hexhex", "names": ["Anna", "Mieze"], "key": "once"}
    opened, again = [(await phone.post("/api/today", wish)).json() for _ in range(2)]
    assert opened == again
    view = await phone.view(opened["table"])
    assert [(seat["name"], seat["bot"]) for seat in view["seats"]] == [("Anna", None), ("Mieze", RIVALS.rivals[0])]
    other = await phone.post("/api/today", {**wish, "day": "2026-11-18"})
    assert other.json()["error"]["code"] == "key_used"


async def test_a_usual_table_is_of_no_day_and_has_no_such_result(phone: Phone) -> None:
    table = (await phone.open("hexhex"))["table"]
    assert (await phone.view(table))["day"] is None
    await phone.play(table)
    refused = await phone.get(f"/api/tables/{table}/today")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_setup")


async def test_puzzles_are_listed_by_difficulty_and_asked_in_the_language_of_the_player(phone: Phone) -> None:
    listed = PuzzleList.model_validate_json((await phone.get("/api/puzzles/classic")).content)
    day = GamesOfDay.model_validate_json((await phone.get("/api/today/2026-11-17")).content)
    number = next(one.puzzle for one in day.games if one.game == "classic")
    asked = PuzzleAsked.model_validate_json((await phone.get(f"/api/puzzles/classic/{number}?language=de")).content)
    assert asked.difficulty == next(one.difficulty for one in listed.puzzles if one.number == number)
    study = {"record": asked.record, "language": "de", "hint": True, "objective": asked.objective}
    (hint,) = (await phone.post("/api/study", study)).json()["hints"]
    assert hint["choices"][0]["move"] == asked.best
    assert asked.label in {choice["label"] for choice in hint["choices"]}
    last = (await phone.get(f"/api/puzzles/classic/{len(listed.puzzles)}")).json()
    assert last["following"] == 1
    refused = await phone.get(f"/api/puzzles/classic/{len(listed.puzzles) + 1}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_setup")
