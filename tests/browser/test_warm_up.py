"""Coach and bots of a browser are warmed up while nobody waits."""

import asyncio
import gc
import json
from collections.abc import Iterator

import pytest

from knobel.browser.bridge import Bridge, Callbacks
from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel.tables.keys import new_token
from tests.browser.memory import Memory

pytestmark = pytest.mark.asyncio

STEPS = 4


class Watched:
    """A bridge whose warm-up is watched: which game each step is of, and whether values can be fetched."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, reachable: bool = True) -> None:
        self.steps: list[str] = []
        self._reachable = reachable
        monkeypatch.setattr("knobel.browser.bridge.warming", self._warming)
        monkeypatch.setattr("knobel.browser.bridge.PAUSE", 0)
        self.bridge = Bridge(Memory(), new_token(), pace=0, callbacks=Callbacks(fetch=self._fetch))

    def _warming(self, game: AnyGame) -> Iterator[None]:
        if game.key == "extreme":
            raise RuntimeError("the values are damaged")
        if game.key == "hexhex":
            raise NotProvided("it brings no judge")
        for _ in range(STEPS):
            self.steps.append(game.key)
            yield

    async def _fetch(self, _game: str) -> bool:
        return self._reachable

    async def show(self, game: str, **more: object) -> str:
        """Open a table and look at it."""
        seats = [{"kind": "here", "name": name} for name in "ab"]
        wish = {"game": game, "seats": seats, "key": new_token(), **more}
        opened = await self.bridge.answer("POST", "/tables", json.dumps(wish))
        table: str = json.loads(opened.body)["table"]
        await self.bridge.answer("GET", f"/tables/{table}")
        return table

    async def idle(self) -> None:
        """Wait until all warm-ups are done."""
        await self.bridge.app.warm_up.idle()


async def test_a_game_is_warmed_up_once_as_soon_as_a_table_with_the_coach_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = Watched(monkeypatch)
    await watched.show("classic", coach=True)
    await watched.show("classic", coach=True)
    await watched.show("master", coach=True)
    await watched.idle()
    assert watched.steps == ["classic"] * STEPS + ["master"] * STEPS


async def test_nothing_is_warmed_up_where_nobody_will_ask_or_values_are_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = Watched(monkeypatch)
    await watched.show("classic")
    await watched.idle()
    missing = Watched(monkeypatch, reachable=False)
    await missing.show("classic", coach=True)
    await missing.idle()
    assert watched.steps == missing.steps == []


async def test_requests_are_answered_between_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    table = await watched.show("classic", coach=True)
    while not watched.steps:
        await asyncio.sleep(0)
    assert (await watched.bridge.answer("GET", f"/tables/{table}/mine")).status == 200
    assert len(watched.steps) < STEPS
    await watched.idle()


async def test_a_game_without_a_judge_needs_no_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    await watched.show("hexhex", coach=True)
    await watched.show("classic", coach=True)
    await watched.idle()
    assert watched.steps == ["classic"] * STEPS


async def test_a_warm_up_that_breaks_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    watched, broken = Watched(monkeypatch), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: broken.append(context["exception"]))
    await watched.show("extreme", coach=True)
    await watched.show("classic", coach=True)
    await watched.idle()
    await watched.show("master", coach=True)
    await watched.idle()
    gc.collect()
    assert watched.steps == ["classic"] * STEPS + ["master"] * STEPS
    assert [str(error) for error in broken] == ["the values are damaged"]
