"""Many tabs of one browser share a stream: over HTTP/1.1 they have six connections to a server together."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import HERE, open_table

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
    page = visit("/")
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


def test_tabs_that_nobody_sees_hold_no_stream(visit: Visit) -> None:
    page = visit("/")
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
    tab.goto("/")
    table = open_table(tab, "classic", HERE)
    Player(tab).wait()
    return table
