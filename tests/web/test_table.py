"""At a table: several browsers, passed phones, own dice, lost servers, keys and fast fingers."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit, answer
from tests.web.player import Player
from tests.web.server import Server
from tests.web.tables import CHICK, HERE, finish, open_table, put_together, table_of

DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}


def link_shown(page: Page) -> str:
    """The link that is to be passed on."""
    return page.locator(".share input").input_value()


def faces(page: Page) -> list[str | None]:
    """What the dice show."""
    return [die.get_attribute("data-face") for die in page.locator(".tray .die svg").all()]


def test_two_browsers_play_at_one_table_by_an_invitation(visit: Visit) -> None:
    host = visit("/")
    put_together(host, "classic", "Freunde")
    expect(host.get_by_role("heading", name="Noch nicht alle da")).to_be_visible()
    guest = visit(link_shown(host))
    guest.get_by_label("Dein Name").fill("Gabi")
    guest.get_by_role("button", name="Hinsetzen").tap()
    guest.wait_for_url("**/t/*")
    Player(host).roll()
    host.wait_for_selector(".tray .die svg[data-face]")
    guest.wait_for_selector(".tray .die svg[data-face]")
    assert faces(guest) == faces(host)
    expect(guest.locator(".dock .button.main")).to_be_disabled()
    Player(host).turn()
    Player(guest).roll()
    expect(host.locator(".player.turn .name")).to_have_text("Gabi")


def test_a_phone_is_passed_from_hand_to_hand(visit: Visit) -> None:
    page = visit("/new/hexhex")
    page.locator("form label").filter(has_text="Reihum").tap()
    for at, name in enumerate(("Oma", "Ben")):
        page.get_by_label(f"Name von Platz {at + 1}").fill(name)
    page.locator("form button.main").tap()
    page.wait_for_url("**/t/*")
    player = Player(page)
    for name in ("Oma", "Ben", "Oma"):
        player.wait()
        expect(page.locator(".player.turn .name")).to_have_text(name)
        expect(page.get_by_role("region", name=f"Blatt von {name}")).to_be_in_viewport(ratio=0.5)
        player.turn()
        player.turn()


def test_own_dice_are_typed_and_corrected_later(visit: Visit) -> None:
    page = visit("/")
    put_together(page, "classic", "Allein", "Eigene Würfel")
    for _ in range(5):
        page.locator(".pad .key").first.tap()
    page.locator("[data-spot=ones]").tap()
    Player(page).button.tap()
    expect(page.locator(".player .total")).to_have_text("5")
    page.get_by_role("button", name="Tischmenü").tap()
    page.get_by_role("button", name="Würfe verbessern").tap()
    page.get_by_role("button", name="Ändern").tap()
    for key in (0, 0, 5, 5, 5):
        page.locator("dialog .key").nth(key).tap()
    expect(page.locator(".player .total")).to_have_text("2")
    assert next(text for _, text in answer(page, f"/api/tables/{table_of(page)}")["entries"]) == "- 1 1 6 6 6"


def test_play_goes_on_without_reload_when_the_server_is_killed_and_started_again(visit: Visit, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        page = visit("/", home=server.home)
        open_table(page, "classic", HERE, CHICK)
        page.evaluate("window.same = true")
        player = Player(page)
        player.roll()
        before = faces(page)
        player.hold(1, 3)
        server.kill()
        player.button.tap()
        expect(page.get_by_text("Verbindung unterbrochen")).to_be_visible()
        server.start()
        page.wait_for_selector(".dock[aria-busy=false] .counter i.done >> nth=1")
        after = faces(page)
        assert (after[0], after[2]) == (before[0], before[2])
        player.turn()
        player.turn()
        expect(page.get_by_text("Verbindung unterbrochen")).to_have_count(0)
        assert page.evaluate("window.same")


def test_a_turn_is_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/", **DESK)
    open_table(page, "extreme")
    keys = page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(40):
            if page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"the tab key does not lead to {selector}")

    tab_to(".dock .button.main")
    keys.press("Enter")
    page.wait_for_selector(".dock[aria-busy=false] .counter i.done")
    keys.press("2")
    keys.press("5")
    expect(page.locator(".die[aria-pressed=true]")).to_have_count(2)
    expect(page.locator(".dock .button.main")).to_be_enabled()
    tab_to(".dock .button.main")
    keys.press("Enter")
    page.wait_for_selector(".dock[aria-busy=false] .counter i.done >> nth=1")
    page.locator("body").press("Home")
    page.evaluate("document.activeElement.blur()")
    tab_to(".panel.mine [data-spot]")
    keys.press("ArrowDown")
    keys.press("Enter")
    tab_to(".dock .button.main")
    keys.press("Enter")
    expect(page.locator(".dock .button.main")).to_have_text("Würfeln")
    assert answer(page, f"/api/tables/{table_of(page)}")["entries"][-1][1] == "0 write twos"


def test_ten_taps_in_a_second_all_count(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "extreme")
    Player(page).roll()
    expect(page.locator(".die").first).to_be_enabled()
    places = [die.bounding_box() for die in page.locator(".tray .die").all()[:2]]
    spots = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["height"]) for box in places if box]
    page.evaluate("window.since = performance.now()")
    up = [False, False]
    for tap in range(10):
        which = 0 if tap < 3 or tap == 9 else 1
        x, y, size = spots[which]
        page.touchscreen.tap(x, y - (size if up[which] else 0))
        up[which] = not up[which]
    assert up == [False, False]
    page.touchscreen.tap(*spots[0][:2])
    expect(page.locator(".die[aria-pressed=true]")).to_have_count(1)


def test_whoever_watches_sees_everything_and_touches_nothing(visit: Visit) -> None:
    host = visit("/")
    table = open_table(host, "krisskross", HERE, CHICK)
    links = answer(host, f"/api/tables/{table}")["links"]
    guest = visit(f"/watch/{table}#{links['watch']}")
    guest.wait_for_url("**/t/*")
    expect(guest.get_by_role("region", name="Blatt von Anna")).to_be_visible()
    player = Player(host)
    for _ in range(3):
        player.turn()
    expect(guest.locator(".panel").first.locator(".symbol")).to_have_count(host.locator(".panel.mine .symbol").count())
    expect(guest.locator(".panel.mine")).to_have_count(0)
    expect(guest.locator(".dock .button.main")).to_be_disabled()


def test_a_rematch_keeps_the_series(visit: Visit) -> None:
    page = visit("/")
    first = open_table(page, "hexhex")
    finish(page, first)
    score = answer(page, f"/api/tables/{first}")["scene"]["sheets"][0]["total"]
    page.get_by_role("button", name="Noch einmal spielen").tap()
    page.wait_for_url(lambda url: "/t/" in url and not url.endswith(first))
    Player(page).roll()
    expect(page.locator(".foot .box .written").first).to_have_text(str(score))
    assert answer(page, f"/api/tables/{table_of(page)}")["past"] == [{"table": first, "scores": [score]}]


def test_a_move_is_taken_back_by_the_toast(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "classic")
    player = Player(page)
    player.roll()
    player.turn()
    page.get_by_role("button", name="Zurücknehmen").tap()
    expect(page.locator(".panel.mine [aria-pressed]")).to_have_count(13)


def test_the_coach_picks_up_the_dice_to_hold(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "classic")
    Player(page).roll()
    page.get_by_role("button", name="Coach fragen").tap()
    page.locator("dialog li button").first.tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    pointed = page.locator(".die[aria-pressed=true], .panel.mine [aria-pressed=true]")
    expect(pointed.first).to_be_visible()
