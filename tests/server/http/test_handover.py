"""Connections are handed over to the worker that has their table, and clients do not notice."""

import asyncio
import json
import socket
import sys
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx2
import pytest

from knobel.server.http.handover import Handover
from tests.patience import PATIENCE
from tests.server.http.conftest import Running, serving, until_ready
from tests.server.http.test_outages import workers_of
from tests.server.http.test_several_tables import Told, followed, next_of
from tests.tables.test_changes import applied

PSUTIL: Any = import_module("psutil")
TABLE = "abcdefghijklmnop"
pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands connections over"),
]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a path that is short enough for sockets."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


class Named(asyncio.Protocol):
    """Answers everything with the name of a worker and what has come, unless it is handed over."""

    def __init__(self, name: str, handover: Handover, begun: bytes = b"") -> None:
        self._name, self._handover, self._begun = name, handover, begun

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._begun:
            self._answer(self._begun)

    def data_received(self, data: bytes) -> None:
        if self._handover.give(self._transport, data):
            self._transport.abort()
        else:
            self._answer(data)

    def _answer(self, data: bytes) -> None:
        self._transport.write(json.dumps([self._name, data.decode()]).encode() + b"\n")


@asynccontextmanager
async def worker(folder: Path, name: str) -> AsyncIterator[tuple[int, Handover]]:
    """A worker in this process; its port, and how it hands over."""
    handover = Handover(folder, name)
    handover.open(lambda begun: Named(name, handover, begun))
    server = await asyncio.get_running_loop().create_server(lambda: Named(name, handover), "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], handover
    finally:
        handover.close()
        server.close()


class Client:
    """A connection, and what it is answered."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def ask(self, request: str) -> str:
        """The worker that answers; it has got all of the request."""
        self._writer.write(request.encode())
        name, data = json.loads(await self._reader.readline())
        assert data == request
        return str(name)


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Client]:
    """A client of a worker."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield Client(reader, writer)
    finally:
        writer.close()


def tables() -> Iterator[str]:
    """Names of tables."""
    for letter in "abcdefghijklmnopqrst":
        yield letter * 16


async def test_whichever_worker_is_asked_one_has_a_table_and_the_connection_goes_from_one_to_the_other(
    folder: Path,
) -> None:
    async with (
        worker(folder, "a") as (one, _),
        worker(folder, "b") as (other, _),
        connected(one) as anna,
        connected(other) as bert,
        asyncio.timeout(PATIENCE),
    ):
        homes = {}
        for table in tables():
            for asked in (f"GET /api/tables/{table} ", f"POST /api/tables/{table}/commands "):
                homes[table] = await anna.ask(asked)
                assert await bert.ask(asked) == homes[table]
            for asked in (f"tables={table}:3,{TABLE}:4", f"view=true&changes=true&tables={table}:3"):
                assert await bert.ask(f"GET /api/events?{asked} ") == homes[table]
        assert set(homes.values()) == {"a", "b"}


async def test_what_is_for_no_table_or_is_too_long_is_answered_where_it_came(folder: Path) -> None:
    async with worker(folder, "a") as (one, _), worker(folder, "b"), asyncio.timeout(PATIENCE):
        for asked in ("GET /api/tables ", "GET /api/me ", "POST /api/tables/short ", "hello"):
            async with connected(one) as anna:
                assert await anna.ask(asked) == "a"
        for table in tables():
            async with connected(one) as anna:
                # All that has come goes with a connection, or it stays; what is read at once is up to the system.
                assert await anna.ask(f"GET /api/tables/{table} {'x' * 10_000}") in {"a", "b"}
        giving = Handover(folder, "c")
        giving.open(lambda _: asyncio.Protocol())
        assert not any(
            giving.give(asyncio.Transport(), f"GET /api/tables/{table} {'x' * 20_000}".encode()) for table in tables()
        )
        giving.close()


async def test_when_a_worker_has_ended_or_was_killed_the_other_answers_all(folder: Path) -> None:
    async with worker(folder, "a") as (one, _), asyncio.timeout(PATIENCE):
        async with worker(folder, "b"), connected(one) as anna:
            assert {await anna.ask(f"GET /api/tables/{table} ") for table in tables()} == {"a", "b"}
        async with connected(one) as anna:
            assert {await anna.ask(f"GET /api/tables/{table} ") for table in tables()} == {"a"}
    killed = folder / "c.worker"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as gone:
        gone.bind(str(killed))
        gone.listen()
    async with worker(folder, "a") as (one, _), connected(one) as anna, asyncio.timeout(PATIENCE):
        assert killed.exists()
        assert {await anna.ask(f"GET /api/tables/{table} ") for table in tables()} == {"a"}
        assert not killed.exists()


async def test_a_worker_that_is_alone_or_finds_no_room_for_a_socket_answers_all(folder: Path) -> None:
    long = folder / ("x" * 100)
    long.mkdir()
    for where in (folder, long, folder / "nowhere"):
        async with worker(where, "a") as (one, _), connected(one) as anna, asyncio.timeout(PATIENCE):
            assert await anna.ask(f"GET /api/tables/{TABLE} ") == "a"


async def test_nonsense_between_workers_is_survived(folder: Path) -> None:
    async with worker(folder, "a") as (one, _), asyncio.timeout(PATIENCE):
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as stranger:
            stranger.connect(str(folder / "a.worker"))
            stranger.send(b"no connection comes with this")
            with tempfile.TemporaryFile() as file:
                socket.send_fds(stranger, [b"nor with this"], [file.fileno()])
        async with connected(one) as anna:
            assert await anna.ask("hello") == "a"


@pytest.mark.parametrize("known", [True, False], ids=["connected before", "connected just now"])
async def test_a_worker_that_ends_still_takes_what_is_on_its_way(
    folder: Path, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    async with worker(folder, "a") as (port, giving), worker(folder, "b") as (_, ending), asyncio.timeout(PATIENCE):
        request = f"GET /api/tables/{next(one for one in tables() if _is_home(folder, one, 'b'))} "
        if known:
            async with connected(port) as bert:
                assert await bert.ask(request) == "b"
        give = giving.give

        def give_and_end(transport: asyncio.Transport, data: bytes) -> bool:
            given = give(transport, data)
            ending.close()
            return given

        monkeypatch.setattr(giving, "give", give_and_end)
        async with connected(port) as anna:
            assert await anna.ask(request) == "b"


def _is_home(folder: Path, table: str, name: str) -> bool:
    """Whether a worker of this name has a table."""
    asking = Handover(folder, name)
    return not asking.give(asyncio.Transport(), f"GET /api/tables/{table} ".encode())


async def two_seats(anna: httpx2.AsyncClient, bert: httpx2.AsyncClient) -> str:
    """A table at which both sit; its name."""
    wish = {"game": "classic", "seats": [{"kind": "here"}, {"kind": "link"}]}
    opened = (await anna.post("/api/tables", json=wish)).json()
    path = f"/api/tables/{opened['table']}"
    assert (await anna.post(f"{path}/join", json={})).status_code == 200
    assert (await bert.post(f"{path}/join", json={"ticket": opened["invite"]})).status_code == 200
    return str(opened["table"])


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what changes by itself, with the clock or with who is online."""
    seats = [{**seat, "online": None, "offline_since": None} for seat in view["seats"]]
    return {name: value for name, value in view.items() if name not in {"now", "watchers"}} | {"seats": seats}


async def until_both_take(server: Running) -> list[Any]:
    """Wait until both workers have had a connection, and can be handed others; the workers."""
    workers = workers_of(PSUTIL.Process(server.process.pid))
    async with asyncio.timeout(PATIENCE):
        while not all(_listens(one) for one in workers) or len(workers) < 2:
            async with AsyncExitStack() as stack:
                for _ in range(20):
                    http = await stack.enter_async_context(server.client())
                    await http.get("/healthz")
            workers = workers_of(PSUTIL.Process(server.process.pid))
    return workers


def _listens(worker: Any) -> bool:
    # The system still tells the name that a socket had at first.
    return any(f"/{worker.pid}.worker" in one.laddr for one in worker.net_connections("unix"))


async def after(stream: AsyncGenerator[Told, None], view: dict[str, Any], seq: int) -> dict[str, Any]:
    """What somebody sees who follows a stream from a view on, once it tells of this number."""
    while view["seq"] < seq:
        told = await anext(stream)
        if told.event == "view":
            view = told.data
        elif told.event == "change":
            assert told.data["since"] == view["seq"]
            view = applied(view, told.data)
    return view


@asynccontextmanager
async def two_workers(
    postgres: str, folder: Path
) -> AsyncIterator[tuple[Running, list[Any], httpx2.AsyncClient, httpx2.AsyncClient]]:
    """A server, its two workers, and two people with a connection to it."""
    with serving(postgres, folder, "--workers", "2") as server:
        await until_ready(server)
        workers = await until_both_take(server)
        async with server.client() as anna, server.client() as bert, asyncio.timeout(PATIENCE):
            yield server, workers, anna, bert


async def test_all_who_follow_a_table_see_what_a_fresh_view_shows_and_one_worker_has_all_their_streams(
    postgres: str, tmp_path: Path
) -> None:
    async with two_workers(postgres, tmp_path) as (server, workers, anna, bert):
        for _ in range(6):
            table = await two_seats(anna, bert)
            path = f"/api/tables/{table}"
            async with AsyncExitStack() as streams:
                following, homes = [], set()
                for http in (anna, bert, anna, bert, anna, bert):
                    view = (await http.get(path)).json()
                    asked = f"/api/events?view=true&changes=true&tables={table}:{view['seq']}"
                    answer = await streams.enter_async_context(http.stream("GET", asked))
                    stream = await streams.enter_async_context(aclosing(followed(answer)))
                    # It has begun when it tells who is online.
                    await next_of(stream, "online")
                    following.append([http, stream, view])
                    homes.add(await _worker_of(answer, workers))
                assert len(homes) == 1
                for _ in range(8):
                    view = (await anna.get(path)).json()
                    actor = anna if view["moves"] else bert
                    seen = (await actor.get(path)).json()
                    move = next(iter(seen["moves"].values()))[-1]
                    command = {"move": move, "seen": seen["seq"], "key": f"k{seen['seq']}", "view": True}
                    # A connection of its own, which comes to any worker.
                    async with server.client(actor.headers["Authorization"].split()[1]) as fresh:
                        answered = await fresh.post(f"{path}/commands", json=command)
                        assert answered.status_code == 200, answered.text
                        seq = answered.json()["view"]["seq"]
                    for one in following:
                        http, stream, known = one
                        now = (await http.get(path)).json()
                        # Who did it was told by the answer.
                        told = now if http is actor else await after(stream, known, seq)
                        assert shown(told) == shown(now)
                        one[2] = now


async def _worker_of(answer: httpx2.Response, workers: list[Any]) -> int:
    """The worker that serves a stream, once the one that handed it over has let go of it."""
    client = answer.extensions["network_stream"].get_extra_info("client_addr")
    while True:
        ways = [(one.pid, way.raddr) for one in workers for way in one.net_connections("tcp")]
        found = [pid for pid, where in ways if where and tuple(where) == tuple(client)]
        if len(found) == 1:
            return int(found[0])
        await asyncio.sleep(0.05)


async def test_when_the_worker_of_a_table_is_killed_the_game_goes_on_and_nothing_is_lost(
    postgres: str, tmp_path: Path
) -> None:
    async with two_workers(postgres, tmp_path) as (server, workers, anna, bert):
        table = await two_seats(anna, bert)
        path = f"/api/tables/{table}"
        async with anna.stream("GET", f"{path}/events") as answer:
            home = await _worker_of(answer, workers)
            assert (
                await anna.post(f"{path}/commands", json={"move": "roll", "seen": 2, "key": "k1"})
            ).status_code == 200
            next(one for one in workers if one.pid == home).kill()
            with pytest.raises(httpx2.TransportError):
                await answer.aread()
        async with server.client(anna.headers["Authorization"].split()[1]) as again:
            view = None
            while view is None:
                try:
                    view = (await again.get(path)).json()
                except httpx2.TransportError:
                    # The connection was on its way to the worker that is gone.
                    await asyncio.sleep(0.05)
            assert view["last_throw"] == 1
            move = view["moves"]["0"][-1]
            done = await again.post(f"{path}/commands", json={"move": move, "seen": view["seq"], "key": "k2"})
            assert done.status_code == 200
