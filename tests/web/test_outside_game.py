"""A game that another package brings is played on the web, on the plain board."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.outside import KNOBEL, outside_game
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.server import Server
from tests.web.tables import table_of


def test_a_game_of_another_package_is_played_from_home_to_its_end(
    visit: Visit, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    _, python = outside_game(tmp_path_factory)
    with Server(tmp_path, program=(str(python), *KNOBEL)) as server:
        page = visit("/", home=server.home)
        tile = page.locator("[data-game=pasch]")
        expect(tile).to_contain_text("Wer wirft das höchste Paar?")
        tile.locator(".box").tap()
        page.wait_for_url("**/t/*")
        expect(page.locator(".panel.mine")).to_contain_text("Höchstes Paar")
        Player(page).play()
        assert answer(page, f"/api/tables/{table_of(page)}")["over"]
        expect(page.locator(".result li .place")).to_have_count(2)
