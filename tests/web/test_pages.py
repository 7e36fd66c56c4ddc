"""The pages around the table: review, check, rules, my games."""

import re

from playwright.sync_api import Route, expect

from knobel.server.http.checks import REFUSED
from tests.web.conftest import Visit
from tests.web.sight import Sight
from tests.web.tables import CHICK, HERE, finish, make_table

DESK = {"width": 1440, "height": 900}


def test_the_review_shows_the_line_of_the_game_and_a_lesson(visit: Visit) -> None:
    page = visit(None)
    table = make_table(page, "classic", HERE, CHICK)
    finish(page, table)
    page.goto(f"/review/{table}")
    expect(page.get_by_role("img", name=re.compile("^Anna: "))).to_be_visible()
    lesson = page.locator("article article").first
    expect(lesson).to_be_visible()
    lesson.get_by_role("button", name="Stellung ansehen").tap()
    expect(lesson.locator(".board")).to_be_visible()
    page.get_by_role("button", name="Selbst den besseren Zug finden").tap()
    # The first tap selects, the button answers; what was played and what is answered now are told apart.
    page.locator(".board .place.open").first.tap()
    expect(page.locator(".answer")).to_have_count(0)
    page.locator(".asked .button.main").tap()
    expect(page.locator(".answer")).to_contain_text("Jetzt: ")
    expect(page.locator(".why")).to_contain_text("Im Spiel: ")
    page.get_by_role("button", name="Weiter").tap()
    expect(page.locator(".board")).to_be_visible()


def test_in_another_language_a_lesson_is_told_anew_and_its_position_asked_for_once(visit: Visit) -> None:
    page = visit(None)
    sight = Sight(page)
    table = make_table(page, "classic", HERE, CHICK)
    finish(page, table)
    page.goto(f"/review/{table}")
    lesson = page.locator("article article").first
    lesson.get_by_role("button", name="Stellung ansehen").tap()
    expect(lesson.locator(".board")).to_be_visible()
    sight.settle()
    german = lesson.locator("> p").all_inner_texts()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sight.speak("en")
    assert german
    assert not set(german) & set(lesson.locator("> p").all_inner_texts())
    assert len([url for url in asked if url.endswith("/study")]) == 1


def test_on_a_desk_slips_fill_their_columns_and_no_button_is_stretched(visit: Visit) -> None:
    page = visit("/settings", viewport=DESK)
    expect(page.locator("#settings-offline")).to_be_visible()
    slips = page.locator("section")
    assert len(set(slips.evaluate_all("(all) => all.map((slip) => slip.offsetLeft)"))) == 2
    expect(slips.locator(".button").first).to_be_visible()
    assert max(slips.locator(".button").evaluate_all("(all) => all.map((it) => it.offsetHeight)")) < 64
    finish(page, make_table(page, "classic", HERE))
    page.goto("/me")
    expect(page.locator(".kinds svg").first).to_be_visible()
    # One game alone leaves no half of the page empty.
    slips = page.locator(".kinds section, main > section.paper")
    widths = slips.evaluate_all("(all) => all.map((slip) => slip.offsetWidth)")
    assert len(widths) == 2
    assert len(set(widths)) == 1


def test_the_review_finds_the_best_that_was_possible_with_the_throws(visit: Visit) -> None:
    page = visit(None)
    table = make_table(page, "krisskross", HERE)
    finish(page, table)
    page.goto(f"/review/{table}")
    page.get_by_role("button", name="Bestes Blatt suchen").tap()
    expect(page.get_by_text("Möglich waren mit diesen Würfen")).to_be_visible()
    expect(page.locator("section > .board")).to_be_visible()


def test_the_check_page_works_out_every_throw_anew(visit: Visit) -> None:
    page = visit(None)
    for game, seats in (("extreme", [HERE]), ("kribbeln", [HERE, HERE]), ("krisskross", [HERE])):
        table = make_table(page, game, *seats)
        finish(page, table)
        page.goto(f"/check/{table}")
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^Alle \d+ Würfe stimmen"))


def test_rules_are_told_in_both_languages(visit: Visit) -> None:
    german, english = visit("/rules/master"), visit("/rules/master", locale="en-GB")
    expect(german.get_by_role("heading", level=1)).to_have_text("Master")
    expect(german.get_by_role("link", name="Spielen")).to_be_visible()
    expect(english.get_by_role("link", name="Play")).to_be_visible()
    assert german.locator("article").inner_text() != english.locator("article").inner_text()


def test_dice_of_a_rules_page_can_be_turned_and_the_rules_count_again(visit: Visit) -> None:
    page = visit("/rules/classic")
    example = page.locator(".example").first
    dice, worths = example.locator(".dice button"), example.locator("li")
    expect(worths.filter(has_text="Full House")).to_have_text(re.compile("25"))
    for _ in range(2):
        dice.last.tap()
    expect(worths.filter(has_text="Full House")).to_have_count(0)
    expect(worths.filter(has_text="Einser")).to_have_text(re.compile("1"))
    example.get_by_role("button", name="Zurücksetzen").tap()
    expect(worths.filter(has_text="Full House")).to_have_count(1)
    page.goto("/rules/krisskross")
    grid = page.locator(".example").first
    total = grid.locator("li").filter(has_text="Summe")
    expect(total).to_have_text(re.compile("31"))
    grid.locator(".dice button").first.tap()
    expect(total).not_to_have_text(re.compile("31"))


def test_my_games_lead_back_to_tables_and_to_reviews(visit: Visit) -> None:
    page = visit(None)
    over, open_still = make_table(page, "hexhex"), make_table(page, "classic")
    for table in (over, make_table(page, "hexhex")):
        finish(page, table)
    page.goto("/me")
    expect(page.locator(f"a[href='/review/{over}']")).to_be_visible()
    expect(page.locator(f"a[href='/t/{open_still}']")).to_be_visible()
    numbers = page.locator("section[data-game=hexhex] dl")
    expect(numbers).to_have_text(re.compile(r"Spiele\s*2\s*im Schnitt"))


def test_the_browser_knows_every_feature_that_our_pages_refuse(visit: Visit) -> None:
    """A name it does not know is a warning on every page, and refuses nothing."""
    warnings: list[str] = []
    page = visit("/")
    page.on("console", lambda message: warnings.append(message.text))
    page.reload()
    page.wait_for_load_state("networkidle")
    assert not [warning for warning in warnings if "Permissions-Policy" in warning]
    known = page.evaluate("document.featurePolicy.features()")
    assert set(REFUSED) <= set(known)


def test_something_is_painted_before_any_part_of_the_app_has_come(visit: Visit) -> None:
    page = visit("/settings")
    expect(page.locator("h1")).to_be_visible()
    page.route("**/assets/**", lambda route: route.abort())
    page.goto("/", wait_until="commit")
    expect(page.locator(".shell")).to_have_text("Knobel")
    assert page.evaluate("getComputedStyle(document.querySelector('.shell')).display") == "grid"
    page.unroute("**/assets/**")
    page.goto("/")
    expect(page.locator(".boxes")).to_be_visible()
    expect(page.locator(".shell")).to_have_count(0)


def test_a_page_is_loaded_with_its_font_and_moves_no_more(visit: Visit) -> None:
    page = visit(None, own=True)
    fonts: list[Route] = []
    page.route("**/*.woff2", lambda route: fonts.extend([route]))
    page.goto("/settings", wait_until="commit")
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.readyState") == "interactive"
    for font in fonts:
        font.continue_()
    page.wait_for_load_state()
    assert page.evaluate("document.fonts.check('1em Printed')")
