"""The shapes that OpenAPI tells are those that are sent: every answer, game by game."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import fields
from threading import Event
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict

from knobel import games, make
from knobel.app.bodies import Sentences
from knobel.app.errors import CODES, Refusal
from knobel.app.responses import library, study, tables, view
from knobel.coach import model as coach_model
from knobel.scene import model as scene_model
from knobel.server.http import schema
from knobel.server.http.schema import Text, answer_type, response_model
from knobel.testing import random_record
from tests.patience import PATIENCE
from tests.server.http.conftest import BOTH, Phone

KEYS = [info.key for info in games()]
JUDGED = [info.key for info in games() if info.has("judge")]
Review = answer_type(Sentences[coach_model.Review])
View = response_model(view.View)


def check(kind: Any, answer: httpx2.Response) -> Any:
    """What was answered, as the model of this definition reads it."""
    return response_model(kind).model_validate_json(answer.content)


@pytest.mark.asyncio
@pytest.mark.parametrize("key", JUDGED)
async def test_a_table_has_the_shape_it_is_said_to_have_at_every_moment(phone: Phone, key: str) -> None:
    table = (await phone.open(key, seats=2, coach=True))["table"]
    path = f"/api/tables/{table}"
    for number in range(12):
        seen = check(view.View, await phone.get(path))
        if not seen.moves:
            break
        seat, moves = next(iter(seen.moves.items()))
        command = {"move": moves[-1 - number % len(moves)], "seen": seen.seq, "key": str(number), "seat": int(seat)}
        assert check(tables.Done, await phone.post(f"{path}/commands", {**command, "view": True})).view
    check(tables.MovesMade, await phone.get(f"{path}/told"))
    check(study.Hints, await phone.get(f"{path}/hint?language=en"))
    Review.model_validate_json((await phone.get(f"{path}/review")).content)


@pytest.mark.asyncio
@pytest.mark.parametrize("key", JUDGED)
async def test_a_whole_game_that_was_played_elsewhere_is_studied_and_reviewed(phone: Phone, key: str) -> None:
    record = random_record(make(key, 2), 5).text()
    asked = {"record": record, "language": "de", "hint": True, "review": True}
    studied = check(study.Studied, await phone.post("/api/study", asked))
    assert studied.waiting == "over"
    assert studied.review
    assert studied.review.over


@BOTH
@pytest.mark.asyncio
async def test_everything_else_has_the_shape_it_is_said_to_have(phone: Phone) -> None:
    for language in ("de", "en"):
        listed = check(library.Library, await phone.get(f"/api/games?language={language}"))
        assert [game.key for game in listed.games] == KEYS
        for key in KEYS:
            check(library.RulesPage, await phone.get(f"/api/rules/{key}?language={language}"))
    opened = await phone.post("/api/tables", {"game": "classic", "seats": [{"kind": "here"}]})
    path = f"/api/tables/{check(tables.OpenedTable, opened).table}"
    check(tables.JoinedTable, await phone.post(f"{path}/join"))
    check(tables.GivenTicket, await phone.post(f"{path}/tickets"))
    for act in ("leave", "back", "renew"):
        check(tables.Happened, await phone.post(f"{path}/{act}"))
    check(tables.MyTables, await phone.get("/api/me/tables"))
    check(tables.Export, await phone.get("/api/me/export"))
    check(study.DiceReport, await phone.get("/api/dice"))
    check(Refusal, await phone.get("/api/tables/none"))


def test_models_made_of_dataclasses_have_their_fields_and_words() -> None:
    made = response_model(scene_model.Cell)
    assert list(made.model_fields) == [field.name for field in fields(scene_model.Cell)]
    assert made.__doc__ == scene_model.Cell.__doc__
    assert made.model_fields["move"].description == "The move that uses it now."
    assert made.model_fields["label"].annotation is Text
    assert response_model(coach_model.Rated, str).model_fields["label"].annotation is str


def operations_of(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in described["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


@pytest.mark.asyncio
async def test_all_of_this_is_written_once_however_often_it_is_asked_for(
    app: FastAPI, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To write it takes a worker 26 ms, and an address may send 600 requests at once, without a key."""
    described, written = app.openapi(), []

    def counted() -> dict[str, Any]:
        written.append(1)
        return described

    monkeypatch.setattr(app, "openapi", counted)
    first, *others = [await phone.get("/api/openapi.json") for _ in range(3)]
    assert {one.text for one in others} == {first.text}
    assert len(written) == 1
    known = await phone.get("/api/openapi.json", headers={"If-None-Match": first.headers["etag"]})
    assert known.status_code == 304


@pytest.mark.asyncio
async def test_while_all_of_this_is_written_everybody_else_is_served(
    app: FastAPI, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first time it takes half a second of processor time, and took the event loop of a busy worker 1.5 s."""
    described, writing, free = app.openapi(), Event(), Event()

    def slow() -> dict[str, Any]:
        writing.set()
        free.wait(PATIENCE)
        return described

    monkeypatch.setattr(app, "openapi", slow)
    rude = [asyncio.create_task(phone.get("/api/openapi.json")) for _ in range(5)]
    try:
        assert await asyncio.to_thread(writing.wait, PATIENCE)
        assert (await Phone(app).open())["table"]
        assert not any(one.done() for one in rude)
    finally:
        free.set()
    assert {one.json()["info"]["title"] for one in await asyncio.gather(*rude)} == {"Knobel"}


@pytest.mark.asyncio
async def test_every_operation_has_a_name_words_and_refusals_of_one_shape(app: FastAPI, phone: Phone) -> None:
    described = (await phone.get("/api/openapi.json")).json()
    assert described == json.loads(json.dumps(app.openapi()))
    names = [operation["operationId"] for _, _, operation in operations_of(described)]
    assert len(names) == len(set(names)) > 25
    for path, method, operation in operations_of(described):
        assert operation["description"], path
        for status, answer in operation["responses"].items():
            if status >= "400":
                refusal = answer["content"]["application/json"]["schema"]
                assert refusal == {"$ref": "#/components/schemas/Refusal"}, (path, status)
        assert {"422", "429", "500", "503"} <= set(operation["responses"]), path
        if method == "post":
            assert {"403", "408", "413", "415"} <= set(operation["responses"]), path
    assert "HTTPValidationError" not in described["components"]["schemas"]
    assert "Event" in described["components"]["schemas"]


@pytest.mark.asyncio
async def test_answers_are_told_field_by_field_with_none_left_out(app: FastAPI) -> None:
    for name, model in app.openapi()["components"]["schemas"].items():
        if model.get("type") == "object":
            assert model["additionalProperties"] is False, name
    described = app.openapi()["components"]["schemas"]["View"]
    assert set(described["required"]) == set(described["properties"]) == set(View.model_fields)


@pytest.mark.asyncio
async def test_every_path_that_is_somebodys_own_says_which_key_it_takes(app: FastAPI) -> None:
    for path, _, operation in operations_of(app.openapi()):
        own = (
            path.startswith(("/api/tables", "/api/me", "/api/import", "/api/events", "/api/challenges", "/api/boards"))
            or path == "/api/today"
        )
        assert operation.get("security", []) == ([{"cookie": []}, {"bearer": []}] if own else []), path


def test_every_code_has_a_status_and_a_meaning() -> None:
    assert all(400 <= status < 600 and meaning for status, meaning in CODES.values())


def test_what_is_asked_is_read_strictly_and_what_is_told_is_complete() -> None:
    for kind in _models(BaseModel):
        if kind.__module__ == schema.__name__:
            config: ConfigDict = kind.model_config
            assert (config.get("strict"), config.get("extra")) == (True, "forbid"), kind


def _models(kind: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for one in kind.__subclasses__():
        yield one
        yield from _models(one)
