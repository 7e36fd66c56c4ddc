"""All tabs of one browser share a stream: over HTTP/1.1 they have six connections to a server together."""

import re
import secrets
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.server import Server
from tests.web.tables import HERE, make_table, open_table, post, table_of

SHOW = """(state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
}"""


def until_streams(page: Page, count: int) -> None:
    """Wait until the server counts so many streams."""
    while True:
        figures = page.request.get("/metrics").text()
        found = re.search(r"^knobel_streams (.*)$", figures, re.MULTILINE)
        if found and float(found[1]) == count:
            return
        page.wait_for_timeout(50)


def test_the_seventh_tab_of_a_table_works_like_the_first(visit: Visit) -> None:
    page = visit(None)
    until_streams(page, 0)
    table = open_table(page, "classic", HERE)
    tabs = [page]
    for _ in range(7):
        tabs.append(page.context.new_page())
        tabs[-1].goto(f"/t/{table}")
        Player(tabs[-1]).wait()
    until_streams(page, 1)
    Player(tabs[-1]).roll()
    faces = Player(tabs[-1]).faces
    for tab in tabs:
        expect(tab.locator(".tray .die svg[data-face]")).to_have_count(5)
        assert Player(tab).faces == faces
    for tab in tabs[:-1]:
        tab.close()
    Player(tabs[-1]).turn()
    tabs[-1].close()


def throw_elsewhere(tab: Page, by: Page) -> None:
    """Somebody throws by a request that no page knows of, and the dice are seen in the tab."""
    path = f"/api/tables/{table_of(tab)}"
    command = {"move": "roll", "seen": by.request.get(path).json()["seq"], "key": secrets.token_hex(8)}
    origin = {"Origin": tab.url.partition("/t/")[0]}
    assert by.request.post(f"{path}/commands", data=command, headers=origin).ok
    expect(tab.locator(".tray .die svg[data-face]")).to_have_count(5)


def test_eight_tables_in_one_browser_are_live_by_one_stream(visit: Visit, tmp_path: Path) -> None:
    """Whatever becomes of other tabs, of the server and of one of the tables."""
    with Server(tmp_path) as server:
        page, stranger = visit(None, home=server.home), visit(None, home=server.home)
        theirs = make_table(stranger, "classic", HERE)
        ticket = answer(stranger, f"/api/tables/{theirs}")["links"]["watch"]
        post(page, f"/api/tables/{theirs}/join", {"ticket": ticket})
        watching = page.context.new_page()
        watching.goto(f"/t/{theirs}")
        tabs = [watching]
        for _ in range(7):
            tabs.append(page.context.new_page())
            open_table_in(tabs[-1])
        until_streams(page, 1)
        for tab in tabs[1:]:
            throw_elsewhere(tab, by=page)
        throw_elsewhere(watching, by=stranger)
        # Each can be played at.
        for tab in tabs[1:]:
            Player(tab).turn()
        until_streams(page, 1)
        # Some are closed, some are not looked at, and the server is started again.
        for tab in tabs[6:]:
            tab.close()
        tabs[5].evaluate(SHOW, "hidden")
        server.kill()
        server.start()
        for tab in tabs[1:5]:
            throw_elsewhere(tab, by=page)
        until_streams(page, 1)
        # One is deleted; it says so, and the others go on.
        assert stranger.request.delete("/api/me", headers={"Origin": server.home}).ok
        expect(watching.get_by_text("Diesen Tisch gibt es nicht")).to_be_visible()
        for tab in tabs[1:5]:
            Player(tab).turn()
            throw_elsewhere(tab, by=page)
        until_streams(page, 1)
        for tab in tabs[1:5]:
            tab.close()
        until_streams(page, 0)


def test_tabs_that_nobody_sees_hold_no_stream(visit: Visit) -> None:
    page = visit(None)
    until_streams(page, 0)
    tables = []
    for _ in range(8):
        tab = page.context.new_page()
        tables.append((tab, open_table_in(tab)))
        tab.evaluate(SHOW, "hidden")
    until_streams(page, 0)
    # What happens meanwhile is there as soon as somebody looks.
    tab, table = tables[0]
    other = page.context.new_page()
    other.goto(f"/t/{table}")
    Player(other).roll()
    expect(tab.locator(".tray .die svg[data-face]")).to_have_count(0)
    tab.evaluate(SHOW, "visible")
    expect(tab.locator(".tray .die svg[data-face]")).to_have_count(5)
    until_streams(page, 1)
    tab.evaluate(SHOW, "hidden")
    other.close()
    until_streams(page, 0)


def open_table_in(tab: Page) -> str:
    """A table of its own in a tab."""
    table = open_table(tab, "classic", HERE)
    Player(tab).wait()
    return table
