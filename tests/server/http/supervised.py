"""Servers with several workers for tests of their supervision, started as `knobel serve` with other times or faults."""

import socket

from knobel.cli import main as knobel
from knobel.server.http import run, supervisor
from knobel.server.http.settings import Settings
from tests.patience import PATIENCE


def end_soon(patience: int = PATIENCE) -> None:
    """Give workers a second to end, and start them again at once."""
    run._PATIENCE, run._GRACE, supervisor.LEEWAY, supervisor.PAUSE = patience, 1, 0.1, 0.01
    knobel.run()


def miss_soon() -> None:
    """Give workers two seconds to say that they live."""
    end_soon(2)


def find_no_app() -> None:
    """A server whose workers find no app."""
    _serve("none")


def break_down() -> None:
    """A server whose workers end with an error."""
    _serve("broken")


def broken() -> None:
    """What makes an app, and fails."""
    raise ZeroDivisionError


def _serve(factory: str) -> None:
    supervisor.PAUSE = 0.01
    run.FACTORY = f"{__name__}:{factory}"
    run.run(Settings(workers=2, database_url="sqlite:///unused.db"), socket.create_server(("127.0.0.1", 0)))
