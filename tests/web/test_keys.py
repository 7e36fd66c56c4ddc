"""The table by keys alone, and as a screen reader has it."""

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import CHICK, HERE, open_table
from tests.web.views import GAMES

MANY = 4
NOTE_WHEN_TOLD = """() => {
    window.told = false
    const said = () => document.querySelector('.dock [role=status]')?.textContent.includes('Wurf 1 von 3')
    new MutationObserver(() => { told ||= document.querySelector('.dock .rolling') !== null && said() })
        .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
}"""
"""Notes that a throw is told while its dice still tumble, however short that is."""
DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}


def test_keys_play_a_whole_turn(visit: Visit) -> None:
    page = visit(None, **DESK)
    open_table(page, "classic", HERE, CHICK)
    player = Player(page)
    player.wait()
    page.keyboard.press("Space")
    expect(page.locator(".tray svg[data-face]")).to_have_count(5)
    page.wait_for_selector(".dock[aria-busy=false]")
    before = player.faces
    for key in ("1", "4", "1"):
        page.keyboard.press(key)
    expect(page.locator(".die[aria-pressed=true]")).to_have_count(1)
    with page.expect_response("**/commands"):
        page.keyboard.press("Space")
    page.wait_for_selector(".dock[aria-busy=false]")
    assert player.faces[3] == before[3]
    page.keyboard.press("c")
    expect(page.locator("[data-spot=chance]").first).to_be_focused()
    expect(page.locator("[data-spot=chance]").first).to_have_attribute("aria-pressed", "true")
    with page.expect_response("**/commands"):
        page.keyboard.press("Enter")
    expect(page.locator("[data-spot=chance] .written").first).to_be_visible()


def test_arrows_lead_to_the_sheet_and_the_space_bar_throws_from_there(visit: Visit) -> None:
    page = visit(None, **DESK)
    open_table(page, "extreme", HERE, CHICK)
    player = Player(page)
    player.wait()
    page.keyboard.press("Space")
    expect(page.locator(".tray svg[data-face]")).to_have_count(6)
    page.wait_for_selector(".dock[aria-busy=false]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-spot]:focus")).to_have_count(1)
    page.keyboard.press("3")
    with page.expect_response("**/commands"):
        page.keyboard.press("Space")
    page.wait_for_selector(".dock[aria-busy=false]")
    expect(page.locator(".counter i.done")).to_have_count(2)


def test_a_question_mark_shows_the_keys(visit: Visit) -> None:
    page = visit(None, **DESK)
    open_table(page, "classic", HERE, CHICK)
    Player(page).wait()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Tasten")).to_contain_text("Leertaste")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_fell_is_told_at_once(visit: Visit) -> None:
    page = visit(None, reduced_motion="no-preference", **DESK)
    open_table(page, "classic", HERE, CHICK)
    Player(page).wait()
    page.evaluate(NOTE_WHEN_TOLD)
    page.keyboard.press("Space")
    page.wait_for_function("() => told")


def test_the_sheet_of_somebody_else_reads_as_a_table(visit: Visit) -> None:
    page = visit(None, **DESK)
    for game in GAMES:
        open_table(page, game, HERE, CHICK)
        page.wait_for_selector(".dock")
        table = page.locator("main").get_by_role("table").last
        assert table.get_by_role("row").count() > MANY, game
        assert table.get_by_role("cell").count() > MANY, game
