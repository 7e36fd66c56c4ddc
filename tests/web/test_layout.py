"""The table on all screens: nobody scrolls for what there is room for, and the dock takes no more than it needs."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.sight import Sight
from tests.web.tables import CHICK, HERE, make_table
from tests.web.views import BEN, GAMES, play

LANDSCAPE = {"width": 740, "height": 360}
DESKS = ({"width": 1440, "height": 900}, {"width": 1920, "height": 1080})
FEW = 5
ROWS = """() => {
    const panel = document.querySelector('.panel.mine')
    const edge = panel.getBoundingClientRect()
    const whole = [...panel.querySelectorAll('[data-row]')].map((spot) => spot.getBoundingClientRect())
        .filter(({ top, bottom, height }) => height && top >= edge.top - 1 && bottom <= edge.bottom + 1)
    return new Set(whole.map(({ top }) => Math.round(top / 8))).size
}"""
"""How many rows of the own sheet are seen whole."""
TO_ITS_ROWS = """() => {
    const panel = document.querySelector('.panel.mine')
    const [first, edge] = [panel.querySelector('[data-row]'), panel].map((node) => node.getBoundingClientRect())
    panel.scrollBy({ top: first.top - edge.top, behavior: 'instant' })
}"""
"""Moves the own sheet so that its first row is on top."""
CUT = """() => {
    const room = document.querySelector('main').getBoundingClientRect()
    const beyond = ({ left, right, top, bottom }) =>
        left < room.left - 1 || right > room.right + 1 || top < room.top - 8 || bottom > room.bottom + 1
    return [...document.querySelectorAll('.desk .paper')].flatMap((paper) =>
        [...paper.querySelectorAll('*')]
            .filter((node) => !node.closest('[data-beyond], .sr-only, [popover], .below') && node.checkVisibility())
            .filter((node) => !node.querySelector('[data-beyond]'))
            .filter((node) => beyond(node.getBoundingClientRect()))
            .map((node) => node.outerHTML.slice(0, 120)))
}"""
"""What of the sheets on a desk is not seen."""
WIDTHS = """() => ({
    mine: document.querySelector('.panel.lead .paper').getBoundingClientRect().width,
    others: [...document.querySelectorAll('.desk > .rest .paper')].map((paper) => paper.getBoundingClientRect().width),
})"""
APART = """() => {
    const papers = [...document.querySelectorAll('.desk .panel')].map((panel) => panel.getBoundingClientRect())
    const aside = document.querySelector('aside').getBoundingClientRect()
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    const all = [...papers, aside]
    return all.every((one, at) => all.slice(at + 1).every((other) => !meet(one, other)))
}"""
"""No sheet lies over another, or over the dice."""
SETTLED = """async () => {
    await document.fonts.ready
    const shape = () => JSON.stringify([...document.querySelectorAll('.paper')].map((it) => it.getBoundingClientRect()))
    let before = ''
    while (before !== shape()) {
        before = shape()
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))
    }
}"""
"""Waits until all sheets lie where they stay."""


def full_table(page: Page, game: str) -> None:
    """A table with as many as may play, shown when there is something to decide."""
    others = GAMES[game].seats[-1] - 1
    # Bots of a game in which all move at once read for long before their first move.
    name = make_table(page, game, HERE, *[BEN if GAMES[game].simultaneous else CHICK] * others)
    play(page, name, 3)
    page.goto(f"/t/{name}")
    Player(page).wait()


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_on_its_side_shows_five_rows_and_a_desk_all_sheets_whole(visit: Visit, game: str) -> None:
    page = visit(None, viewport=LANDSCAPE, has_touch=False)
    sight = Sight(page)
    full_table(page, game)
    page.evaluate(SETTLED)
    # A sheet moves by itself to what can be done, and then rows may be cut at both edges, or coins be seen instead.
    page.evaluate(TO_ITS_ROWS)
    assert page.evaluate(ROWS) >= FEW
    sheet, dock = page.locator(".sheets").bounding_box(), page.locator(".dock").bounding_box()
    assert sheet
    assert dock
    assert dock["x"] >= sheet["x"] + sheet["width"] - 1
    assert dock["y"] + dock["height"] <= LANDSCAPE["height"] + 1
    for desk in DESKS:
        page.set_viewport_size(desk)  # type: ignore[arg-type]
        page.wait_for_selector(".desk")
        page.evaluate(SETTLED)
        assert not page.evaluate(CUT), desk
        assert not [wrong for wrong in sight.misfits() if "covers" in wrong], desk
        assert page.evaluate(APART), desk
        if page.locator(".lead").count() and page.locator(".desk > .rest").count():
            widths = page.evaluate(WIDTHS)
            assert widths["mine"] > max(widths["others"]), desk
        if game == "kribbeln":
            # All share a sheet, and the own column is the widest.
            own, *others = page.locator("thead .name").evaluate_all(
                "(all) => all.map((it) => it.getBoundingClientRect().width)"
            )
            assert own > max(others), desk


@pytest.mark.parametrize("game", ["classic", "extreme", "kribbeln"])
def test_the_sheet_has_two_thirds_of_the_height_with_letters_of_double_size(visit: Visit, game: str) -> None:
    page = visit(None)
    sight = Sight(page)
    full_table(page, game)
    with sight.large_text():
        page.evaluate(SETTLED)
        Player(page).choose()
        dock = page.locator(".dock").bounding_box()
        assert dock
        assert dock["height"] <= 640 / 3


def test_a_sheet_says_how_many_rows_are_hidden_below(visit: Visit) -> None:
    page = visit(None)
    full_table(page, "hexhex")
    cue = page.locator(".panel.mine .below")
    page.wait_for_selector(".panel.mine .below.more")
    assert "Zeilen" in cue.inner_text()
    page.locator(".panel.mine").evaluate("(panel) => panel.scrollTo(0, panel.scrollHeight)")
    expect(page.locator(".panel.mine .below.more")).to_have_count(0)


def test_the_dock_is_as_high_when_dice_are_held_as_before(visit: Visit) -> None:
    page = visit(None)
    full_table(page, "classic")
    dock = page.locator(".dock")
    before = dock.bounding_box()
    Player(page).hold(1, 3)
    assert dock.bounding_box() == before
