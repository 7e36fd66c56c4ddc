"""A page without a server sends the same requests, and follows its tables."""

import json
from typing import Any

import pytest
from tools.golden import SEED, variants

from knobel import make
from knobel.browser.bridge import Bridge, Callbacks
from knobel.core.game import AnyGame
from knobel.tables.errors import NoTable
from knobel.tables.keys import new_token
from knobel.testing import random_record
from tests.browser.memory import Memory

pytestmark = pytest.mark.asyncio


class Page:
    """A window of a browser, and what the application calls in it."""

    def __init__(self, store: Memory | None = None, key: str = "", *, reachable: bool = True) -> None:
        self.changed: list[str] = []
        self.fetched: list[str] = []
        self.progress: list[tuple[int, int]] = []
        self._reachable = reachable
        callbacks = Callbacks(self.changed.append, self._fetch, lambda done, whole: self.progress.append((done, whole)))
        self.bridge = Bridge(store or Memory(), key or new_token(), home="knobel.test", pace=0, callbacks=callbacks)

    async def _fetch(self, game: str) -> bool:
        self.fetched.append(game)
        return self._reachable

    async def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        """The status and the values of a response."""
        # In JavaScript a response is a sequence of these three.
        status, media_type, content = await self.bridge.answer(method, path, json.dumps(body) if body else None)
        return status, json.loads(content) if media_type == "application/json" and content else content

    async def open(self, *kinds: str, game: str = "hexhex", **more: Any) -> str:
        """The name of a new table that one has joined."""
        seats = [{"kind": kind, "name": f"Player {kind}", "level": "chick"} for kind in kinds]
        _, opened = await self.ask("POST", "/tables", game=game, seats=seats, **more)
        await self.ask("POST", f"/tables/{opened['table']}/join")
        return str(opened["table"])

    async def roll(self, table: str) -> int:
        """Throw the dice; the number of the entry."""
        _, view = await self.ask("GET", f"/tables/{table}")
        command = {"move": "roll", "seen": view["seq"], "key": f"k{view['seq']}", "seat": 0}
        _, done = await self.ask("POST", f"/tables/{table}/commands", **command)
        return int(done["seq"])

    async def turn(self, table: str) -> int:
        """Play until the others have played, too; the number of one's own last entry."""
        _, view = await self.ask("GET", f"/tables/{table}")
        while moves := view["moves"].get("0"):
            command = {"move": moves[-1], "seen": view["seq"], "key": f"k{view['seq']}"}
            _, done = await self.ask("POST", f"/tables/{table}/commands", view=True, **command)
            view = done["view"]
        await self.bridge.app.bots.idle()
        return int(view["seq"])

    async def news(self, table: str, after: int) -> list[tuple[str, Any]]:
        """The events of a table."""
        return [(kind, data) for kind, data in json.loads(await self.bridge.news(table, after))]


@pytest.mark.parametrize("game", variants().values(), ids=list(variants()))
async def test_a_golden_game_comes_in_and_goes_out_as_it_was(game: AnyGame) -> None:
    page, text = Page(), random_record(game, SEED).text()
    status, opened = await page.ask("POST", "/import", record=text, key="golden")
    assert status == 201
    path = f"/tables/{opened['table']}"
    assert await page.ask("GET", f"{path}/record") == (200, text.encode())
    assert (await page.ask("GET", path))[1]["over"]
    for key in ("golden", "again"):
        assert (await page.ask("POST", "/import", record=text, key=key))[1]["table"] == opened["table"]


async def test_a_game_that_was_played_here_is_recognised_when_its_record_comes_in() -> None:
    page = Page()
    table = await page.open("here")
    await page.roll(table)
    _, record = await page.ask("GET", f"/tables/{table}/record")
    assert (await page.ask("POST", "/import", record=record.decode()))[1]["table"] == table


async def test_ones_own_entries_are_told_as_rows_and_those_of_others_with_what_has_changed() -> None:
    page = Page()
    table = await page.open("here", "here")
    seq = await page.roll(table)
    events = await page.news(table, seq - 1)
    assert [(kind, data["seq"], data["kind"]) for kind, data in events] == [("row", seq, "entry")]
    assert await page.news(table, seq) == []
    assert [kind for kind, _ in await page.news(table, seq + 1)] == ["reset"]

    other = await page.open("here", "bot")
    before = await page.turn(other)
    events = await page.news(other, before)
    assert {kind for kind, _ in events[:-1]} == {"row"}
    kind, data = events[-1]
    assert kind in {"change", "view"}
    assert data["seq"] == events[-2][1]["seq"]
    assert data["now"] > 0
    with pytest.raises(NoTable):
        await page.bridge.news("a" * 16, 0)


async def test_a_window_sees_what_another_has_changed_as_soon_as_it_hears_of_it() -> None:
    store, key = Memory(), new_token()
    one, other = Page(store, key), Page(store, key)
    table = await one.open("here")
    _, before = await other.ask("GET", f"/tables/{table}")
    one.changed.clear()
    seq = await one.roll(table)
    assert one.changed == [table]
    other.bridge.forget(table)
    assert [data["seq"] for _, data in await other.news(table, before["seq"])] == [seq]


async def test_a_review_says_how_far_it_is() -> None:
    page = Page()
    record = random_record(make("hexhex", 1), SEED).text()
    _, opened = await page.ask("POST", "/import", record=record)
    status, review = await page.ask("GET", f"/tables/{opened['table']}/review?language=de")
    assert (status, len(review["seats"])) == (200, 1)
    steps, whole = zip(*page.progress, strict=True)
    assert (list(steps), steps[-1], len(set(whole))) == (sorted(steps), whole[-1], 1)


async def test_values_are_fetched_when_a_table_with_the_coach_or_a_bot_is_opened() -> None:
    page = Page()
    await page.open("here", "here")
    assert page.fetched == []
    await page.open("here", coach=True, game="classic")
    assert page.fetched == ["classic"]
    await page.open("here", "bot")
    assert set(page.fetched) == {"classic", "hexhex"}


async def test_without_values_the_coach_says_what_is_missing_and_bots_play() -> None:
    page = Page(reachable=False)
    table = await page.open("here", "bot", coach=True)
    await page.roll(table)
    status, answer = await page.ask("GET", f"/tables/{table}/hint")
    assert (status, answer["error"]["details"]["text"]["key"]) == (409, "device.values")
    before = await page.turn(table)
    assert (await page.ask("GET", f"/tables/{table}"))[1]["seq"] > before


async def test_pads_have_the_address_of_the_page_and_options_in_their_address() -> None:
    page = Page()
    status, pad = await page.ask("GET", "/games/classic/pad?language=en&size=A5&seats=3&rounds=1")
    assert (status, pad["size"], pad["seats"], pad["rounds"]) == (200, "A5", 3, 1)
    assert "knobel.test" in pad["pages"][0]
    assert (await page.ask("GET", "/games/classic/pad?nonsense=1"))[0] == 422
    for kind, start in (("svg", b"<svg"), ("pdf", b"%PDF")):
        _, content = await page.ask("GET", f"/games/classic/pad.{kind}")
        assert content.startswith(start)


async def test_everything_is_exported_and_deleted() -> None:
    page = Page()
    tables = [await page.open("here"), await page.open("here")]
    status, export = await page.ask("GET", "/me/export")
    assert (status, export["results"], export["circles"]) == (200, [], [])
    assert {table["table"] for table in export["tables"]} == set(tables)
    assert (await page.bridge.answer("DELETE", "/me")) == (204, "application/json", b"")
    assert (await page.ask("GET", "/me/export"))[1] == {"tables": [], "results": [], "circles": []}
    assert (await page.ask("GET", f"/tables/{tables[0]}"))[0] == 404


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(
            ("POST", f"/tables/{'a' * 16}/{action}")
            for action in ("share", "knock", "admit", "tickets", "renew", "start")
        ),
        ("POST", "/qr"),
        ("GET", "/dice"),
        ("POST", f"/challenges/{'a' * 16}"),
        ("GET", "/nothing"),
        ("PATCH", "/tables"),
    ],
)
async def test_what_needs_a_server_is_refused_in_words(method: str, path: str) -> None:
    status, answer = await Page().ask(method, path)
    assert (status, answer["error"]["code"]) == (403, "not_allowed")
    assert answer["error"]["details"]["text"]["key"] == "device.server"
