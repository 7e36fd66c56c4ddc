"""Coach and bots of a device are made ready while nobody waits."""

import asyncio
import json
import secrets
from collections.abc import Iterator

import pytest

from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel.device import warm_up
from knobel.device.device import Around, Device
from knobel.device.warm_up import WarmUp
from tests.device.memory import Memory

pytestmark = pytest.mark.asyncio

STEPS = 4


class Watched:
    """A device whose warm-up is watched: which game each step is of, and which values are here."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, here: bool = True) -> None:
        self.steps: list[str] = []
        self._here = here
        monkeypatch.setattr(warm_up, "warming", self._warming)
        self.warm_up = WarmUp(self._fetch, pause=0)
        self.device = Device(Memory(), secrets.token_urlsafe(32), pace=0, around=Around(shown=self.warm_up.expect))

    def _warming(self, game: AnyGame) -> Iterator[None]:
        if game.key == "hexhex":
            raise NotProvided("it brings no judge")
        for _ in range(STEPS):
            self.steps.append(game.key)
            yield

    async def _fetch(self, _game: str) -> bool:
        return self._here

    async def show(self, game: str, **more: object) -> str:
        """Open a table and look at it."""
        seats = [{"kind": "here", "name": name} for name in "ab"]
        wish = {"game": game, "seats": seats, "key": secrets.token_hex(8), **more}
        opened = await self.device.answer("POST", "/tables", json.dumps(wish))
        table: str = json.loads(opened.body)["table"]
        await self.device.answer("GET", f"/tables/{table}")
        return table


async def test_a_game_is_made_ready_once_as_soon_as_a_table_with_the_coach_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = Watched(monkeypatch)
    await watched.show("classic", coach=True)
    await watched.show("classic", coach=True)
    await watched.show("master", coach=True)
    await watched.warm_up.idle()
    assert watched.steps == ["classic"] * STEPS + ["master"] * STEPS


async def test_nothing_is_made_ready_where_nobody_will_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    await watched.show("classic")
    await watched.warm_up.idle()
    missing = Watched(monkeypatch, here=False)
    await missing.show("classic", coach=True)
    await missing.warm_up.idle()
    assert watched.steps == missing.steps == []


async def test_requests_are_answered_between_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    table = await watched.show("classic", coach=True)
    while not watched.steps:
        await asyncio.sleep(0)
    assert (await watched.device.answer("GET", f"/tables/{table}/mine")).status == 200
    assert len(watched.steps) < STEPS
    await watched.warm_up.idle()


async def test_a_game_without_a_judge_is_ready_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    await watched.show("hexhex", coach=True)
    await watched.show("classic", coach=True)
    await watched.warm_up.idle()
    assert watched.steps == ["classic"] * STEPS
