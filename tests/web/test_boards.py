"""Boards of results on the page of a day: handed in once, seen by everybody or by a circle, brought from elsewhere."""

from datetime import timedelta

from playwright.sync_api import FilePayload, expect

from knobel.app.today.result import played
from knobel.coach.bot import LEVELS
from knobel.tables.day import day_game
from tests.web.conftest import Visit
from tests.web.tables import finish, table_of
from tests.web.test_today import DAY

ALONE = next(
    day for day in (DAY + timedelta(days=366 + number) for number in range(99)) if not day_game(day, "classic").rivals
)
"""A day of these tests alone, on which Classic is played alone."""

WRONG = b"knobel 1\ngame classic\nseat 0 A\ndice own\n\n"
"""A record that is of no day."""


def test_a_result_is_handed_in_to_a_circle_and_a_friend_comes_by_its_link(visit: Visit) -> None:
    page = visit(f"/today/{ALONE}")
    page.get_by_role("button", name="Kreis erstellen").tap()
    page.get_by_label("Wie heißt euer Kreis?").fill("Familie")
    page.locator("dialog").get_by_role("button", name="Kreis erstellen").tap()
    expect(page.get_by_role("radio", name="Familie")).to_be_checked()
    expect(page.get_by_text("Noch hat niemand ein Ergebnis eingetragen.")).to_be_visible()
    page.get_by_role("button", name="Andere einladen").tap()
    link = page.locator("dialog .share input").input_value()
    assert "/circle#" in link
    page.keyboard.press("Escape")
    page.locator("article[data-game=classic]").get_by_role("button", name="Spielen").tap()
    page.wait_for_url("**/t/*")
    finish(page, table_of(page))
    page.locator(".result").get_by_role("link", name="Spiele des Tages").tap()
    page.get_by_role("button", name="Mein Ergebnis eintragen").tap()
    page.get_by_label("Dein Name").fill("Anna")
    expect(page.get_by_role("checkbox", name="Familie")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Alle auf diesem Server")).not_to_be_checked()
    page.get_by_role("button", name="Eintragen", exact=True).tap()
    own = page.locator("section[data-game=classic] li.you")
    expect(own).to_contain_text("Anna")
    expect(own).to_contain_text("Würfelglück")
    expect(page.get_by_role("button", name="Mein Ergebnis eintragen")).to_have_count(0)
    page.get_by_role("radio", name="Alle").check()
    expect(page.get_by_text("Noch hat niemand ein Ergebnis eingetragen.")).to_be_visible()

    friend = visit(link)
    expect(friend.locator("h1")).to_have_text("Familie")
    friend.get_by_role("button", name="Mitmachen").tap()
    friend.wait_for_url("**/today")
    friend.goto(f"/today/{ALONE}")
    expect(friend.locator("section[data-game=classic] li")).to_contain_text("Anna")
    # The friend has played elsewhere, without a network.
    record = played(day_game(ALONE, "classic"), LEVELS[-1]).text()
    brought = FilePayload(name="classic.knobel", mimeType="text/plain", buffer=record.encode())
    friend.locator(".ways input").set_input_files(brought)
    friend.get_by_label("Dein Name").fill("Ben")
    friend.get_by_role("button", name="Eintragen", exact=True).tap()
    expect(friend.locator("section[data-game=classic] li.you")).to_contain_text("importiert")
    page.get_by_role("radio", name="Familie").check()
    expect(page.locator("section[data-game=classic] li")).to_have_count(2)


def test_what_does_not_count_is_told_in_the_dialog_and_nothing_is_handed_in(visit: Visit) -> None:
    page = visit(f"/today/{ALONE}")
    wrong = FilePayload(name="other.knobel", mimeType="text/plain", buffer=WRONG)
    page.locator(".ways input").set_input_files(wrong)
    page.get_by_role("button", name="Eintragen", exact=True).tap()
    expect(page.get_by_role("alert")).to_have_text("Das ist kein Spiel des Tages: Es hat andere Würfel")
