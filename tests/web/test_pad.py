"""Scores entered without their dice: the box, the points; the dice are one touch away."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.tables import HERE, make_table, open_table, post
from tests.web.views import BEN, GAMES, TITLES

PADS = (Path(__file__).parents[2] / "docs" / "pads.md").read_text("utf-8")
DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}


def value(page: Page, words: str) -> None:
    """Touch a value, and wait until it is entered."""
    with page.expect_response("**/commands") as sent:
        page.locator(".scores .value").get_by_text(words, exact=True).click()
    assert sent.value.ok


NOTE_CLICKS = """() => {
    window.hit = []
    document.addEventListener('click', ({ target }) => hit.push(target.closest('.panel.mine')), { capture: true })
}"""
"""Notes what is clicked, before anything becomes of it: the own sheet, or null."""


def touches(page: Page) -> None:
    """Count every touch from now on."""
    page.evaluate("window.touches = 0; addEventListener('pointerdown', () => window.touches++, { capture: true })")


def scores(page: Page) -> None:
    """Enter scores from now on."""
    page.get_by_role("button", name="Punkte eingeben").tap()
    page.wait_for_selector(".scores .values")


def test_a_turn_is_entered_in_two_touches_and_taken_back_whole(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "classic", HERE, BEN, dice="own")
    scores(page)
    touches(page)
    page.locator("[data-seat='0'] [data-spot=full_house][data-enter=open]").tap()
    expect(page.locator(".scores .value")).to_have_text(["Full House streichen", "25"])
    value(page, "25")
    assert page.evaluate("touches") == 2
    expect(page.locator("[data-seat='0'] [data-spot=full_house] .written")).to_have_text("25")
    expect(page.locator("[data-seat='1'] [data-spot=full_house][data-enter=open]")).to_be_visible()
    page.get_by_role("button", name="Zurücknehmen").tap()
    expect(page.locator("[data-seat='0'] [data-spot=full_house][data-enter=open]")).to_be_visible()
    assert answer(page, f"/api/tables/{table}")["history"] == []


def test_the_choice_is_remembered_and_dice_are_one_touch_away(visit: Visit) -> None:
    page = visit(None)
    open_table(page, "classic", dice="own")
    scores(page)
    page.reload()
    page.locator("[data-spot=fives][data-enter=open]").tap()
    expect(page.locator(".scores .value")).to_have_text(["Fünfer streichen", "5", "10", "15", "20", "25"])
    page.get_by_role("button", name="Würfel eingeben").tap()
    expect(page.locator(".pad .key")).to_have_count(6)
    page.reload()
    expect(page.locator(".pad .key")).to_have_count(6)


@pytest.mark.parametrize("touched", [".scores .mark", "[data-seat='0'] [data-spot=chips]"])
def test_a_chip_is_marked_beside_the_score_or_on_the_sheet(visit: Visit, touched: str) -> None:
    page = visit(None)
    table = open_table(page, "extreme", HERE, BEN, dice="own")
    scores(page)
    page.locator("[data-seat='0'] [data-spot=highway][data-enter=open]").tap()
    page.locator(touched).tap()
    expect(page.locator(".scores .mark")).to_have_attribute("aria-pressed", "true")
    value(page, "50")
    sheet = answer(page, f"/api/tables/{table}")["scene"]["sheets"][0]
    cells = {cell["key"]: cell["value"] for cell in sheet["cells"]}
    assert (cells["highway"], cells["chips"]) == (50, 2)


@pytest.mark.parametrize(("words", "written"), [("24", 24), ("X", "X")])
def test_a_row_takes_the_sum_if_its_task_was_met_and_else_an_x(visit: Visit, words: str, written: int | str) -> None:
    page = visit(None)
    table = open_table(page, "kribbeln", HERE, BEN, dice="own")
    scores(page)
    page.locator(".scores .value").filter(has_text=re.compile(words)).first.wait_for()
    with page.expect_response("**/commands"):
        page.locator(".scores .value").filter(has_text=re.compile(words)).first.tap()
    view = answer(page, f"/api/tables/{table}")
    assert [one["witnessed"] for one in view["history"]] == [True, False]
    assert view["scene"]["sheets"][view["history"][0]["seat"]]["cells"][0]["value"] == written


def test_a_dodge_is_entered_in_the_kribbel_field_and_the_task_is_open_still(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "kribbeln", HERE, BEN, dice="own")
    scores(page)
    page.locator(".scores .choice").nth(1).tap()
    value(page, "20")
    view = answer(page, f"/api/tables/{table}")
    cells = {cell["key"]: cell["value"] for cell in view["scene"]["sheets"][0]["cells"]}
    assert (cells["task_1"], cells["kribbel_1"]) == (None, 20)
    assert view["scene"]["seats"] == [0]


def told(game: str) -> tuple[int, int]:
    """How many touches a turn takes by its dice and by its score, as the documents say."""
    found = re.search(rf"^\| {TITLES[game]} \| (\d+) \| (\d+) \|$", PADS, re.MULTILINE)
    assert found
    return int(found[1]), int(found[2])


def begun(page: Page, game: str) -> None:
    """A table with own dice whose first throw is typed next, touches counted from there."""
    table = make_table(page, game, *[HERE, BEN][: GAMES[game].seats[0]], dice="own")
    view = answer(page, f"/api/tables/{table}")
    if view["scene"]["waiting"] == "decide":  # Something is chosen before anything is thrown.
        command = {"move": view["moves"]["0"][0], "seen": view["seq"], "key": "begin", "seat": 0}
        post(page, f"/api/tables/{table}/commands", command)
    page.goto(f"/t/{table}")
    page.wait_for_selector(".pad")


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_takes_as_many_touches_as_the_documents_say(visit: Visit, game: str) -> None:
    page = visit(None)
    begun(page, game)
    touches(page)
    dice = page.locator(".pad .slots button").count()
    for _ in range(dice):
        page.locator(".pad .key:enabled").first.tap()
    Player(page).choose()
    with page.expect_response("**/commands"):
        Player(page).button.tap()
    by_dice = page.evaluate("touches")
    begun(page, game)
    scores(page)
    touches(page)
    page.wait_for_selector(".scores :is(.value, .wish)")
    while not page.locator(".scores .value").count():
        page.locator("[data-seat='0'] [data-enter=open]").first.tap()
    with page.expect_response("**/commands") as sent:
        page.locator(".scores .value").first.tap()
    assert sent.value.ok
    assert (by_dice, page.evaluate("touches")) == told(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_that_rests_on_the_last_key_touches_nothing_when_it_is_lifted(visit: Visit, game: str) -> None:
    page = visit(None)
    begun(page, game)
    for _ in range(page.locator(".pad .slots button").count() - 1):
        page.locator(".pad .key:enabled").first.tap()
    box = page.locator(".pad .key:enabled").first.bounding_box()
    assert box
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    page.evaluate(NOTE_CLICKS)
    chrome = page.context.new_cdp_session(page)
    chrome.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    page.locator(".pad.keyboard").wait_for(state="detached")
    chrome.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    # What another finger touches on the sheet is touched as ever.
    Player(page).choose()
    assert page.evaluate("hit.length > 0 && hit.every(Boolean)")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_letters_choose_a_box_and_digits_enter_it(visit: Visit) -> None:
    page = visit(None, **DESK)
    open_table(page, "classic", dice="own")
    page.wait_for_selector(".pad .key")
    for face in "25513":
        page.keyboard.press(face)
    expect(page.locator(".tray svg[data-face]")).to_have_count(5)
    open_table(page, "classic", dice="own")
    page.get_by_role("button", name="Punkte eingeben").click()
    page.locator("[data-spot=chance][data-enter=open]").first.wait_for()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("c")
    expect(page.locator(".scores .value").last).to_have_text("30")
    with page.expect_response("**/commands"):
        page.keyboard.type("17")
    expect(page.locator("[data-spot=chance] .written").first).to_have_text("17")


def test_what_was_entered_without_dice_is_marked_among_the_throws(visit: Visit) -> None:
    page = visit(None)
    open_table(page, "classic", dice="own")
    scores(page)
    page.locator("[data-spot=fives][data-enter=open]").tap()
    value(page, "10")
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Würfe")).tap()
    expect(page.get_by_role("dialog")).to_contain_text("Ohne Würfel eingetragen")
