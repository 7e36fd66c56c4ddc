"""People come and go: leaving leads home and back, who vanishes blocks nobody, who lost their key is let back in."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.server import Server
from tests.web.tables import HERE, finish, make_table, open_table
from tests.web.waiting import poll

IMPATIENT = """
from knobel.server.live import service
from knobel.tables import seats
seats.ABSENCE = 0
service.Service.__init__.__kwdefaults__["linger"] = 0.1
from knobel.cli.main import run
run()
"""
"""A server for which somebody is gone at once."""
LINK = {"kind": "link"}
MINUTE = 61_000
ONLINE = "async (path) => (await (await fetch(path)).json()).seats[0].online"
"""The first seat is taken for present."""
ONLY_ANNA = """async (path) => {
    const { seats } = await (await fetch(path)).json()
    return seats[0].online && !seats[1].online
}"""
"""Anna's stream is open, and Ben's is missed."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes nobody's absence for an accident."""
    with Server(tmp_path_factory.mktemp("impatient"), program=(sys.executable, "-c", IMPATIENT)) as server:
        yield server


def two(visit: Visit, **wishes: Any) -> tuple[Page, Page, str, str]:
    """Anna, who opened a table, and Ben, who came by her invitation; the table and the invitation."""
    anna = visit(None, **wishes)
    table = make_table(anna, "classic", HERE, LINK)
    invite = answer(anna, f"/api/tables/{table}")["links"]["invite"]
    link = f"/join/{table}#{invite}"
    ben = visit(link, **wishes)
    ben.get_by_label("Dein Name").fill("Ben")
    ben.get_by_role("button", name="Hinsetzen").tap()
    ben.wait_for_url("**/t/*")
    anna.goto(f"/t/{table}")
    Player(anna).wait()
    return anna, ben, table, link


def test_getting_up_asks_once_leads_home_and_back_with_one_tap(visit: Visit) -> None:
    anna, ben, table, _ = two(visit)
    anna.get_by_role("button", name="Tischmenü").tap()
    anna.get_by_role("button", name="Tisch verlassen").tap()
    assert not answer(anna, f"/api/tables/{table}")["seats"][0]["away"]
    anna.get_by_role("button", name="Der Tisch wartet auf mich").tap()
    anna.wait_for_url(lambda url: url.endswith("/"))
    expect(anna.get_by_text("Du hast den Tisch verlassen")).to_be_visible()
    expect(anna.get_by_text("Du bist dran")).to_have_count(0)
    expect(ben.get_by_text("Anna hat den Tisch verlassen.")).to_be_visible()
    # At the table itself nothing says that it is her turn either.
    anna.goto(f"/t/{table}")
    expect(anna.locator(".dock").get_by_text("Du hast den Tisch verlassen.")).to_be_visible()
    expect(anna.locator("header.own")).to_have_count(0)
    expect(anna).not_to_have_title("Du bist dran")
    anna.goto("/")
    anna.get_by_role("button", name="Zurück an den Tisch").tap()
    anna.wait_for_url("**/t/*")
    Player(anna).roll()


def test_who_gets_up_may_leave_a_bot_in_their_place(visit: Visit) -> None:
    anna, ben, table, _ = two(visit)
    anna.get_by_role("button", name="Tischmenü").tap()
    anna.get_by_role("button", name="Tisch verlassen").tap()
    anna.get_by_role("button", name="Ein Bot spielt für mich weiter").tap()
    anna.wait_for_url(lambda url: url.endswith("/"))
    Player(ben).wait()
    assert answer(ben, f"/api/tables/{table}")["seats"][0]["bot"]


def test_a_closed_tab_is_seen_as_away_replaced_by_a_bot_and_takes_over_again_on_return(
    visit: Visit, impatient: Server
) -> None:
    anna, ben, table, _ = two(visit, home=impatient.home, own=True)
    Player(anna).wait()
    keep = anna.context.new_page()
    keep.goto("/settings")
    anna.close()
    expect(ben.get_by_text("Anna ist gerade nicht da.")).to_be_visible()
    expect(ben.get_by_role("button", name="Bot spielen lassen")).to_have_count(0)
    ben.clock.install()
    ben.clock.fast_forward(MINUTE)
    expect(ben.get_by_text("Anna ist seit einer Minute weg.")).to_be_visible()
    ben.get_by_role("button", name="Bot spielen lassen").tap()
    Player(ben).wait()
    expect(ben.locator("header.own")).to_be_visible()
    assert answer(ben, f"/api/tables/{table}")["seats"][0]["left"] == "absent"
    keep.goto(f"/t/{table}")
    expect(keep.get_by_text("Willkommen zurück.")).to_be_visible()
    seat = answer(keep, f"/api/tables/{table}")["seats"][0]
    assert (seat["left"], seat["bot"]) == (None, None)
    poll(keep, ONLINE, f"/api/tables/{table}")


def test_who_lost_their_browser_is_let_back_in_by_one_tap_at_the_table(visit: Visit, impatient: Server) -> None:
    anna, ben, table, link = two(visit, home=impatient.home)
    Player(anna).roll()
    Player(anna).turn()
    Player(ben).wait()
    ben.context.close()
    poll(anna, ONLY_ANNA, f"/api/tables/{table}")
    again = visit(link, home=impatient.home)
    expect(again.get_by_text("Alle Plätze sind besetzt.")).to_be_visible()
    expect(again.get_by_role("button", name="Anna: anklopfen")).to_have_count(0)
    again.get_by_role("button", name="Ben: anklopfen").tap()
    expect(again.get_by_text("Du hast angeklopft.")).to_be_visible()
    expect(anna.get_by_text("Es klopft. Ist das Ben?")).to_be_visible()
    anna.get_by_role("button", name="Ja, hereinlassen").tap()
    again.wait_for_url("**/t/*")
    expect(anna.get_by_text("Es klopft.")).to_have_count(0)
    Player(again).roll()
    assert answer(again, f"/api/tables/{table}")["you"] == [1]


def test_who_is_not_let_in_is_told_so(visit: Visit, impatient: Server) -> None:
    anna, ben, table, link = two(visit, home=impatient.home)
    ben.context.close()
    poll(anna, ONLY_ANNA, f"/api/tables/{table}")
    again = visit(link, home=impatient.home)
    again.get_by_role("button", name="Ben: anklopfen").tap()
    anna.get_by_role("button", name="Nein", exact=True).tap()
    expect(again.get_by_role("alert")).to_contain_text("Jemand am Tisch hat abgelehnt")


def test_who_watches_knows_it_and_players_see_how_many_do(visit: Visit) -> None:
    anna, _, _, link = two(visit)
    guest = visit(link)
    guest.get_by_role("button", name="Zuschauen").tap()
    guest.wait_for_url("**/t/*")
    expect(guest.locator(".dock").get_by_text("Du schaust zu")).to_be_visible()
    expect(anna.get_by_role("button", name="Tischmenü")).to_contain_text("1")
    anna.get_by_role("button", name="Tischmenü").tap()
    expect(anna.locator("dialog").get_by_text("Jemand schaut zu")).to_be_visible()


def test_an_invitation_opens_without_a_word_of_complaint_in_the_console(visit: Visit) -> None:
    anna = visit(None)
    table = make_table(anna, "classic", HERE, LINK)
    invite = answer(anna, f"/api/tables/{table}")["links"]["invite"]
    guest = visit("/settings")
    said: list[str] = []
    guest.on("console", lambda message: said.append(message.text))
    guest.goto(f"/join/{table}#{invite}")
    expect(guest.get_by_role("button", name="Hinsetzen")).to_be_visible()
    guest.wait_for_load_state("networkidle")
    assert [words for words in said if "Service Worker" not in words] == []


def test_open_games_are_put_aside_and_offered_when_their_box_is_touched(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "classic", HERE)
    lists: list[Route] = []
    page.route("**/api/me/tables*", lambda route: lists.extend([route]))
    page.goto("/")
    # However early somebody is, what is open is known before anything new begins.
    box = page.locator(".boxes [data-game=classic] .box")
    box.tap()
    expect(box).to_be_disabled()
    lists[0].continue_()
    page.unroute("**/api/me/tables*")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Neues Spiel beginnen")).to_be_visible()
    dialog.get_by_role("link").tap()
    page.wait_for_url(f"**/t/{table}")
    page.goto("/")
    page.get_by_role("button", name="Classic aus der Liste nehmen").tap()
    expect(page.locator(".pads")).to_have_count(0)
    page.reload()
    expect(page.locator(".boxes [data-game=classic]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".pads")).to_have_count(0)


def test_rules_open_over_the_table_and_lead_back_to_it(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "classic", HERE)
    Player(page).roll()
    faces = Player(page).faces
    page.get_by_role("button", name="Tischmenü").tap()
    page.get_by_role("button", name="Spielregeln").tap()
    expect(page.get_by_role("dialog").get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url.endswith(table)
    assert Player(page).faces == faces


def test_a_finished_game_is_shown_by_a_link_that_its_players_make(visit: Visit) -> None:
    anna = visit(None)
    table = make_table(anna, "hexhex", HERE)
    finish(anna, table)
    stranger = visit(f"/replay/{table}")
    expect(stranger.get_by_role("alert")).to_contain_text("wird gerade nicht gezeigt")
    anna.goto(f"/t/{table}")
    anna.get_by_role("button", name="Tischmenü").tap()
    anna.get_by_role("button", name="Spiel zeigen").tap()
    anna.get_by_role("button", name="Link erstellen").tap()
    link = anna.locator(".share input").input_value()
    assert link.endswith(f"/replay/{table}")
    assert 'property="og:title" content="Eine Runde Hex-hex' in stranger.request.get(link).text()
    stranger.goto(link)
    stranger.wait_for_url(f"**/review/{table}")
    expect(stranger.locator("figure svg").first).to_be_visible()
