"""A TCP proxy whose connections can go dead without being closed, as those of phones do."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


class Proxy:
    """Forwards everything, from the address it came from, until it is told not to."""

    def __init__(self, home: str) -> None:
        parts = urlsplit(home)
        self._target = (parts.hostname, parts.port)
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._listening.getsockname()[1]
        self.home = f"http://127.0.0.1:{self.port}"
        self._dead: set[socket.socket] = set()
        """Connections over which nothing is forwarded any more."""
        self._alive: set[socket.socket] = set()
        self._changing = threading.Lock()
        self.hole = False
        """Whether new connections are dead from the start."""
        self._trap: tuple[bytes, bool] | None = None
        self.trapped = threading.Event()
        """Set when the awaited text was sent, and all connections are dead."""

    def cut(self) -> int:
        """Freeze all connections without closing them; their number."""
        with self._changing:
            cut = len(self._alive) // 2
            self._dead |= self._alive
            self._alive.clear()
        return cut

    def cut_at(self, text: bytes, *, after: bool = False) -> None:
        """Freeze all connections as soon as this text is sent in either direction: before it arrives, or after."""
        self.trapped.clear()
        self._trap = text, after

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._listening.close()
        with self._changing:
            for connection in self._alive | self._dead:
                connection.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, (host, _) = self._listening.accept()
                try:
                    far = socket.create_connection(self._target, source_address=(host, 0))
                except OSError:
                    # The server is down, so the client's connection is closed.
                    near.close()
                    continue
                with self._changing:
                    (self._dead if self.hole else self._alive).update((near, far))
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _spring(self) -> None:
        self._trap = None
        self.cut()
        self.trapped.set()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                trap = self._trap
                caught = trap is not None and trap[0] in data
                if trap and caught and not trap[1]:
                    self._spring()
                # Data over a dead connection is dropped.
                if source not in self._dead:
                    sink.sendall(data)
                if trap and caught and trap[1]:
                    self._spring()
        # One end was closed: close the other, unless the connection is dead.
        with self._changing:
            if source in self._alive:
                self._alive -= {source, sink}
                for connection in (source, sink):
                    with suppress(OSError):
                        connection.shutdown(socket.SHUT_RDWR)
                    connection.close()
