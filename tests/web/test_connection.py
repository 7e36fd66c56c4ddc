"""Connections that die without a word, and people who go away: the page notices, says so and comes back by itself."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tools.server.proxy import Proxy

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.server import Server
from tests.web.tables import HERE, make_table, open_table, table_of
from tests.web.waiting import poll

BOTH_FOLLOW = "async (path) => (await (await fetch(path)).json()).seats.every((seat) => seat.online)"
"""The streams of everybody at the table are open."""


@pytest.fixture(scope="module")
def alert_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose streams give a sign every half second."""
    with Server(tmp_path_factory.mktemp("alert"), heartbeat=0.5) as server:
        yield server


def two_at_a_table(
    visit: Visit, host_home: str, guest_home: str, before: Callable[[], None] = lambda: None
) -> tuple[Page, Page]:
    """A host and a guest in browsers of their own; the host begins. `before` is called before the guest sits down."""
    host = visit(None, home=host_home)
    table = make_table(host, "classic", HERE, {"kind": "link"})
    guest = visit(f"/join/{table}#{answer(host, f'/api/tables/{table}')['links']['invite']}", home=guest_home)
    guest.get_by_label("Dein Name").fill("Gabi")
    host.goto(f"/t/{table}")
    before()
    guest.get_by_role("button", name="Hinsetzen").tap()
    guest.wait_for_url("**/t/*")
    expect(host.locator(".player")).to_have_count(2)
    return host, guest


def test_a_stream_that_died_without_a_word_is_noticed_and_opened_again(visit: Visit, alert_server: Server) -> None:
    with Proxy(alert_server.home) as proxy:
        host, guest = two_at_a_table(visit, alert_server.home, proxy.home)
        Player(guest).page.wait_for_selector("header:not(.own)")
        poll(host, BOTH_FOLLOW, f"/api/tables/{table_of(host)}")
        proxy.cut()
        Player(host).roll()
        Player(host).turn()
        # Nothing was touched here, and the browser takes the old connection for a good one.
        expect(guest.locator("header.own")).to_be_visible()
        expect(guest.get_by_text("Verbindung unterbrochen")).to_have_count(0)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (b"GET /assets/stream_worker", False),
        (b"GET /api/events", False),
        (b"GET /api/events", True),
        (b"text/event-stream", False),
        (b"text/event-stream", True),
    ],
    ids=["worker", "request", "on its way", "answer", "answered"],
)
def test_a_stream_that_is_cut_while_it_is_opened_is_opened_again(
    visit: Visit, alert_server: Server, text: bytes, after: bool
) -> None:
    with Proxy(alert_server.home) as proxy:
        cut = partial(proxy.cut_at, text, after=after)
        host, guest = two_at_a_table(visit, alert_server.home, proxy.home, before=cut)
        while not proxy.trapped.is_set():
            guest.wait_for_timeout(50)
        Player(host).roll()
        Player(host).turn()
        # Nobody told the browser, and nothing was touched here.
        expect(guest.locator("header.own")).to_be_visible()
        expect(guest.get_by_text("Verbindung unterbrochen")).to_have_count(0)


def test_however_many_connections_died_the_stream_is_opened_once(visit: Visit, tmp_path: Path) -> None:
    # Signs of life are missed late enough, or a pause of a busy machine would open another stream.
    with Server(tmp_path, heartbeat=3) as server, Proxy(server.home) as proxy:
        page = visit(None, home=proxy.home)
        # What a shared worker asks for is not seen here.
        page.add_init_script("delete window.SharedWorker")
        open_table(page, "classic")
        player = Player(page)
        player.wait()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/api/events" in request.url else None)
        # The browser keeps the connections of these.
        page.evaluate("Promise.all(Array.from({length: 5}, () => fetch('/api/me/tables').then((it) => it.text())))")
        with page.expect_response(lambda response: "/api/events" in response.url):
            proxy.cut()
        expect(page.get_by_text("Verbindung unterbrochen")).to_have_count(0)
        assert len(asked) == 1


def test_a_command_that_hangs_says_so_and_arrives_once(visit: Visit, alert_server: Server) -> None:
    with Proxy(alert_server.home) as proxy:
        page = visit("/", home=proxy.home, own=True)
        # The clock of a worker that tabs share cannot be set; without one the page holds its stream itself.
        page.add_init_script("delete window.SharedWorker")
        page.clock.install()
        table = open_table(page, "classic")
        player = Player(page)
        player.wait()
        before = answer(page, f"/api/tables/{table}")["seq"]
        proxy.hole = True
        proxy.cut()
        player.button.tap()
        page.clock.fast_forward(3_500)
        expect(page.get_by_text("Der Server antwortet gerade nicht")).to_be_visible()
        proxy.hole = False
        # The time for the request is over; it is sent again over a new connection.
        page.clock.fast_forward(10_000)
        page.wait_for_selector(".tray .die svg[data-face]")
        expect(page.get_by_text("Der Server antwortet gerade nicht")).to_have_count(0)
        page.clock.fast_forward(30_000)
        expect(page.get_by_text("Verbindung unterbrochen")).to_have_count(0)
        assert answer(page, f"/api/tables/{table}")["seq"] == before + 1


def test_who_has_gone_is_shown_so_until_they_are_back(visit: Visit, alert_server: Server) -> None:
    host, guest = two_at_a_table(visit, alert_server.home, alert_server.home)
    gabi = host.locator(".player").filter(has_text="Gabi")
    expect(host.locator(".player.away")).to_have_count(0)
    address = guest.url
    guest.goto("/")
    expect(host.locator(".player.away").filter(has_text="Gabi")).to_be_visible()
    expect(gabi).to_contain_text("nicht verbunden")
    expect(host.locator(".player.away")).to_have_count(1)
    guest.goto(address)
    expect(host.locator(".player.away")).to_have_count(0)
    assert table_of(host) == table_of(guest)
