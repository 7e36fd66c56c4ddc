"""Several workers and their main process: whichever is killed, frozen or cannot start, the others do what is right."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.commands import Forked
from tests.patience import PATIENCE
from tests.server.http.conftest import Running, serving, until_ready
from tests.server.http.test_outages import workers_of
from tests.server.test_orphans import lives

pytestmark = pytest.mark.asyncio

PSUTIL: Any = import_module("psutil")
HERE = "tests.server.http.supervised"


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for it."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.05)


async def two_of(server: Running) -> list[Any]:
    """The two workers of a server that is ready."""
    await until_ready(server)
    parent = PSUTIL.Process(server.process.pid)
    await until(lambda: len(workers_of(parent)) == 2)
    return workers_of(parent)


def shared_folder(worker: Any) -> Path:
    """The folder in which a worker and the others add up their figures."""
    (file, *_) = Path(tempfile.gettempdir()).glob(f"knobel-metrics-*/*_{worker.pid}.db")
    return file.parent


async def answers(server: Running) -> None:
    """Wait until somebody answers who is not frozen."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                async with server.client() as http:
                    assert (await http.get("/readyz", timeout=5)).status_code == 200
                    return
            except httpx2.TransportError:
                # A worker that was killed, or sleeps, had accepted the connection.
                await asyncio.sleep(0.05)


async def test_when_the_main_process_is_killed_its_workers_end_and_the_next_start_works(
    postgres: str, tmp_path: Path
) -> None:
    with serving(postgres, tmp_path, "--workers", "2") as server:
        workers = await two_of(server)
        server.process.kill()
        # At once, while the workers may still hold the port.
        with serving(postgres, tmp_path, "--workers", "2", port=server.port) as again:
            await until(lambda: not any(map(lives, workers)))
            assert not {worker.pid for worker in workers} & {worker.pid for worker in await two_of(again)}
            await answers(again)


async def test_a_folder_that_is_removed_is_made_again_and_figures_go_on(postgres: str, tmp_path: Path) -> None:
    with serving(postgres, tmp_path, "--workers", "2") as server:
        first = await two_of(server)
        parent, folder = PSUTIL.Process(server.process.pid), shared_folder(first[0])
        assert shared_folder(first[1]) == folder
        shutil.rmtree(folder)
        first[0].kill()
        # Whose files were in the folder is replaced.
        await until(lambda: len(workers_of(parent)) == 2 and not set(first) & set(workers_of(parent)))
        await until(lambda: all(list(folder.glob(f"*_{worker.pid}.db")) for worker in workers_of(parent)))
        async with server.client() as http:
            assert "knobel_streams 0.0" in (await http.get("/metrics", headers={"Authorization": ""})).text


@pytest.mark.parametrize("fault", ["find_no_app", "break_down"])
async def test_a_server_whose_workers_cannot_start_gives_up_and_exits_non_zero(fault: str, tmp_path: Path) -> None:
    server = Forked(["--workers"], tmp_path, os.environ, tmp_path / "log", call=f"{HERE}:{fault}")
    assert await asyncio.to_thread(server.wait) not in {0, -signal.SIGTERM}


async def test_a_worker_that_cannot_be_replaced_takes_nobody_along_but_without_any_the_server_ends(
    postgres: str, tmp_path: Path
) -> None:
    with serving(postgres, tmp_path, "--workers", "2", "--lang", "en", call=f"{HERE}:end_soon") as server:
        one, other = await two_of(server)
        folder = shared_folder(one)
        shutil.rmtree(folder)
        # Now it cannot be made again, and without it no worker can start.
        folder.touch()
        one.kill()
        await until(lambda: server.log.read_text("utf-8").count("worker ended") >= 4)
        await answers(server)
        assert lives(other)
        other.kill()
        assert await asyncio.to_thread(server.process.wait) == 2
        assert "no worker can be started" in server.log.read_text("utf-8")
        folder.unlink(missing_ok=True)


async def test_a_frozen_worker_holds_up_neither_its_replacement_nor_that_of_another_nor_the_end(
    postgres: str, tmp_path: Path
) -> None:
    with serving(postgres, tmp_path, "--workers", "2", call=f"{HERE}:end_soon") as server:
        frozen, killed = await two_of(server)
        parent = PSUTIL.Process(server.process.pid)
        frozen.suspend()
        killed.kill()
        await until(lambda: killed not in workers_of(parent) and len(workers_of(parent)) == 2)
        await answers(server)
        assert frozen in workers_of(parent)
        server.process.terminate()
        assert await asyncio.to_thread(server.process.wait) == 0
        assert not lives(frozen)


async def test_a_worker_that_gives_no_sign_of_life_is_replaced(postgres: str, tmp_path: Path) -> None:
    with serving(postgres, tmp_path, "--workers", "2", call=f"{HERE}:miss_soon") as server:
        frozen, _ = await two_of(server)
        frozen.suspend()
        parent = PSUTIL.Process(server.process.pid)
        await until(lambda: not lives(frozen) and len(workers_of(parent)) == 2)
        await answers(server)
