"""Pads over HTTP: blank ones, and the sheets of a table."""

import asyncio
from threading import Event
from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi import FastAPI

from knobel import make
from knobel.scene.printing import Pad, blank
from knobel.testing import random_record
from tests.patience import PATIENCE
from tests.server.http.conftest import Phone, program

pytestmark = pytest.mark.asyncio
TASKS = "1 green; blue > red; 3 colours; no 2; red > rest; no 3"


async def test_a_blank_pad_is_told_page_by_page_with_the_address_at_its_foot(phone: Phone) -> None:
    told = (await phone.get("/api/games/hexhex/pad?size=A5&language=en&seats=2&rounds=5")).json()
    made = blank("hexhex", 2, 5, size="A5", language="en", address="knobel.test")
    assert told["pages"] == [made.svg(page) for page in range(1, len(made.pages) + 1)]
    assert (told["title"], told["size"], told["landscape"]) == ("Hex-hex", "A5", made.pages[0].width > 150)


async def test_a_blank_pad_is_a_file(phone: Phone) -> None:
    document = await phone.get("/api/games/kribbeln/pad.pdf", params={"tasks": TASKS})
    assert document.headers["content-type"] == "application/pdf"
    assert document.content == blank("kribbeln", options={"tasks": TASKS}, address="knobel.test").pdf()
    page = await phone.get("/api/games/classic/pad.svg?page=2")
    assert page.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(page.text).get("width") == "297mm"


@pytest.mark.parametrize(("path", "written"), [("pad", "svg"), ("pad.svg", "svg"), ("pad.pdf", "pdf")])
async def test_while_pads_are_written_everybody_else_is_served(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, path: str, written: str
) -> None:
    writing, free = Event(), Event()
    write = getattr(Pad, written)

    def slow(*args: Any) -> Any:
        writing.set()
        free.wait(PATIENCE)
        return write(*args)

    monkeypatch.setattr(Pad, written, slow)
    rude = [asyncio.create_task(Phone(app).get(f"/api/games/hexhex/{path}")) for _ in range(5)]
    try:
        assert await asyncio.to_thread(writing.wait, PATIENCE)
        assert (await Phone(app).get("/healthz")).status_code == 200
        assert not any(one.done() for one in rude)
    finally:
        free.set()
    assert {one.status_code for one in await asyncio.gather(*rude)} == {200}


async def test_the_sheets_of_a_table_are_printed_as_they_stand(phone: Phone) -> None:
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben <b>"}]
    table = (await phone.post("/api/tables", {"game": "hexhex", "seats": seats})).json()["table"]
    await phone.post(f"/api/tables/{table}/join")
    await phone.play(table, 3)
    told = (await phone.get(f"/api/tables/{table}/pad?language=de")).json()
    assert "Ben &lt;b&gt;" in told["pages"][0]
    assert (await phone.get(f"/api/tables/{table}/pad.svg")).text == told["pages"][0]
    assert (await phone.get(f"/api/tables/{table}/pad.pdf")).content.startswith(b"%PDF-1.4")


async def test_a_finished_game_that_was_imported_is_printed(phone: Phone) -> None:
    text = random_record(make("hexhex", 2), 4).text().replace("\n", "\r\n")
    table = (await phone.post("/api/import", {"record": text})).json()["table"]
    assert (await phone.get(f"/api/tables/{table}/pad.pdf")).content.startswith(b"%PDF-1.4")


async def test_a_stranger_sees_no_sheets(app: FastAPI, phone: Phone) -> None:
    table = (await phone.open("hexhex"))["table"]
    async with program(app) as stranger:
        assert (await stranger.get(f"/api/tables/{table}/pad")).status_code == 403


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("chess/pad", "unknown_game"),
        ("classic/pad?seats=7", "bad_setup"),
        ("classic/pad?seats=-1", "invalid"),
        ("classic/pad?rounds=1000", "invalid"),
        ("classic/pad?size=A0", "invalid"),
        ("classic/pad?language=fr", "invalid"),
        ("classic/pad.png", "invalid"),
        ("classic/pad.svg?page=99", "bad_setup"),
        ("classic/pad?colour=red", "bad_setup"),
        (f"kribbeln/pad?tasks={'1 green; ' * 200}", "bad_setup"),
    ],
)
async def test_what_no_pad_can_have_is_refused(phone: Phone, path: str, code: str) -> None:
    refused = await phone.get(f"/api/games/{path}")
    assert refused.status_code in (400, 404, 422)
    assert refused.json()["error"]["code"] == code
