"""Tests of tables and of storage run on SQLite and on a real PostgreSQL."""

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import pytest_asyncio
from tools.server.postgres import Postgres

from tests.commands import Run
from tests.fork_server import be_patient
from tests.patience import PATIENCE
from tests.server.databases import prepared_sqlite
from tests.server.service import Service

Start = Callable[..., Awaitable[Service]]


@pytest.fixture(scope="session", autouse=True)
def _patient_servers() -> None:
    """Servers in this process give up neither jobs nor their database because the machine is busy."""
    be_patient(PATIENCE)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL that lives as long as the tests."""
    folder = Path(tempfile.mkdtemp(prefix="knobel-postgres-"))
    try:
        # Here only workers are killed, never the database: no test has to wait for the disk.
        server = Postgres(folder, synchronous_commit="off")
        server.launch()
        # In a thread, because the first who asks may do so in an event loop.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, server.until_ready()).result()
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        pytest.fail(f"PostgreSQL does not start, and the server is not tested without it: {error}")
    yield server.url
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest_asyncio.fixture
async def own_postgres() -> AsyncIterator[Postgres]:
    """A PostgreSQL of this test alone, not started yet."""
    folder = Path(tempfile.mkdtemp(prefix="knobel-outage-"))
    server = Postgres(folder)
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of a database."""
    return database_of(request, request.param)


def database_of(request: pytest.FixtureRequest, kind: str) -> str:
    """The address of a database of this kind. Tables have names of their own, so tests can share the PostgreSQL."""
    if kind == "sqlite":
        return prepared_sqlite(request.getfixturevalue("tmp_path"))
    address: str = request.getfixturevalue("postgres")
    return address


@pytest.fixture
def refused(run: Run) -> Run:
    """Runs a server that ends by itself, because something is wrong with how it was started."""

    def run_serve(*words: str, **settings: str) -> "subprocess.CompletedProcess[str]":
        return run("serve", *words, KNOBEL_THINKERS="0", **settings)

    return run_serve


@pytest_asyncio.fixture
async def start(url: str) -> AsyncIterator[Start]:
    """Starts a worker on the database of the test; all are stopped in the end."""
    running: list[Service] = []

    async def start_one(**wishes: object) -> Service:
        service = Service(url, **wishes)
        running.append(service)
        await service.start()
        return service

    yield start_one
    for service in running:
        await service.close()


@pytest_asyncio.fixture
async def service(start: Start) -> Service:
    """One worker."""
    return await start()
