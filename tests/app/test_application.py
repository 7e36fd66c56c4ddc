"""The application over memory: requests that need neither a database nor a server."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from knobel import games, make
from knobel.app.application import App
from knobel.app.ports import Edition
from knobel.browser.bridge import Bridge
from knobel.solve.hindsight import offered
from knobel.tables.keys import new_token
from knobel.tables.reports import moves_made
from knobel.testing import random_record
from knobel.testing.memory import memory_app
from tests.app.player import Player
from tests.browser.memory import Memory

pytestmark = pytest.mark.asyncio


def in_memory() -> App:
    """An application for many people."""
    return memory_app()


def in_a_browser() -> App:
    """The application of a browser without a server."""
    return Bridge(Memory(), KEY, pace=0).app


KEY = new_token()
EVERYWHERE = pytest.mark.parametrize("make_app", [in_memory, in_a_browser], ids=lambda make_app: make_app.__name__)


@EVERYWHERE
async def test_a_correction_in_a_finished_game_reaches_the_scores_of_its_series(make_app: Callable[[], App]) -> None:
    anna = Player(make_app(), KEY)
    tables = [await anna.open("hexhex", "here", "here", dice="own")]
    sheet = (await anna.get(f"/tables/{tables[0]}"))["scene"]["sheets"][0]
    boxes = [cell["key"] for cell in sheet["cells"] if cell["key"] != "total"]
    for _ in range(2):
        for box in boxes:
            for _ in range(2):
                view = await anna.move(tables[-1], f"enter {box}: 0")
        assert view["over"]
        tables.append((await anna.post(f"/tables/{tables[-1]}/rematch"))["table"])
        await anna.post(f"/tables/{tables[-1]}/join")
    # The first seat had five of a symbol in its first entry; people move up a seat from game to game.
    await anna.move(tables[0], f"correct 2 enter {boxes[0]}: 5")
    past = [[game["scores"] for game in (await anna.get(f"/tables/{table}"))["past"]] for table in tables]
    assert past == [[], [[0, 5]], [[5, 0], [0, 0]]]


@EVERYWHERE
async def test_faces_are_counted_for_each_seat_unless_taken_back_or_inferred(make_app: Callable[[], App]) -> None:
    anna = Player(make_app(), KEY)
    table = await anna.open("extreme", "here", "here", dice="own")
    for move in ("- 1 1 2 3 4 9", "keep 1 2", "- 5 5 5 0", "undo 3", "- 5 5 5 9", "write ones", "enter chance: 20"):
        await anna.move(table, move)
    ordinary, ten_sided = (await anna.get(f"/tables/{table}/dice"))["dice"]
    assert ordinary == {"faces": ["1", "2", "3", "4", "5", "6"], "counts": [[2, 1, 1, 1, 3, 0], [0] * 6]}
    assert ten_sided == {"faces": list("0123456789"), "counts": [[0] * 9 + [2], [0] * 10]}


@EVERYWHERE
async def test_the_moves_made_are_told_with_their_labels(make_app: Callable[[], App]) -> None:
    anna = Player(make_app(), KEY)
    table = await anna.open("hexhex", "here", dice="own")
    view = await anna.get(f"/tables/{table}")
    box = view["scene"]["sheets"][0]["cells"][0]["key"]
    await anna.move(table, f"enter {box}: 0")
    moves = (await anna.get(f"/tables/{table}/told"))["moves"]
    assert [move["seat"] for move in moves] == [0]
    assert moves == moves_made(await anna.app.tables.load(table))


@EVERYWHERE
async def test_the_best_possible_result_is_found_where_a_game_has_a_search_for_it(make_app: Callable[[], App]) -> None:
    anna = Player(make_app(), KEY)
    for info in games():
        record = random_record(make(info.key, info.seats[0]), 1)
        table = (await anna.post("/import", record=record.text()))["table"]
        response = await anna.send("GET", f"/tables/{table}/best?seat=0&seconds=0.1&language=en")
        values = json.loads(response.body)
        if offered(record.game):
            assert values["reached"] <= values["points"] <= values["bound"]
        else:
            assert (response.status, values["error"]["code"]) == (422, "bad_setup")


@EVERYWHERE
async def test_distributions_are_those_of_the_library(make_app: Callable[[], App]) -> None:
    anna = Player(make_app(), KEY)
    for info in games():
        for distribution in (await anna.get(f"/distributions/{info.key}"))["distributions"]:
            assert sum(distribution["chances"]) == pytest.approx(1, abs=1e-6)
    assert (await anna.send("GET", "/distributions/nothing")).status == 422


async def test_people_come_by_links_where_they_can_be_reached() -> None:
    anna, bert = (Player(app) for app in [memory_app()] * 2)
    opened = await anna.post("/tables", game="classic", seats=[{"kind": "here"}, {"kind": "link"}])
    assert opened["seal"]
    path = f"/tables/{opened['table']}"
    await anna.post(f"{path}/join")
    assert (await bert.post(f"{path}/join", ticket=opened["invite"], name="Bert"))["seats"] == [1]
    assert (await anna.get(path))["started"]
    assert (await bert.get("/me/tables"))["tables"][0]["mine"] == [1]
    stranger = Player(anna.app)
    assert (await stranger.send("GET", path)).status == 403
    assert (await stranger.get(f"{path}/mine")) == {"seats": [], "watching": False}


async def test_bots_play_to_the_end() -> None:
    app = memory_app()
    anna = Player(app)
    table = (await anna.post("/tables", game="hexhex", seats=[{"kind": "here"}, {"kind": "bot", "level": "chick"}]))[
        "table"
    ]
    await anna.post(f"/tables/{table}/join")
    view = await anna.get(f"/tables/{table}")
    while not view["over"]:
        if moves := view["moves"].get("0"):
            await anna.move(table, moves[-1])
        await app.bots.idle()
        view = await anna.get(f"/tables/{table}")
    assert view["scene"]["sheets"][1]["cells"]
    await app.close()


async def test_what_an_edition_lacks_is_refused_in_words() -> None:
    app = memory_app(edition=Edition(sealed=False, reachable=False))
    anna = Player(app)
    links = await anna.send("POST", "/tables", game="classic", seats=[{"kind": "here"}, {"kind": "link"}])
    table = await anna.open("classic", "here")
    assert (await anna.get(f"/tables/{table}"))["dice"] == "random"
    for response in (links, await anna.send("POST", f"/tables/{table}/tickets"), await anna.send("GET", "/dice")):
        error = json.loads(response.body)["error"]
        assert (response.status, error["details"]["text"]["key"]) == (403, "device.server")


async def test_a_body_of_another_shape_is_refused() -> None:
    anna = Player(memory_app())
    bodies: tuple[Mapping[str, Any], ...] = ({"seats": []}, {"game": "classic", "seats": [], "nonsense": 1})
    for body in bodies:
        response = await anna.send("POST", "/tables", **body)
        assert (response.status, json.loads(response.body)["error"]["code"]) == (422, "invalid")
    table = await anna.open("hexhex", "here", dice="own")
    for query in ("", "?of=1&of=2&nonsense=3"):
        response = await anna.send("GET", f"/tables/{table}/correct{query}")
        assert json.loads(response.body)["error"]["code"] == ("bad_move" if query else "invalid")
