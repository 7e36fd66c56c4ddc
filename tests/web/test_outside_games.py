"""Games that other packages bring are played on the web, on the plain board, from home to their end."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.outside import KNOBEL, outside_games
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.server import Server
from tests.web.sight import Sight
from tests.web.tables import table_of

BULB = "header.own button[aria-label='Coach fragen']"
REVIEW = ".result a[href^='/review/']"
ROOMY = {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the packages are installed."""
    python = outside_games(tmp_path_factory)
    with Server(tmp_path_factory.mktemp("outside"), program=(str(python), *KNOBEL)) as server:
        yield server


def begin(visit: Visit, server: Server, game: str, tagline: str, **look: Any) -> Page:
    """A game against a bot, begun with one tap at home."""
    page = visit("/", home=server.home, **look)
    tile = page.locator(f"[data-game={game}]")
    expect(tile).to_contain_text(tagline)
    tile.locator(".box").tap()
    page.wait_for_url("**/t/*")
    return page


def looks_right(page: Page) -> None:
    """Nothing is cut off or keeps anybody out, on a phone and on a desk, by day and by night."""
    sight = Sight(page)
    Player(page).wait()
    for size in ({"width": 360, "height": 640}, ROOMY):
        sight.size(**size)
        assert [*sight.misfits(), *sight.bars()] == []
    sight.size(360, 640)


def finish(page: Page) -> None:
    """Play to the end, where everybody has a place."""
    Player(page).play()
    assert answer(page, f"/api/tables/{table_of(page)}")["over"]
    expect(page.locator(".result li .place")).to_have_count(2)


def test_a_game_without_a_judge_is_played_and_shows_no_bulb(visit: Visit, outside: Server) -> None:
    page = begin(visit, outside, "pasch", "Wer wirft das höchste Paar?")
    expect(page.locator(".panel.mine")).to_contain_text("Höchstes Paar")
    player = Player(page)
    player.roll()
    expect(page.locator(BULB)).to_have_count(0)
    finish(page)
    expect(page.locator(REVIEW)).to_have_count(0)


def test_who_pushes_their_luck_throws_again_at_once_and_sees_what_ends_the_turn(visit: Visit, outside: Server) -> None:
    page = begin(visit, outside, "hamster", "Backen füllen")
    player, sneezed = Player(page), page.locator(".note", has_text="Hatschi")
    looks_right(page)
    throws = 0
    # A 1 comes sooner or later; from then on it is banked.
    while not sneezed.count():
        player.wait()
        if player.over:
            break
        if player.rolls:
            player.press()
        else:
            expect(page.locator(BULB)).to_be_visible()
            page.locator("[data-move=more]").tap()
            player.press()
            throws += 1
        page.wait_for_selector(".dock[aria-busy=false], .result")
    assert throws
    if not player.over:
        finish(page)
    expect(page.locator(REVIEW)).to_be_visible()


def test_all_use_a_part_of_every_throw(visit: Visit, outside: Server, tmp_path: Path) -> None:
    page = begin(visit, outside, "schleuse", "Boote durch drei Kanäle")
    player = Player(page)
    looks_right(page)
    player.wait()
    while player.rolls:
        player.press()
        player.wait()
    expect(page.locator(".panel.mine .squares").first).to_have_accessible_name("Moor")
    finish(page)
    assert page.locator(".panel [data-written]").count()
