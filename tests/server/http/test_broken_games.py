"""A game that cannot be loaded is named in the log of the server, which goes on without it."""

import logging
from pathlib import Path

import pytest

from knobel.core.registry import BrokenGame
from knobel.server.http import app as module
from knobel.server.http.settings import Settings


@pytest.mark.asyncio
async def test_a_game_that_is_left_out_is_named_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = BrokenGame("mine", "my_package", ImportError("no module\nnamed x"))
    monkeypatch.setattr(module, "broken_games", lambda: (broken,))
    app = module.create_app(Settings(database_url=f"sqlite:///{tmp_path / 'k.db'}", thinkers=0))
    with caplog.at_level(logging.WARNING, "knobel.server"):
        async with app.router.lifespan_context(app):
            pass
    (line,) = [record for record in caplog.records if record.getMessage() == "broken game"]
    facts = line.__dict__["facts"]
    assert facts == {"game": "mine", "package": "my_package", "error": "ImportError: no module named x"}
