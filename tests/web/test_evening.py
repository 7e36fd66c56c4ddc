"""The evening at a table: everybody in sight, a device that goes round, a clock, what is taken back, and the end."""

import re
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.player import HAND, TOUCHABLE, Player
from tests.web.program import answer
from tests.web.server import Server
from tests.web.tables import HERE, finish, make_table, open_table, post
from tests.web.views import BEN, play
from tests.web.waiting import until

BOTS = [
    {"kind": "bot", "level": level, "name": name}
    for level, name in {"owl": "Eule", "fox": "Fuchs", "cat": "Katze", "hare": "Hase", "chick": "Küken"}.items()
]
CUT = """() => {
    const edge = document.querySelector('header .end').getBoundingClientRect().left
    return [...document.querySelectorAll('.player')].flatMap((player) => {
        const shown = [player, ...player.querySelectorAll('.token, :is(.total, .name):not(.sr-only)')]
        const cut = ({ scrollWidth, clientWidth }) => clientWidth && scrollWidth > clientWidth + 1
        const hidden = (part) => part.getBoundingClientRect().right > edge + 1 || cut(part)
        return shown.filter(hidden).map((part) => part.outerHTML)
    })
}"""
"""What of the players is cut, or lies under what stands beside them."""


@pytest.mark.parametrize("players", range(2, 7))
def test_on_a_phone_everybody_is_seen_with_their_total_and_nothing_is_cut(visit: Visit, players: int) -> None:
    page = visit(None)
    long = {"kind": "here", "name": "Maximiliane Freifrau von"}
    name = make_table(page, "classic", long, *BOTS[: players - 1], clock=600)
    play(page, name, 2)
    page.goto(f"/t/{name}")
    Player(page).wait()
    expect(page.locator(".player .total")).to_have_count(players)
    assert page.evaluate(CUT) == []
    page.locator(".strip").tap()
    expect(page.locator("dialog li")).to_have_count(players)
    expect(page.locator("dialog").get_by_text("Maximiliane Freifrau von")).to_be_visible()


def test_those_who_are_called_alike_are_told_apart(visit: Visit) -> None:
    page = visit(None)
    open_table(page, "classic", HERE, HERE, BOTS[0])
    page.locator(".strip").tap()
    expect(page.locator("dialog li b")).to_have_text(["Anna", "Anna (2)", "Eule"])


def test_a_device_is_passed_on_after_the_written_number_was_seen(visit: Visit) -> None:
    page = visit(None)
    open_table(page, "classic", HERE, BEN)
    player = Player(page)
    player.wait()
    expect(player.button).to_have_text("Anna würfelt")
    player.turn()
    player.turn()
    expect(page.get_by_role("region", name="Blatt von Anna")).to_be_in_viewport(ratio=0.5)
    expect(page.locator(HAND)).to_contain_text("Ben")
    page.locator(".hand .button").tap()
    expect(page.locator(HAND)).to_have_count(0)
    expect(page.locator(TOUCHABLE).first).to_be_visible()
    player.turn()
    player.wait()
    expect(page.get_by_role("region", name="Blatt von Ben")).to_be_in_viewport(ratio=0.5)
    expect(player.button).to_have_text("Ben würfelt")


def seconds(page: Page) -> int:
    """What the clock shows."""
    minutes, rest = page.get_by_role("timer").inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def test_the_clock_counts_by_the_time_of_the_server_and_says_what_happens_then(visit: Visit) -> None:
    page = visit(None, reduced_motion="reduce")
    page.add_init_script("const real = Date.now; Date.now = () => real() + 3_600_000")
    open_table(page, "classic", HERE, BEN, clock=600)
    Player(page).wait()
    first = seconds(page)
    assert 0 < first <= 600
    page.wait_for_function("(first) => document.querySelector('[role=timer]').textContent !== first", arg=clock(first))
    assert seconds(page) < first
    expect(page.get_by_text("Danach darf ein Bot für dich spielen.")).to_be_visible()


def clock(left: int) -> str:
    """Seconds as the clock shows them."""
    return f"{left // 60}:{left % 60:02}"


def test_what_one_wrote_can_be_taken_back_while_bots_play_and_after(visit: Visit, tmp_path: Path) -> None:
    with Server(tmp_path, pace=0.3) as server:
        page = visit(None, home=server.home)
        name = open_table(page, "classic", HERE, *BOTS[3:], undo="free")
        player = Player(page)
        player.turn()
        player.turn()
        undo = page.get_by_role("button", name="Zurücknehmen")
        expect(undo).to_be_visible()
        player.wait()
        expect(undo).to_be_visible()
        undo.tap()
        expect(page.locator(TOUCHABLE).first).to_be_visible()
        assert len(answer(page, f"/api/tables/{name}")["entries"]) == 1


def test_the_result_survives_a_second_tap_and_play_goes_on_from_there(visit: Visit) -> None:
    page = visit(None, own=True)
    page.clock.install()
    name = make_table(page, "hexhex", HERE)
    for _ in range(60):  # All but the last entry.
        view = answer(page, f"/api/tables/{name}")
        if len([cell for cell in view["scene"]["sheets"][0]["cells"] if cell["value"] is None and cell["move"]]) == 1:
            break
        play(page, name, 1)
    page.goto(f"/t/{name}")
    player = Player(page)
    player.wait()
    if player.rolls:
        player.press()
    player.choose()
    box = player.button.bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    # The breath of the result lasts until all taps are made, however long they take.
    page.clock.pause_at(page.evaluate("Date.now() + 1"))
    page.touchscreen.tap(**at)
    sure = page.locator(".dock .button.sure")
    until(page, lambda: sure.count() or page.locator(".result").count())
    if sure.count():
        page.touchscreen.tap(**at)
    page.wait_for_selector(".result")
    for _ in range(3):
        page.touchscreen.tap(**at)
    page.clock.resume()
    assert page.url.endswith(f"/t/{name}")
    expect(page.locator(".result")).to_contain_text("Geschafft")
    page.wait_for_selector(".result .next.armed")
    page.get_by_role("button", name="Noch einmal spielen").tap()
    page.wait_for_function("(name) => !location.pathname.endsWith(name)", arg=name)


def test_who_is_still_at_the_old_table_is_told_who_has_gone_on_and_follows_with_one_tap(visit: Visit) -> None:
    host = visit(None)
    name = make_table(host, "hexhex", HERE, {"kind": "link"})
    invite = answer(host, f"/api/tables/{name}")["links"]["invite"]
    guest = visit(f"/join/{name}#{invite}")
    guest.get_by_role("textbox").fill("Gabi")
    guest.locator("form button.main").tap()
    guest.wait_for_url("**/t/*")
    while not (view := answer(host, f"/api/tables/{name}"))["over"]:
        for page in (host, guest):
            for seat, moves in answer(page, f"/api/tables/{name}")["moves"].items():
                wish = {"move": moves[-1], "seen": view["seq"], "key": secrets.token_hex(8), "seat": int(seat)}
                post(page, f"/api/tables/{name}/commands", wish)
                break
            else:
                continue
            break
    for page in (host, guest):
        page.goto(f"/t/{name}")
    for page in (host, guest):
        page.wait_for_selector(".result .next.armed")
    host.get_by_role("button", name="Noch einmal spielen").tap()
    host.wait_for_function("(name) => !location.pathname.endsWith(name)", arg=name)
    expect(guest.get_by_text("Anna spielt schon weiter")).to_be_visible()
    guest.get_by_role("button", name="Dazusetzen").tap()
    guest.wait_for_function("(name) => !location.pathname.endsWith(name)", arg=name)
    assert host.url == guest.url


def test_a_result_is_passed_on_with_a_link_to_the_game_once_its_players_choose_to_give_it(visit: Visit) -> None:
    page = visit(None)
    table = make_table(page, "hexhex")
    finish(page, table)
    page.goto(f"/t/{table}")
    page.locator(".next.armed .button", has_text="Teilen").tap()
    tell = page.locator("dialog .button.main").first
    expect(tell).to_have_text("Ergebnis teilen")
    page.get_by_role("button", name="Link erstellen").tap()
    expect(page.locator("dialog .share input")).to_have_value(re.compile(f"/replay/{table}$"))
    expect(tell).to_have_text("Ergebnis mit Link teilen")


UNSEEN = """() => {
    const room = document.querySelector('.result .scrolls').getBoundingClientRect()
    const whole = ({ top, bottom }) => top >= room.top - 1 && bottom <= Math.min(room.bottom, innerHeight) + 1
    return [...document.querySelectorAll('.result :is(h2, li)')]
        .filter((part) => !whole(part.getBoundingClientRect()))
        .map((part) => part.textContent)
}"""
"""What of the winner and the places is not seen without scrolling."""


def test_winner_and_places_of_six_are_seen_at_once_on_a_phone_upright_and_on_its_side(visit: Visit) -> None:
    page = visit(None)
    table = make_table(page, "hexhex", *[HERE] * 6)
    finish(page, table)
    page.goto(f"/t/{table}")
    page.wait_for_selector(".result .next.armed")
    for width, height in ((360, 640), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => ({UNSEEN})().length === 0")
