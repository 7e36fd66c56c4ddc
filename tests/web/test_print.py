"""Printing from the browser: the pages of a pad fill the paper, and nothing else is printed."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from knobel.games import SPECS
from knobel.scene.printing import blank
from tests.web.conftest import Visit
from tests.web.tables import HERE, make_table

POINTS = 72 / 25.4
BOX = re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]")


def printed(page: Page, name: str) -> list[tuple[int, int]]:
    """Print to PDF as the browser does; the sizes of the pages in millimetres."""
    document = page.pdf(prefer_css_page_size=True, print_background=True)
    if folder := os.environ.get("KNOBEL_PRINTED"):
        Path(folder, f"{name}.pdf").write_bytes(document)
    return [(round(float(width) / POINTS), round(float(height) / POINTS)) for width, height in BOX.findall(document)]


@pytest.mark.parametrize("game", [spec.key for spec in SPECS])
def test_every_page_of_a_pad_is_a_page_of_the_printer(visit: Visit, game: str) -> None:
    page = visit(f"/pad/{game}")
    for size in ("A5", "A4"):
        page.get_by_role("radio", name=size).check()
        pages = page.locator(f"img.{size.lower()}")
        expected = blank(game, size=size).pages
        expect(pages).to_have_count(len(expected))
        paper = (round(expected[0].width), round(expected[0].height))
        assert printed(page, f"{game}-{size}") == [paper] * len(expected), size


def test_players_games_and_paper_are_chosen(visit: Visit) -> None:
    page = visit("/rules/hexhex")
    page.get_by_role("link", name="Block drucken").tap()
    expect(page.locator("img")).to_have_count(1)
    games = page.get_by_role("group", name="Spiele")
    games.get_by_role("button", name="weniger").tap()
    expect(games.locator("output")).to_have_text("4")
    assert "rounds=4" in (page.get_by_role("link", name="Als PDF").get_attribute("href") or "")


def test_the_sheets_of_a_table_are_printed_from_its_menu(visit: Visit) -> None:
    page = visit(None)
    table = make_table(page, "classic", HERE, {"kind": "here", "name": "Ben"})
    page.goto(f"/sheets/{table}")
    sheet = page.locator("img")
    expect(sheet).to_have_count(1)
    assert "Anna" in (sheet.get_attribute("src") or "")
    assert len(printed(page, "table")) == 1
