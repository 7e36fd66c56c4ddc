"""A proxy before a server whose connections go dead without being closed, as those of a phone do."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


class Proxy:
    """Passes everything on, from the address it came from, until it is told not to."""

    def __init__(self, home: str) -> None:
        parts = urlsplit(home)
        self._target = (parts.hostname, parts.port)
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._listening.getsockname()[1]
        self.home = f"http://127.0.0.1:{self.port}"
        self._dead: set[socket.socket] = set()
        """Connections over which nothing comes any more."""
        self._alive: set[socket.socket] = set()
        self._changing = threading.Lock()
        self.hole = False
        """New connections are dead from the start."""
        self._trap: tuple[bytes, bool] | None = None
        self.trapped = threading.Event()
        """What was waited for has come, and all connections are dead."""

    def cut(self) -> int:
        """All connections there are go dead, and nobody is told; how many."""
        with self._changing:
            cut = len(self._alive) // 2
            self._dead |= self._alive
            self._alive.clear()
        return cut

    def cut_at(self, text: bytes, *, after: bool = False) -> None:
        """Cut as soon as this is sent, in whatever direction: before it arrives, or after."""
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
                    # The server is not there, and whoever came is told as the server's machine would.
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
                # What comes over a dead connection is swallowed.
                if source not in self._dead:
                    sink.sendall(data)
                if trap and caught and trap[1]:
                    self._spring()
        # One end is gone: the other is told, unless nothing reaches it any more.
        with self._changing:
            if source in self._alive:
                self._alive -= {source, sink}
                for connection in (source, sink):
                    with suppress(OSError):
                        connection.shutdown(socket.SHUT_RDWR)
                    connection.close()
