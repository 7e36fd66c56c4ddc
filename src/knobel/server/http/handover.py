"""Connection handover between workers: requests for a table go to one worker, so that its view is computed once."""

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
"""Matches the start of a request for a table; for several tables, the first one counts."""
_MOST_BYTES = 16_384
"""The most bytes of a request that are handed over with its connection; longer ones are answered where they arrived."""
_LOOK = 1.0
"""Seconds after which a worker lists the other workers again."""
_ENDING = ".worker"

Take = Callable[[bytes], asyncio.Protocol]
"""Makes the protocol of a connection on which these bytes were already received."""


class Handover:
    """Hands connections over to the worker that owns the table of their next request, and takes over those for this.

    Each worker has a Unix socket in a shared folder, through which file descriptors are sent. Any worker can answer any
    request, so whatever cannot be handed over is answered where it arrived.
    """

    def __init__(self, folder: Path | None, name: str = "") -> None:
        self._folder, self._name = folder, f"{name or os.getpid()}{_ENDING}"
        self._take: Take | None = None
        self._listening: socket.socket | None = None
        self._workers: tuple[str, ...] = ()
        self._looked = 0.0
        self._ways: dict[str, socket.socket] = {}
        """Sockets connected to other workers, by their names."""
        self._heard: set[socket.socket] = set()
        """Sockets connected by other workers."""
        self._taking: set[asyncio.Task[None]] = set()

    @classmethod
    def of_workers(cls) -> "Handover":
        """The handover of this worker; it does nothing for a single worker, or where there are no such sockets."""
        folder = os.environ.get(SHARED)
        return cls(Path(folder) if folder and sys.platform == "linux" else None)

    def open(self, take: Take) -> None:
        """Listen for connections from other workers."""
        if self._folder is None or self._listening:
            return
        self._take, self._listening = take, _socket()
        # Renamed into place only when it listens: a worker that connected earlier would take this one for dead.
        unnamed = self._folder / f"{self._name}.begins"
        try:
            self._listening.bind(str(unnamed))
            self._listening.listen()
            unnamed.rename(self._folder / self._name)
        except OSError:
            # The path of the folder is too long for a socket, or the folder is gone.
            self._listening.close()
            self._folder = None
        else:
            asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def close(self) -> None:
        """Hand nothing over any more, and take over only what was already sent."""
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
        """Hand over the connection of a request that begins with these bytes, if another worker owns its table."""
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
            # The other worker is overloaded: its receive buffer is full.
            return False
        except OSError as error:
            if way := self._ways.pop(worker, None):
                way.close()
            if isinstance(error, ConnectionRefusedError):
                # The other worker was killed and left its socket file behind.
                place.unlink(missing_ok=True)
            return False
        return True

    def _accept(self) -> bool:
        """Accept a connection of another worker; False if none is waiting."""
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
        """Receive a connection that another worker hands over; False if there is none."""
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
        """Close the connection of another worker."""
        if heard in self._heard:
            self._heard.remove(heard)
            asyncio.get_running_loop().remove_reader(heard)
            heard.close()

    async def _serve(self, connection: socket.socket, data: bytes) -> None:
        """Serve a connection that was handed over as if it had been accepted here."""
        take = self._take
        assert take
        connection.settimeout(0)
        with suppress(OSError):
            await asyncio.get_running_loop().connect_accepted_socket(lambda: take(data), connection)


def _socket() -> socket.socket:
    """A non-blocking Unix socket that keeps message boundaries."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.settimeout(0)
    return made


@lru_cache(maxsize=10_000)
def _home(table: bytes, workers: tuple[str, ...]) -> str:
    """The worker that owns a table, by rendezvous hashing: when workers come or go, only their own tables move."""
    return max(workers, key=lambda worker: blake2b(table + worker.encode(), digest_size=8).digest(), default="")
