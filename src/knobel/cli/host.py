"""The commands for operators: serve, site, backup, restore, and dice, which tests the dice of a server."""

import asyncio
import os
import shlex
import socket
import sys
import threading
import time
import webbrowser
from errno import EADDRINUSE
from http.client import HTTPConnection, HTTPException
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

from knobel.cli.options import Json, Language, print_json
from knobel.cli.terminal.view import decimal, progress_bar, screen
from knobel.core.errors import BadSetup
from knobel.scene.text import catalogue, say, text, text_error

if TYPE_CHECKING:
    from knobel.server.http.settings import Settings

_PATIENCE = 30.0
_PORT_PATIENCE = 10.0
"""Seconds that a server with several workers waits for its port."""


def welcome(settings: "Settings", port: int, language: str) -> None:
    """Print the address of the server, on a terminal also as a QR code for phones."""
    everywhere = settings.host in {EVERYWHERE, "::"}
    host = "127.0.0.1" if everywhere else f"[{settings.host}]" if ":" in settings.host else settings.host
    here = f"http://{host}:{port}"
    print(say(text("cli.serve.here", address=settings.public_url or here), language))
    near = own_address() if everywhere else None
    if near and not settings.public_url:
        address = f"http://{near}:{port}"
        print(say(text("cli.serve.near", address=address), language))
        if sys.stdout.isatty():
            import segno

            drawn = StringIO()
            segno.make(address, micro=False).terminal(drawn, compact=True, border=2)
            print(drawn.getvalue())
    if not (settings.allowed_hosts or _only_here(settings.host)):
        bound = socket.gethostname() if everywhere else settings.host
        named = urlsplit(settings.public_url).hostname or near or bound
        print(say(text("cli.serve.hosts", host=named), language))
    print(say(text("cli.serve.stop"), language), flush=True)


def _only_here(host: str) -> bool:
    """Whether only this computer can reach the server."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_address() -> str | None:
    """The address of this computer in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # An address reserved for examples; connecting a datagram socket only looks up the route.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def open_when_ready(address: str) -> None:
    """Open the browser as soon as the server answers."""
    threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            connection = HTTPConnection(address.removeprefix("http://"), timeout=5)
            connection.request("GET", "/healthz")
            ready = connection.getresponse().status == 200
            connection.close()
        except (OSError, HTTPException):
            ready = False
        if ready:
            webbrowser.open(address)
            return
        time.sleep(0.2)


EVERYWHERE = "0.0.0.0"  # noqa: S104 - the phones of the house shall find it

NEIGHBOURS = 10
"""How many further ports are tried if no port was asked for."""

Host = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="The address to listen on; 0.0.0.0 for the whole network.")
]
Port = Annotated[
    int | None, typer.Option(metavar="PORT", min=0, max=65_535, help="The port; by default 8000, or the next free one.")
]
Workers = Annotated[
    int | None, typer.Option(min=1, max=256, help="How many processes; more than one needs PostgreSQL.")
]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME; by default a file in --data."),
]
Data = Annotated[Path | None, typer.Option(metavar="FOLDER", help="The folder of the SQLite file with the tables.")]
AllowedHost = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Answer only requests for this host name; may be repeated."),
]
Open = Annotated[bool | None, typer.Option("--open/--no-open", help="Open the browser.", show_default=False)]


def serve(
    language: Language,
    host: Host = None,
    port: Port = None,
    workers: Workers = None,
    database: Database = None,
    data: Data = None,
    allowed_host: AllowedHost = None,
    open_browser: Open = None,
) -> None:
    """Run the server: the web app and its API."""
    hosts = ",".join(allowed_host) if allowed_host else None
    given = {"host": host, "port": port, "workers": workers, "database_url": database, "data": data}
    given["allowed_hosts"] = hosts
    run_server({name: value for name, value in given.items() if value is not None}, language, open_browser or False)


def serve_home(language: str, open_browser: bool | None) -> None:
    """Run a server for the home network, and open the browser where there is a screen."""
    usual = {"host": EVERYWHERE, "log": "quiet"}
    given = {name: value for name, value in usual.items() if f"KNOBEL_{name.upper()}" not in os.environ}
    run_server(given, language, has_screen() if open_browser is None else open_browser)


def site(
    out: Annotated[Path, typer.Option(help="The folder to write; any static file host can serve it, at any path.")],
    language: Language,
) -> None:
    """Write the static edition: files that need no server; games are played and kept on the device."""
    from knobel.server.site.write import write

    written = write(out)
    whole, engine = (decimal(size / (1 << 20), language, 1) for size in (written.size, written.engine))
    print(say(text("cli.site", folder=str(out), n=written.files, whole=whole, engine=engine), language))


def has_screen() -> bool:
    """Whether there is a screen with a browser."""
    if os.environ.get("CI") or os.environ.get("SSH_CONNECTION") or not sys.stdout.isatty():
        return False
    drawn = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(drawn) or sys.platform in {"darwin", "win32"}


def run_server(given: dict[str, Any], language: str, open_browser: bool) -> None:
    """Run a server until it is stopped."""
    from knobel.server.http.run import prepared
    from knobel.server.http.settings import read_settings

    settings = read_settings(**given)
    with prepared(settings) as ready:
        if not ready:
            print(say(text("cli.serve.waiting"), language), flush=True)
        _listen_and_run(settings, given, language, open_browser)


def _listen_and_run(settings: "Settings", given: dict[str, Any], language: str, open_browser: bool) -> None:
    from knobel.server.http.run import run

    chosen = "port" in given or "KNOBEL_PORT" in os.environ
    # Workers of a server whose main process was killed close the port a moment later.
    patience = _PORT_PATIENCE if settings.workers > 1 else 0.0
    listening = listen(settings.host, settings.port, 0 if chosen else NEIGHBOURS, patience)
    number = listening.getsockname()[1]
    if settings.port not in {0, number}:
        print(say(text("cli.serve.taken", port=settings.port, number=number), language))
    welcome(settings, number, language)
    if open_browser:
        open_when_ready(f"http://127.0.0.1:{number}")
    # Worker processes read their settings from the environment.
    for name, value in given.items():
        os.environ[f"KNOBEL_{name.upper()}"] = str(value)
    run(settings, listening)


def _listening(family: socket.AddressFamily, host: str, port: int) -> socket.socket | None:
    """A listening socket at this port; None if it is taken."""
    # asyncio sets TCP_NODELAY only if the protocol is given; otherwise every response is delayed by 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno != EADDRINUSE:
            reason = str(error.strerror)
            raise text_error(BadSetup, "cli.serve.deaf", host=host, port=port, reason=reason) from None
        return None
    return listening


def listen(host: str, port: int, neighbours: int, patience: float = 0.0) -> socket.socket:
    """A listening socket at this port, within so many seconds, or at one of the next if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    end = time.monotonic() + patience
    while not (listening := _listening(family, host, port)) and time.monotonic() < end:
        time.sleep(0.1)
    for number in range(port + 1, min(port + neighbours, 65_535) + 1):
        listening = listening or _listening(family, host, number)
    if listening:
        return listening
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        free = probe.getsockname()[1]
    places = {"port": port, "last": port + neighbours} if neighbours else {"port": port}
    raise text_error(BadSetup, "cli.serve.ports" if neighbours else "cli.serve.port", **places, command=_at_port(free))


def _at_port(port: int) -> str:
    """The command that was typed, at another port."""
    words = sys.argv[1:]
    same = [
        word
        for word, before in zip(words, ["", *words], strict=False)
        if not {word.partition("=")[0], before} & {"--port"}
    ]
    return shlex.join(["knobel", *(same if "serve" in same else ["serve"]), "--port", str(port)])


Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The backup file, for example knobel.backup.")]


def database_at(database: str | None, data: Path | None) -> str:
    """The database that `knobel serve` would use with the same options."""
    from knobel.server.http.settings import read_settings

    given = {"database_url": database, "data": data}
    return read_settings(**{name: value for name, value in given.items() if value is not None}).database


def backup(path: Backup, language: Language, database: Database = None, data: Data = None) -> None:
    """Write all tables of a server to one file, even while it runs. Keep it secret: future dice follow from it."""
    from knobel.server.storage.backup import backup as write

    catalogue(language)
    counts = asyncio.run(write(database_at(database, data), path))
    screen().print(say(text("cli.backup", n=counts.tables, file=str(path)), language), soft_wrap=True)


def restore(path: Backup, language: Language, database: Database = None, data: Data = None) -> None:
    """Restore a backup into an empty database, SQLite or PostgreSQL: all of it or nothing."""
    from knobel.server.storage.backup import restore as read

    catalogue(language)
    counts = asyncio.run(read(path, database_at(database, data)))
    screen().print(say(text("cli.restore", n=counts.tables), language), soft_wrap=True)


def count_dice(language: Language, database: Database = None, data: Data = None, as_json: Json = False) -> None:
    """Count all dice that a server has thrown and test whether they are fair; exit code 1 if they are not."""
    from knobel.cli.terminal.dice_report import count, show

    catalogue(language)
    url = database_at(database, data)
    began = time.monotonic()
    with progress_bar("dice") as meter:
        report = asyncio.run(count(url, lambda done, total: meter(done, total, time.monotonic() - began)))
    if as_json:
        print_json(report.as_dict())
    else:
        show(report, language)
    if report.verdict == "loaded":
        raise typer.Exit(1)
