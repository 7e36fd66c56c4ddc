"""What is too large, too slow or no JSON does not come in."""

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from tests.patience import PATIENCE
from tests.server.http.conftest import Phone, Running, Start, serving, until_ready

pytestmark = pytest.mark.asyncio
WISH = b'{"game": "classic", "seats": [{"kind": "here"}]}'
JSON = {"Content-Type": "application/json"}


async def test_a_request_has_so_many_bytes_and_a_record_more(phone: Phone) -> None:
    padding = b" " * (64 << 10)
    told = await phone.http.post("/api/tables", content=WISH + padding, headers=JSON)
    assert (told.status_code, told.json()["error"]["code"]) == (413, "too_large")
    assert told.json()["error"]["details"] == {"limit": 64 << 10}
    assert (await phone.http.post("/api/tables", content=WISH + padding[len(WISH) :], headers=JSON)).status_code == 201
    record = b'{"record": "x"}'
    for path in ("/api/import", "/api/study"):
        assert (await phone.http.post(path, content=record + padding, headers=JSON)).status_code == 422
        assert (await phone.http.post(path, content=record + padding * 33, headers=JSON)).status_code == 413


async def test_bytes_are_counted_as_they_come_whatever_was_said_of_them(phone: Phone) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(1000):
            yield b" " * 1024
        pytest.fail("it was read to its end")

    told = await phone.http.post("/api/tables", content=endless(), headers=JSON)
    assert told.status_code == 413
    told = await phone.http.post("/api/tables", content=endless(), headers={**JSON, "Content-Length": "10"})
    assert told.status_code == 413
    assert told.headers["connection"] == "close"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
async def test_only_json_is_read(phone: Phone, kind: str) -> None:
    headers = {"Content-Type": kind} if kind else {}
    told = await phone.http.post("/api/tables", content=WISH, headers=headers)
    assert (told.status_code, told.json()["error"]["code"]) == (415, "unsupported_media")


async def test_json_may_say_its_charset(phone: Phone) -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert (await phone.http.post("/api/tables", content=WISH, headers=headers)).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"game": ' + b"1" * 5000 + b"}",
        b'{"game": NaN, "seats": Infinity}',
        b'{"game": "\\ud800", "seats": [{"kind": "here"}]}',
        b'{"game": "classic", "seats": [{"kind": "here"}], "options": {"\\udc00": "\\ud800"}}',
        b'{"game": "classic\\u0000", "seats": [{"kind": "here"}]}',
    ],
)
async def test_json_that_is_none_or_not_ours_is_refused_politely(phone: Phone, body: bytes) -> None:
    told = await phone.http.post("/api/tables", content=body, headers=JSON)
    assert told.status_code == 422, told.text
    assert told.json()["error"]["code"] in {"invalid", "unknown_game"}


async def test_what_was_sent_is_not_sent_back(phone: Phone) -> None:
    told = await phone.post("/api/tables", {"game": "classic", "seats": "my secret", "key": ["another secret"]})
    assert told.status_code == 422
    assert "secret" not in told.text


async def test_limits_are_settings(start: Start) -> None:
    phone = Phone(await start(body_limit=2000, record_limit=3000))
    assert (await phone.http.post("/api/tables", content=WISH + b" " * 2000, headers=JSON)).status_code == 413
    assert (await phone.http.post("/api/import", content=b" " * 3001, headers=JSON)).status_code == 413


@pytest_asyncio.fixture
async def hasty(url: str, tmp_path: Path) -> AsyncIterator[Running]:
    """A server that waits a second for a body."""
    with serving(url, tmp_path, body_seconds=1) as server:
        await until_ready(server)
        yield server


@asynccontextmanager
async def raw(server: Running) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def test_who_sends_slowly_is_told_and_cut_off(hasty: Running) -> None:
    head = "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{}\r\n\r\n"
    for length in ("Content-Length: 100", "Transfer-Encoding: chunked"):
        async with raw(hasty) as (reader, writer), asyncio.timeout(PATIENCE):
            writer.write(head.format(length).encode())
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 408")
            assert b"too_slow" in answer


async def test_a_body_that_comes_slowly_is_cut_off_whatever_the_method(hasty: Running) -> None:
    async def trickle(method: str, path: str) -> None:
        async with raw(hasty) as (reader, writer):
            writer.write(f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n".encode())
            closed = asyncio.create_task(reader.read())
            while not closed.done():
                writer.write(b" ")
                await asyncio.sleep(0.1)

    methods, paths = ("GET", "HEAD", "OPTIONS", "DELETE", "PUT"), ("/healthz", "/api/games", "/nowhere", "/api/me")
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(trickle(method, path) for method in methods for path in paths))


async def test_a_stream_is_no_way_to_send_slowly(hasty: Running) -> None:
    who = f"Host: x\r\nAuthorization: Bearer {secrets.token_urlsafe(32)}\r\n"
    async with raw(hasty) as (reader, writer), asyncio.timeout(PATIENCE):
        # Head and body together: on a busy machine a second may pass between the two.
        head = f"POST /api/tables HTTP/1.1\r\n{who}Content-Type: application/json\r\nContent-Length: {len(WISH)}\r\n"
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + WISH)
        table = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])["table"]
    async with raw(hasty) as (reader, writer), asyncio.timeout(PATIENCE):
        head = f"GET /api/tables/{table}/events HTTP/1.1\r\n{who}"
        writer.write(head.encode() + b"Content-Length: 100000\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200")


async def test_a_lying_length_or_endless_chunks_end_with_413_and_a_closed_door(server: Running) -> None:
    head = "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{}\r\n\r\n"
    async with raw(server) as (reader, writer), asyncio.timeout(PATIENCE):
        writer.write(head.format("Content-Length: 99999999").encode())
        assert (await reader.read()).startswith(b"HTTP/1.1 413")
    async with raw(server) as (reader, writer), asyncio.timeout(PATIENCE):
        writer.write(head.format("Transfer-Encoding: chunked").encode() + b"FFFF\r\n" + b" " * 0xFFFF + b"\r\n")
        writer.write(b"10\r\n" + b" " * 16 + b"\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 413")


async def metrics(server: Running) -> str:
    async with server.client() as http:
        return (await http.get("/metrics", headers={"Authorization": ""})).text


def gone(figures: str) -> list[str]:
    """How many requests of each route have lost their clients before they were answered."""
    return re.findall(r'^knobel_requests_total{.*status="499"} .*$', figures, re.MULTILINE)


async def test_who_goes_while_sending_leaves_nothing_behind(server: Running) -> None:
    key, before = secrets.token_urlsafe(32), gone(await metrics(server))
    async with raw(server) as (_, writer):
        lines = (
            "POST /api/tables HTTP/1.1",
            "Host: x",
            f"Authorization: Bearer {key}",
            "Content-Type: application/json",
        )
        writer.write("\r\n".join([*lines, "Content-Length: 1000", "", ""]).encode() + WISH)
    async with server.client(key) as http, asyncio.timeout(PATIENCE):
        while gone(figures := await metrics(server)) == before:
            await asyncio.sleep(0.05)
        assert (await http.get("/api/me/tables")).json() == {"tables": []}
    assert "knobel_broken_total 0.0" in figures
