"""The static edition, on a host that serves files and nothing else, somewhere below its top."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Page

from tests.web.conftest import PATIENCE

PLACE = "some/where"

READY = """async () => {
  const { active } = await navigator.serviceWorker.ready
  return active.state === 'activated' && navigator.serviceWorker.controller !== null
}"""


_KINDS = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}


class _Files(SimpleHTTPRequestHandler):
    def guess_type(self, path: Any) -> str:
        """The media type of a file, whatever the system knows of it."""
        return _KINDS.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder, while it is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def kept(page: Page) -> None:
    """Wait until the whole edition is kept for times without a connection."""
    page.wait_for_function(READY, timeout=PATIENCE)
