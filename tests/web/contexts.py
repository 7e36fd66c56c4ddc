"""Browsers that tests take turns in: code that was compiled stays, and what somebody left is removed."""

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests import patience
from tests.web.program import HOMES

PATIENCE = 1000 * patience.PATIENCE
"""The patience of tests in milliseconds, as browsers count."""
KEPT = "cookies,local_storage,indexeddb,cache_storage"
"""What a browser keeps of a page."""


class Contexts:
    """The contexts of one browser: visitors of the same server with the same wishes come in the same ones."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}
        self._wishes: dict[BrowserContext, str] = {}

    def take(self, home: str, *, own: bool, **wishes: Any) -> Page:
        """A blank page of a browser that knows nothing; one of its own for whoever changes more than pages."""
        words = json.dumps([home, wishes], sort_keys=True)
        if not own and self._free.get(words):
            return self._free[words].pop()
        context = self._browser.new_context(base_url=home, **wishes)
        context.set_default_timeout(PATIENCE)
        HOMES[context] = home
        if not own:
            self._wishes[context] = words
            context.on("close", self._forget)
        return context.new_page()

    def _forget(self, context: BrowserContext) -> None:
        """A test has closed it."""
        del self._wishes[context]

    def give_back(self, page: Page) -> None:
        """Remove all that is left of a visit; a context that is not used again is closed."""
        context = page.context
        words = self._wishes.get(context)
        if words is None:
            context.close()
            return
        blank = context.new_page()
        for other in context.pages:
            if other != blank:
                other.close()
        chrome = context.new_cdp_session(blank)
        chrome.send("Storage.clearDataForOrigin", {"origin": HOMES[context], "storageTypes": KEPT})
        chrome.detach()
        context.clear_cookies()
        context.clear_permissions()
        context.unroute_all()
        assert "[native code]" in blank.evaluate("setTimeout.toString()"), "whoever sets the clock wants own=True"
        self._free.setdefault(words, []).append(blank)
