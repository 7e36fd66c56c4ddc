"""A proxy between browser and server whose connections go dead without being closed, as those of a phone do."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


class Proxy:
    """Passes everything on, until it is told not to."""

    def __init__(self, home: str) -> None:
        parts = urlsplit(home)
        self._target = (parts.hostname, parts.port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.home = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._dead: set[socket.socket] = set()
        """Connections over which nothing comes any more."""
        self._alive: set[socket.socket] = set()
        self.hole = False
        """New connections are dead from the start."""

    def cut(self) -> None:
        """All connections there are go dead; nobody is told."""
        self._dead |= self._alive

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._listening.close()
        for connection in self._alive | self._dead:
            connection.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near = self._listening.accept()[0]
                far = socket.create_connection(self._target)
                (self._dead if self.hole else self._alive).update((near, far))
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                # What comes over a dead connection is swallowed.
                if source not in self._dead:
                    sink.sendall(data)
            if source not in self._dead:
                sink.shutdown(socket.SHUT_WR)
