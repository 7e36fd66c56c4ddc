"""The games of a day: one try that counts, kept on the device, and told without giving a throw away."""

from datetime import date

import pytest
from PIL import Image
from playwright.sync_api import expect

from knobel.app.today.puzzle import puzzle_of, puzzles
from knobel.scene.text import say, text
from knobel.tables.day import day_game, featured
from tests.web.conftest import Visit
from tests.web.tables import HERE, finish, make_table, table_of
from tests.web.views import play

DAY = next(
    day
    for day in map(date.fromordinal, range(date(2024, 1, 2).toordinal(), 740_000))
    if not day_game(day, "classic").rivals
)
"""A day on which Classic is played alone."""
PUZZLED = next(
    day
    for day in map(date.fromordinal, range(date(2024, 1, 2).toordinal(), 740_000))
    if featured(day) == "classic" and puzzle_of(day).best.startswith("keep ")
)
"""A day whose puzzle is answered with dice of Classic."""


def test_one_try_at_the_game_of_a_day_counts_and_what_follows_is_practice(visit: Visit) -> None:
    page = visit("/")
    page.locator("a.today").tap()
    page.wait_for_url("**/today")
    expect(page.locator("article.featured")).to_have_count(1)
    page.goto(f"/today/{DAY}?game=classic")
    card = page.locator("article[data-game=classic]")
    expect(page.locator("article.wanted")).to_have_attribute("data-game", "classic")
    card.get_by_role("button", name="Spielen").tap()
    page.wait_for_url("**/t/*")
    table = table_of(page)
    finish(page, table)
    expect(page.locator(".result").get_by_text("Die Eule mit denselben Würfeln")).to_be_visible()
    expect(page.get_by_text("Übung: Dein erster Versuch zählt.")).to_have_count(0)
    score = page.locator(".result .sum b").inner_text()
    page.get_by_role("button", name="Teilen").tap()
    told = page.locator("dialog .written").inner_text()
    assert told.startswith(f"Knobel · Classic · {DAY:%d.%m.%Y}\n{score} Punkte")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Als Bild teilen").tap()
    assert kept.value.suggested_filename == f"knobel-classic-{DAY}.png"
    with Image.open(kept.value.path()) as picture:
        assert picture.width == 1080
        assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 50
    page.goto(f"/today/{DAY}")
    expect(card.locator(".score")).to_have_text(f"{score} Punkte")
    card.get_by_role("button", name="Noch einmal zur Übung").tap()
    page.wait_for_url("**/t/*")
    finish(page, table_of(page))
    expect(page.get_by_text("Übung: Dein erster Versuch zählt.")).to_be_visible()
    page.goto(f"/today/{DAY}")
    expect(card.locator(".score")).to_have_attribute("href", f"/t/{table}")


def test_a_game_of_a_day_that_was_left_goes_on_and_no_page_warns_of_its_dice(visit: Visit) -> None:
    page = visit(f"/today/{DAY}")
    card = page.locator("article[data-game=classic]")
    card.get_by_role("button", name="Spielen").tap()
    page.wait_for_url("**/t/*")
    table = table_of(page)
    page.goto(f"/today/{DAY}")
    card.get_by_role("link", name="Weiterspielen").tap()
    page.wait_for_url(f"**/t/{table}")
    finish(page, table)
    expect(page.locator(".result")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.goto(f"/check/{table}")
    expect(page.get_by_text("Würfe stimmen")).to_be_visible()


def test_days_that_have_not_come_and_days_that_are_none_say_so(visit: Visit) -> None:
    page = visit("/today/2999-01-01")
    expect(page.get_by_text("Diesen Tag gibt es noch nicht.")).to_be_visible()
    page.goto("/today/2026-02-30")
    expect(page.get_by_role("alert")).to_have_text("2026-02-30 ist kein Datum; schreib es so: 2026-11-17")
    page.goto("/today/2023-12-31")
    expect(page.get_by_role("alert")).to_contain_text("seit 2024-01-01")


def test_the_day_changes_while_the_page_is_open(visit: Visit) -> None:
    page = visit(None, own=True)
    page.clock.install(time=f"{DAY}T23:59:30")
    page.goto("/today")
    expect(page.locator("h1")).to_contain_text(f"{DAY.day}. ")
    page.clock.set_fixed_time(f"{date.fromordinal(DAY.toordinal() + 1)}T00:00:10")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("h1")).to_contain_text(f"{date.fromordinal(DAY.toordinal() + 1).day}. ")


def test_a_puzzle_is_answered_by_touch_told_and_kept_on_the_device(visit: Visit) -> None:
    asked = puzzle_of(PUZZLED)
    page = visit(None, own=True)
    page.clock.install(time=f"{PUZZLED}T12:00:00")
    page.goto("/today")
    card = page.locator("article", has_text="Rätsel des Tages")
    card.get_by_role("link", name="Lösen").tap()
    page.wait_for_url(f"**/puzzles/{asked.game}/{asked.number}?day={PUZZLED}")
    for position in map(int, asked.best.split()[1:]):
        page.locator(".dice button").nth(position - 1).tap()
    expect(page.locator(".answer")).to_have_count(0)
    page.locator(".asked .button.main").tap()
    expect(page.get_by_text("Ja, das ist das Beste.")).to_be_visible()
    expect(page.locator(".why p")).to_have_count(1 + len(asked.reasons))
    page.get_by_role("link", name="Alle Rätsel").tap()
    expect(page.get_by_text("1 von ")).to_be_visible()
    expect(page.get_by_role("link", name=f"Rätsel {asked.number}: gelöst")).to_be_visible()
    page.get_by_role("radio", name=say(text(f"today.puzzle.{asked.difficulty}"), "de")).check()
    same = sum(one.difficulty == asked.difficulty for one in puzzles(asked.game).listed)
    expect(page.locator("ol li")).to_have_count(same)
    page.goto("/today")
    expect(card.get_by_text("gelöst")).to_be_visible()


@pytest.mark.parametrize(("game", "needed"), [("kribbeln", ".asked strong"), ("krisskross", ".board .cell")])
def test_all_that_a_puzzle_needs_is_in_sight_beside_its_dice_on_a_small_phone(
    visit: Visit, game: str, needed: str
) -> None:
    page = visit(f"/puzzles/{game}/1", viewport={"width": 360, "height": 640})
    page.locator(".sides > .board").scroll_into_view_if_needed()
    for part in (page.locator(needed).first, page.locator(needed).last):
        expect(part).to_be_in_viewport(ratio=0.9)
    for part in (page.locator(".asked .dice > *").last, page.locator(".asked .button.main")):
        expect(part).to_be_in_viewport(ratio=1)


def test_a_friend_plays_the_same_dice_by_a_link_and_both_see_the_two_sheets(visit: Visit) -> None:
    page = visit("/")
    table = make_table(page, "hexhex", HERE)
    finish(page, table)
    page.goto(f"/t/{table}")
    page.locator(".next.armed").get_by_role("button", name="Teilen").tap()
    page.get_by_role("button", name="Link mit gleichen Würfeln").tap()
    link = page.locator("dialog .share input").input_value()
    friend = visit(link)
    expect(friend.locator("h1")).to_have_text("Anna fordert dich heraus")
    friend.get_by_label("Dein Name").fill("Ben")
    friend.get_by_role("button", name="Annehmen und spielen").tap()
    friend.wait_for_url("**/t/*")
    play(friend, table_of(friend))
    friend.get_by_role("link", name="Mit den anderen vergleichen").tap()
    expect(friend.get_by_text("Hier gingen eure Spiele auseinander")).to_be_visible()
    page.goto(f"/challenge/{table}")
    expect(page.locator(".sides h2")).to_have_count(2)
    expect(page.locator(".sides h2").last).to_contain_text("Ben")
    expect(page.locator("tbody tr")).to_have_count(11)
    expect(page.locator(".sides h2").first).to_contain_text("Du")
    # What somebody did is told as something done.
    said = page.locator("tbody td > span:first-child").all_inner_texts()
    assert len(said) == 2 * 11
    assert [words for words in said if not words.endswith((" eingetragen", " gestrichen"))] == []
