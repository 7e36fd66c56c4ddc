"""A server whose workers find no app."""

import socket

from knobel.server.http import run
from knobel.server.http.settings import Settings


def main() -> None:
    """What a forked process does."""
    run.FACTORY = run.FACTORY.replace("worker_app", "none")
    run.run(Settings(workers=2, database_url="sqlite:///unused.db"), socket.create_server(("127.0.0.1", 0)))
