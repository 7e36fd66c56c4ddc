"""The file of an SQLite database: for its owner alone, for one server at a time, and refused when it cannot be used."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from knobel.server.storage.backup import backup, restore
from tests.commands import Run
from tests.patience import PATIENCE
from tests.server.http.conftest import serving, until_ready
from tests.server.service import Service
from tests.tables.people import say, sit, wish

FILES = ("knobel.db", "knobel.db-shm", "knobel.db-wal")


@pytest.fixture(autouse=True)
def generous_umask() -> Iterator[None]:
    """A system on which files are for everybody unless somebody says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def make_folder(path: Path) -> Path:
    path.mkdir()
    return path


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in sorted(folder.iterdir())}


@pytest.mark.asyncio
async def test_a_database_is_for_its_owner_alone_wherever_it_lies(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'knobel.db'}")
    await service.start()
    _, (anna,) = await sit(service, wish("classic", 1), "Anna")
    await say(service, anna, "roll")
    assert modes(tmp_path) == dict.fromkeys(FILES, 0o600)
    await service.close()


@pytest.mark.asyncio
async def test_a_file_that_everybody_could_read_is_closed_to_them(tmp_path: Path) -> None:
    writer = sqlite3.connect(tmp_path / "knobel.db", isolation_level=None)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("CREATE TABLE old (x)")
    assert modes(tmp_path) == dict.fromkeys(FILES, 0o644)
    service = Service(f"sqlite:///{tmp_path / 'knobel.db'}")
    await service.start()
    assert modes(tmp_path) == dict.fromkeys(FILES, 0o600)
    await service.close()
    writer.close()


@pytest.mark.asyncio
async def test_a_database_that_was_restored_is_for_its_owner_alone(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'knobel.db'}")
    await service.start()
    await sit(service, wish("classic", 1), "Anna")
    await service.close()
    new = tmp_path / "new"
    new.mkdir()
    await backup(f"sqlite:///{tmp_path / 'knobel.db'}", tmp_path / "backup")
    await restore(tmp_path / "backup", f"sqlite:///{new / 'knobel.db'}")
    assert set(modes(new).values()) == {0o600}


@pytest.mark.asyncio
async def test_a_second_server_on_a_file_says_so_and_stops(tmp_path: Path, refused: Run) -> None:
    file = tmp_path / "knobel.db"
    with serving(f"sqlite:///{file}", tmp_path) as server:
        await until_ready(server)
        with serving(f"sqlite:///{file}", second := make_folder(tmp_path / "second")) as late:
            # One that is let in would never end; it is seen to answer instead.
            with pytest.raises(AssertionError, match="another Knobel server is using"):
                await until_ready(late)
            assert late.process.wait(PATIENCE) == 2
            assert [file.name for file in second.glob("*.db*")] == []
        for language, sentence in (
            ("en", f"another Knobel server is using {file} already; stop it first"),
            (
                "de",
                f"ein anderer Knobel-Server benutzt {file} schon; beende ihn zuerst, oder gib diesem",
            ),
        ):
            told = refused("--port", "0", "--database", f"sqlite:///{file}", "--lang", language)
            assert (told.returncode, told.stdout) == (2, "")
            assert told.stderr.startswith(f"knobel: {sentence}")
            assert len(told.stderr.splitlines()) == 1
        async with server.client() as http:
            assert (await http.get("/readyz")).status_code == 200
        # One that was killed leaves nothing behind that would keep the next from starting.
        server.process.kill()
        server.process.wait()
    with serving(f"sqlite:///{file}", tmp_path) as server:
        await until_ready(server)
        assert set(modes(tmp_path).values()) >= {0o600}
        assert modes(tmp_path)["knobel.db-server"] == 0o600
