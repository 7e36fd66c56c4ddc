"""The served app without its server: games begin on the device, stay there, and go to the server later, once."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.conftest import Visit, installing
from tests.web.program import program
from tests.web.server import Server
from tests.web.site import kept, part_of

PLAYED = """async ([part, seats]) => {
  const { askServerOrDevice } = await import(part)
  const ask = async (path, wish) =>
    (await askServerOrDevice(path, wish ? { method: 'POST', body: JSON.stringify(wish) } : {})).json()
  const { table } = await ask('/tables', { game: 'hexhex', seats, dice: 'checked', key: 'played' })
  await ask(`/tables/${table}/join`, {})
  for (let step = 0; ; step++) {
    const view = await ask(`/tables/${table}`)
    if (view.over) return table
    const move = view.moves[0].at(-1)
    await ask(`/tables/${table}/commands`, { move, seen: view.seq, key: `step${step}`, seat: 0 })
  }
}"""
"""Opens a table and plays it to its end, always by the last move there is."""
Served = tuple[Server, BrowserContext]
HERE = "auf diesem Gerät"


@pytest.fixture(scope="module")
def once_served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server, and a phone that has fetched the app and its engine from there."""
    with Server(tmp_path_factory.mktemp("served")) as server:
        context = installing(browser, base_url=server.home)
        page = context.new_page()
        page.goto("/")
        kept(page)
        page.close()
        yield server, context
        context.close()


@pytest.fixture
def served(once_served: Served) -> Iterator[Served]:
    """Both, with nothing open; a server that was killed is started again."""
    server, phone = once_served
    if not server.runs:
        server.start()
    yield server, phone
    for page in phone.pages:
        page.close()


def test_games_begin_on_the_device_and_go_to_the_server_once(visit: Visit, served: Served) -> None:
    server, phone = served
    page = visit("/", by=phone)
    kept(page)
    server.kill()
    page.reload()
    page.locator("[data-game=hexhex] .box").tap()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Würfeln").tap()
    expect(page.get_by_role("button", name="Würfeln")).to_have_count(0)
    page.get_by_role("button", name="Tischmenü").tap()
    expect(page.get_by_text("Dieses Spiel ist auf diesem Gerät gespeichert.")).to_be_visible()
    expect(page.get_by_text("Einladen")).to_have_count(0)
    address = page.url
    page.close()

    again = page.context.new_page()
    again.goto("/")
    expect(again.get_by_text("Neue Spiele beginnen auf diesem Gerät.")).to_be_visible()
    going = again.locator(f"a[href='{address.removeprefix(server.home)}']")
    expect(going).to_contain_text(HERE)
    going.tap()
    expect(again.get_by_role("region", name="Blatt von Du")).to_be_visible()
    again.evaluate(PLAYED, [part_of(again, "askServerOrDevice"), [{"kind": "here", "name": "Anna"}]])

    server.start()
    again.goto("/me")
    expect(again.get_by_text(HERE)).to_have_count(3)
    again.get_by_role("button", name="Auf den Server übertragen").tap()
    expect(again.get_by_text("importiert")).to_have_count(1)
    expect(again.get_by_role("button", name="Auf den Server übertragen")).to_have_count(0)
    expect(again.locator("a[href^='/review/']")).to_have_count(1)
    expect(again.get_by_text("bisher ein Spiel")).to_be_visible()
    (handed,) = _at_the_server(again)
    assert (handed["mine"], handed["names"], handed["over"]) == ([0], ["Anna"], True)
    again.reload()
    expect(again.get_by_text("importiert")).to_have_count(1)
    expect(again.get_by_text("bisher ein Spiel")).to_be_visible()
    expect(again.locator("a[href^='/t/']")).to_contain_text(HERE)


def test_friends_by_link_need_the_server_and_are_told_so(visit: Visit, served: Served) -> None:
    server, phone = served
    page = visit("/", by=phone)
    kept(page)
    page.goto("/new/hexhex")
    page.locator("form [data-seat='1']").tap()
    page.locator("dialog button").filter(has_text="Einladung").tap()
    server.kill()
    page.locator("form button.main").tap()
    expect(page.get_by_role("alert")).to_have_text(re.compile("^Keine Verbindung"))


def _at_the_server(page: Page) -> list[Any]:
    """The tables that the server has of this browser."""
    with program(page) as asking:
        tables: list[Any] = asking.ask("/api/me/tables", None)["tables"]
        return tables
