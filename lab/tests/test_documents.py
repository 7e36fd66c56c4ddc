"""The documents as a site: built strictly, complete, without dead ends, and all of it from one host."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from lab.tests.built_documents import Contents, built_documents
from playwright.sync_api import Browser, Page, expect
from tools.docs.site import place, sources

from tests.web.conftest import launched
from tests.web.contexts import PATIENCE
from tests.web.sight import Scheme
from tests.web.site import hosted

PUBLIC = (
    "knobel",
    "knobel.coach",
    "knobel.reference_values",
    "knobel.testing",
    "knobel_lab.envs",
    "knobel_lab.plot",
    "knobel_lab.sim",
    "knobel_lab.solving",
)
"""The packages whose `__all__` is promised to others."""
OF_PAGE = {"", "__skip"}
"""The page itself, and the place that the theme makes for those who skip its head."""
SHOWN = (
    "index.html",
    "play.html",
    "rules/kribbeln.html",
    "reference/library.html",
    "server.html",
    "lab/strategy/extreme.en.html",
)
"""Pages with pictures, examples, code, and wide tables."""
LOADED_BY_STYLES = re.compile(r"url\(['\"]?(?!data:)([^)'\"]+)|@import ['\"]([^'\"]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_documents(tmp_path_factory)


@cache
def contents(page: Path) -> Contents:
    return Contents(page)


def pages_of(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def html(site: Path, page: str) -> Path:
    return (site / place(page)).with_suffix(".html")


def test_every_page_is_there_and_the_navigation_leads_to_it(site: Path) -> None:
    led = {(site / unquote(link)).resolve() for link in contents(site / "index.html").links}
    missing = [page for page in sources() if not html(site, page).exists() or html(site, page).resolve() not in led]
    assert not missing, "mkdocs.yml does not list: " + ", ".join(missing)


def dead_ends(site: Path) -> Iterator[str]:
    """The links of all pages that lead to no file, or to no anchor."""
    for page in pages_of(site):
        for link in sorted(contents(page).links | contents(page).loaded):
            if (parts := urlsplit(link)).scheme or page.name == "404.html":
                continue
            target = page.parent / unquote(parts.path) if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{page.relative_to(site)}: {link} is not there"
            elif (
                target.suffix == ".html" and unquote(parts.fragment) not in contents(target.resolve()).anchors | OF_PAGE
            ):
                yield f"{page.relative_to(site)}: {link} is no anchor"


def test_every_link_and_anchor_leads_somewhere(site: Path) -> None:
    assert not (wrong := list(dead_ends(site))), "\n".join(wrong)


def test_nothing_comes_from_another_host(site: Path) -> None:
    loaded = {(page.name, address) for page in pages_of(site) for address in contents(page).loaded}
    for style in site.rglob("*.css"):
        loaded |= {
            (style.name, address) for pair in LOADED_BY_STYLES.findall(style.read_text("utf-8")) for address in pair
        }
    elsewhere = sorted({(name, address) for name, address in loaded if urlsplit(address).netloc})
    assert not elsewhere


def anchors_of(module: str, name: str) -> set[str]:
    """The anchors that a name may have: of its package or, where a module there has the same name, of its module."""
    member = getattr(import_module(module), name)
    return {f"{module}.{name}", f"{getattr(member, '__module__', module)}.{name}"}


def test_everything_public_is_in_the_reference(site: Path) -> None:
    anchors = {anchor for page in site.glob("**/reference/*.html") for anchor in contents(page).anchors}
    names = [(module, name) for module in PUBLIC for name in import_module(module).__all__]
    missing = [f"{module}.{name}" for module, name in names if not anchors_of(module, name) & anchors]
    assert not missing, "the pages of the reference leave out " + ", ".join(missing)


def test_pages_in_german_say_so(site: Path) -> None:
    german = [page for page in sources() if place(page).startswith("de/") or page.endswith(".de.md")]
    assert german
    assert all('<div lang="de">' in html(site, page).read_text("utf-8") for page in german)
    assert '<div lang="en">' in html(site, "docs/play.md").read_text("utf-8")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with hosted(site) as home:
        yield home


def opened(browser: Browser, width: int, scheme: Scheme) -> Page:
    """A blank page of this width, in the light or in the dark."""
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    return page


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1440, "dark")])
def test_pages_fit_a_phone_and_a_desk(browser: Browser, address: str, width: int, scheme: Scheme) -> None:
    page = opened(browser, width, scheme)
    too_wide = []
    for path in SHOWN:
        page.goto(f"{address}/{path}")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            too_wide.append(path)
    page.close()
    assert not too_wide


def test_the_search_finds_a_page_without_another_host(browser: Browser, address: str) -> None:
    page = opened(browser, 1440, "light")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/index.html")
    page.get_by_role("button", name="Search").first.click()
    page.get_by_role("combobox", name="Search").fill("pettingzoo")
    expect(page.get_by_role("option", name=re.compile("Environments")).first).to_be_visible()
    page.close()
    assert all(url.startswith((address, "blob:", "data:")) for url in asked), asked
