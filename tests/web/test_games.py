"""A whole game on every board, played on a phone."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.program import answer
from tests.web.tables import table_of


# Extreme and Yatzy are played on the board of Classic.
@pytest.mark.parametrize("game", ["classic", "hexhex", "kribbeln", "krisskross", "master"])
def test_a_whole_game_is_played_on_a_phone_two_taps_from_home(visit: Visit, game: str) -> None:
    # The app installs itself meanwhile, which once is enough: it fetches every file there is.
    page = visit("/", service_workers="allow" if game == "classic" else "block")
    page.locator(f"[data-game={game}] .box").tap()
    page.wait_for_url("**/t/*")
    player = Player(page)
    player.play()
    view = answer(page, f"/api/tables/{table_of(page)}")
    assert view["over"]
    if view["scene"]["tray"]["most"] > 1:
        # Where dice may be thrown again, some were held.
        assert any(text == "0 keep 1 2" for _, text in view["entries"])
    places = page.locator(".result li .place")
    expect(places).to_have_count(2)
    assert min(places.all_inner_texts()) == "1."
