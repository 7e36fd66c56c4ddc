"""The installed app: it opens without a server, shows what it knows, and says what it does not."""

import json
import re
import shutil
from pathlib import Path

from playwright.sync_api import Page, expect

from knobel.server.http.static_files import FOLDER
from tests.web.conftest import WEB, Visit
from tests.web.server import Server
from tests.web.sight import Sight
from tests.web.tables import finish, open_table, seat_somebody
from tests.web.waiting import poll

READY = "async () => { await navigator.serviceWorker.ready; return navigator.serviceWorker.controller !== null }"


def settled(page: Page) -> None:
    """Wait until the worker serves the page."""
    poll(page, READY)


def test_without_a_server_the_app_opens_with_games_archive_and_reviews(visit: Visit, tmp_path: Path) -> None:
    """Also where no games can begin, because somebody wants no engine on this device."""
    with Server(tmp_path) as server:
        page = visit("/", home=server.home, service_workers="allow")
        page.evaluate("localStorage.setItem('knobel.engine.unwanted', 'true')")
        settled(page)
        table = open_table(page, "hexhex")
        finish(page, table)
        page.goto("/me")
        expect(page.locator(f"a[href='/review/{table}']")).to_be_visible()
        page.goto(f"/review/{table}")
        expect(page.get_by_role("img", name=re.compile("^Anna: "))).to_be_visible()
        page.goto("/rules/hexhex")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        server.kill()

        page.goto("/")
        expect(page.get_by_text("Keine Verbindung.")).to_be_visible()
        assert not Sight(page).bars()
        expect(page.locator("[data-game=extreme] .facts")).to_have_text(re.compile(r"Min\."))
        page.goto("/me")
        page.locator(f"a[href='/review/{table}']").tap()
        expect(page.get_by_role("img", name=re.compile("^Anna: "))).to_be_visible()
        page.goto("/rules/hexhex")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.goto("/settings")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.goto(f"/t/{table}")
        expect(page.get_by_role("region", name="Blatt von Anna")).to_be_visible()
        expect(page.get_by_text("Verbindung unterbrochen")).to_be_visible()
        page.goto("/review/never-seen")
        expect(page.get_by_role("alert")).to_have_text(re.compile("^Keine Verbindung"))
        expect(page.get_by_text("zum Spielen brauchst du den Server")).to_be_visible()
        page.goto("/")
        page.locator("[data-game=extreme] .box").tap()
        expect(page.get_by_role("alert")).to_have_text(re.compile("^Keine Verbindung"))

        server.start()
        page.goto("/")
        page.locator("[data-game=extreme] .box").tap()
        page.wait_for_url("**/t/*")


def build_anew(site: Path) -> None:
    """The same app as another build would be: other files under another name, and a mark to know it by."""
    for name, old, new in (
        ("index.html", "<head>", '<head><meta name="newer">'),
        ("sw.js", "VERSION = '", "VERSION = 'n"),
    ):
        text = (site / name).read_text("utf-8")
        assert text.count(old) == 1
        (site / name).write_text(text.replace(old, new), encoding="utf-8")
        for packed in site.glob(f"{name}.*"):
            packed.unlink()


def test_a_new_version_offers_itself_and_takes_along_what_is_half_typed(visit: Visit, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(FOLDER, site)
    newer = "meta[name=newer]"
    with Server(tmp_path, site) as server:
        page = visit("/new/classic", home=server.home, service_workers="allow")
        settled(page)
        expect(page.get_by_text("neue Version")).to_have_count(0)
        seat_somebody(page, 1, "Einladung")
        page.get_by_label("Dein Name").fill("Berta")
        server.kill()
        build_anew(site)
        server.start()
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        expect(page.get_by_text("neue Version")).to_be_visible()
        expect(page.get_by_label("Dein Name")).to_have_value("Berta")
        expect(page.locator(newer)).to_have_count(0)
        page.get_by_role("button", name="Neu laden").tap()
        page.wait_for_selector(newer, state="attached")
        expect(page.get_by_label("Dein Name")).to_have_value("Berta")
        expect(page.locator("form [data-seat='1']")).to_contain_text("Einladung")
        expect(page.get_by_text("neue Version")).to_have_count(0)


def test_the_app_can_be_installed() -> None:
    manifest = json.loads((WEB / "public" / "manifest.webmanifest").read_text("utf-8"))
    sizes = {(icon.get("purpose", "any"), icon["sizes"]) for icon in manifest["icons"]}
    assert {("any", "192x192"), ("any", "512x512"), ("maskable", "192x192"), ("maskable", "512x512")} <= sizes
    for icon in manifest["icons"]:
        assert (WEB / "public" / icon["src"].lstrip("/")).is_file()


def test_the_page_that_the_worker_keeps_asks_for_no_part_twice(visit: Visit) -> None:
    page = visit("/", service_workers="allow")
    settled(page)
    warnings: list[str] = []
    page.on("console", lambda message: warnings.append(message.text))
    page.goto("/settings")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not [warning for warning in warnings if "preload" in warning]
