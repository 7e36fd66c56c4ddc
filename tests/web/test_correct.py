"""Corrections at the kitchen table: touched, told to everybody, and nothing that anybody typed is lost."""

import secrets

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.program import answer
from tests.web.tables import HERE, make_table, open_table, post
from tests.web.waiting import until

BEN = {"kind": "here", "name": "Ben"}
LINK = {"kind": "link"}


def do(page: Page, table: str, *moves: str) -> None:
    """Send commands as whoever's turn it is, of those who play on this device."""
    for move in moves:
        view = answer(page, f"/api/tables/{table}")
        seat = next((seat for seat in view["scene"]["seats"] if seat in view["you"]), view["you"][0])
        command = {"move": move, "seen": view["seq"], "key": secrets.token_hex(8), "seat": seat}
        post(page, f"/api/tables/{table}/commands", command)


def touches(page: Page) -> None:
    """Count every touch from now on."""
    page.evaluate("window.touches = 0; addEventListener('click', () => window.touches++, { capture: true })")


def written(page: Page, seat: int, cell: str) -> str:
    """The selector of a cell in which something stands."""
    return f"[data-seat='{seat}'] [data-written={cell}]"


def test_a_wrong_score_is_corrected_rounds_later_in_three_touches(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "classic", HERE, BEN, dice="own")
    do(page, table, "enter full_house: 25", "enter fives: 15", "enter fives: 10", "enter chance: 17", "- 6 6 1 2 3")
    page.locator(written(page, 0, "full_house")).wait_for()
    touches(page)
    page.locator(written(page, 0, "full_house")).tap()
    page.locator(".correct .value").first.tap()
    expect(page.locator(".correct .answer")).to_contain_text("Full House 25 → 0")
    page.locator(".correct .acts .main").tap()
    expect(page.locator(".toasts")).to_contain_text("Full House 25 → 0")
    assert page.evaluate("touches") == 3
    expect(page.locator(f"{written(page, 0, 'full_house')} .dash")).to_be_visible()


def test_one_wrong_die_is_corrected_in_four_touches(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "classic", HERE, BEN, dice="own")
    do(page, table, "- 5 5 5 2 2", "write full_house", "- 1 1 1 1 2")
    page.locator(written(page, 0, "full_house")).wait_for()
    touches(page)
    page.locator(written(page, 0, "full_house")).tap()
    page.locator(".correct .dice button").last.tap()
    page.locator(".correct .keys button").nth(2).tap()
    page.locator(".correct .acts .main").tap()
    expect(page.locator(".toasts")).to_contain_text("Full House 25 → 0")
    assert page.evaluate("touches") == 4
    assert answer(page, f"/api/tables/{table}")["history"][0]["faces"][4] == "3"


def test_what_no_longer_fits_is_named_and_entered_again_or_everything_stays(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "classic", HERE, BEN, dice="own")
    do(page, table, "enter full_house: 25", "enter fives: 15", "enter fives: 10", "enter chance: 17")
    before = answer(page, f"/api/tables/{table}")["seq"]

    def wrong_box() -> None:
        page.locator(written(page, 0, "full_house")).tap()
        page.locator(".correct select").select_option(label="Fünfer")
        page.locator(".correct .value").get_by_text("20", exact=True).tap()
        expect(page.locator(".correct .conflict")).to_contain_text("Anna: In Fünfer eintragen: 10")

    wrong_box()
    page.get_by_role("button", name="Alles lassen").tap()
    expect(page.locator(".correct")).to_have_count(0)
    assert answer(page, f"/api/tables/{table}")["seq"] == before
    wrong_box()
    page.get_by_role("button", name="und neu eintragen").tap()
    expect(page.locator(".toasts")).to_contain_text("kommen zurück, sobald das eingetragen ist")
    page.locator("[data-seat='0'] [data-spot=sixes].open").tap()
    page.locator(".dock .button.main").tap()
    sure, chance = page.locator(".dock .button.sure"), page.locator(f"{written(page, 1, 'chance')} .written")
    until(page, lambda: sure.count() or chance.count())
    if sure.count():
        sure.tap()
    expect(chance).to_have_text("17")
    assert answer(page, f"/api/tables/{table}")["put_back"] == 0


def test_a_corrected_sum_that_lets_another_begin_leaves_every_throw_with_its_player(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "kribbeln", HERE, BEN, dice="own")
    do(page, table, "enter task_1: 30", "enter task_1: 20", "enter task_2: 25", "enter task_2: 24")
    page.locator("[data-seat='0'] [data-written='task_2 1']").wait_for(state="attached")
    page.locator("[data-seat='0'] [data-written='task_1 0']").tap()
    page.locator(".correct .value").get_by_text("18", exact=True).tap()
    expect(page.locator(".correct .answer")).to_contain_text("alle behalten ihre Würfe")
    page.locator(".correct .acts .main").tap()
    expect(page.locator(".toasts")).to_contain_text("30 → 18")
    view = answer(page, f"/api/tables/{table}")
    assert [one["seat"] for one in view["history"]] == [0, 0, 1, 1, 1, 1, 0, 0]
    sheets = [{cell["key"]: cell["value"] for cell in sheet["cells"]} for sheet in view["scene"]["sheets"]]
    assert [(sheet["task_1"], sheet["task_2"]) for sheet in sheets] == [(18, 25), (20, 24)]


def phones_at(visit: Visit, game: str, *names: str) -> tuple[str, list[Page]]:
    """Anna and others, each with a phone, at one table with own dice."""
    host = visit(None)
    table = make_table(host, game, HERE, *[LINK] * len(names), dice="own")
    invite = answer(host, f"/api/tables/{table}")["links"]["invite"]
    phones = [host]
    for name in names:
        phone = visit(None)
        post(phone, f"/api/tables/{table}/join", {"ticket": invite, "name": name})
        phones.append(phone)
    for phone in phones:
        phone.goto(f"/t/{table}")
        phone.wait_for_selector(".pad .key")
    return table, phones


def test_at_four_phones_everybody_is_told_what_changed_and_by_whom(visit: Visit) -> None:
    table, phones = phones_at(visit, "classic", "Ben", "Cleo", "Dora")
    anna, ben, cleo, dora = phones
    for phone, moves in zip(phones, (("full_house: 25",), ("fives: 15",), ("fours: 8",), ("chance: 17",)), strict=True):
        do(phone, table, *(f"enter {move}" for move in moves))
    for phone in phones:
        phone.locator(written(phone, 3, "chance")).wait_for(state="attached")
    # Ben corrects Anna's score on his phone, on her sheet.
    do(ben, table, "correct 2 enter full_house: 0")
    # The toasts go after a while, so all of them are looked at first.
    for phone in (anna, cleo, dora):
        expect(phone.locator(".toasts")).to_contain_text("Ben hat korrigiert: Anna: Full House 25 → 0")
    for phone in (anna, cleo, dora):
        # No toast tells of the 25 any more, and the sheet has none.
        expect(phone.locator(".toasts")).not_to_contain_text("eintragen: 25")
        expect(phone.locator(f"{written(phone, 0, 'full_house')} .dash")).to_be_attached()
    views = [answer(phone, f"/api/tables/{table}") for phone in phones]
    assert all(view["scene"] == views[0]["scene"] for view in views)
    # Dora corrects her own by touching it.
    dora.locator(written(dora, 3, "chance")).tap()
    dora.locator(".correct .value").get_by_text("18", exact=True).tap()
    dora.locator(".correct .acts .main").tap()
    expect(anna.locator(".toasts")).to_contain_text("Dora hat korrigiert: Dora: Chance 17 → 18")


def test_of_two_phones_that_type_the_same_throw_the_second_keeps_what_it_typed(visit: Visit) -> None:
    table, (anna, ben) = phones_at(visit, "classic", "Ben")
    for face in (5, 5, 5):
        ben.locator(".pad .key").nth(face - 1).tap()
    for face in (5, 5, 2, 1, 1):
        anna.locator(".pad .key").nth(face - 1).tap()
    expect(ben.locator(".first")).to_contain_text("Anna war schneller")
    expect(ben.locator(".first .dice").last.locator("svg")).to_have_count(3)
    expect(anna.locator(".tray svg[data-face]")).to_have_count(5)
    expect(anna.locator(".first")).to_have_count(0)
    ben.get_by_role("button", name="So lassen").tap()
    expect(ben.locator(".first")).to_have_count(0)
    assert [one["by"] for one in answer(ben, f"/api/tables/{table}")["history"]] == [0]
