"""QR codes: of links of this server alone, drawn once, and never in anybody's way."""

import asyncio
from threading import Event
from typing import Any

import pytest
import segno
from fastapi import FastAPI

from knobel.server.http import server_routes as library
from tests.patience import PATIENCE
from tests.server.http.conftest import HOME, Phone, Start

pytestmark = pytest.mark.asyncio
LINK = f"{HOME}/t/abcdefghijklmnop/join#ticket"


async def test_a_link_is_drawn_as_a_code_for_phones(phone: Phone) -> None:
    drawn = await phone.post("/api/qr", {"text": LINK})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")
    # The rules for what a page may load forbid styles inside of it.
    assert "style" not in drawn.text


async def test_while_codes_are_drawn_everybody_else_is_served(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing, free = Event(), Event()
    draw = segno.make

    def slow(*args: Any, **wishes: Any) -> Any:
        drawing.set()
        free.wait(PATIENCE)
        return draw(*args, **wishes)

    monkeypatch.setattr(segno, "make", slow)
    rude = [asyncio.create_task(Phone(app).post("/api/qr", {"text": f"{LINK}{number}"})) for number in range(20)]
    try:
        await asyncio.to_thread(drawing.wait)
        assert (await Phone(app).get("/healthz")).status_code == 200
        assert (await Phone(app).open())["table"]
        assert not any(one.done() for one in rude)
    finally:
        free.set()
    assert {one.status_code for one in await asyncio.gather(*rude)} == {200}


async def test_the_same_link_is_drawn_once(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    library.qr_code.cache_clear()
    drawn: list[str] = []
    draw = segno.make

    def count(text: str, **wishes: Any) -> Any:
        drawn.append(text)
        return draw(text, **wishes)

    monkeypatch.setattr(segno, "make", count)
    answers = {(await phone.post("/api/qr", {"text": LINK})).text for _ in range(5)}
    assert (len(answers), len(drawn)) == (1, 1)


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        ("https://elsewhere.example/", 403, "not_allowed"),
        ("http://knobel.test.elsewhere.example/", 403, "not_allowed"),
        ("http://[", 403, "not_allowed"),
        ("WIFI:S:net;P:word;;", 403, "not_allowed"),
        ("javascript://knobel.test/%0aalert(1)", 403, "not_allowed"),
        ("</svg><script>alert(1)</script>", 403, "not_allowed"),
        (f"{HOME}/{'x' * 300}", 413, "too_large"),
        (f"{HOME}/" + "💥" * 200, 422, "invalid"),
        ("", 422, "invalid"),
    ],
)
async def test_what_is_no_link_of_this_server_is_refused_with_a_sentence(
    phone: Phone, text: str, status: int, code: str
) -> None:
    told = await phone.post("/api/qr", {"text": text})
    assert (told.status_code, told.json()["error"]["code"]) == (status, code)
    assert len(told.json()["error"]["message"].split()) > 5


async def test_behind_a_proxy_links_have_the_public_address(start: Start) -> None:
    phone = Phone(await start(public_url="https://dice.example"))
    assert (await phone.post("/api/qr", {"text": "https://dice.example/t/a#b"})).status_code == 200
    assert (await phone.post("/api/qr", {"text": "https://dice.example.org/t/a#b"})).status_code == 403


async def test_who_wants_codes_without_end_waits(start: Start) -> None:
    phone = Phone(await start(rate_think=0.01, burst_think=3))
    answers = [(await phone.post("/api/qr", {"text": f"{LINK}{number}"})).status_code for number in range(5)]
    assert answers == [200, 200, 200, 429, 429]
