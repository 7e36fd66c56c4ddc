"""What happened at a table is told in words: in a log beside the dice, and by the marks themselves."""

import re

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.tables import HERE, open_table
from tests.web.views import BEN, play

DESK = {"width": 1440, "height": 900}


def test_on_a_desk_a_log_tells_what_everybody_wrote(visit: Visit) -> None:
    page = visit(None, viewport=DESK)
    open_table(page, "classic", HERE, BEN)
    player, lines = Player(page), page.locator(".log li")
    for at, name in enumerate(("Anna", "Ben"), 1):
        player.roll()
        player.choose()
        player.press()
        expect(lines).to_have_count(at)
        expect(lines.first).to_have_text(re.compile(f"{name}: "))


def test_a_scored_row_says_who_beat_whom_and_its_marks_tell_it_on_a_tap(visit: Visit) -> None:
    page = visit(None, viewport=DESK)
    table = open_table(page, "kribbeln", HERE, BEN)
    expect(page.locator(".dock")).to_be_visible()
    play(page, table, 4)
    told = re.compile("schlägt|ein X|lauter X")
    expect(page.locator(".log li").filter(has_text="–").first).to_have_text(told)
    page.locator("td button:has(.points)").first.click()
    expect(page.locator(".slip:popover-open")).to_have_text(told)


def test_a_full_line_of_the_grid_is_marked_and_told(visit: Visit) -> None:
    page = visit(None, viewport=DESK)
    table = open_table(page, "krisskross")
    expect(page.locator(".dock")).to_be_visible()
    while not page.locator(".sum .full").count():
        play(page, table, 1)
        cells = answer(page, f"/api/tables/{table}")["scene"]["sheets"][0]["cells"]
        written = [cell for cell in cells if cell["part"] == "grid" and cell["value"]]
        # Or the game would be over, and its log gone, before the page has seen the line.
        expect(page.locator(".panel .symbol")).to_have_count(len(written))
    expect(page.locator(".log li").filter(has_text="voll").first).to_have_text(re.compile(r", −?\d+ Punkte$"))
