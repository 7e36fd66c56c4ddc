"""Sheets of one's own: put together by touching pictures, kept on the device, played and passed on."""

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.program import answer
from tests.web.tables import table_of

TASKS = ((1, "green"), (12, "blue", "red"), (6,), (4, "green", "red"), (11,), (14, "yellow", "black", "orange"))
WRITTEN = "1 green; blue > red; 3 any; 0 green & 0 red; no 2; yellow != black != orange"
SAID = "1 × grün; blau > rot; eine Farbe 3 ×; 0 × grün, 0 × rot; keine Farbe 2 ×; gelb ≠ schwarz ≠ orange"
SHEET = ".sheet[aria-pressed]"


def build(page: Page, name: str = "Omas Blatt") -> None:
    """Put a sheet together on the page that sets a table, and keep it."""
    page.locator("form > details > summary").tap()
    page.locator("section button", has_text="Neues Blatt").tap()
    for kind, *colours in TASKS:
        page.locator(f"dialog [data-kind='{kind}']").tap()
        for colour in colours:
            page.locator(f"dialog [data-colour={colour}]").tap()
    page.locator("dialog input").fill(name)
    page.locator("dialog .button.main").tap()
    expect(page.locator("dialog")).to_have_count(0)


def start(page: Page) -> list[str]:
    """Start the table, and tell the tasks that lie on it."""
    page.locator("form button.main.start").tap()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".kribbeln-head")
    view = answer(page, f"/api/tables/{table_of(page)}")
    assert view["options"]["tasks"] == WRITTEN
    return page.locator(".kribbeln-head .small").all_text_contents()


def test_a_sheet_put_together_by_touch_is_kept_and_played(visit: Visit) -> None:
    page = visit("/new/kribbeln")
    build(page)
    expect(page.locator(SHEET)).to_contain_text("Omas Blatt")
    expect(page.locator(SHEET)).to_have_attribute("aria-pressed", "true")
    # Everybody has a sheet; the same tasks stand on all of them.
    assert [said for said in dict.fromkeys(start(page)) if said in SAID] == SAID.split("; ")
    # Another day it is still there, and may be left out again for one of ours.
    page.goto("/new/kribbeln")
    page.locator("form > details > summary").tap()
    expect(page.locator(SHEET)).to_contain_text("Omas Blatt")
    page.locator("form label", has_text="3").first.tap()
    expect(page.locator(SHEET)).to_have_attribute("aria-pressed", "false")


def test_a_shared_sheet_opens_on_another_device_in_its_language(visit: Visit) -> None:
    page = visit("/new/kribbeln")
    build(page)
    page.locator("section button", has_text="Teilen").tap()
    expect(page.locator("dialog img")).to_be_visible()
    expect(page.locator("dialog .text p")).to_have_text(SAID)
    link = page.locator("dialog input").input_value()
    other = visit(link, locale="en-GB")
    expect(other.locator(SHEET)).to_contain_text("Omas Blatt")
    expect(other.locator(SHEET)).to_contain_text("not saved yet")
    other.locator("section button.main").tap()
    expect(other.locator(SHEET)).not_to_contain_text("not saved yet")
    assert "blue > red" in start(other)


def test_one_task_of_a_kept_sheet_is_changed_and_the_sheet_put_away_by_a_second_touch(visit: Visit) -> None:
    page = visit("/new/kribbeln")
    build(page)
    page.locator("section button", has_text="Ändern").tap()
    page.locator(".slots button").nth(2).tap()
    page.locator("dialog [data-kind='9']").tap()
    page.locator("dialog .button.main").tap()
    expect(page.locator(SHEET)).to_have_count(1)
    expect(page.locator(SHEET)).to_contain_text("eine Farbe 4 ×")
    page.locator("section button", has_text="Löschen").tap()
    expect(page.locator(SHEET)).to_have_count(1)
    page.locator("section button", has_text="Wirklich").tap()
    expect(page.locator(SHEET)).to_have_count(0)


def test_a_link_with_a_task_that_is_none_says_which_when_the_table_is_set(visit: Visit) -> None:
    page = visit("/new/kribbeln?tasks=1+green%3B+purple+%3E+red%3B+3+any%3B+no+2%3B+no+3%3B+4+any")
    page.locator("form button.main.start").tap()
    expect(page.locator("form [role=alert]")).to_contain_text("Aufgabe 2")
    expect(page.locator("form [role=alert]")).to_contain_text("purple")


def test_a_mistake_in_typed_tasks_is_marked_where_it_stands_until_it_is_mended(visit: Visit) -> None:
    page = visit("/new/kribbeln")
    page.locator("form > details > summary").tap()
    page.get_by_text("Aufgaben eintippen").tap()
    field = page.locator("textarea")
    # The ü is typed as two letters, and the sign before the mistake takes two units in a browser.
    field.fill("2 × gru\u0308n, 3 Farben, 1 × \U0001d505lau, blau > rot, keine Farbe 2 ×, 0 × schwarz")
    page.locator("form button.main.start").tap()
    expect(page.locator("mark")).to_have_text("\U0001d505lau")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert field.evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)") == "\U0001d505lau"
    page.keyboard.type("rot")
    field.blur()
    expect(page.locator("mark")).to_have_count(0)
    page.locator("form button.main.start").tap()
    page.wait_for_url("**/t/*")


def test_a_pad_with_a_mistake_in_its_address_can_be_mended(visit: Visit) -> None:
    page = visit("/pad/kribbeln?tasks=1+green%3B+purple+%3E+red%3B+3+any%3B+no+2%3B+no+3%3B+4+any", locale="en-GB")
    expect(page.locator("mark")).to_have_text("purple")
    page.keyboard.type("yellow")
    page.locator("textarea").blur()
    expect(page.locator("main > img")).to_have_count(1)
    expect(page.locator("mark")).to_have_count(0)
