"""Boards of results over HTTP: what counts, who sees it, and how it goes again."""

from datetime import date
from typing import Any

import pytest
from fastapi import FastAPI

from knobel import Record
from knobel.app.responses import tables as tables_responses
from knobel.app.responses import today as today_responses
from knobel.app.today.result import played
from knobel.coach.bot import LEVELS
from knobel.core.entry import Undo
from knobel.core.errors import KnobelError
from knobel.server.http.schema import response_model
from knobel.server.live import boards as live
from knobel.tables.day import day_game
from tests.server.http.conftest import BOTH, Phone, Start

Leaderboard: Any = response_model(today_responses.Leaderboard)
CircleMade: Any = response_model(today_responses.CircleMade)
Export: Any = response_model(tables_responses.Export)

pytestmark = pytest.mark.asyncio

DAY = "2026-11-17"
GAME = "classic"
FREE = {"boards": True}


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The days of these tests have come."""
    monkeypatch.setattr("knobel.server.live.boards.latest_day", lambda _: date(2026, 11, 20))


async def tried(phone: Phone, day: str = DAY, **rest: Any) -> str:
    """A table at which this phone has played the game of a day to its end."""
    table: str = (await phone.post("/api/today", {"day": day, "game": GAME, **rest})).json()["table"]
    await phone.post(f"/api/tables/{table}/join", {})
    await phone.play(table)
    return table


def record_of(level: int = 0, day: str = DAY) -> str:
    """A game of a day that was played elsewhere."""
    return played(day_game(date.fromisoformat(day), GAME), LEVELS[level]).text()


async def places(phone: Phone, day: str = DAY, circle: str = "") -> list[dict[str, Any]]:
    """What the board of a day tells of the game."""
    found = await phone.post("/api/boards", {"day": day, "circle": circle})
    told = Leaderboard.model_validate_json(found.content)
    return [one.model_dump() for game in told.games if game.game == GAME for one in game.results]


@BOTH
async def test_a_result_is_taken_from_the_table_told_to_everybody_and_stays(start: Start) -> None:
    app = await start(**FREE)
    anna, ben = Phone(app), Phone(app)
    # Tests share the PostgreSQL, and so its boards: this day is theirs alone.
    day = "2026-11-16"
    before = len(await places(ben, day))
    table = await tried(anna, day, names=["Anna"])
    wish = {"table": table, "name": "  An\u200bna ", "face": "fox"}
    handed = await anna.post("/api/boards/results", wish)
    assert handed.status_code == 201, handed.text
    record = Record.read((await anna.get(f"/api/tables/{table}/record")).text)
    score = record.game.scores(record.state)[0]
    assert handed.json() == {"day": day, "game": GAME, "score": score}
    again = await anna.post("/api/boards/results", {**wish, "name": "Bert"})
    assert again.json() == handed.json()
    for who, mine in ((anna, True), (ben, False)):
        found = await places(who, day)
        assert len(found) == before + 1
        (own,) = [one for one in found if one["name"] == "An na"]
        assert (own["face"], own["score"], own["you"], own["brought"]) == ("fox", score, mine, False)
        told = (await anna.get(f"/api/tables/{table}/today")).json()
        assert (own["luck"], own["decisions"]) == (told["luck"], told["decisions"])
    await anna.http.delete("/api/me")
    assert len(await places(ben, day)) == before


@BOTH
async def test_a_circle_sees_what_was_handed_in_to_it_and_nobody_else_does(start: Start) -> None:
    app = await start(**FREE)
    anna, ben = Phone(app), Phone(app)
    wish = {"name": "Familie", "key": "once"}
    made, again = [(await anna.post("/api/boards/circles", wish)).content for _ in range(2)]
    assert made == again
    ticket = CircleMade.model_validate_json(made).ticket
    day = "2026-11-15"
    before = len(await places(ben, day))
    for phone, level, name in ((anna, 0, "Anna"), (ben, -1, "Ben")):
        given = {"record": record_of(level, day), "name": name, "everybody": False, "circles": [ticket]}
        assert (await phone.post("/api/boards/results", given)).status_code == 201
    found = await places(ben, day, ticket)
    assert [(one["place"], one["name"], one["you"], one["brought"]) for one in found] == [
        (1, "Ben", True, True),
        (2, "Anna", False, True),
    ]
    assert len(await places(ben, day)) == before
    board = (await ben.post("/api/boards", {"day": day, "circle": ticket})).json()
    assert board["circle"] == "Familie"
    # Later for everybody too: it is the same result.
    await ben.post("/api/boards/results", {"record": record_of(0, day), "name": "Ben"})
    (own,) = [one for one in await places(ben, day) if one["you"]]
    assert own["score"] == found[0]["score"]
    # Whoever made the circle goes: others keep it, without the name.
    await anna.http.delete("/api/me")
    assert [one["name"] for one in await places(ben, day, ticket)] == ["Ben"]
    assert (await ben.post("/api/boards", {"day": day, "circle": ticket})).json()["circle"] == ""
    await ben.http.delete("/api/me")
    for unknown in ("x", "A" * 43):
        refused = await ben.post("/api/boards", {"day": day, "circle": unknown})
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "denied")


async def test_all_that_somebody_handed_in_is_in_the_export(start: Start) -> None:
    anna = Phone(await start(**FREE))
    ticket = (await anna.post("/api/boards/circles", {"name": "Familie", "key": "once"})).json()["ticket"]
    await anna.post("/api/boards/results", {"record": record_of(), "name": "Anna", "circles": [ticket]})
    exported = await anna.get("/api/me/export")
    told = Export.model_validate_json(exported.content)
    assert [one.name for one in told.circles] == ["Familie"]
    assert {one.circle_id for one in told.results} == {"", told.circles[0].circle_id}
    assert ticket not in exported.text


def forged(text: str) -> str:
    """The record with one die that fell otherwise, where that changes nothing else."""
    lines = text.splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith("- "))
    faces = lines[at].split()
    for face in "123456":
        faces[1] = face
        changed = "".join([*lines[:at], " ".join(faces) + "\n", *lines[at + 1 :]])
        if changed != text:
            try:
                Record.read(changed)
            except KnobelError:
                # A move does not fit any more; another face will do.
                continue
            return changed
    raise AssertionError("no die can be changed")


async def test_what_does_not_replay_with_the_dice_of_its_day_does_not_count(start: Start) -> None:
    phone = Phone(await start(**FREE))
    good = Record.read(record_of())
    taken = day_game(date.fromisoformat(DAY), GAME)
    back = taken.record(("Anna",))
    for entry in good.entries[:1]:
        back.append(entry)
    back.append(Undo(1))
    for entry in good.entries:
        back.append(entry)
    other = good.text().replace(good.dice, "random")
    for text, key in (
        (forged(good.text()), "board.forged"),
        (back.text(), "board.practice"),
        (other, "today.of_no_day"),
        ("".join(good.text().splitlines(keepends=True)[:-1]), "today.not_over"),
        (record_of(day="2026-11-21"), "board.future"),
    ):
        refused = await phone.post("/api/boards/results", {"record": text})
        assert refused.status_code == 422
        assert refused.json()["error"]["details"]["text"]["key"] == key
    nonsense = await phone.post("/api/boards/results", {"record": "nonsense"})
    assert nonsense.json()["error"]["code"] == "bad_record"
    nothing = await phone.post("/api/boards/results", {"record": good.text(), "everybody": False})
    assert nothing.json()["error"]["code"] == "bad_setup"
    assert await places(phone) == []


async def test_only_the_first_try_of_a_key_counts_as_far_as_the_server_can_tell(start: Start) -> None:
    app = await start(**FREE)
    anna, ben = Phone(app), Phone(app)
    first, second = [await tried(anna) for _ in range(2)]
    for wish in ({"table": second}, {"record": record_of(-1)}):
        refused = await anna.post("/api/boards/results", wish)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_allowed")
    stolen = await ben.post("/api/boards/results", {"table": first})
    assert stolen.json()["error"]["code"] == "denied"
    assert (await anna.post("/api/boards/results", {"table": first})).status_code == 201
    helped = await tried(ben, coach=True)
    practice = await ben.post("/api/boards/results", {"table": helped})
    assert practice.json()["error"]["details"]["text"]["key"] == "board.practice"


async def test_without_the_setting_there_is_no_board_and_days_say_so(phone: Phone) -> None:
    assert (await phone.get(f"/api/today/{DAY}")).json()["boards"] is False
    for path, wish in (
        ("", {"day": DAY}),
        ("/circles", {"name": "Familie", "key": "once"}),
        ("/results", {"record": record_of()}),
    ):
        refused = await phone.post(f"/api/boards{path}", wish)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_allowed")


async def test_boards_circles_and_addresses_take_so_many(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    app: FastAPI = await start(boards=True, rate_board=0.01, burst_board=4)
    assert (await Phone(app).get(f"/api/today/{DAY}")).json()["boards"] is True
    monkeypatch.setattr(live, "MOST_RESULTS", 1)
    monkeypatch.setattr(live, "MOST_CIRCLES", 1)
    one, other = Phone(app), Phone(app)
    assert (await one.post("/api/boards/results", {"record": record_of()})).status_code == 201
    full = await other.post("/api/boards/results", {"record": record_of()})
    assert full.json()["error"]["code"] == "too_large"
    await one.post("/api/boards/circles", {"name": "A", "key": "a"})
    many = await one.post("/api/boards/circles", {"name": "B", "key": "b"})
    assert many.json()["error"]["code"] == "too_large"
    limited = await Phone(app).post("/api/boards/circles", {"name": "C", "key": "c"})
    assert limited.json()["error"]["code"] == "rate_limited"
    elsewhere = await Phone(app, address="192.0.2.8").post("/api/boards/circles", {"name": "C", "key": "c"})
    assert elsewhere.status_code == 201
