"""Supervision of several workers: started again when they end or hang, and ended with the main process."""

import logging
import os
import signal
import threading
import time
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from pathlib import Path
from pickle import UnpicklingError
from socket import socket

from uvicorn.config import Config
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from knobel.server.http.request_log import log_event

ATTEMPTS = 5
"""How many starts in a row may fail before the server gives up, if no worker serves meanwhile."""
PAUSE = 1.0
"""Seconds before the next start after one that failed; doubled with every further failure."""
LONGEST_PAUSE = 60.0
LEEWAY = 5.0
"""Seconds that workers get to end, besides those for requests in progress."""


class Supervisor(Multiprocess):
    """Keeps a number of workers running. Unlike uvicorn's it waits for none that hangs, and gives up a lost case."""

    def __init__(self, config: Config, sockets: list[socket], folder: Path) -> None:
        super().__init__(config, sockets)
        self.failed = False
        """Whether it ended because no worker could be started."""
        self._folder = folder
        """The folder that the workers share."""
        self._asked: dict[Process, float] = {}
        """When workers were asked whether they live, if they have not answered yet."""
        self._serving: set[Process] = set()
        """The workers that have started."""
        self._ever_served = False
        self._failures = 0
        """How many starts in a row have failed."""
        self._next_start = 0.0

    def keep_subprocess_alive(self) -> None:
        """Replace workers that have ended or hang, and the folder if it was removed."""
        if self.should_exit.is_set():
            return
        for process in [process for process in self.processes if not self._lives(process)]:
            self._bury(process)
        # At the first start, all workers fail for the same reason.
        attempts = ATTEMPTS if self._ever_served else self.processes_num
        if self._failures >= attempts and not self._serving:
            self.failed = True
            self.should_exit.set()
            return
        self._keep_folder()
        while len(self.processes) < self.processes_num and time.monotonic() >= self._next_start:
            process = Process(self.config, self.sockets)
            process.start()
            self.processes.append(process)

    def join_all(self) -> None:
        """Wait until all workers have ended, and kill those that do not."""
        end = time.monotonic() + (self.config.timeout_graceful_shutdown or 0) + LEEWAY
        for worker in self.processes:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()

    def _lives(self, worker: Process) -> bool:
        """Whether a worker runs and has answered within the time it has for that, without waiting for it."""
        now = time.monotonic()
        if not worker.process.is_alive():
            return False
        try:
            if worker not in self._asked:
                worker.parent_conn.send(b"ping")
                self._asked[worker] = now
            if worker.parent_conn.poll():
                if worker.parent_conn.recv():
                    self._serving.add(worker)
                    self._ever_served, self._failures = True, 0
                del self._asked[worker]
        except (OSError, EOFError, UnpicklingError):
            return False
        return now - self._asked.get(worker, now) < self.config.timeout_worker_healthcheck

    def _bury(self, worker: Process) -> None:
        """Remove a worker that has ended or hangs."""
        worker.kill()
        worker.process.join()
        self.processes.remove(worker)
        self._asked.pop(worker, None)
        if worker in self._serving:
            self._serving.remove(worker)
        else:
            self._failures += 1
            self._next_start = time.monotonic() + min(LONGEST_PAUSE, PAUSE * 2 ** (self._failures - 1))
        log_event("worker ended", logging.WARNING, process=worker.pid, exit=worker.exitcode)

    def _keep_folder(self) -> None:
        """Make the folder again if it was removed, and replace the workers, whose files in it are gone."""
        if self._folder.is_dir():
            return
        # Where it cannot be made, workers that run go on; those that start fail and say why.
        with suppress(OSError):
            self._folder.mkdir(mode=0o700)
            log_event("shared folder made again", logging.WARNING)
            self.restart_all()


def end_with_main_process(seconds: float) -> None:
    """End this worker when the main process has ended, however: requests in progress get some seconds."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        # A pipe on Linux and macOS, and a handle on Windows: the system closes it, even if the process was killed.
        wait([parent.sentinel])
        signal.raise_signal(signal.SIGTERM)
        time.sleep(seconds + LEEWAY)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
