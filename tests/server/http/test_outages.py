"""A database that is away, stopped, read-only, full, frozen, damaged or too new: told as such, and outlived."""

import asyncio
import os
import secrets
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import text
from tools.server.postgres import Postgres

from knobel.server.storage.database import Database
from knobel.server.storage.postgres import APPLICATION
from tests.commands import Run
from tests.patience import PATIENCE
from tests.server.http.conftest import KNOBEL, Running, serving, until_ready
from tests.server.service import Service
from tests.server.storage.test_store import fresh
from tests.server.test_orphans import lives
from tests.tables.people import sit, wish

pytestmark = pytest.mark.asyncio

PSUTIL: Any = import_module("psutil")
WISH = {"game": "classic", "seats": [{"kind": "here"}]}


async def until(server: Running, status: int) -> httpx2.Response:
    """Wait until `/readyz` answers so."""
    async with server.client() as http, asyncio.timeout(PATIENCE):
        while True:
            assert server.process.poll() is None, server.log.read_text("utf-8")
            try:
                answer = await http.get("/readyz")
            except httpx2.TransportError:
                pass
            else:
                if answer.status_code == status:
                    return answer
            await asyncio.sleep(0.05)


async def until_all(server: Running, status: int, workers: int) -> None:
    """Wait until so many connections in a row are answered so: each may reach another worker."""
    async with asyncio.timeout(PATIENCE):
        seen = 0
        while seen < 10 * workers:
            async with server.client() as http:
                if (await http.get("/readyz")).status_code == status:
                    seen += 1
                else:
                    seen = 0
                    await asyncio.sleep(0.05)


async def until_listening(postgres: Postgres, workers: int) -> None:
    """Wait until so many workers have reached the database: each has a connection by which it hears of the others."""
    database = Database(postgres.url)
    asked = text("SELECT count(*) FROM pg_stat_activity WHERE application_name = :name")
    async with database.reader.connect() as connection, asyncio.timeout(PATIENCE):
        alone = await connection.execution_options(isolation_level="AUTOCOMMIT")
        while await alone.scalar(asked, {"name": APPLICATION}) != workers:
            await asyncio.sleep(0.05)
    await database.close()


async def open_table(http: httpx2.AsyncClient) -> str:
    """A table for one, who has sat down."""
    path = f"/api/tables/{(await http.post('/api/tables', json=WISH)).json()['table']}"
    assert (await http.post(f"{path}/join", json={})).status_code == 200
    return path


def is_refusal(answer: httpx2.Response) -> bool:
    """It says to come again."""
    return (
        answer.status_code == 503 and answer.headers["retry-after"] == "1" and answer.json()["error"]["code"] == "busy"
    )


async def ask_all(http: httpx2.AsyncClient, path: str) -> list[httpx2.Response]:
    """Everything that needs the database."""
    seen = {"move": "roll", "seen": 99, "key": secrets.token_hex(8)}
    return list(
        await asyncio.gather(
            http.get(path),
            http.get("/api/me/tables"),
            http.get(f"{path}/record"),
            http.get(f"{path}/events"),
            http.post("/api/tables", json=WISH),
            http.post(f"{path}/commands", json=seen),
            http.post(f"{path}/tickets", json={}),
            http.post(f"{path}/leave", json={}),
        )
    )


async def test_workers_that_start_while_postgresql_is_away_wait_for_it(own_postgres: Postgres, tmp_path: Path) -> None:
    with serving(own_postgres.url, tmp_path, "--workers", "2", "--lang", "en") as server:
        told = await until(server, 503)
        assert "is waiting for its database" in told.json()["error"]["message"]
        assert told.headers["retry-after"] == "1"
        async with server.client() as http:
            assert (await http.get("/healthz")).status_code == 200
            assert is_refusal(await http.post("/api/tables", json=WISH))
        assert "The database isn’t answering yet; Knobel is waiting for it." in server.log.read_text("utf-8")
        await own_postgres.start()
        await until_listening(own_postgres, 2)
        await until_all(server, 200, 2)
        async with server.client() as http:
            assert (await http.post("/api/tables", json=WISH)).status_code == 201


async def test_a_worker_that_is_killed_while_postgresql_is_away_takes_nobody_along(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    await own_postgres.start()
    with serving(own_postgres.url, tmp_path, "--workers", "2", thinkers=0) as server:
        await until_ready(server)
        parent = PSUTIL.Process(server.process.pid)
        async with asyncio.timeout(PATIENCE):
            while len(first := workers_of(parent)) < 2:
                await asyncio.sleep(0.05)
        own_postgres.kill()
        first[0].kill()
        async with asyncio.timeout(PATIENCE):
            while len(workers_of(parent)) < 2 or first[0] in workers_of(parent):
                await asyncio.sleep(0.05)
        await until_all(server, 503, 2)
        assert first[1].is_running()
        await own_postgres.start()
        await until_listening(own_postgres, 2)
        await until_all(server, 200, 2)
        assert first[1].is_running()
        assert server.process.poll() is None


def workers_of(parent: Any) -> list[Any]:
    """The workers of a forked server that live."""
    return [child for child in parent.children() if lives(child)]


@pytest.mark.parametrize("how", ["stop", "kill"])
async def test_while_postgresql_is_gone_everything_is_503_and_afterwards_all_is_there(
    own_postgres: Postgres, tmp_path: Path, how: str
) -> None:
    await own_postgres.start()
    with serving(own_postgres.url, tmp_path, log="quiet") as server:
        await until_ready(server)
        async with server.client() as http, asyncio.timeout(PATIENCE):
            path = await open_table(http)
            before = (await http.get(path)).json()
            # Questions are under way while it goes down.
            asking = asyncio.create_task(keep_asking(http, path))
            await asyncio.to_thread(getattr(own_postgres, how))
            await until(server, 503)
            assert all(map(is_refusal, await ask_all(http, path)))
            asking.cancel()
            told = await asking
            assert {answer.status_code for answer in told} <= {200, 503}, told
            await own_postgres.start()
            await until(server, 200)
            after = await http.get(path)
            assert after.status_code == 200, after.text
            assert after.json()["entries"] == before["entries"]
        assert " broken " not in server.log.read_text("utf-8")


async def keep_asking(http: httpx2.AsyncClient, path: str) -> list[httpx2.Response]:
    """Ask until it is cancelled; all answers."""
    told: list[httpx2.Response] = []
    try:
        while True:
            told += await asyncio.gather(http.get(path), http.get("/api/me/tables"), http.post(f"{path}/join", json={}))
    except asyncio.CancelledError:
        return told


class SmallDisk:
    """A disk of a few megabytes that only one server sees."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        mounting = 'mount -t tmpfs -o size=4m knobel "$0" && exec "$@"'
        self.prefix = ("unshare", "--mount", "--map-root-user", "sh", "-c", mounting, str(folder))
        self.url = f"sqlite:///{folder / 'knobel.db'}"

    @contextmanager
    def full(self, server: Running) -> Iterator[None]:
        """Leave no room on it."""
        filler = Path(f"/proc/{server.process.pid}/root{self._folder}/filler")
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        yield
        filler.unlink()


def mounts(prefix: Sequence[str]) -> bool:
    """This system lets a test have a disk of its own."""
    try:
        return subprocess.run([*prefix, "true"], check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


async def test_a_full_disk_is_not_ready_and_reads_go_on(tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path / "disk")
    if not mounts(disk.prefix):
        pytest.skip("only where a test may mount a disk of its own")
    with serving(disk.url, tmp_path, prefix=disk.prefix, log="quiet") as server:
        await until_ready(server)
        async with server.client() as http, asyncio.timeout(PATIENCE):
            path = await open_table(http)
            with disk.full(server):
                told = await until(server, 507)
                assert told.json()["error"]["code"] == "no_space"
                assert (await http.get(path)).status_code == 200
                assert (await http.post("/api/tables", json=WISH)).status_code == 507
            await until(server, 200)
            assert (await http.post("/api/tables", json=WISH)).status_code == 201
        assert " broken " not in server.log.read_text("utf-8")


async def test_a_folder_that_cannot_be_written_to_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    await made(f"sqlite:///{folder / 'knobel.db'}")
    mounting = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    prefix = ("unshare", "--mount", "--map-root-user", "sh", "-c", mounting, str(folder))
    if not mounts(prefix):
        pytest.skip("only where a test may mount a disk of its own")
    words = (*prefix, str(KNOBEL), "serve", "--port", "0", "--data", str(folder), "--lang", "de")
    told = await asyncio.to_thread(subprocess.run, words, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert told.returncode == 2
    assert told.stderr.startswith(f"knobel: die Datenbank {folder / 'knobel.db'} lässt sich nicht öffnen")
    assert len(told.stderr.splitlines()) == 1


def spoil(file: Path, how: str) -> None:
    """Make a database that no server can use."""
    if how == "no database":
        file.write_bytes(b"This was a shopping list. " * 400)
        return
    asyncio.run(made(f"sqlite:///{file}"))
    if how == "newer":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.close()
    else:
        pages = bytearray(file.read_bytes())
        pages[4096:] = os.urandom(len(pages) - 4096)
        file.write_bytes(pages)


async def made(url: str) -> None:
    service = Service(url)
    await service.start()
    await sit(service, wish("classic", 1), "Anna")
    await service.close()


@pytest.mark.parametrize(
    ("how", "language", "sentence"),
    [
        ("no database", "en", "the database {} is damaged (file is not a database)"),
        ("no database", "de", "die Datenbank {} ist beschädigt (file is not a database)"),
        ("torn pages", "en", "the database {} is damaged ("),
        ("newer", "en", "a newer Knobel made this database (its schema is 9999)"),
        ("newer", "de", "diese Datenbank stammt von einem neueren Knobel (ihr Schema ist 9999)"),
    ],
)
async def test_a_file_that_no_server_can_use_is_one_sentence_and_exit_code_2(
    refused: Run, tmp_path: Path, how: str, language: str, sentence: str
) -> None:
    file = tmp_path / "knobel.db"
    await asyncio.to_thread(spoil, file, how)
    before = file.read_bytes()
    told = refused("--port", "0", "--database", f"sqlite:///{file}", "--lang", language)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith(f"knobel: {sentence.format(file)}")
    assert len(told.stderr.splitlines()) == 1
    assert file.read_bytes() == before


async def test_a_postgresql_of_a_newer_knobel_is_one_sentence_and_exit_code_2(postgres: str, refused: Run) -> None:
    url = await fresh(postgres)
    await made(url)
    database = Database(url)
    async with database.writer.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    told = refused("--port", "0", "--database", url, "--lang", "en")
    assert told.returncode == 2
    assert told.stderr.startswith("knobel: a newer Knobel made this database (its schema is 9999)")
    missing = postgres.replace("/postgres?", "/missing?")
    told = refused("--port", "0", "--database", missing, "--lang", "en")
    assert told.returncode == 2
    assert told.stderr.startswith("knobel: the database cannot be opened: ")
    assert len(told.stderr.splitlines()) == 1
