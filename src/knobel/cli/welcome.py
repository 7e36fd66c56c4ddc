"""What a server says when it starts: where it is, and how a phone gets there."""

import sys
import threading
import time
import webbrowser
from http.client import HTTPConnection, HTTPException
from io import StringIO
from socket import AF_INET, SOCK_DGRAM, socket

import segno

from knobel.cli.serving import EVERYWHERE
from knobel.scene.text import say, text
from knobel.server.http.settings import Settings

_PATIENCE = 30.0


def welcome(settings: Settings, port: int, language: str) -> None:
    """Say where the server is; to people with a code for their phones."""
    everywhere = settings.host in {EVERYWHERE, "::"}
    here = f"http://127.0.0.1:{port}" if everywhere else f"http://{_bracketed(settings.host)}:{port}"
    print(say(text("cli.serve.here", address=settings.public_url or here), language))
    near = own_address() if everywhere else None
    if near and not settings.public_url:
        address = f"http://{near}:{port}"
        print(say(text("cli.serve.near", address=address), language))
        if sys.stdout.isatty():
            drawn = StringIO()
            segno.make(address, micro=False).terminal(drawn, compact=True, border=2)
            print(drawn.getvalue())
    print(say(text("cli.serve.stop"), language), flush=True)


def own_address() -> str | None:
    """The address of this computer in its network; nothing is sent to find it out."""
    with socket(AF_INET, SOCK_DGRAM) as probe:
        try:
            # An address that is kept for examples; a datagram socket only looks up which way it would go.
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith(("127.", "0.")) else found


def open_when_ready(address: str) -> None:
    """Open the browser as soon as the server answers."""
    threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            asked = HTTPConnection(address.removeprefix("http://"), timeout=5)
            asked.request("GET", "/healthz")
            answered = asked.getresponse().status == 200
            asked.close()
        except (OSError, HTTPException):
            answered = False
        if answered:
            webbrowser.open(address)
            return
        time.sleep(0.2)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
