"""Handing connections over: of the workers of a server, one has a table, so that it is drawn once for all there."""

import asyncio
import os
import re
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from knobel.server.http.metrics import SHARED

_TABLE = re.compile(rb"[A-Z]+ /api/(?:tables/|events\?(?:[^ ]*&)?tables=)([a-z2-7]{16})")
"""The beginning of a request for a table; of several it is the first that counts."""
_MOST_BYTES = 16_384
"""How much of a request is handed over with its connection; where more has come, it is answered."""
_LOOK = 1.0
"""Seconds after which a worker looks again who the others are."""
_ENDING = ".worker"

Take = Callable[[bytes], asyncio.Protocol]
"""Makes what serves a connection on which these bytes have come already."""


class Handover:
    """Hands connections over to the worker that has the table of their next request, and takes those for this worker.

    The workers of one server meet in a folder, where each has a socket. Any worker can answer everything, as those on
    other machines do; so whatever cannot be handed over is answered where it came.
    """

    def __init__(self, folder: Path | None, name: str = "") -> None:
        self._folder, self._name = folder, f"{name or os.getpid()}{_ENDING}"
        self._take: Take | None = None
        self._listening: socket.socket | None = None
        self._workers: tuple[str, ...] = ()
        self._looked = 0.0
        self._ways: dict[str, socket.socket] = {}
        """Connections to other workers, by their names."""
        self._heard: set[socket.socket] = set()
        """Connections from other workers."""
        self._taking: set[asyncio.Task[None]] = set()

    @classmethod
    def of_workers(cls) -> "Handover":
        """That of this worker; nothing is handed over if it is the only one, or the system has no such sockets."""
        folder = os.environ.get(SHARED)
        return cls(Path(folder) if folder and sys.platform == "linux" else None)

    def open(self, take: Take) -> None:
        """Take connections from now on, and hand others over."""
        if self._folder is None or self._listening:
            return
        self._take, self._listening = take, _socket()
        # It gets its name when it listens: whoever found it before would think that its worker is gone.
        unnamed = self._folder / f"{self._name}.begins"
        try:
            self._listening.bind(str(unnamed))
            self._listening.listen()
            unnamed.rename(self._folder / self._name)
        except OSError:
            # The path of the folder is too long for a socket, or it is gone.
            self._listening.close()
            self._folder = None
        else:
            asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def close(self) -> None:
        """Hand nothing over any more, and take only what is on its way."""
        if self._folder and self._listening:
            (self._folder / self._name).unlink(missing_ok=True)
            while self._accept():
                pass
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
        self._folder = None
        for heard in tuple(self._heard):
            while self._hear(heard):
                pass
            self._leave(heard)
        for way in self._ways.values():
            way.close()
        self._ways.clear()

    def give(self, transport: asyncio.Transport, data: bytes) -> bool:
        """Hand a connection over on which a request begins with these bytes, if another worker has its table."""
        if self._folder is None or len(data) > _MOST_BYTES:
            return False
        found = _TABLE.match(data)
        if not found:
            return False
        now = asyncio.get_running_loop().time()
        if now >= self._looked + _LOOK:
            self._looked = now
            with suppress(OSError):
                self._workers = tuple(sorted(one.name for one in self._folder.glob(f"*{_ENDING}")))
        worker = _home(found[1], self._workers)
        return bool(worker and worker != self._name) and self._sent(worker, transport, data)

    def _sent(self, worker: str, transport: asyncio.Transport, data: bytes) -> bool:
        assert self._folder
        place = self._folder / worker
        try:
            if worker not in self._ways:
                self._ways[worker] = _socket()
                self._ways[worker].connect(str(place))
            socket.send_fds(self._ways[worker], [data], [transport.get_extra_info("socket").fileno()])
        except BlockingIOError:
            # It has more to do than it can.
            return False
        except OSError as error:
            if way := self._ways.pop(worker, None):
                way.close()
            if isinstance(error, ConnectionRefusedError):
                # It was killed, and could not take its name away.
                place.unlink(missing_ok=True)
            return False
        return True

    def _accept(self) -> bool:
        """Listen to another worker; False if there is none that has connected."""
        assert self._listening
        try:
            heard = self._listening.accept()[0]
        except OSError:
            return False
        heard.settimeout(0)
        self._heard.add(heard)
        asyncio.get_running_loop().add_reader(heard, self._hear, heard)
        return True

    def _hear(self, heard: socket.socket) -> bool:
        """Take what another worker hands over; False if there is nothing."""
        try:
            data, files, _, _ = socket.recv_fds(heard, _MOST_BYTES, 1, socket.MSG_CMSG_CLOEXEC)
        except BlockingIOError:
            return False
        except OSError:
            data, files = b"", []
        for file in files:
            task = asyncio.get_running_loop().create_task(self._serve(socket.socket(fileno=file), data))
            self._taking.add(task)
            task.add_done_callback(self._taking.discard)
        if not data:
            self._leave(heard)
        return bool(data)

    def _leave(self, heard: socket.socket) -> None:
        """Listen to a worker no more."""
        if heard in self._heard:
            self._heard.remove(heard)
            asyncio.get_running_loop().remove_reader(heard)
            heard.close()

    async def _serve(self, connection: socket.socket, data: bytes) -> None:
        """Serve a connection as if it had come here."""
        take = self._take
        assert take
        connection.settimeout(0)
        with suppress(OSError):
            await asyncio.get_running_loop().connect_accepted_socket(lambda: take(data), connection)


def _socket() -> socket.socket:
    """A socket that keeps messages apart."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.settimeout(0)
    return made


@lru_cache(maxsize=10_000)
def _home(table: bytes, workers: tuple[str, ...]) -> str:
    """The worker that has a table, if there is any; when one comes or goes, only its own tables get another."""
    return max(workers, key=lambda worker: blake2b(table + worker.encode(), digest_size=8).digest(), default="")
