"""Streams: numbered, resumed, alive, and ended with a word."""

import asyncio
import json
import secrets
import signal
import time
from collections.abc import AsyncGenerator, Collection
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from knobel.app.responses import view as view_responses
from knobel.server.http import streams
from knobel.server.http.metrics import Metrics
from knobel.server.http.schema import response_model
from knobel.server.http.settings import Settings
from knobel.server.http.streams import Stream, Streams, sse_bytes
from knobel.server.live.following import Update
from knobel.tables.errors import Busy
from knobel.tables.log import LogEntry
from tests.patience import PATIENCE
from tests.server.http.conftest import BOTH, Running, serving, until_ready
from tests.tables.test_changes import applied

Change: Any = response_model(view_responses.Change)

pytestmark = pytest.mark.asyncio


async def blocks(
    answer: httpx2.Response, beside: Collection[str] = ("ping", "online")
) -> AsyncGenerator[dict[str, str], None]:
    """The blocks of a stream, field by field, without those that come beside what happens."""
    async with aclosing(all_blocks(answer)) as stream:
        async for block in stream:
            if block.get("event") not in beside:
                yield block


async def all_blocks(answer: httpx2.Response) -> AsyncGenerator[dict[str, str], None]:
    """Every block of a stream; a comment has the field ``."""
    found: dict[str, str] = {}
    async for line in answer.aiter_lines():
        if line:
            name, _, value = line.partition(":")
            found[name] = value.strip()
        elif found:
            yield found
            found = {}


async def rows(answer: httpx2.Response, most: int) -> list[dict[str, Any]]:
    """So many events."""
    told = []
    async with aclosing(blocks(answer)) as stream:
        async for block in stream:
            if block.get("event") == "row":
                told.append(json.loads(block["data"]))
                assert int(block["id"]) == told[-1]["seq"]
            if len(told) == most:
                break
    return told


async def table(http: httpx2.AsyncClient) -> str:
    """A table for one, who has sat down."""
    opened = (await http.post("/api/tables", json={"game": "classic", "seats": [{"kind": "here"}]})).json()
    await http.post(f"/api/tables/{opened['table']}/join", json={})
    return f"/api/tables/{opened['table']}"


async def roll(http: httpx2.AsyncClient, path: str) -> int:
    """Throw, and write the chance box next time round."""
    view = (await http.get(path)).json()
    moves = view["moves"]["0"]
    command = {"move": moves[-1], "seen": view["seq"], "key": secrets.token_hex(8)}
    done = await http.post(f"{path}/commands", json=command)
    assert done.status_code == 200, done.text
    seq: int = done.json()["seq"]
    return seq


@BOTH
async def test_everything_that_happens_is_told_in_order_and_resumed_by_number(server: Running) -> None:
    async with server.client() as http, asyncio.timeout(PATIENCE):
        path = await table(http)
        async with http.stream("GET", f"{path}/events") as answer:
            assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["x-accel-buffering"] == "no"
            assert "content-length" not in answer.headers
            listening = asyncio.create_task(rows(answer, 6))
            while await roll(http, path) < 6:
                pass
            told = await listening
        assert [event["seq"] for event in told] == [1, 2, 3, 4, 5, 6]
        assert [event["kind"] for event in told[:3]] == ["name", "join", "entry"]
        for query, headers, expected in (
            ("?after=4", {}, [5, 6]),
            ("", {"Last-Event-ID": "4"}, [5, 6]),
            ("?after=1", {"Last-Event-ID": "5"}, [6]),
        ):
            async with http.stream("GET", f"{path}/events{query}", headers=headers) as answer:
                assert [event["seq"] for event in await rows(answer, len(expected))] == expected


@BOTH
async def test_who_asks_for_views_is_shown_what_others_did_without_asking_again(server: Running) -> None:
    async with server.client() as http, server.client() as watcher, asyncio.timeout(PATIENCE):
        opened = (await http.post("/api/tables", json={"game": "classic", "seats": [{"kind": "here"}]})).json()
        path = f"/api/tables/{opened['table']}"
        await http.post(f"{path}/join", json={})
        await watcher.post(f"{path}/join", json={"ticket": opened["watch"]})
        async with watcher.stream("GET", f"{path}/events?view=true&after=2") as answer:
            seq = await roll(http, path)
            async with aclosing(blocks(answer)) as stream:
                assert [(await anext(stream)).get("event") for _ in range(2)] == [None, "row"]
                shown = await anext(stream)
                asked = (await watcher.get(path)).json()
        assert (shown["event"], "id" in shown) == ("view", False)
        told = json.loads(shown["data"])
        assert told["seq"] == seq
        assert {**told, "now": asked["now"]} == asked


async def test_who_asks_for_changes_is_told_what_changed_and_sees_the_whole_table(server: Running) -> None:
    async with server.client() as http, server.client() as watcher, asyncio.timeout(PATIENCE):
        opened = (await http.post("/api/tables", json={"game": "classic", "seats": [{"kind": "here"}]})).json()
        path = f"/api/tables/{opened['table']}"
        await http.post(f"{path}/join", json={})
        await watcher.post(f"{path}/join", json={"ticket": opened["watch"]})
        seen = (await watcher.get(path)).json()
        after = seen["seq"]
        async with (
            watcher.stream("GET", f"{path}/events?view=true&changes=true&after={after}") as answer,
            aclosing(blocks(answer)) as stream,
        ):
            for _ in range(4):
                await roll(http, path)
                shown: dict[str, str] = {}
                while shown.get("event") not in {"change", "view"}:
                    shown = await anext(stream)
                told = Change.model_validate_json(shown["data"])
                seen = applied(seen, json.loads(shown["data"])) | {"now": told.now}
                asked = (await watcher.get(path)).json()
                assert seen | {"now": asked["now"]} == asked


async def test_a_quiet_stream_shows_that_it_is_alive(server: Running) -> None:
    async with server.client() as http, asyncio.timeout(PATIENCE):
        path = await table(http)
        began = time.monotonic()
        async with (
            http.stream("GET", f"{path}/events?after=2") as answer,
            aclosing(blocks(answer, beside=["online"])) as stream,
        ):
            assert (await anext(stream)) == {"retry": "1000"}
            ping = {"event": "ping", "data": '{"every":0.5}'}
            # The first says how often they come; a client that hears none for longer knows that nobody is there.
            assert (await anext(stream)) == ping
            assert [await anext(stream) for _ in range(2)] == [ping, ping]
            # Whoever reads late has still waited since the stream was asked for.
            assert time.monotonic() - began > 0.8


@BOTH
async def test_a_stream_from_the_future_gets_a_fresh_view(server: Running) -> None:
    """Where a backup was restored, clients may know more than ever happened."""
    async with server.client() as http, asyncio.timeout(PATIENCE):
        path = await table(http)
        for query, headers in (("?after=50", {}), ("?view=true", {"Last-Event-ID": "50"})):
            async with (
                http.stream("GET", f"{path}/events{query}", headers=headers) as answer,
                aclosing(blocks(answer)) as stream,
            ):
                assert (await anext(stream)) == {"retry": "1000"}
                fresh = await anext(stream)
                assert (fresh["event"], fresh["id"]) == ("reset", "2")
                told, asked = json.loads(fresh["data"]), (await http.get(path)).json()
                assert {**told, "now": asked["now"]} == asked
                # It goes on from there.
                seq = await roll(http, path)
                assert int((await anext(stream))["id"]) == seq
            path = await table(http)


async def test_who_may_not_follow_is_told_so_before_the_stream_begins(server: Running) -> None:
    async with server.client() as http, server.client() as stranger:
        path = await table(http)
        assert (await stranger.get(f"{path}/events")).status_code == 403
        assert (await http.get("/api/tables/aaaaaaaaaaaaaaaa/events")).status_code == 404
        assert (await http.get(f"{path}/events", headers={"Last-Event-ID": "x"})).status_code == 422
        assert (await http.get(f"{path}/events?after=99999999999")).status_code == 422


@BOTH
async def test_a_stream_ends_when_its_key_is_void(server: Running) -> None:
    async with server.client() as phone, server.client() as tablet, asyncio.timeout(PATIENCE):
        path = await table(phone)
        ticket = (await phone.post(f"{path}/tickets", json={})).json()["ticket"]
        await tablet.post(f"{path}/join", json={"ticket": ticket})
        async with tablet.stream("GET", f"{path}/events") as answer:
            await rows(answer, 3)
            await phone.post(f"{path}/renew", json={})
        async with tablet.stream("GET", f"{path}/events") as answer:
            assert answer.status_code == 403


async def test_streams_that_were_left_are_counted_out(server: Running) -> None:
    async with server.client() as http, asyncio.timeout(PATIENCE):
        path = await table(http)
        for _ in range(5):
            async with http.stream("GET", f"{path}/events") as answer:
                await rows(answer, 1)
        while True:
            figures = (await http.get("/metrics", headers={"Authorization": ""})).text
            if "knobel_streams 0.0" in figures:
                break
            await asyncio.sleep(0.1)


async def test_a_key_and_a_worker_follow_so_many_streams(url: str, tmp_path: Path) -> None:
    with serving(url, tmp_path, streams=3, streams_key=2) as server:
        await until_ready(server)
        async with server.client() as http, server.client() as other, asyncio.timeout(PATIENCE):
            path, elsewhere = await table(http), await table(other)
            opened = []
            for client, where, expected in (
                (http, path, 200),
                (http, path, 200),
                (http, path, 503),
                (other, elsewhere, 200),
                (other, elsewhere, 503),
            ):
                request = client.build_request("GET", f"{where}/events")
                opened.append(await client.send(request, stream=True))
                assert opened[-1].status_code == expected
            assert opened[-1].headers["retry-after"] == "1"
            for answer in opened:
                await answer.aclose()


async def follow_all(clients: list[httpx2.AsyncClient], path: str, times: int) -> list[int]:
    """Ask for so many streams of each of these at once; how that was answered."""
    async with AsyncExitStack() as stack:
        asked = [stack.enter_async_context(http.stream("GET", f"{path}/events")) for http in clients * times]
        return [answer.status_code for answer in await asyncio.gather(*asked)]


async def test_a_key_gets_no_more_streams_by_asking_for_many_at_once(url: str, tmp_path: Path) -> None:
    with serving(url, tmp_path, streams_key=3) as server:
        await until_ready(server)
        async with server.client() as http, asyncio.timeout(PATIENCE):
            answers = await follow_all([http], await table(http), 30)
            assert sorted(answers) == [200] * 3 + [503] * 27
            # Those that were refused, or have ended, are counted out.
            assert 200 in await follow_all([http], await table(http), 1)


async def test_an_address_gets_no_more_streams_by_making_many_keys(url: str, tmp_path: Path) -> None:
    with serving(url, tmp_path, streams_address=4) as server:
        await until_ready(server)
        async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
            clients = [await stack.enter_async_context(server.client()) for _ in range(8)]
            opened = {"game": "classic", "seats": [{"kind": "here"}]}
            told = (await clients[0].post("/api/tables", json=opened)).json()
            path = f"/api/tables/{told['table']}"
            for http in clients:
                await http.post(f"{path}/join", json={"ticket": told["watch"]})
            answers = await follow_all(clients, path, 2)
            assert sorted(answers) == [200] * 4 + [503] * 12


@BOTH
async def test_a_server_that_stops_says_bye_at_once_and_finishes_what_is_under_way(url: str, tmp_path: Path) -> None:
    with serving(url, tmp_path, heartbeat=10) as server:
        await until_ready(server)
        async with server.client() as http, asyncio.timeout(PATIENCE):
            path = await table(http)
            answers = [await http.send(http.build_request("GET", f"{path}/events"), stream=True) for _ in range(3)]
            followed = [blocks(answer) for answer in answers]
            for stream in followed:
                for _ in range(3):
                    await anext(stream)
            before = (await http.get(path)).json()["seq"]
            body = {"move": "roll", "seen": before, "key": "last"}
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            text = json.dumps(body)
            lines = [f"POST {path}/commands HTTP/1.1", "Host: x", f"Authorization: {http.headers['Authorization']}"]
            lines += ["Content-Type: application/json", "Expect: 100-continue", f"Content-Length: {len(text)}"]
            writer.write("\r\n".join([*lines, "", ""]).encode())
            # The server says so when it waits for the body: the request is under way.
            assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
            server.process.send_signal(signal.SIGTERM)
            for stream in followed:
                told = [block async for block in stream]
                assert told[-1] == {"event": "bye", "data": "{}"}
            # It has said so before it ended: what is under way has not even arrived.
            writer.write(text.encode())
            assert (await reader.read()).startswith(b"HTTP/1.1 200")
            writer.close()
            for answer in answers:
                await answer.aclose()
        assert server.process.wait(PATIENCE) in {0, -signal.SIGTERM}
    with serving(url, tmp_path) as server:
        await until_ready(server)
        async with server.client() as again:
            again.headers["Authorization"] = http.headers["Authorization"]
            async with again.stream("GET", f"{path}/events?after={before}") as answer:
                assert (await rows(answer, 1))[0]["text"].startswith("- ")


async def quiet() -> AsyncGenerator[Update, None]:
    """Updates that never come."""
    await asyncio.Event().wait()
    yield Update([])


async def never(*_: object) -> Any:
    """A client that takes nothing, and says nothing."""
    await asyncio.Event().wait()


@pytest.mark.parametrize("closing", [True, False])
async def test_a_client_that_takes_nothing_is_not_waited_for(closing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_SEND_TIMEOUT", 60 if closing else 0.05)
    monkeypatch.setattr(streams, "_BYE_TIMEOUT", 0.05)
    followers = Streams(Settings(), Metrics())
    sent: list[str] = []
    begun = asyncio.Event()

    async def send(message: Any) -> None:
        sent.append(message["type"])
        if message["type"] == "http.response.body":
            begun.set()
            await never()

    stream = Stream(followers, followers.enter("key", "address"), sse_bytes, Update([]), quiet())
    task = asyncio.create_task(stream({"type": "http"}, never, send))
    await begun.wait()
    assert len(followers) == 1
    if closing:
        followers.close()
    async with asyncio.timeout(PATIENCE):
        await task
    assert len(followers) == 0
    assert sent == ["http.response.start", "http.response.body", "http.response.body"]


@pytest.mark.parametrize("told", [True, False])
async def test_a_client_that_takes_nothing_any_more_is_not_waited_for(
    told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_SEND_TIMEOUT", 0.05)
    monkeypatch.setattr(streams, "_BYE_TIMEOUT", 0.05)
    followers = Streams(Settings(heartbeat=0.1), Metrics())
    taken: list[bytes] = []

    async def send(message: Any) -> None:
        if len(taken) > 1:
            await never()
        taken.append(message.get("body", b""))

    async def news() -> AsyncGenerator[Update, None]:
        if told:
            yield Update([LogEntry(1, "emote", "wow", 0, 0)])
        await asyncio.Event().wait()

    stream = Stream(followers, followers.enter("key", "address"), sse_bytes, Update([]), news())
    async with asyncio.timeout(PATIENCE):
        await stream({"type": "http"}, never, send)
    assert len(taken) == 2
    assert len(followers) == 0


async def test_who_comes_while_the_server_stops_is_sent_away() -> None:
    followers = Streams(Settings(), Metrics())
    late = Stream(followers, followers.enter("key", "address"), sse_bytes, Update([]), quiet())
    followers.close()
    with pytest.raises(Busy):
        followers.enter("key", "address")
    sent: list[bytes] = []

    async def send(message: Any) -> None:
        sent.append(message.get("body", b""))

    async with asyncio.timeout(PATIENCE):
        await late({"type": "http"}, never, send)
    assert sent[-1] == streams.BYE


async def test_a_stream_that_somebody_else_ends_ends() -> None:
    followers = Streams(Settings(), Metrics())

    begun = asyncio.Event()

    async def send(_: Any) -> None:
        begun.set()

    stream = Stream(followers, followers.enter("key", "address"), sse_bytes, Update([]), quiet())
    task = asyncio.create_task(stream({"type": "http"}, never, send))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(followers) == 0


async def online(stream: AsyncGenerator[dict[str, str], None]) -> AsyncGenerator[list[bool | None], None]:
    """Who is online, as often as a stream tells it."""
    async for block in stream:
        if block.get("event") == "online":
            yield [seat["online"] for seat in json.loads(block["data"])["seats"]]


async def test_presence_is_told_across_workers_also_when_one_is_killed(postgres: str, tmp_path: Path) -> None:
    with serving(postgres, tmp_path) as one, serving(postgres, tmp_path) as other:
        await asyncio.gather(until_ready(one), until_ready(other))
        async with one.client() as anna, other.client() as bert, asyncio.timeout(PATIENCE):
            wish = {"game": "classic", "seats": [{"kind": "here"}, {"kind": "link"}]}
            opened = (await anna.post("/api/tables", json=wish)).json()
            path = f"/api/tables/{opened['table']}"
            await anna.post(f"{path}/join", json={})
            await bert.post(f"{path}/join", json={"ticket": opened["invite"]})
            async with anna.stream("GET", f"{path}/events") as hers:
                told = online(all_blocks(hers))
                assert await anext(told) == [True, False]
                async with bert.stream("GET", f"{path}/events") as his:
                    heard = online(all_blocks(his))
                    while await anext(heard) != [True, True]:
                        pass
                    assert await anext(told) == [True, True]
                    view = (await bert.get(path)).json()
                    assert [seat["online"] for seat in view["seats"]] == [True, True]
                    other.process.kill()
                    assert await anext(told) == [True, False]
                seats = (await anna.get(path)).json()["seats"]
                assert (seats[0]["offline_since"], seats[1]["online"]) == (None, False)
                assert seats[1]["offline_since"] <= view["now"] + 120_000
