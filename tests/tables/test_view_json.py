"""The view as JSON: what all see is written once for every state, and it is what a table read afresh would show."""

import json
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from knobel import AnyGame, KnobelError, games, read_move
from knobel.core.game import Moved
from knobel.scene import look
from knobel.scene.model import Scene
from knobel.tables import view as view_module
from knobel.tables.keys import new_token
from knobel.tables.log import LogEntry
from knobel.tables.open import Opened
from knobel.tables.play import Command
from knobel.tables.table import Table
from knobel.tables.view import view, view_json
from tests.scene.test_json import plain, without_caches
from tests.tables.memory import MemoryTables
from tests.tables.people import Ticket, moves_in, roll, say, sit, two, wish

pytestmark = pytest.mark.asyncio

OWN = {"you", "watching", "undoable", "moves", "links"}
"""What differs from one who looks to the next."""


def read_afresh(tables: MemoryTables, name: str) -> Table:
    """The table as its log tells it, with nothing that was written before."""
    there = tables.tables[name]
    return Table(there.setup, there.seat_keys).read([LogEntry(*one.stored()) for one in tables.logs[name]])


def check(tables: MemoryTables, opened: Opened, people: Sequence[Ticket]) -> None:
    """Everybody sees what they would see of a table that is read afresh and drawn anew."""
    table = tables.tables[opened.table]
    keys = (*(one.token for one in people), opened.watch, opened.invite)
    shown = {key: view_json(table.fork(table.seat_keys), key) for key in keys}
    with without_caches():
        for key in keys:
            # Nothing that was written for one who looks is there for the next.
            afresh = read_afresh(tables, opened.table)
            assert shown[key] == view_json(afresh, key)
        scene = json.loads(json.dumps(plain(look(afresh.game, afresh.record.state))))
    for key in keys:
        values = json.loads(shown[key])
        assert values["scene"] == scene
        assert values == view(table, key)
        assert [tuple(entry) for entry in values["entries"]] == afresh.lines()


async def anything(tables: MemoryTables, who: Ticket, people: Sequence[Ticket], random: Random) -> None:
    """Something that a player may do, most often a move."""
    seen = await tables.view(who.table, who.token)
    offered = moves_in(seen)
    undoable = [number for numbers in seen["undoable"].values() for number in numbers]
    match random.randrange(10):
        case 0 if undoable:
            await tables.command(who.table, who.token, Command(f"undo {random.choice(undoable)}", seen["seq"]))
        case 1 if seen["ask"]:
            for other in people:
                await tables.answer(other.table, other.token, agree=True)
        case 2:
            await tables.leave(who.table, who.token)
            await tables.back(who.table, who.token)
        case 3:
            await tables.emote(who.table, who.token, "nice")
        case _ if offered:
            await tables.command(who.table, who.token, Command(random.choice(offered), seen["seq"]))


@pytest.mark.parametrize("undo", ["free", "ask"])
@pytest.mark.parametrize("game", [info.key for info in games()])
async def test_views_of_a_table_in_use_are_those_of_a_table_read_afresh(game: str, undo: str) -> None:
    tables, random = MemoryTables(), Random(f"{game} {undo}")
    opened, people = await sit(tables, wish(game, 2, undo=undo), "Anna", "Bërt 😀")
    for turn in range(60):
        for one in people:
            # What is refused changes nothing.
            with suppress(KnobelError):
                await anything(tables, one, people, random)
        if turn % 3 == 0:
            check(tables, opened, people)


async def test_a_table_that_fills_is_never_seen_as_it_was(tables: MemoryTables) -> None:
    opened, people = await sit(tables, wish("classic", 3))
    check(tables, opened, people)
    for name in ("Anna", "Bert", "Cem"):
        joined = await tables.join(opened.table, token := new_token(), ticket=opened.invite, name=name)
        people.append(Ticket(opened.table, joined.seats[0], token))
        check(tables, opened, people)


async def test_own_dice_that_are_corrected_are_seen_corrected(tables: MemoryTables) -> None:
    opened, (anna, bert) = await sit(tables, wish("classic", 2, dice="own"), "Anna", "Bert")
    for move in ("- 1 2 3 4 5", "keep 1 2", "- 6 6 6", "correct 3 - 5 5 5", "write chance"):
        await say(tables, anna, move)
        check(tables, opened, [anna, bert])


async def test_what_was_only_tried_is_in_nobodys_view(tables: MemoryTables) -> None:
    opened, anna, bert = await two(tables, undo="free")
    await roll(tables, anna)
    table = tables.tables[anna.table]
    for draft in (table.fork(table.seat_keys) for _ in range(2)):
        view_json(draft, anna.token)
        draft.add("leave", "", 0, 0)
        assert json.loads(view_json(draft, anna.token))["seats"][0]["away"]
        check(tables, opened, [anna, bert])
    for box in ("ones", "twos"):
        draft = table.fork(table.seat_keys)
        draft.enter(Moved(0, read_move(table.game, f"write {box}")), 0, 0)
        assert json.loads(view_json(draft, anna.token))["entries"][-1] == [2, f"0 write {box}"]
    check(tables, opened, [anna, bert])


async def test_a_state_is_drawn_once_for_all_who_look(tables: MemoryTables, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, anna, bert = await two(tables)
    drawn: list[Any] = []

    def drawing(game: AnyGame, state: Any) -> Scene:
        drawn.append(state)
        return look(game, state)

    monkeypatch.setattr(view_module, "look", drawing)
    await tables.command(anna.table, anna.token, Command("roll", tables.tables[anna.table].seq))
    drawn.clear()
    table = tables.tables[anna.table]
    views = [json.loads(view_json(table.fork(table.seat_keys), key)) for key in (anna.token, bert.token, opened.watch)]
    assert drawn == [table.record.state]
    shared = [{name: value for name, value in one.items() if name not in OWN} for one in views]
    assert shared[0] == shared[1] == shared[2]
    assert [one["you"] for one in views] == [[0], [1], []]
