"""An interrupted run leaves nothing behind: servers, databases and browsers end when whoever started them is killed."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE

psutil: Any = import_module("psutil")

ROOT = Path(__file__).parent.parent.parent
RUN = """
import asyncio, sys, time
from pathlib import Path
from playwright.sync_api import sync_playwright
from tests.server.http.conftest import serving, until_ready
from tests.web.conftest import FLAGS, executable
from tools.server.postgres import Postgres
from tools.server.worker import Worker

async def started(folder):
    database = Postgres(folder)
    await database.start()
    worker = Worker("one", database.url, folder)
    await worker.start()
    return database, worker

folder = Path(sys.argv[1])
database, worker = asyncio.run(started(folder))
with serving(database.url, folder, "--workers", "2") as server:
    asyncio.run(until_ready(server))
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
    print("ready", flush=True)
    time.sleep(3600)
"""


def lives(process: Any) -> bool:
    """The process has not ended; whether anybody has asked how it ended does not matter."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def name_of(process: Any) -> str:
    """The name of a process; none if it has ended meanwhile."""
    try:
        return str(process.name())
    except psutil.NoSuchProcess:
        return ""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL may enter; that of pytest is closed to it as soon as another run begins."""
    made = Path(tempfile.mkdtemp(prefix="knobel-orphans-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_ended_leaves_no_server_no_database_and_no_browser(how: signal.Signals, folder: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", RUN, folder], env=env, stdout=subprocess.PIPE) as run:
        assert run.stdout
        assert run.stdout.readline() == b"ready\n"
        children = psutil.Process(run.pid).children(recursive=True)
        # The database, the worker, the server and its two workers, the browser and its driver, at least.
        assert len(children) >= 7
        assert any("chrom" in name_of(child) for child in children)
        run.send_signal(how)
    end = time.monotonic() + PATIENCE
    while alive := [child for child in children if lives(child)]:
        assert time.monotonic() < end, alive
        time.sleep(0.05)
