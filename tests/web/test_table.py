"""At a table: several browsers, passed phones, own dice, lost servers, keys and fast fingers."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.server import Server
from tests.web.tables import CHICK, HERE, finish, open_table, post, put_together, seat_somebody, table_of

TAP = 60
"""Milliseconds between two quick taps: ten of them take less than a second."""
COUNT_CHANGES = """() => {
    window.changes = []
    const watch = new MutationObserver((seen) => {
        for (const { target } of seen) window.changes.push(target.getAttribute('aria-pressed') === 'true')
    })
    watch.observe(document.querySelector('.tray'), { subtree: true, attributeFilter: ['aria-pressed'] })
}"""
ANSWER_LATE = """(() => {
    const plain = window.fetch
    window.fetch = async (...wish) => {
        const answer = await plain(...wish)
        if (String(wish[0]).endsWith('/commands')) await new Promise((done) => { window.answer = done })
        return answer
    }
})()"""
"""Keeps the answer to a command until `answer` is called, whatever the stream tells before."""
NOTE_WHAT_IS_SHOWN = """() => {
    window.shown = []
    const all = (selector) => [...document.querySelectorAll(selector)]
    const seen = {
        turn: () => all('.player.turn .name').some((name) => name.textContent === 'Küken'),
        dice: () => all('header:not(.own) ~ aside .tray svg[data-face]').length === 5,
        words: () => all('body *').some((one) => one.textContent.trim().startsWith('Küken: ') && one.checkVisibility()),
        box: () => all('.panel:not(.mine) .fresh').length === 1,
    }
    const note = () => shown.push(...Object.keys(seen).filter((name) => !shown.includes(name) && seen[name]()))
    new MutationObserver(note).observe(document.body, {
        subtree: true, childList: true, attributes: true, characterData: true,
    })
}"""
"""Notes what was shown of the turn of a bot, however short it was."""
DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}


def link_shown(page: Page) -> str:
    """The link that is to be passed on."""
    return page.locator(".share input").input_value()


def test_two_browsers_play_at_one_table_by_an_invitation(visit: Visit) -> None:
    host = visit(None)
    put_together(host, "classic", "Einladung")
    expect(host.get_by_role("heading", name="Noch nicht alle da")).to_be_visible()
    guest = visit(link_shown(host))
    guest.get_by_label("Dein Name").fill("Gabi")
    guest.get_by_role("button", name="Hinsetzen").tap()
    guest.wait_for_url("**/t/*")
    Player(host).roll()
    host.wait_for_selector(".tray .die svg[data-face]")
    guest.wait_for_selector(".tray .die svg[data-face]")
    assert Player(guest).faces == Player(host).faces
    expect(guest.locator(".dock .button.main")).to_be_disabled()
    Player(host).turn()
    Player(guest).roll()
    expect(host.locator(".player.turn .name")).to_have_text("Gabi")


def test_a_phone_is_passed_from_hand_to_hand(visit: Visit) -> None:
    page = visit("/new/hexhex")
    seat_somebody(page, 1, "Jemand hier")
    page.get_by_label("Dein Name").fill("Oma")
    page.get_by_label("2. Name").fill("Ben")
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
    page = visit(None)
    put_together(page, "classic", "Platz entfernen", "Eigene Würfel")
    for _ in range(5):
        page.locator(".pad .key").first.tap()
    page.locator("[data-spot=ones].open").tap()
    Player(page).button.tap()
    expect(page.locator(".player .total")).to_have_text("5")
    page.get_by_role("button", name="Tischmenü").tap()
    page.get_by_role("button", name="Würfe korrigieren").tap()
    page.get_by_role("button", name="Ändern").tap()
    page.locator(".correct .dice button").last.tap()
    page.locator(".correct .keys button").nth(5).tap()
    page.locator(".correct .acts .main").tap()
    expect(page.locator(".player .total")).to_have_text("4")
    assert answer(page, f"/api/tables/{table_of(page)}")["history"][0]["faces"] == ["1", "1", "1", "1", "6"]


def test_play_goes_on_without_reload_when_the_server_is_killed_and_started_again(visit: Visit, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        page = visit(None, home=server.home)
        open_table(page, "classic", HERE, CHICK)
        page.evaluate("window.same = true")
        player = Player(page)
        player.roll()
        before = player.faces
        player.hold(1, 3)
        server.kill()
        player.button.tap()
        expect(page.get_by_text("Verbindung unterbrochen")).to_be_visible()
        server.start()
        page.wait_for_selector(".dock[aria-busy=false] .counter i.done >> nth=1")
        after = player.faces
        assert (after[0], after[2]) == (before[0], before[2])
        player.turn()
        player.turn()
        expect(page.get_by_text("Verbindung unterbrochen")).to_have_count(0)
        assert page.evaluate("window.same")


def test_a_turn_is_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit(None, **DESK)
    open_table(page, "extreme")
    keys = page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(40):
            if page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"the tab key does not lead to {selector}")

    expect(page.locator(".dock .button.main")).to_be_enabled()
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
    # Dice without a Two give a zero, and that is asked about.
    if page.locator(".dock .button.sure").count():
        keys.press("Enter")
    expect(page.locator(".dock .button.main")).to_have_text("Würfeln")
    assert answer(page, f"/api/tables/{table_of(page)}")["entries"][-1][1] == "0 write twos"


def test_ten_taps_in_a_second_all_count(visit: Visit) -> None:
    page = visit(None)
    open_table(page, "extreme")
    Player(page).roll()
    expect(page.locator(".die").first).to_be_enabled()
    boxes = [die.bounding_box() for die in page.locator(".tray .die").all()]
    spots = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.evaluate(COUNT_CHANGES)
    fingers = page.context.new_cdp_session(page)
    # Five dice are picked up and put back: a finger that takes one down again need not look for it.
    for x, y in 2 * spots[:5]:
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(TAP)
    expect(page.locator(".die[aria-pressed=true]")).to_have_count(0)
    assert page.evaluate("window.changes") == [True] * 5 + [False] * 5
    assert len(page.locator(".tray svg[data-face]").all()) == len(spots)


def test_a_box_that_is_chosen_before_the_throw_is_answered_stays_chosen(visit: Visit) -> None:
    page = visit(None)
    page.add_init_script(ANSWER_LATE)
    open_table(page, "classic")
    player = Player(page)
    player.wait()
    player.button.tap()
    box = page.locator("[data-spot=chance].open")
    box.tap()
    expect(box).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.answer !== undefined")
    assert page.locator(".dock[aria-busy=true]").count() == 1
    page.evaluate("answer()")
    page.wait_for_selector(".dock[aria-busy=false]")
    assert box.get_attribute("aria-pressed") == "true"


def test_whoever_watches_sees_everything_and_touches_nothing(visit: Visit) -> None:
    host = visit(None)
    table = open_table(host, "krisskross", HERE, CHICK)
    links = answer(host, f"/api/tables/{table}")["links"]
    guest = visit(f"/watch/{table}#{links['watch']}")
    guest.wait_for_url("**/t/*")
    expect(guest.get_by_role("region", name="Blatt von Anna")).to_be_visible()
    player = Player(host)
    # The first symbol, a throw, and two symbols of it. The bot does the same, throws next, and is ahead by two.
    for _ in range(3):
        player.turn()
    for page in (host, guest):
        for seat, count in enumerate((3, 5)):
            expect(page.locator(".panel").nth(seat).locator(".symbol")).to_have_count(count)
    written = [
        [cell["value"] for cell in sheet["cells"] if cell["part"] == "grid" and cell["value"]]
        for sheet in answer(guest, f"/api/tables/{table}")["scene"]["sheets"]
    ]
    assert [len(symbols) for symbols in written] == [3, 5]
    expect(guest.locator(".panel.mine")).to_have_count(0)
    expect(guest.locator(".dock .button")).to_have_count(0)
    expect(guest.locator(".dock").get_by_text("Du schaust zu")).to_be_visible()


def test_one_can_follow_what_a_bot_does(visit: Visit, tmp_path: Path) -> None:
    with Server(tmp_path, pace=0.5) as server:
        page = visit(None, home=server.home)
        open_table(page, "classic", HERE, CHICK)
        player = Player(page)
        player.turn()
        page.evaluate(NOTE_WHAT_IS_SHOWN)
        player.turn()
        player.wait()
        expect(page.locator("header.own")).to_be_visible()
        page.wait_for_function("() => shown.length === 4")
        assert set(page.evaluate("shown")) == {"turn", "dice", "words", "box"}


def test_a_rematch_keeps_the_series(visit: Visit) -> None:
    page = visit(None)
    first = open_table(page, "hexhex")
    finish(page, first)
    score = answer(page, f"/api/tables/{first}")["scene"]["sheets"][0]["total"]
    page.get_by_role("button", name="Noch einmal spielen").tap()
    page.wait_for_url(lambda url: "/t/" in url and not url.endswith(first))
    Player(page).roll()
    expect(page.locator(".foot .box .written").first).to_have_text(str(score))
    assert answer(page, f"/api/tables/{table_of(page)}")["past"] == [{"table": first, "scores": [score]}]


def test_a_move_is_taken_back_beside_the_big_button(visit: Visit) -> None:
    page = visit(None)
    open_table(page, "classic")
    player = Player(page)
    player.roll()
    player.turn()
    page.get_by_role("button", name="Zurücknehmen").tap()
    expect(page.locator(".panel.mine [aria-pressed]")).to_have_count(13)


def test_a_zero_is_asked_about_only_while_something_better_is_open(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "classic", dice="own")
    button = Player(page).button

    def written() -> int:
        return len(answer(page, f"/api/tables/{table}")["entries"])

    def type_ones() -> None:
        for _ in range(5):
            page.locator(".pad .key").first.tap()
        page.wait_for_selector(".dock[aria-busy=false]")

    type_ones()
    page.locator("[data-spot=sixes].open").tap()
    expect(button).to_have_text(re.compile("^Sechser streichen"))
    button.tap()
    expect(button).to_have_text(re.compile("^Wirklich 0 Punkte"))
    page.locator("[data-spot=fives].open").tap()
    expect(button).to_have_text(re.compile("^Fünfer streichen"))
    button.tap()
    assert written() == 1
    button.tap()
    expect(page.get_by_role("button", name="Zurücknehmen")).to_be_visible()
    assert written() == 2
    type_ones()
    page.locator("[data-spot=ones].open").tap()
    button.tap()
    expect(page.locator(".player .total")).to_have_text("5")


def test_a_bot_of_a_chosen_level_takes_a_free_seat(visit: Visit) -> None:
    page = visit(None)
    put_together(page, "classic", "Einladung")
    page.get_by_role("button", name="Bot hinsetzen").tap()
    page.get_by_role("dialog").get_by_role("button", name="Eule").tap()
    expect(page.locator(".player .name")).to_have_text(["Platz 1 (du)", "Eule"])
    assert answer(page, f"/api/tables/{table_of(page)}")["seats"][1]["bot"] == "owl"


def test_the_coach_picks_up_the_dice_to_hold(visit: Visit) -> None:
    page = visit(None)
    table = open_table(page, "classic", dice="own")
    post(page, f"/api/tables/{table}/commands", {"move": "- 5 1 5 2 5", "seen": 0, "key": "typed"})
    page.get_by_role("button", name="Coach fragen").tap()
    expect(page.locator(".die[aria-pressed=true] svg[data-face='5']")).to_have_count(3)
    expect(page.locator(".die[aria-pressed=true]")).to_have_count(3)
