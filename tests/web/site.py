"""The static edition, on a host that serves files and nothing else, somewhere below its top."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Page

from tests.web.waiting import poll

PLACE = "some/where"

KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready
  const engine = document.querySelector('meta[name=knobel-engine]').content
  const here = await caches.match(new URL(engine, document.baseURI).href)
  return active.state === 'activated' && navigator.serviceWorker.controller !== null && here !== undefined
}"""
MEMORY = "async () => (await (await caches.open('engine')).keys()).some(({ url }) => url.endsWith('?memory'))"
"""Whether the memory of the engine is kept."""
PART = """async (exported) => {
  const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
  for (const { url } of keys.flat()) {
    if (/\\/assets\\/(?:device|server_or_device)-[^/]*\\.js$/.test(url) && exported in (await import(url))) return url
  }
  throw new Error(`nothing here exports ${exported}`)
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
    """Wait until the whole app and its engine are kept for times without a connection."""
    poll(page, KEPT)


def part_of(page: Page, exported: str) -> str:
    """The part of the app, among those that this browser keeps, that has a function of this name for others."""
    found: str = page.evaluate(PART, exported)
    return found
