"""Logs and figures tell what the server does, and nothing of who came."""

import json
import logging
import secrets
from collections.abc import Iterator
from io import StringIO

import pytest
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from knobel.server.http.app import App
from knobel.server.http.metrics import GONE, Metrics
from knobel.server.http.request_log import LOG, JsonFormatter, PlainFormatter, trace, write_logs
from knobel.server.http.streams import RAW_SEND
from knobel.tables.errors import Busy
from tests.server.http.conftest import BOTH, Phone, Start, program

pytestmark = pytest.mark.asyncio


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """Everything that is logged as JSON."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonFormatter())
    LOG.addHandler(handler)
    level = LOG.level
    LOG.setLevel(logging.INFO)
    yield written
    LOG.removeHandler(handler)
    LOG.setLevel(level)


async def test_every_request_is_one_object_a_line_and_tells_nothing_of_anybody(
    app: FastAPI, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("Annabella's secret")

    key = secrets.token_urlsafe(32)
    async with program(app, key) as http:
        wish = {"game": "classic", "seats": [{"kind": "here", "name": "Annabella"}, {"kind": "link"}]}
        opened = (await http.post("/api/tables", json=wish)).json()
        path = f"/api/tables/{opened['table']}"
        await http.post(f"{path}/join", json={"commitment": "ab" * 32})
        ticket = (await http.post(f"{path}/tickets", json={})).json()["ticket"]
        await http.post(f"{path}/join", json={"ticket": "wrong-ticket", "name": "Bertram"})
        await http.get(f"{path}/review?language=en&seat=12345")
        await http.get("/somewhere/private")
        monkeypatch.setattr(app.state.service.app, "view", breaks)
        await http.get(path)
    text = lines.getvalue()
    told = [json.loads(line) for line in text.splitlines()]
    assert len(told) == 8
    for secret in (
        key,
        ticket,
        opened["table"],
        opened["invite"],
        opened["watch"],
        *("Annabella", "Bertram", "ab" * 16, "wrong-ticket", "12345", "private", "127.0.0.1", "secret"),
    ):
        assert secret not in text
    requests = [line for line in told if line["event"] == "request"]
    assert [line["status"] for line in requests] == [201, 200, 200, 200, 422, 200, 500]
    assert requests[0]["route"] == "/api/tables"
    assert requests[1]["route"] == "/api/tables/{table}/join"
    assert {"time", "level", "event", "method", "route", "status", "ms"} == set(requests[0])
    broken = next(line for line in told if line["event"] == "broken")
    assert (broken["error"], broken["level"]) == ("RuntimeError", "error")
    assert "breaks" in broken["trace"][-1]


async def test_machines_that_ask_all_day_are_not_told_of(phone: Phone, lines: StringIO) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        await phone.get(path)
    assert lines.getvalue() == ""


async def test_errors_are_told_by_place_not_by_their_words() -> None:
    with pytest.raises(ValueError, match="secret") as caught:
        raise ValueError("secret")
    error = caught.value
    record = logging.LogRecord(
        "x", logging.ERROR, "file", 1, "it failed", None, (ValueError, error, error.__traceback__)
    )
    for kind in (JsonFormatter(), PlainFormatter()):
        line = kind.format(record)
        assert "ValueError" in line
        assert "test_request_log.py" in line
        assert "secret" not in line
        assert "\n" not in line
    assert len(trace(error)) == 1


@pytest.mark.parametrize(("kind", "told"), [("json", True), ("plain", True), ("quiet", False)])
async def test_logs_are_for_programs_for_people_or_for_emergencies(
    kind: str, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("knobel.server", "uvicorn", "uvicorn.access")
    before = {name: (list(logging.getLogger(name).handlers), logging.getLogger(name).level) for name in names}
    try:
        write_logs(kind)
        LOG.info("hello")
        LOG.error("help")
    finally:
        for name, (handlers, level) in before.items():
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = handlers, True
            logger.setLevel(level)
    lines = capsys.readouterr().err.splitlines()
    assert any("hello" in line for line in lines) is told
    assert any("help" in line for line in lines)
    assert all(line.startswith("{") is (kind == "json") for line in lines)


@BOTH
async def test_the_process_and_the_database_are_well(phone: Phone) -> None:
    assert (await phone.get("/healthz")).json() == {"status": "ok"}
    assert (await phone.get("/readyz")).json() == {"status": "ok"}


async def test_a_server_without_its_database_is_not_ready(
    app: FastAPI, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone() -> None:
        raise Busy("the database does not answer")

    monkeypatch.setattr(app.state.service, "ready", gone)
    told = await phone.get("/readyz")
    assert (told.status_code, told.json()["error"]["code"], told.headers["retry-after"]) == (503, "busy", "1")
    assert (await phone.get("/healthz")).status_code == 200


async def test_figures_count_requests_by_route_and_never_by_table(app: FastAPI, phone: Phone) -> None:
    table = (await phone.open())["table"]
    await phone.view(table)
    await phone.get("/api/tables/none")
    figures = (await Phone(app, address="127.0.0.1").get("/metrics")).text
    assert 'knobel_requests_total{method="GET",route="/api/tables/{table}",status="200"} 1.0' in figures
    assert 'knobel_requests_total{method="GET",route="/api/tables/{table}",status="404"} 1.0' in figures
    assert 'knobel_request_seconds_count{route="/api/tables"} 1.0' in figures
    assert "knobel_streams 0.0" in figures
    assert "process_resident_memory_bytes" in figures
    assert table not in figures


async def test_requests_are_counted_when_somebody_asks_and_those_whose_client_has_gone_are_not_refused() -> None:
    metrics = Metrics()
    for status in ("200", "404", GONE):
        metrics.note("GET", "/here", status, None)
    for figures in (metrics.page().decode(), metrics.page().decode()):
        assert figures.count('knobel_requests_total{method="GET",route="/here"') == 3
        assert 'knobel_refused_total{status="404"} 1.0' in figures
        assert f'knobel_refused_total{{status="{GONE}"}}' not in figures


async def test_nothing_of_a_request_holds_itself(app: App, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await phone.open())["table"]
    scopes: list[Scope] = []
    entry = app.entry

    async def noted(scope: Scope, receive: Receive, send: Send) -> None:
        scopes.append(dict(scope))
        await entry(scope, receive, send)

    monkeypatch.setattr(app, "entry", noted)
    await phone.view(table)
    await phone.get("/healthz")
    assert [RAW_SEND in scope for scope in scopes] == [False, False]


async def test_figures_are_for_this_machine_or_for_who_has_the_token(start: Start) -> None:
    near, far = "127.0.0.1", "198.51.100.3"
    app = await start()
    assert (await Phone(app, address=near).get("/metrics")).status_code == 200
    assert (await Phone(app, address="::1").get("/metrics")).status_code == 200
    assert (await Phone(app, address=far).get("/metrics")).status_code == 403
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        assert (await Phone(app, address=near).get("/metrics", headers={header: "x"})).status_code == 403
    closed = await start(metrics_token="open sesame")
    for address in (near, far):
        phone = Phone(closed, address=address)
        assert (await phone.get("/metrics")).status_code == 403
        assert (await phone.get("/metrics", headers={"Authorization": "Bearer wrong"})).status_code == 403
        assert (await phone.get("/metrics", headers={"Authorization": "Bearer open sesame"})).status_code == 200
