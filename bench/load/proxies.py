"""Proxies that hash by table, with the configurations that docs/hosting.md shows; the programs come from the system."""

import asyncio
import re
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from shutil import which

from tools.server.child import start_child
from tools.server.worker import free_port

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
DOCUMENTED_PORTS = (8001, 8002)
"""The ports of the processes in the documented configurations."""
_NGINX = """daemon off;
worker_processes auto;
worker_rlimit_nofile 16384;
pid {folder}/nginx.pid;
events {{ worker_connections 8192; }}
http {{
access_log off;
{site}}}
"""
_HAPROXY = "{site}"
_CADDY = """{{
    admin off
    auto_https off
}}
{site}"""
PROXIES = {
    "nginx": (_NGINX, "listen 80;", "listen 127.0.0.1:{port};", ("-e", "stderr", "-c")),
    "haproxy": (_HAPROXY, "bind :80", "bind 127.0.0.1:{port}", ("-f",)),
    "caddy": (_CADDY, "dice.example.org {{", "http://:{port} {{", ("run", "--adapter", "caddyfile", "--config")),
}
"""For each proxy: what is around the site, the line that says where it listens, the same for a port, its arguments."""
_PATIENCE = 60.0
"""Seconds for a proxy to start."""


class Proxy:
    """A proxy in a process of its own, in front of two servers."""

    def __init__(self, name: str, servers: Sequence[int], folder: Path) -> None:
        if not which(name):
            raise SystemExit(f"there is no {name} here; install it, for example with apt install {name}")
        self.port = free_port()
        self._words = (name, *PROXIES[name][3], str(folder / name))
        self._log = folder / f"{name}.log"
        (folder / name).write_text(configuration(name, self.port, servers, folder), "utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The id of its main process, while it runs."""
        assert self._process
        return self._process.pid

    async def start(self) -> None:
        """Start, and wait until it accepts connections."""
        with open(self._log, "ab") as log:
            self._process = start_child(self._words, stdout=log, stderr=log)
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"{self._words[0]} does not start:\n{self._log.read_text('utf-8')}") from None
                await asyncio.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """End it."""
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process = None


def documented(name: str) -> str:
    """The configuration of a proxy in the documents."""
    language = "caddyfile" if name == "caddy" else name
    block = re.search(rf"^```{language}\n(.*?)^```$", HOSTING.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert block, f"docs/hosting.md has no configuration for {name}"
    return block[1]


def configuration(name: str, port: int, servers: Sequence[int], folder: Path) -> str:
    """The documented configuration for a proxy that listens at a port, without HTTPS, in front of these servers."""
    around, public, local, _ = PROXIES[name]
    site = documented(name).replace(public.format(), local.format(port=port))
    for documented_port, server in zip(DOCUMENTED_PORTS, servers, strict=True):
        site = site.replace(f"127.0.0.1:{documented_port}", f"127.0.0.1:{server}")
    return around.format(folder=folder, site=site)
