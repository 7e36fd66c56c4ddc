"""Changes of a view: who applies them sees exactly what a whole view shows."""

import json
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from knobel import KnobelError, games
from knobel.tables.changes import change_json
from knobel.tables.keys import new_token
from knobel.tables.play import Command
from knobel.tables.table import EARLIER_VIEWS, Table
from knobel.tables.view import view_json
from tests.tables.memory import MemoryTables
from tests.tables.people import moves_in, say, sit, two, wish
from tests.tables.test_view_json import anything

pytestmark = pytest.mark.asyncio


def applied(view: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A view after a change, as a client makes it."""
    assert view["seq"] == change["since"]
    made: dict[str, Any] = json.loads(json.dumps(view))
    for one in change["changes"]:
        *way, last = one["at"]
        place: Any = made
        for step in way:
            place = place[step]
        if "to" in one:
            place[last] = one["to"]
        elif "fields" in one:
            place[last] |= one["fields"]
        else:
            place[last][one["first"] : one["first"] + one["drop"]] = one["add"]
    return {**made, **change["own"]}


class Followers:
    """People who look once, and then are told only what has changed, some of them every time, others now and then."""

    def __init__(self, table: Table, keys: list[str], random: Random) -> None:
        self.views = {key: json.loads(view_json(table, key)) for key in keys}
        self.random = random
        self.told = self.whole = 0

    def tell(self, table: Table) -> None:
        """Tell what has changed, and compare with the whole."""
        for key, known in self.views.items():
            if self.random.random() < 0.2:
                continue
            written = change_json(table, key, known["seq"])
            shown = json.loads(view_json(table, key))
            if written is None:
                self.whole += 1
            else:
                self.told += 1
                change = json.loads(written)
                assert change["seq"] == shown["seq"]
                assert applied(known, change) == shown
            self.views[key] = shown


@pytest.mark.parametrize("undo", ["free", "ask"])
@pytest.mark.parametrize("game", [info.key for info in games()])
async def test_who_applies_all_changes_sees_the_whole_table(game: str, undo: str) -> None:
    tables, random = MemoryTables(), Random(f"changes {game} {undo}")
    opened, people = await sit(tables, wish(game, 2, undo=undo, clock=60), "Anna", "Bërt 😀")
    followers = Followers(tables.tables[opened.table], [*(one.token for one in people), opened.watch], random)
    for _ in range(80):
        for one in people:
            # What is refused changes nothing.
            with suppress(KnobelError):
                await anything(tables, one, people, random)
            followers.tell(tables.tables[opened.table])
    assert followers.told > 100


@pytest.mark.parametrize("game", [info.key for info in games() if 2 in info.seats])
async def test_changes_lead_from_the_first_entry_to_the_last(game: str) -> None:
    tables, random = MemoryTables(), Random(game)
    opened, people = await sit(tables, wish(game, 2), "Anna", "Bert")
    followers = Followers(tables.tables[opened.table], [one.token for one in people], random)
    while not tables.tables[opened.table].over:
        for one in people:
            seen = await tables.view(one.table, one.token)
            if offered := [move for move in moves_in(seen) if not move.startswith("keep")]:
                await tables.command(one.table, one.token, Command(random.choice(offered), seen["seq"]))
            followers.tell(tables.tables[opened.table])
    followers.random = Random(0)
    for _ in range(9):
        followers.tell(tables.tables[opened.table])
    assert all(view["over"] for view in followers.views.values())


async def test_a_table_that_fills_is_told_by_changes(tables: MemoryTables) -> None:
    opened, _ = await sit(tables, wish("classic", 3))
    followers = Followers(tables.tables[opened.table], [opened.watch, opened.invite], Random(1))
    followers.random.random = lambda: 1.0  # type: ignore[method-assign]
    for name in ("Anna", "Bert", "Cem"):
        await tables.join(opened.table, new_token(), ticket=opened.invite, name=name)
        followers.tell(tables.tables[opened.table])
    assert followers.told == 6


async def test_dice_that_are_corrected_or_taken_back_in_between_are_told_by_changes(tables: MemoryTables) -> None:
    opened, (anna, bert) = await sit(tables, wish("classic", 2, dice="own"), "Anna", "Bert")
    followers = Followers(tables.tables[opened.table], [anna.token, bert.token], Random(1))
    followers.random.random = lambda: 1.0  # type: ignore[method-assign]
    moves = ["- 1 2 3 4 5", "keep 1 2", "- 6 6 6", "correct 3 - 5 5 5", "correct 1 - 1 2 6 6 6", "undo 3"]
    for move in moves:
        await say(tables, anna, move)
        followers.tell(tables.tables[opened.table])
    assert (followers.told, followers.whole) == (2 * len(moves), 0)


@pytest.mark.parametrize("game", [info.key for info in games() if 2 in info.seats])
async def test_changes_are_far_smaller_than_the_table(tables: MemoryTables, game: str) -> None:
    random = Random(game)
    opened, people = await sit(tables, wish(game, 2), "Anna", "Bert")
    since = changes = views = 0
    for turn in range(30):
        one = people[turn % 2]
        while offered := moves_in(await tables.view(one.table, one.token)):
            table = tables.tables[opened.table]
            since = table.seq
            await tables.command(one.table, one.token, Command(random.choice(offered), since))
            table = tables.tables[opened.table]
            changes += len(change_json(table, people[0].token, since) or b"")
            views += len(view_json(table, people[0].token))
    assert 2 * changes < views


async def test_of_states_long_ago_or_never_seen_nothing_is_told(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    first = tables.tables[anna.table].seq
    view_json(tables.tables[anna.table], anna.token)
    for turn in range(EARLIER_VIEWS + 1):
        assert (change_json(tables.tables[anna.table], bert.token, first) is None) == (turn > EARLIER_VIEWS)
        assert change_json(tables.tables[anna.table], bert.token, first + 1000) is None
        await say(tables, (anna, bert)[turn % 2], "write chance" if turn < 2 else "write ones")
    assert change_json(tables.tables[anna.table], bert.token, first) is None
