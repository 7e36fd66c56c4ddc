"""Whatever comes in: an answer that makes sense, and never a fault of the server."""

import json
import re
import secrets
from functools import cache
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI

from knobel import games, make
from knobel.server.http.app import create_app
from knobel.server.http.settings import Settings
from knobel.testing import random_record
from tests.patience import PATIENCE
from tests.server.http.conftest import BOTH, Phone, program

pytestmark = [pytest.mark.asyncio, BOTH]
JSON = {"Content-Type": "application/json"}
STRANGE: list[Any] = [
    *(
        None,
        True,
        -1,
        0,
        2**31,
        2**63,
        10**40,
        1.5,
        "",
        " ",
        "0",
        "\x00",
        "\ud800",
        "💥" * 50,
        "a" * 70_000,
        "'; --",
        "../",
    ),
    *(
        [],
        {},
        [[[]]],
        {"": {}},
        ["roll"],
        {"key": "key", "seats": 1},
        "undo 1",
        "correct 1 - 1",
        "- 1 1 1 1 1",
        "0 write ones",
    ),
]


@cache
def described() -> dict[str, Any]:
    """All that a server answers; every server answers the same."""
    return create_app(Settings(database_url="sqlite:///unused.db", thinkers=0)).openapi()


def paths(table: str) -> list[tuple[str, str]]:
    """Every method and path, at a table that is there."""
    return [
        (method.upper(), path.replace("{table}", table).replace("{language}", "de").replace("{game}", "classic"))
        for path, item in described()["paths"].items()
        for method in item
        if not path.endswith("/events")
    ]


def fields(path: str) -> list[str]:
    """What an operation takes."""
    shapes = {re.sub(r"\\{\w+\\}", "[^/]+", re.escape(one)): item for one, item in described()["paths"].items()}
    body = next(item["post"]["requestBody"] for one, item in shapes.items() if re.fullmatch(one, path))
    name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return list(described()["components"]["schemas"][name].get("properties", {}))


async def test_every_endpoint_answers_strange_values_with_sense(app: FastAPI) -> None:
    random = Random(1)
    phone = Phone(app)
    table = (await phone.open(seats=2))["table"]
    for method, path in paths(table):
        if method == "POST":
            names = fields(path)
            for _ in range(12):
                body = {name: random.choice(STRANGE) for name in names if random.random() < 0.8}
                sent = json.dumps(body)[:60_000] if random.random() < 0.2 else json.dumps(body)
                told = await phone.http.post(path, content=sent, headers=JSON)
                assert told.status_code < 500, (path, sent[:300], told.text)
        elif method == "GET":
            for value in ("", "-1", "x" * 5000, "%00", "%ff", "9" * 400, "de%0d%0aX: y", "٣"):
                told = await phone.get(
                    f"{path}?seat={value}&language={value}&limit={value}&before={value}&after={value}"
                )
                assert told.status_code < 500, (path, value, told.text)


async def test_every_endpoint_answers_bytes_that_mean_nothing(app: FastAPI) -> None:
    random = Random(2)
    phone = Phone(app)
    table = (await phone.open())["table"]
    for method, path in paths(table):
        for _ in range(6):
            content = random.randbytes(random.choice([0, 1, 10, 1000]))
            kind = random.choice(["application/json", "text/plain", "application/json; charset=utf-16", "\x7f"])
            told = await phone.http.request(method, path, content=content, headers={"Content-Type": kind})
            assert told.status_code < 500, (method, path, content, told.text)
        for odd in ("%00", "%2e%2e", "ä", "a" * 3000, "{table}", "*", "?" * 10, "%"):
            told = await phone.http.request(method, path.replace(table, odd), headers=JSON)
            assert told.status_code < 500, (method, odd, told.text)


async def test_records_that_were_tampered_with_are_refused_or_read(app: FastAPI) -> None:
    random = Random(3)
    good = [random_record(make(info.key, info.seats[0]), 1).text() for info in games()]
    async with program(app) as http:
        for _ in range(150):
            text = list(random.choice(good))
            for _ in range(random.choice([1, 1, 2, 10])):
                at = random.randrange(len(text))
                match random.randrange(4):
                    case 0:
                        text[at] = chr(
                            random.choice([0, 9, 10, 13, 32, 48, 57, 0x2028, 0xFFFF, 0x1F3B2, random.randrange(128)])
                        )
                    case 1:
                        del text[at : at + random.choice([1, 5, 200])]
                    case 2:
                        text[at:at] = text[random.randrange(len(text)) :][: random.choice([1, 20, 500])]
                    case 3:
                        text[at:at] = random.choice(["undo 1\n", "fix 1 - 1\n", "undo 99999999999\n", "- " + "9" * 50])
                text = text or ["x"]
            path = random.choice(["/api/import", "/api/study"])
            body = {"record": "".join(text)} | ({"language": "de"} if path == "/api/study" else {})
            told = await http.post(path, json=body)
            assert told.status_code in {200, 201, 422}, (told.text, body)


@pytest.mark.parametrize(
    "record",
    [
        "knobel 1\ngame classic\nseat 0 A\ndice own\n\n" + "- 1 1 1 1 1\nundo 1\n" * 9000,
        "knobel 1\n" * 20_000,
        "knobel 1\ngame kribbeln\noption tasks " + "; ".join(["1 green"] * 5000) + "\n",
        "\n" * 1_000_000,
        "knobel 1\ngame classic\n" + "".join(f"seat {n} A\n" for n in range(20_000)),
        "é" * 1_000_000,
    ],
    ids=["amended", "begun again", "tasks", "empty lines", "seats", "accents"],
)
async def test_huge_records_are_refused_in_time(app: FastAPI, record: str) -> None:
    async with program(app) as http:
        told = await http.post("/api/import", json={"record": record}, timeout=PATIENCE)
        assert told.status_code in {413, 422}, told.text[:300]


async def test_keys_and_tables_of_others_are_not_found_by_trying(app: FastAPI) -> None:
    table = (await Phone(app).open())["table"]
    async with program(app) as stranger:
        for _ in range(20):
            ticket = secrets.token_urlsafe(32)
            told = await stranger.post(f"/api/tables/{table}/join", json={"ticket": ticket})
            assert (told.status_code, told.json()["error"]["code"]) == (403, "denied")
