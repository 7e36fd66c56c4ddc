"""The table by ear: what happened is said once, in its order and as something done, and keys go on where they were."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.tables import CHICK, HERE, make_table, open_table
from tests.web.views import BEN, play

DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}
LISTEN = """(() => {
    window.heard = []
    const before = new WeakMap()
    const listen = () => {
        for (const place of document.querySelectorAll('[role=status], [role=alert], [aria-live]')) {
            const words = place.textContent.replace(/\\s+/g, ' ').trim()
            if (words && before.get(place) !== words) heard.push(words)
            before.set(place, words)
        }
    }
    const all = { subtree: true, childList: true, characterData: true }
    addEventListener('DOMContentLoaded', () => new MutationObserver(listen).observe(document.body, all))
})()"""
"""Notes what places that are listened to say anew."""
SAID = """(words) =>
    heard.some((said) => said.includes(words)) && !document.querySelector('.dock[aria-busy=true]')"""
"""It was said, and no move is under way: a stream may tell of a move before it is answered, and keys wait for that."""
SPOT = "document.activeElement.dataset.spot"


def listen(page: Page) -> None:
    """From the next page on, note what is said."""
    page.add_init_script(LISTEN)


def hear(page: Page, words: str) -> list[str]:
    """Wait until this is said and keys are taken again; all that was said until then, which is forgotten."""
    page.wait_for_function(SAID, arg=words)
    said: list[str] = page.evaluate("heard.splice(0)")
    return said


def test_dice_entries_and_turns_are_said_once_and_in_their_order(visit: Visit) -> None:
    page = visit(None, **DESK)
    listen(page)
    open_table(page, "classic", HERE, CHICK)
    Player(page).wait()
    hear(page, "Du bist dran")
    page.keyboard.press("Space")
    assert len(hear(page, "Wurf 1 von 3: ")) == 1
    page.keyboard.press("2")
    assert hear(page, "Gehalten: ") == [f"Gehalten: {Player(page).faces[1]}"]
    page.keyboard.press("2")
    assert hear(page, "Nichts gehalten") == ["Nichts gehalten"]
    nothing = page.locator("[data-seat='0'] [data-spot]:has(.nothing)").first
    nothing.focus()
    box = page.evaluate(SPOT)
    page.keyboard.press("Enter")
    expect(nothing).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    assert hear(page, "Wirklich 0 Punkte?") == ["Wirklich 0 Punkte? Andere Felder bringen Punkte"]
    page.keyboard.press("Enter")
    # However much of it comes at once.
    said = ". ".join(hear(page, "Du bist dran"))
    assert re.fullmatch(r"[^:.]+ gestrichen\. Küken: [^.]+\. Du bist dran", said)
    assert page.evaluate(SPOT) == box


def test_what_happened_while_the_connection_was_lost_is_said_in_its_order(visit: Visit) -> None:
    page = visit(None, own=True, **DESK)
    listen(page)
    name = open_table(page, "classic", HERE, {"kind": "here", "name": "Ben"})
    Player(page).wait()
    page.context.set_offline(True)
    play(page, name, 2)
    page.context.set_offline(False)
    said = ". ".join(hear(page, "Ben: "))
    assert re.search(r"Anna: [^.]+\. Ben: ", said)
    expect(page.locator(".log li")).to_have_count(2)


def test_the_end_is_said_with_its_totals(visit: Visit) -> None:
    page = visit(None, **DESK)
    listen(page)
    name = make_table(page, "hexhex", HERE)
    while sum(cell["value"] is None for cell in _sheet(page, name)["cells"]) > 1:
        play(page, name, 1)
    page.goto(f"/t/{name}")
    Player(page).wait()
    page.keyboard.press("Space")
    hear(page, "Wurf 1 von 3")
    page.keyboard.press("ArrowDown")
    for _ in range(12):
        if page.evaluate("document.activeElement.ariaPressed") is not None:
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    said = hear(page, "Geschafft")
    total = page.locator(".result .sum b").inner_text()
    assert said[-1].endswith(f". Geschafft. Anna: {total}")


def test_whoever_writes_by_keys_goes_on_from_there(visit: Visit) -> None:
    page = visit(None, **DESK)
    listen(page)
    open_table(page, "kribbeln", HERE, CHICK)
    Player(page).wait()
    page.keyboard.press("Space")
    hear(page, "Wurf 1 von 3")
    page.keyboard.press("ArrowDown")
    row = page.evaluate("document.activeElement.dataset.row")
    for _ in range(2):
        page.keyboard.press("Enter")
    hear(page, "Küken: ")
    assert page.evaluate("document.activeElement.dataset.row") == row


def test_what_a_full_house_of_master_brings_is_said_before_and_after_without_signs(visit: Visit) -> None:
    page = visit(None, **DESK)
    listen(page)
    open_table(page, "master", HERE, BEN, dice="own")
    for face in (2, 2, 2, 3, 3):
        page.locator(".pad .key").nth(face - 1).click()
    hear(page, "Wurf 1 von 3: 2, 2, 2, 3, 3")
    page.locator("[data-seat='0'] [data-spot].lit").first.focus()
    page.keyboard.press("Enter")
    assert hear(page, "Münzen") == ["2 Münzen, 1 Stern"]
    page.keyboard.press("Enter")
    said = ". ".join(hear(page, "zuerst am Tisch"))
    assert said == "Anna: Aufgabe Full House erfüllt, 2 Münzen, 1 Stern. zuerst am Tisch: 2 Münzen dazu"


def test_two_symbols_are_laid_swapped_and_written_by_keys_and_said_as_something_done(visit: Visit) -> None:
    page = visit(None, **DESK)
    listen(page)
    name = open_table(page, "krisskross", HERE, BEN)
    Player(page).wait()
    play(page, name, 2)
    Player(page).wait()
    hear(page, "begonnen")
    # Dice are said by another place, before or after that.
    expect(page.locator(".dock [role=status]")).not_to_be_empty()
    page.evaluate("heard.splice(0)")
    lit = page.locator("[data-seat='0'] .cell.lit")
    lit.first.focus()
    page.keyboard.press("Space")
    assert hear(page, "Nachbarfeld") == ["Nun ein freies Nachbarfeld"]
    lit.first.focus()
    page.keyboard.press("Space")
    (laid,) = hear(page, " auf ")
    found = re.fullmatch(r"(\w+) auf (\w\d), (\w+) auf (\w\d): −?\d+", laid)
    assert found, laid
    one, first, other, second = found.groups()
    if one != other:
        page.keyboard.press("Space")
        assert [words.partition(":")[0] for words in hear(page, " auf ")] == [
            f"{one} auf {second}, {other} auf {first}"
        ]
    page.keyboard.press("Enter")
    said = hear(page, "eingetragen")
    assert re.match(rf"(Anna: )?{one} auf \w\d, {other} auf \w\d eingetragen: -?\d+", said[0])


def test_whoever_begins_by_keys_goes_on_from_the_first_symbol(visit: Visit) -> None:
    page = visit(None, **DESK)
    open_table(page, "krisskross", HERE, CHICK)
    Player(page).wait()
    page.locator(".palette button").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-seat='0'] .cell.start")).to_be_focused()


def _sheet(page: Page, name: str) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = answer(page, f"/api/tables/{name}")["scene"]["sheets"][0]
    return found
