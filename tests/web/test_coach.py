"""The coach on the board: dice are ringed, boxes are circled, and nothing lies over the dice."""

import re

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.web.conftest import Visit
from tests.web.player import BUTTON, Player
from tests.web.program import answer
from tests.web.tables import CHICK, HERE, make_table, open_table, post
from tests.web.views import GAMES, play

SCREENS = ({"width": 360, "height": 640}, {"width": 740, "height": 360}, {"width": 1440, "height": 900})
DRAWN = ".dock .advised, [data-advised]"


def ask(page: Page) -> None:
    """Press the bulb, and wait for what the coach says."""
    page.get_by_role("button", name="Coach fragen").click()
    page.wait_for_selector(".coach .acts button[aria-expanded]")


def meet(one: FloatRect, other: FloatRect) -> bool:
    """Two boxes have something in common."""
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_coach_says_is_drawn_on_the_board_and_covers_no_dice(visit: Visit, game: str) -> None:
    page = visit(None, has_touch=False)
    name = make_table(page, game, HERE, CHICK)
    play(page, name, 2)
    page.goto(f"/t/{name}")
    Player(page).wait()
    ask(page)
    drawn = page.locator(DRAWN).count()
    # To throw all dice again is the one thing that has nothing to be drawn around.
    assert drawn or "Wirf alle neu" in page.locator(".coach").inner_text()
    assert page.get_by_role("dialog").count() == 0
    for screen in SCREENS:
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        coach, tray = page.locator(".coach").bounding_box(), page.locator(".tray").bounding_box()
        assert coach
        assert tray
        assert not meet(coach, tray), screen


def thrown(page: Page, throws: int) -> None:
    """Open a table of Classic, and throw."""
    open_table(page, "classic", HERE, CHICK)
    Player(page).wait()
    for _ in range(throws):
        page.locator(BUTTON).click()
        page.wait_for_selector(".dock[aria-busy=false]")


def test_advice_is_set_so_that_the_big_button_does_it_and_one_tap_undoes_it(visit: Visit) -> None:
    page = visit(None, has_touch=False)
    thrown(page, 3)
    button = page.locator(BUTTON)
    before = button.inner_text()
    ask(page)
    advised = page.locator("[data-advised=set]")
    expect(advised).to_have_attribute("aria-pressed", "true")
    expect(button).to_be_enabled()
    assert button.inner_text() != before
    page.locator(".coach .close").click()
    expect(page.locator("[data-advised], .panel.mine [aria-pressed=true]")).to_have_count(0)
    expect(button).to_have_text(before)
    ask(page)
    with page.expect_response("**/commands"):
        button.click()


def test_a_ring_is_drawn_around_the_advised_box_only_while_another_is_selected(visit: Visit) -> None:
    page = visit(None, has_touch=False)
    thrown(page, 3)
    ask(page)
    page.locator(".panel.mine button[aria-pressed=false]").first.click()
    expect(page.locator("[data-advised=ring]")).to_have_count(1)
    chosen = page.locator(".panel.mine [aria-pressed=true]")
    expect(chosen).to_have_count(1)
    # What was selected since stays when the coach goes.
    page.keyboard.press("Escape")
    expect(page.locator("[data-advised]")).to_have_count(0)
    expect(chosen).to_have_count(1)


def test_dice_that_the_coach_lifted_are_laid_back(visit: Visit) -> None:
    page = visit(None, has_touch=False)
    thrown(page, 1)
    page.locator(".tray .die").nth(1).click()
    ask(page)
    lifted = page.locator(".tray .die.up")
    expect(page.locator(".tray .die.advised")).to_have_count(lifted.count())
    page.locator(".coach .close").click()
    expect(page.locator(".tray .die").nth(1)).to_have_class(re.compile(r"\bup\b"))
    expect(lifted).to_have_count(1)


def test_in_kriss_kross_both_symbols_lie_on_their_cells(visit: Visit) -> None:
    page = visit(None, has_touch=False)
    name = make_table(page, "krisskross", HERE, CHICK)
    play(page, name, 2)
    page.goto(f"/t/{name}")
    Player(page).wait()
    ask(page)
    expect(page.locator(".panel.mine .cell svg.die")).to_have_count(2)
    expect(page.locator("[data-advised=ring]")).to_have_count(0)
    expect(page.locator(BUTTON)).to_be_enabled()


def test_more_unfolds_drawn_dice_without_digits_and_odds_in_per_cent(visit: Visit) -> None:
    page = visit(None, has_touch=False)
    open_table(page, "classic", HERE, CHICK)
    Player(page).wait()
    page.locator(".dock .button.main").click()
    page.wait_for_selector(".dock[aria-busy=false]")
    ask(page)
    page.locator(".coach [aria-expanded]").click()
    expect(page.locator(".coach .choice .what svg").first).to_be_visible()
    assert " Mal" not in page.locator(".coach").inner_text()


def test_one_tap_leads_from_the_table_to_the_explorer_with_the_position_set_up(visit: Visit) -> None:
    page = visit(None, has_touch=False)
    open_table(page, "classic", HERE, CHICK)
    player = Player(page)
    player.wait()
    page.locator(".dock .button.main").click()
    page.wait_for_selector(".dock[aria-busy=false]")
    ask(page)
    page.locator(".coach .acts a").click()
    page.wait_for_selector("main[data-game=classic] ol .choice")


def test_the_coach_says_what_it_takes_for_granted_of_dice_that_nobody_described(visit: Visit) -> None:
    page = visit(None)
    table = make_table(
        page, "kribbeln", HERE, {"kind": "here", "name": "Ben"}, dice="own", options={"arrangement": "any"}
    )
    begun = answer(page, f"/api/tables/{table}")
    wish = {"move": "- 3b 5r 1k 6y 2g 4o", "seen": begun["seq"], "key": "typed-dice", "seat": 0}
    post(page, f"/api/tables/{table}/commands", wish)
    page.goto(f"/t/{table}")
    ask(page)
    expect(page.locator(".coach [role=status]")).not_to_contain_text("Anordnung")
    page.locator(".coach [aria-expanded]").click()
    expect(page.locator(".coach .all .k-note", has_text="Anordnung")).to_have_count(1)
    page.goto(f"/review/{table}")
    expect(page.locator("article .k-note", has_text="Anordnung")).to_have_count(1)
