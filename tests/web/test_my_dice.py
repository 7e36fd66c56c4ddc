"""The dice of a family: described once by touch, kept on the device, thrown at the next table, known to the coach."""

from random import Random

from playwright.sync_api import Page, expect

from knobel.games.kribbeln.rules.arrangement import FACES, OURS, Square, face_of, write_square
from knobel.games.kribbeln.rules.tasks import COLOURS
from tests.games.kribbeln.rules.test_arrangement import latin
from tests.web.conftest import Visit
from tests.web.program import answer, program
from tests.web.tables import table_of

OPEN = "dialog .square button:has(.empty)"


def drawn(seed: int) -> Square:
    """A set of dice in the order of the colours of their 1s."""
    return tuple(sorted(latin(Random(seed))))


def describe(page: Page, square: Square) -> int:
    """Describe dice on the page that sets a table, as it asks for them; how many touches it took."""
    page.locator("form > details > summary").tap()
    page.locator("form label", has_text="Eigene Würfel").tap()
    page.locator(".my-dice .button").first.tap()
    expect(page.locator("dialog .square")).to_be_visible()
    touches = 0
    while page.locator(OPEN).count():
        die, number = map(int, (page.locator(OPEN).first.get_attribute("data-place") or "").split())
        page.locator(f"dialog [data-colour={COLOURS[square[die][number - 1]]}]").tap()
        expect(page.locator(f"dialog [data-place='{die} {number}'] .empty")).to_have_count(0)
        touches += 1
    return touches


def test_described_dice_are_kept_thrown_and_known_to_the_coach(visit: Visit) -> None:
    square = drawn(5)
    assert set(square) != set(OURS)
    page = visit("/new/kribbeln")
    assert describe(page, square) <= 17
    page.locator("dialog .button.main").tap()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".my-dice input").nth(1)).to_be_checked()
    page.goto("/")
    # Another day, nothing is to be said again.
    page.goto("/new/kribbeln")
    page.locator("form label", has_text="Eigene Würfel").tap()
    page.locator("form button.main.start").tap()
    page.wait_for_url("**/t/*")
    table = table_of(page)
    assert answer(page, f"/api/tables/{table}")["options"]["arrangement"] == write_square(square)
    faces = [FACES[face_of(3, die[2]) - 1] for die in square]
    with program(page) as asking:
        seen = asking.ask(f"/api/tables/{table}")["seq"]
        typed = {"key": "typed", "move": f"- {' '.join(faces)}", "seen": seen, "seat": 0}
        asking.ask(f"/api/tables/{table}/commands", typed)
        ((told,),) = [hint["caveats"] for hint in asking.ask(f"/api/tables/{table}/hint")["hints"]]
    assert told.startswith("Dieser Zug ist genau für eure Würfel berechnet")


def test_a_wrong_touch_is_taken_back_or_touched_again(visit: Visit) -> None:
    page = visit("/new/kribbeln")
    describe(page, drawn(8))
    main, back = page.locator("dialog .button.main"), page.locator("dialog .button").first
    expect(main).to_be_enabled()
    back.tap()
    expect(main).to_be_disabled()
    # What stands there is touched, and gets another colour: what speaks against it is open again, and said so.
    page.locator("dialog [data-place='0 2']").tap()
    other = next(colour for at, colour in enumerate(COLOURS) if at not in (0, drawn(8)[0][1]))
    page.locator(f"dialog [data-colour={other}]").tap()
    expect(page.locator("dialog [role=status]")).to_contain_text("wieder offen")
    back.tap()
    expect(page.locator("dialog [role=status]")).to_be_empty()


def test_dice_of_the_server_are_ours_whatever_was_described(visit: Visit) -> None:
    page = visit("/new/kribbeln")
    describe(page, drawn(3))
    page.locator("dialog .button.main").tap()
    page.locator("form label", has_text="Knobel würfelt").tap()
    page.locator("form button.main.start").tap()
    page.wait_for_url("**/t/*")
    assert "arrangement" not in answer(page, f"/api/tables/{table_of(page)}")["options"]
