"""What one only notices when it is missing: a quick start, keys that lead everywhere, nothing that moves by itself."""

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import CHICK, HERE, open_table

DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}
RING = "() => getComputedStyle(document.activeElement).outlineStyle !== 'none'"
SHIFTS = """() => {
    window.shifts = []
    const around = (node) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node)
    const same = (node) => node?.isConnected && !node.closest('.written, .preview')
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            const moved = sources.map(({ node }) => around(node)).filter(same)
            if (moved.length) shifts.push([value, ...moved.map((node) => node.outerHTML.slice(0, 120))])
        }
    }).observe({ type: 'layout-shift' })
}"""
"""Notes what moves, whether or not somebody touches something. A number that becomes another one is no move."""
LETTERS = """async () => {
    await Promise.all(['Printed', 'Written'].map((name) => document.fonts.load(`1em ${name}`)))
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}"""
"""Waits until all letters have arrived and everything is drawn with them."""
STILL = 0.001
"""What counts as nothing."""


SCRIPTS = """() => performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ name, encodedBodySize }) => [name, encodedBodySize])"""
MOST = 120_000
"""Bytes of compressed JavaScript until somebody plays."""


def tab_to(page: Page, selector: str) -> None:
    """Press the tab key until this has the focus, and shows it."""
    for _ in range(60):
        if page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
            assert page.evaluate(RING), f"{selector} does not show that it has the focus"
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {selector}")


def test_keys_alone_lead_from_home_into_a_game_and_out_of_everything_that_opens(visit: Visit) -> None:
    page = visit("/", **DESK)
    page.wait_for_selector(".facts span")
    tab_to(page, "[data-game=classic] .more")
    page.keyboard.press("Enter")
    page.wait_for_selector("form")
    tab_to(page, "form .start")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    Player(page).wait()
    tab_to(page, ".dock .button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector(".dock[aria-busy=false] .tray svg[data-face]")
    for name, opened in (
        ("Coach fragen", ".coach .acts button"),
        ("Tischmenü", "dialog li"),
        ("etwas zurufen", ".signs"),
    ):
        button = page.get_by_role("button", name=name)
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator(opened).first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(opened)).to_have_count(0)
        expect(button).to_be_focused()
    page.get_by_role("button", name="Coach fragen").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".coach [aria-expanded]")
    tab_to(page, ".coach [aria-expanded]")
    page.keyboard.press("Enter")
    tab_to(page, ".coach ol button")


def test_little_is_loaded_before_somebody_plays(visit: Visit) -> None:
    page = visit("/", own=True)
    page.locator("[data-game=kribbeln] .box").tap()
    Player(page).wait()
    scripts = page.evaluate(SCRIPTS)
    assert len(scripts) > 1
    assert sum(size for _, size in scripts) < MOST, scripts


def test_another_page_is_told_and_begins_at_its_top(visit: Visit) -> None:
    page = visit("/", **DESK)
    page.get_by_role("link", name="Einstellungen").click()
    expect(page.get_by_role("status").filter(has_text="Einstellungen · Knobel")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Alle Spiele")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-game=classic] .box")
    page.locator("[data-game=classic] .box").click()
    expect(page.get_by_role("status").filter(has_text="Du bist dran · Knobel")).to_have_count(1)


def test_nothing_moves_by_itself_while_turns_are_played(visit: Visit) -> None:
    page = visit(None, reduced_motion="no-preference")
    open_table(page, "extreme", HERE, CHICK)
    player = Player(page)
    player.wait()
    # Letters that arrive late are another matter.
    page.evaluate(LETTERS)
    page.evaluate(SHIFTS)
    for box in ("super_chance", "chance"):
        player.roll()
        expect(page.locator(".dock .rolling")).to_have_count(0)
        player.hold(1)
        expect(page.locator(".die[aria-pressed=true]")).to_have_count(1)
        player.press()
        page.locator(f"[data-spot={box}].open").first.tap()
        player.press()
    player.wait()
    page.wait_for_timeout(600)
    shifts = page.evaluate("shifts")
    assert sum(value for value, *_ in shifts) < STILL, "\n".join(map(str, shifts))


def test_a_mouse_that_rests_on_a_box_is_told_what_it_is_and_nothing_is_in_its_way(visit: Visit) -> None:
    page = visit(None, **DESK)
    open_table(page, "classic", HERE, CHICK)
    box = page.locator("[data-spot=full_house]")
    box.hover()
    expect(page.locator(".slip")).to_contain_text("ein Drilling und ein Paar")
    page.get_by_role("button", name="Würfeln").click()
    expect(page.locator(".slip")).to_have_count(0)
    page.locator("[data-spot=small_straight].open").click()
    expect(page.locator("[data-spot=small_straight]")).to_have_attribute("aria-pressed", "true")
