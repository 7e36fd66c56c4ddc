"""The view: all that a page draws and offers, as values, so that nobody has to read moves."""

from typing import Any

import pytest

from knobel import KnobelError, games
from knobel.core.entry import read_entry
from knobel.core.game import Fell, Moved
from knobel.core.record import Record
from knobel.games.holding.tray import Keep
from knobel.tables.keys import new_token
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.play import Command
from knobel.tables.view import RECENT
from tests.tables.memory import MemoryTables
from tests.tables.people import Ticket, play, roll, say, sit, standing, two, wish

pytestmark = pytest.mark.asyncio


async def seen(tables: MemoryTables, ticket: Ticket) -> dict[str, Any]:
    return await tables.view(ticket.table, ticket.token)


async def test_dice_that_are_held_are_told_while_they_lie(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    assert ((await seen(tables, anna))["held"], (await seen(tables, anna))["last_throw"]) == ([], 0)
    await roll(tables, anna)
    assert ((await seen(tables, anna))["held"], (await seen(tables, anna))["last_throw"]) == ([], 1)
    await say(tables, anna, "keep 1 4")
    for ticket in (anna, bert):
        view = await seen(tables, ticket)
        assert (view["held"], view["last_throw"]) == ([1, 4], 3)
    await say(tables, anna, "keep none")
    assert (await seen(tables, anna))["held"] == []
    await say(tables, anna, "write chance")
    # Bert has all dice in the cup.
    assert (await seen(tables, bert))["held"] == []


async def test_own_dice_are_held_before_the_others_are_typed(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables, dice="own")
    await say(tables, anna, "- 1 2 3 4 5")
    await say(tables, anna, "keep 2 3")
    view = await seen(tables, anna)
    assert (view["held"], view["last_throw"]) == ([2, 3], 1)
    await say(tables, anna, "- 6 6 6")
    view = await seen(tables, anna)
    assert (view["held"], view["last_throw"]) == ([2, 3], 3)


async def test_the_history_tells_throws_and_moves_as_values(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables, dice="own")
    for ticket, move in ((bert, "- 1 2 3 4 5"), (anna, "keep 2 3"), (anna, "- 6 6 1"), (anna, "write chance")):
        await say(tables, ticket, move)
    await say(tables, bert, "- 5 5 5 5 5")
    thrown = {"move": None, "held": None, "witnessed": False}
    made = {"dice": None, "faces": None, "witnessed": False}
    assert (await seen(tables, bert))["history"] == [
        {"number": 1, "seat": 0, "by": 1, **thrown, "dice": [1, 2, 3, 4, 5], "faces": ["1", "2", "3", "4", "5"]},
        {"number": 2, "seat": 0, "by": 0, "move": "keep 2 3", "held": [2, 3], **made},
        {"number": 3, "seat": 0, "by": 0, **thrown, "dice": [1, 4, 5], "faces": ["6", "6", "1"]},
        {"number": 4, "seat": 0, "by": 0, "move": "write chance", "held": None, **made},
        {"number": 5, "seat": 1, "by": 1, **thrown, "dice": [1, 2, 3, 4, 5], "faces": ["5", "5", "5", "5", "5"]},
    ]


@pytest.mark.parametrize("game", [info.key for info in games()])
async def test_the_history_says_what_the_entries_say(tables: MemoryTables, game: str) -> None:
    _, anna, bert = await two(tables, game)
    while True:
        view = await play(tables, [anna, bert], most=3)
        rules = Record.read(await tables.record(anna.table, anna.token)).game
        cup = {die["position"] for die in view["scene"]["tray"]["dice"] if die["face"] is None}
        assert not cup & set(view["held"])
        told = view["entries"] if view["over"] else view["entries"][-RECENT:]
        assert [entry["number"] for entry in view["history"]] == [number for number, _ in told]
        for entry, (_, line) in zip(view["history"], told, strict=True):
            match read_entry(rules, line):
                case Moved(seat, move):
                    assert (entry["seat"], entry["move"], entry["dice"]) == (seat, str(move), None)
                    assert (entry["held"] is None) == (not isinstance(move, Keep))
                case Fell(faces):
                    assert line == f"- {' '.join(entry['faces'])}"
                    assert len(entry["dice"]) == len(faces)
        if view["over"]:
            break


async def test_what_may_be_taken_back_is_told_by_the_way_it_is(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    assert (await seen(tables, anna))["undoable"] == {"free": [2], "ask": []}
    assert (await seen(tables, bert))["undoable"] == {"free": [], "ask": []}
    await roll(tables, bert)
    assert (await seen(tables, anna))["undoable"] == {"free": [], "ask": [2]}
    await tables.leave(bert.table, bert.token)
    # One who is away is asked all the same.
    assert (await seen(tables, anna))["undoable"] == {"free": [], "ask": [2]}
    assert (await seen(tables, bert))["undoable"] == {"free": [], "ask": []}


@pytest.mark.parametrize("undo", ["free", "ask", "off"])
@pytest.mark.parametrize("dice", ["checked", "own"])
async def test_what_is_told_to_be_undoable_is_and_nothing_else(undo: str, dice: str) -> None:
    """Every entry is tried on a table of its own, by each of those who sit there."""

    async def played() -> tuple[MemoryTables, list[Ticket]]:
        tables = MemoryTables()
        _, people = await sit(tables, wish("classic", 2, undo=undo, dice=dice), "Anna", "Bert")
        anna, bert = people
        for ticket, throw in ((anna, "- 1 2 3 4 5"), (bert, "- 1 1 1 1 1"), (anna, "- 2 2 2 2 2")):
            await say(tables, ticket, throw if dice == "own" else "roll")
            await say(tables, ticket, "write chance" if throw != "- 2 2 2 2 2" else "write ones")
        return tables, people

    tables, people = await played()
    numbers = standing(await seen(tables, people[0]))
    for who in range(2):
        told = (await seen(tables, people[who]))["undoable"]
        for number in numbers:
            trying, those = await played()
            expected = next((way for way, found in told.items() if number in found), None)
            try:
                await say(trying, those[who], f"undo {number}")
            except KnobelError:
                found = None
            else:
                found = "ask" if (await seen(trying, those[who]))["ask"] else "free"
            assert found == expected, (who, number)


async def test_one_who_plays_for_all_takes_back_any_own_move(tables: MemoryTables) -> None:
    key = new_token()
    opened = await tables.open(NewTable("classic", [NewSeat("here", "Anna"), NewSeat("here", "Bert")]), key)
    await tables.join(opened.table, key)
    for move in ("roll", "write chance", "roll"):
        view = await tables.view(opened.table, key)
        await tables.command(opened.table, key, Command(move, view["seq"]))
    assert (await tables.view(opened.table, key))["undoable"] == {"free": [2], "ask": []}


async def test_after_the_end_dice_are_revealed_and_nothing_is_undoable(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables, "hexhex")
    view = await play(tables, [anna, bert])
    assert view["undoable"] == {"free": [], "ask": []}
    assert len(view["history"]) == len(view["entries"]) > RECENT
