"""Imports and exports cost what they should: they have quotas, and nobody else waits for them."""

import asyncio
from functools import partial
from threading import Event
from typing import Any

import pytest
from fastapi import FastAPI

from knobel.app import player
from knobel.app.player import exported
from knobel.core.record import Record
from knobel.server.http import hot_routes, rate_limits
from knobel.server.http.streams import Streams
from knobel.server.live.signals import Signal
from knobel.tables.errors import Busy
from knobel.tables.table import Table
from tests.patience import PATIENCE
from tests.server.http.conftest import Phone, Start

pytestmark = pytest.mark.asyncio
RECORD = "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n- 5 5 5 6 6\n"


async def imported(phone: Phone, record: str = RECORD) -> int:
    """Import a record; how that was answered."""
    return (await phone.post("/api/import", {"record": record})).status_code


def long_record(undos: int) -> str:
    """The record of one who has taken back the same throw so often."""
    return RECORD + "".join(f"undo {2 * number + 1}\n- 5 5 5 6 6\n" for number in range(undos))


async def test_an_address_and_a_key_import_so_many_bytes(start: Start) -> None:
    app = await start(rate_import=0.001, burst_import=2 * len(RECORD) + 1)
    phone, neighbour = Phone(app), Phone(app, address="198.51.100.2")
    assert [await imported(phone) for _ in range(4)] == [201, 201, 201, 429]
    assert await imported(neighbour) == 201
    elsewhere = Phone(app, address="198.51.100.3")
    elsewhere.http.cookies = phone.http.cookies
    assert await imported(elsewhere) == 429
    # Whoever has no key yet gets none of another's.
    assert await imported(Phone(app)) == 429
    assert (await phone.open())["table"]


async def test_while_records_are_written_for_one_everybody_else_is_served(
    app: FastAPI, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = {RECORD.replace("Anna", name) for name in ("Anna", "Bert", "Clara")}
    for record in records:
        await imported(phone, record)
    writing, free = Event(), Event()

    def slow(*table: Any) -> dict[str, Any]:
        writing.set()
        free.wait(PATIENCE)
        return exported(*table)

    monkeypatch.setattr(player, "exported", slow)
    rude = [asyncio.create_task(phone.get("/api/me/export")) for _ in range(5)]
    try:
        assert await asyncio.to_thread(writing.wait, PATIENCE)
        assert (await phone.get("/healthz")).status_code == 200
        assert (await Phone(app).open())["table"]
        assert not any(one.done() for one in rude)
    finally:
        free.set()
    for answer in await asyncio.gather(*rude):
        assert {one["record"] for one in answer.json()["tables"]} == records


async def test_a_long_record_is_written_once_and_not_while_others_wait(
    app: FastAPI, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record of 19,000 entries, asked for again and again, kept the event loop busy for 54 ms each time."""
    long = long_record(150)
    table = (await phone.post("/api/import", {"record": long})).json()["table"]
    text, writing, free, written = Record.text, Event(), Event(), []

    def slow(record: Record) -> str:
        written.append(record)
        writing.set()
        free.wait(PATIENCE)
        return text(record)

    monkeypatch.setattr(Record, "text", slow)
    rude = [asyncio.create_task(phone.get(f"/api/tables/{table}/record")) for _ in range(5)]
    try:
        assert await asyncio.to_thread(writing.wait, PATIENCE)
        assert (await phone.get("/healthz")).status_code == 200
        assert not any(one.done() for one in rude)
    finally:
        free.set()
    assert {one.text for one in await asyncio.gather(*rude)} == {long}
    assert len(written) == 1


async def test_a_long_record_counts_as_many_requests(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    # The time that it takes is for other tests.
    monkeypatch.setattr(rate_limits, "SECONDS_A_REQUEST", float("inf"))
    app = await start(rate_address=0.01, burst_address=12)
    phone, neighbour = Phone(app), Phone(app, address="198.51.100.2")
    long = long_record(1900)
    table = (await phone.post("/api/import", {"record": long})).json()["table"]
    answers = [(await phone.get(f"/api/tables/{table}/record")).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    assert (await neighbour.get("/api/games")).status_code == 200


async def test_imports_are_paid_for_like_thinking(start: Start) -> None:
    app = await start(rate_think=0.01, burst_think=3)
    phone, neighbour = Phone(app), Phone(app, address="198.51.100.2")
    answers = [await imported(phone, RECORD.replace("Anna", name)) for name in ("Anna", "Bert", "Clara", "Dora")]
    assert answers[0] == 201
    assert answers[-1] == 429
    assert await imported(neighbour) == 201


async def test_exports_are_paid_for(start: Start) -> None:
    phone = Phone(await start(rate_think=0.01, burst_think=3))
    await imported(phone)
    answers = [(await phone.get("/api/me/export")).status_code for _ in range(4)]
    assert answers[0] == 200
    assert answers[-1] == 429


async def test_an_export_that_cannot_go_on_is_cut_off_and_nothing_is_broken(
    app: FastAPI, phone: Phone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("Anna", "Bert"):
        await imported(phone, RECORD.replace("Anna", name))
    tables, loaded = app.state.service.app.tables, []
    load = tables.load

    async def interrupted(name: str, key: str) -> Table:
        loaded.append(name)
        if len(loaded) > 1:
            raise Busy("the database does not answer")
        table: Table = await load(name, key)
        return table

    monkeypatch.setattr(tables, "load", interrupted)
    # The client of the tests insists on whole answers.
    with pytest.raises(AssertionError):
        await phone.get("/api/me/export")
    assert not [record for record in caplog.records if record.getMessage() == "broken"]


async def test_a_large_view_counts_as_many_requests(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """560 views of 1.7 MB, all within the limits, let others wait for 2.3 seconds."""
    app = await start(rate_address=0.01, burst_address=12)
    phone, neighbour = Phone(app), Phone(app, address="198.51.100.2")
    table = (await phone.post("/api/import", {"record": RECORD})).json()["table"]
    path = f"/api/tables/{table}"
    small = await phone.get(path)
    monkeypatch.setattr(rate_limits, "ORDINARY_BYTES", len(small.content) - 1)
    monkeypatch.setattr(hot_routes, "ORDINARY_BYTES", len(small.content) - 1)
    monkeypatch.setattr(rate_limits, "BYTES_A_REQUEST", len(small.content) // 4)
    assert [(await phone.get(path)).status_code for _ in range(4)] == [200, 200, 429, 429]
    assert (await neighbour.get("/api/games")).status_code == 200


async def test_what_a_stream_catches_up_with_counts_by_its_size(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    app = await start(rate_address=0.01, burst_address=30)
    phone = Phone(app)
    table = (await phone.post("/api/import", {"record": long_record(150)})).json()["table"]
    path = f"/api/tables/{table}/events"
    monkeypatch.setattr(rate_limits, "BYTES_A_REQUEST", 1_000)
    level = partial(app.state.limits.address._level, "192.0.2.7")
    before = level()
    # Nobody waits for an answer that does not end: the stream ends when it is about to wait for news.
    monkeypatch.setattr(Signal, "wait", partial(_end, app.state.streams))
    async with phone.http.stream("GET", path) as answer:
        size = len(await answer.aread())
    assert before - level() >= size // 1_000 > 20


async def _end(streams: Streams) -> set[str]:
    streams.close()
    waiting: asyncio.Future[set[str]] = asyncio.get_running_loop().create_future()
    return await waiting
