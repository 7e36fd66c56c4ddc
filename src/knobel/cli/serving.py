"""The server: tables for browsers and phones."""

import os
import socket
import sys
from errno import EADDRINUSE
from pathlib import Path
from typing import Annotated, Any

import typer

from knobel.cli.options import Language
from knobel.core.errors import BadSetup
from knobel.scene.text import say, text

EVERYWHERE = "0.0.0.0"  # noqa: S104 - the phones of the house shall find it

NEIGHBOURS = 10
"""How many further ports are tried if nobody asked for a certain one."""

Host = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for the whole network.")]
Port = Annotated[
    int | None, typer.Option(metavar="PORT", min=0, max=65_535, help="The port; 8000, or the next free one.")
]
Workers = Annotated[int | None, typer.Option(min=1, max=256, help="Processes; more than one need PostgreSQL.")]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME; a file in --data, unless said."),
]
Data = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the file of the tables is kept.")]
Open = Annotated[bool | None, typer.Option("--open/--no-open", help="Open the browser.", show_default=False)]


def serve(
    language: Language,
    host: Host = None,
    port: Port = None,
    workers: Workers = None,
    database: Database = None,
    data: Data = None,
    open_browser: Open = None,
) -> None:
    """Run the server: the web app and its API."""
    given = {"host": host, "port": port, "workers": workers, "database_url": database, "data": data}
    run_server({name: value for name, value in given.items() if value is not None}, language, open_browser or False)


def serve_home(language: str, open_browser: bool | None) -> None:
    """Run a server for this house, and open it where there is a screen."""
    usual = {"host": EVERYWHERE, "log": "quiet"}
    given = {name: value for name, value in usual.items() if f"KNOBEL_{name.upper()}" not in os.environ}
    run_server(given, language, has_screen() if open_browser is None else open_browser)


def has_screen() -> bool:
    """Somebody sits before this computer, with a browser to look at."""
    if os.environ.get("CI") or os.environ.get("SSH_CONNECTION") or not sys.stdout.isatty():
        return False
    drawn = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(drawn) or sys.platform in {"darwin", "win32"}


def run_server(given: dict[str, Any], language: str, open_browser: bool) -> None:
    """Run a server until it is told to stop."""
    from knobel.cli.welcome import open_when_ready, welcome
    from knobel.server.http.run import prepare, run
    from knobel.server.http.settings import read_settings

    settings = read_settings(**given)
    prepare(settings)
    chosen = "port" in given or "KNOBEL_PORT" in os.environ
    listening = listen(settings.host, settings.port, 0 if chosen else NEIGHBOURS)
    number = listening.getsockname()[1]
    if settings.port not in {0, number}:
        print(say(text("cli.serve.taken", port=settings.port, number=number), language))
    welcome(settings, number, language)
    if open_browser:
        open_when_ready(f"http://127.0.0.1:{number}")
    # The parts of a server know of each other by the environment alone.
    for name, value in given.items():
        os.environ[f"KNOBEL_{name.upper()}"] = str(value)
    run(settings, listening)


def listen(host: str, port: int, neighbours: int) -> socket.socket:
    """A socket at this port, or at one of the next if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, min(port + neighbours, 65_535) + 1):
        # asyncio sends at once only where the protocol is told; else every answer waits 40 ms for its second packet.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(2048)
        except OSError as error:
            listening.close()
            if error.errno != EADDRINUSE:
                raise BadSetup(f"nobody can listen at {host} port {number}: {error.strerror}") from None
            continue
        return listening
    tried = f"ports {port} to {port + neighbours} are" if neighbours else f"port {port} is"
    raise BadSetup(f"{tried} taken by other programs; choose another with --port")
