"""The server behind HTTP: in this process for most tests, and as a process of its own where that matters."""

import asyncio
import os
import secrets
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from fastapi import FastAPI
from tools.server.child import start_child
from tools.server.worker import free_port

from knobel.server.http.app import create_app
from knobel.server.http.settings import Settings
from knobel.server.http.static_files import StaticFiles
from tests.commands import Forked
from tests.homes import home_in
from tests.patience import PATIENCE
from tests.server.conftest import database_of

KNOBEL = Path(sys.executable).parent / "knobel"
HOME = "http://knobel.test"
FREELY = {"rate_address": 0, "rate_key": 0, "rate_open": 0, "rate_import": 0, "rate_think": 0, "rate_board": 0}
"""No limits of rates."""
BOTH = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
"""For what a database might answer in its own way; all else stands above both, and is tested on SQLite alone."""


class Phone:
    """A browser: it keeps its cookies and says where its requests come from."""

    def __init__(self, app: FastAPI, home: str = HOME, address: str = "192.0.2.7") -> None:
        transport = httpx2.ASGITransport(app, raise_app_exceptions=False, client=(address, 5000))
        self.http = httpx2.AsyncClient(transport=transport, base_url=home, headers={"Origin": home})

    async def get(self, path: str, **rest: Any) -> httpx2.Response:
        """Ask for something."""
        return await self.http.get(path, **rest)

    async def post(self, path: str, body: object = None, **rest: Any) -> httpx2.Response:
        """Send something."""
        return await self.http.post(path, json={} if body is None else body, **rest)

    async def open(self, game: str = "classic", seats: int = 1, bots: int = 0, **rest: Any) -> dict[str, Any]:
        """A table at which this phone has these seats, beside bots; everybody has sat down."""
        wanted = [{"kind": "here"}] * seats + [{"kind": "bot", "level": "hare"}] * bots
        opened = await self.post("/api/tables", {"game": game, "seats": wanted, **rest})
        assert opened.status_code == 201, opened.text
        told: dict[str, Any] = opened.json()
        assert (await self.post(f"/api/tables/{told['table']}/join")).status_code == 200
        return told

    async def view(self, table: str) -> dict[str, Any]:
        """The table as it stands."""
        seen = await self.get(f"/api/tables/{table}")
        assert seen.status_code == 200, seen.text
        told: dict[str, Any] = seen.json()
        return told

    async def play(self, table: str, most: int = 1000) -> dict[str, Any]:
        """Make the last move that is possible, again and again; the table then."""
        view = await self.view(table)
        for _ in range(most):
            if view["over"] or not view["moves"]:
                break
            seat, moves = next(iter(view["moves"].items()))
            command = {"move": moves[-1], "seen": view["seq"], "key": secrets.token_hex(8), "seat": int(seat)}
            done = await self.post(f"/api/tables/{table}/commands", {**command, "view": True})
            assert done.status_code == 200, done.text
            view = done.json()["view"]
        return view


def program(app: FastAPI, key: str | None = None) -> httpx2.AsyncClient:
    """A program with a key of its own."""
    headers = {"Authorization": f"Bearer {key or secrets.token_urlsafe(32)}"}
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=HOME, headers=headers)


Start = Callable[..., Any]


@pytest.fixture
def url(request: pytest.FixtureRequest) -> str:
    """The address of a database: SQLite, unless a test asks for both."""
    return database_of(request, getattr(request, "param", "sqlite"))


@pytest.fixture
def site(tmp_path: Path) -> StaticFiles:
    """A web app that is not built."""
    return StaticFiles(tmp_path / "no web")


@pytest_asyncio.fixture
async def start(url: str, site: StaticFiles) -> AsyncIterator[Start]:
    """Starts a server in this process, with these settings."""
    async with AsyncExitStack() as stack:

        async def start_one(**given: Any) -> FastAPI:
            web = given.pop("site", site)
            app = create_app(Settings(**{"database_url": url, "thinkers": 0, "pace": 0, **FREELY, **given}), web)
            await stack.enter_async_context(app.router.lifespan_context(app))
            return app

        yield start_one


@pytest_asyncio.fixture
async def app(start: Start) -> FastAPI:
    """A server in this process."""
    found: FastAPI = await start()
    return found


@pytest_asyncio.fixture
async def phone(app: FastAPI) -> Phone:
    """A phone that was never here."""
    return Phone(app)


class Running:
    """`knobel serve` as a process of its own."""

    def __init__(self, process: "subprocess.Popen[bytes] | Forked", port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log
        self.home = f"http://127.0.0.1:{port}"

    def client(self, key: str | None = None) -> httpx2.AsyncClient:
        """A program that talks to it."""
        headers = {"Authorization": f"Bearer {key or secrets.token_urlsafe(32)}"}
        # There is no TLS here, and reading the certificates of the system takes 27 ms for each client.
        return httpx2.AsyncClient(base_url=self.home, headers=headers, timeout=PATIENCE, verify=False)


@contextmanager
def serving(
    url: str,
    folder: Path,
    *words: str,
    prefix: Sequence[str] = (),
    anew: bool = False,
    call: str = "",
    port: int = 0,
    **settings: object,
) -> Iterator[Running]:
    """A server, on a free port unless said, until the end of the block.

    It is forked, unless something precedes it or it starts anew; with `call` by a function of the tests.
    """
    port = port or free_port()
    env = {
        "PATH": os.environ["PATH"],
        **home_in(folder),
        "KNOBEL_THINKERS": "0",
        "KNOBEL_PACE": "0",
        **{f"KNOBEL_{name.upper()}": str(value) for name, value in {**FREELY, **settings}.items()},
    }
    command = ["serve", "--no-open", "--port", str(port), "--database", url, *words]
    log = folder / f"{port}.log"
    process: subprocess.Popen[bytes] | Forked
    if prefix or anew:
        with log.open("wb") as lines:
            process = start_child([*prefix, str(KNOBEL), *command], env=env, stdout=lines, stderr=lines)
    else:
        process = Forked(command, folder, env, log, call)
    try:
        yield Running(process, port, log)
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE)


async def until_ready(server: Running) -> None:
    """Wait until it answers."""
    end = time.monotonic() + PATIENCE
    async with server.client() as http:
        while True:
            try:
                if (await http.get("/readyz")).status_code == 200:
                    return
            except httpx2.TransportError:
                assert server.process.poll() is None, server.log.read_text("utf-8")
            assert time.monotonic() < end, server.log.read_text("utf-8")
            await asyncio.sleep(0.1)


@pytest.fixture(scope="session")
def servers() -> Iterator[tuple[ExitStack, dict[str, Running]]]:
    """The servers that tests share, by their kind of database."""
    with ExitStack() as stack:
        yield stack, {}


@pytest_asyncio.fixture
async def server(
    url: str, servers: tuple[ExitStack, dict[str, Running]], tmp_path_factory: pytest.TempPathFactory
) -> Running:
    """A server as a process of its own: streams show they are alive every half second, bodies may come slowly."""
    stack, started = servers
    kind = url.partition(":")[0]
    if kind not in started:
        folder = tmp_path_factory.mktemp("server")
        address = f"sqlite:///{folder / 'knobel.db'}" if kind == "sqlite" else url
        starting = serving(address, folder, heartbeat=0.5, body_seconds=PATIENCE, log="json")
        started[kind] = stack.enter_context(starting)
        await until_ready(started[kind])
    return started[kind]
