"""An interrupted run leaves nothing behind: servers and databases end when whoever started them is killed."""

import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

psutil: Any = import_module("psutil")

ROOT = Path(__file__).parent.parent.parent
RUN = """
import asyncio, signal, sys, time
from pathlib import Path
from tests.server.http.conftest import serving, until_ready
from tools.server.postgres import Postgres
from tools.server.worker import Worker

# Who is started in the background is told to ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

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
    print("ready", flush=True)
    time.sleep(3600)
"""


def lives(process: Any) -> bool:
    """The process has not ended; whether anybody has asked how it ended does not matter."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_ended_leaves_no_server_and_no_database(how: signal.Signals, tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", RUN, tmp_path], env=env, stdout=subprocess.PIPE) as run:
        assert run.stdout
        assert run.stdout.readline() == b"ready\n"
        children = psutil.Process(run.pid).children(recursive=True)
        # The database, the worker, the server and its two workers, at least.
        assert len(children) >= 5
        run.send_signal(how)
    end = time.monotonic() + 120
    while alive := [child for child in children if lives(child)]:
        assert time.monotonic() < end, alive
        time.sleep(0.05)
