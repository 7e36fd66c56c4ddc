"""A program that talks to the server as a browser does, with its cookies: what no test looks at needs no page."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Page

from tests.patience import PATIENCE

HOMES: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()
"""The server of each browser whose pages may have loaded nothing yet."""


class Program:
    """Asks in the name of whoever sits at a page."""

    def __init__(self, page: Page) -> None:
        self._context = page.context
        self._home = HOMES.get(page.context) or "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
        self.connection = HTTPConnection(urlsplit(self._home).netloc, timeout=PATIENCE)
        self._headers = {"Origin": self._home, "Content-Type": "application/json"}
        self._remember()

    def _remember(self) -> None:
        """Send the cookies that the browser would."""
        kept = [f"{cookie['name']}={cookie['value']}" for cookie in self._context.cookies(self._home)]
        self._headers |= {"Cookie": "; ".join(kept)} if kept else {}

    def ask(self, path: str, body: object = None) -> Any:
        """What the server answers: to a question, or to this body if there is one."""
        way, text = ("GET", None) if body is None else ("POST", json.dumps(body))
        self.connection.request(way, path, text, self._headers)
        answer = self.connection.getresponse()
        words = answer.read()
        assert answer.status < 400, words
        if given := answer.getheader("Set-Cookie"):
            name, _, value = given.partition(";")[0].partition("=")
            self._context.add_cookies([{"name": name, "value": value, "url": self._home, "httpOnly": True}])
            self._remember()
        return json.loads(words) if words else None


@contextmanager
def program(page: Page) -> Iterator[Program]:
    """A program in the name of whoever sits at this page."""
    asking = Program(page)
    try:
        yield asking
    finally:
        asking.connection.close()


def answer(page: Page, path: str) -> Any:
    """What the server tells this browser."""
    with program(page) as asking:
        return asking.ask(path)
