"""Who asks too often waits; nobody else does."""

import asyncio
from functools import partial
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from knobel.server.http import rate_limits
from knobel.server.http.rate_limits import Client, Connections, RateLimits, TokenBuckets, address_of
from knobel.server.http.settings import Settings
from tests.patience import PATIENCE
from tests.server.http.conftest import Phone, Start, program


class Clock:
    """A clock that stands until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def _servers_have_such_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.server.http.app.RateLimits", partial(RateLimits, clock=Clock()))


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    buckets = TokenBuckets(2.0, 3, clock)
    assert [buckets.take("anna") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("bert") == 0
    clock.now = 0.25
    assert buckets.take("anna") == 0.25
    clock.now = 0.5
    assert [buckets.take("anna") for _ in range(2)] == [0, 0.5]
    clock.now = 100
    assert [buckets.take("anna") for _ in range(4)] == [0, 0, 0, 0.5]


def test_no_rate_means_no_limit_and_remembers_nobody() -> None:
    buckets = TokenBuckets(0.0, 1)
    assert not any(buckets.take("anna") for _ in range(100))
    assert len(buckets) == 0


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_BUCKETS", 10)
    buckets = TokenBuckets(1.0, 1, Clock())
    buckets.take("first")
    for number in range(9):
        buckets.take(str(number))
    assert buckets.take("first") > 0
    for number in range(20):
        buckets.take(f"more {number}")
    assert len(buckets) == 10
    assert buckets.take("first") == 0


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unix:socket", "unix:socket"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_one_house_is_one_address(host: str, counted: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []})) == counted


def test_a_trusted_proxy_has_as_many_connections_as_it_likes() -> None:
    connections = Connections(Settings(connections_address=2, trusted_proxies="192.0.2.0/24"))
    for host, most in (("192.0.2.7", 10), ("198.51.100.2", 2), ("2001:db8::1", 1), ("2001:db8::2", 1)):
        assert all(connections.enter(host) for _ in range(most))
    assert connections.enter("192.0.2.8")
    assert not connections.enter("198.51.100.2")
    assert not connections.enter("2001:db8::3")
    connections.leave("198.51.100.2")
    assert connections.enter("198.51.100.2")


@pytest.mark.asyncio
async def test_an_address_that_asks_too_often_is_told_when_to_come_again(start: Start) -> None:
    app = await start(rate_address=0.1, burst_address=3)
    phone, neighbour = Phone(app), Phone(app, address="198.51.100.2")
    assert [(await phone.get("/api/games")).status_code for _ in range(4)] == [200, 200, 200, 429]
    told = await phone.post("/api/tables", b"never read".decode())
    assert (told.status_code, told.json()["error"]["code"]) == (429, "rate_limited")
    assert 1 <= int(told.headers["retry-after"]) <= 10
    assert told.json()["error"]["details"] == {"seconds": int(told.headers["retry-after"])}
    assert (await neighbour.get("/api/games")).status_code == 200
    assert (await phone.get("/")).status_code == 200
    assert (await phone.get("/healthz")).status_code == 200


@pytest.mark.asyncio
async def test_a_key_that_asks_too_often_waits_wherever_it_comes_from(start: Start) -> None:
    app = await start(rate_key=0.1, burst_key=2)
    async with program(app) as http, program(app) as other:
        assert [(await http.get("/api/me/tables")).status_code for _ in range(3)] == [200, 200, 429]
        assert (await other.get("/api/me/tables")).status_code == 200


@pytest.mark.asyncio
async def test_opening_and_thinking_are_limited_by_themselves(start: Start) -> None:
    app = await start(rate_open=0.01, burst_open=1, rate_think=0.01, burst_think=1)
    phone = Phone(app)
    table = (await phone.open())["table"]
    opened = await phone.post("/api/tables", {"game": "classic", "seats": [{"kind": "here"}]})
    assert (opened.status_code, "retry-after" in opened.headers) == (429, True)
    assert (await phone.post("/api/import", {"record": "x"})).status_code == 429
    record = "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n"
    asked = [await phone.post("/api/study", {"record": record, "language": "de"}) for _ in range(2)]
    assert [one.status_code for one in asked] == [200, 429]
    assert (await phone.get(f"/api/tables/{table}")).status_code == 200


@pytest.mark.asyncio
async def test_addresses_are_believed_only_from_proxies_that_are_trusted(start: Start) -> None:
    believing = await start(rate_address=0.01, burst_address=1, trusted_proxies="192.0.2.0/24, 2001:db8::1")
    doubting = await start(rate_address=0.01, burst_address=1)
    for app, expected in ((believing, [200, 200]), (doubting, [200, 429])):
        phone = Phone(app)
        sent = [await phone.get("/api/games", headers={"X-Forwarded-For": f"198.51.100.{n}"}) for n in (1, 2)]
        assert [one.status_code for one in sent] == expected
    phone = Phone(believing)
    spoofed = [
        await phone.get("/api/games", headers={"X-Forwarded-For": f"203.0.113.{n}, 198.51.100.9"}) for n in (1, 2)
    ]
    assert [one.status_code for one in spoofed] == [200, 429]


@pytest.mark.asyncio
async def test_advice_is_paid_for_by_what_it_costs(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    app = await start(rate_think=0.01, burst_think=10)
    phone, neighbour = Phone(app), Phone(app, address="198.51.100.2")
    ask = {"record": "knobel 1\ngame hexhex\nseat 0 Anna\ndice own\n\n", "language": "en"}
    spent = 3 / rate_limits.TOKENS_A_SECOND

    async def run(*_: object, asker: Client) -> object:
        asker.charge(spent)
        return {}

    monkeypatch.setattr(app.state.service.jobs.pool, "run", run)
    # Each is a question and three questions' worth of time.
    assert [(await phone.post("/api/study", ask)).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert (await neighbour.post("/api/study", ask)).status_code == 200


@pytest.mark.asyncio
async def test_advice_is_paid_for_by_the_key_too_wherever_it_is_sent_from(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await start(rate_think=0.01, burst_think=2)

    async def run(*_: object, **__: object) -> list[object]:
        return []

    monkeypatch.setattr(app.state.service.jobs.pool, "run", run)
    first = Phone(app)
    table = (await first.open(coach=True))["table"]
    answers = []
    for number in range(3):
        phone = Phone(app, address=f"198.51.100.{number}")
        phone.http.cookies = first.http.cookies
        answers.append((await phone.get(f"/api/tables/{table}/hint")).status_code)
    assert answers == [200, 200, 429]


@pytest.mark.asyncio
async def test_advice_stops_when_its_client_has_gone(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    app = await start()
    begun, stopped, gone = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def run(*_: object, **__: object) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    monkeypatch.setattr(app.state.service.jobs.pool, "run", run)
    body = b'{"record": "knobel 1", "language": "en"}'
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> Any:
        for message in messages:
            return message
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(_: object) -> None:
        pass

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/study",
        "raw_path": b"/api/study",
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"knobel.test"), (b"content-type", b"application/json")],
        "client": ("192.0.2.7", 5000),
        "server": ("knobel.test", 80),
    }
    asking = asyncio.create_task(app(scope, receive, send))
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
        assert not stopped.is_set()
        gone.set()
        await stopped.wait()
        await asking


@pytest.mark.asyncio
async def test_dry_runs_of_corrections_are_paid_for_like_thinking(start: Start) -> None:
    """Two hundred of one guest, in the line of all, let others wait for half a minute."""
    app = await start(rate_think=0.01, burst_think=2)
    phone, neighbour = Phone(app), Phone(app, address="198.51.100.2")
    for each in (phone, neighbour):
        table = (await each.open(dice="own"))["table"]
        path = f"/api/tables/{table}"
        seen = (await each.view(table))["seq"]
        assert (await each.post(f"{path}/commands", {"move": "- 1 2 3 4 5", "seen": seen, "key": "first"})).is_success
        # The time that they take is charged, too.
        trying = [await each.post(f"{path}/correct", {"move": "correct 1 - 1 1 1 1 1"}) for _ in range(3)]
        assert (trying[0].status_code, trying[-1].status_code) == (200, 429)
        # To play on is another matter.
        command = {"move": "correct 1 - 1 1 1 1 1", "seen": seen + 1, "key": "second"}
        assert (await each.post(f"{path}/commands", command)).is_success
        assert (await each.get(f"{path}/enter")).is_success
