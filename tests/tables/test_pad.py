"""Scores entered without dice at a table: they become a marked throw and the move that writes it."""

import pytest

from knobel import BadMove, Record
from knobel.coach import review
from knobel.tables.errors import NotAllowed
from tests.tables.memory import MemoryTables
from tests.tables.people import say, two

pytestmark = pytest.mark.asyncio


async def test_a_score_is_entered_by_anybody_for_the_seat_whose_turn_it_is(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables, dice="own")
    await say(tables, anna, "enter full_house: 25")
    await say(tables, anna, "enter fives: 15")
    view = await tables.view(bert.table, bert.token)
    assert [sheet["total"] for sheet in view["scene"]["sheets"]] == [25, 15]
    assert [one["witnessed"] for one in view["history"]] == [True, False, True, False]
    assert [one["seat"] for one in view["history"]] == [0, 0, 1, 1]
    record = Record.read(await tables.record(anna.table, anna.token))
    assert record.version == 2
    assert record.game.scores(record.state) == (25, 15)


async def test_an_impossible_score_is_refused_and_changes_nothing(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables, dice="own")
    with pytest.raises(BadMove, match="it takes 0, 25"):
        await say(tables, anna, "enter full_house: 26")
    with pytest.raises(BadMove, match="nothing can be entered there now"):
        await say(tables, anna, "enter nowhere: 26")
    assert not (await tables.view(anna.table, anna.token))["entries"]


async def test_where_the_server_throws_no_score_is_entered_without_dice(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    seen = (await tables.view(anna.table, anna.token))["seq"]
    with pytest.raises(NotAllowed, match="the server throws the dice at this table"):
        await say(tables, anna, "enter full_house: 25", seen=seen)


async def test_a_review_leaves_out_what_was_entered_without_dice_and_says_so(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables, dice="own")
    await say(tables, anna, "enter full_house: 25")
    await say(tables, bert, "- 1 1 1 2 3")
    await say(tables, bert, "write ones")
    found = review(Record.read(await tables.record(anna.table, anna.token)))
    assert [words.key for words in found.caveats] == ["coach.left_out"]
    assert not [moment for moment in found.seats[0].moments if moment.verdict]
    assert [moment for moment in found.seats[1].moments if moment.verdict]


@pytest.mark.parametrize("score", ["full_house: 25", "full_house: 25 with chip"])
async def test_a_score_that_is_taken_back_takes_its_witness_along_and_nothing_else(
    tables: MemoryTables, score: str
) -> None:
    _, anna, bert = await two(tables, "extreme", dice="own")
    await say(tables, anna, "enter chance: 20")
    await say(tables, bert, f"enter {score}")
    last = (await tables.view(bert.table, bert.token))["history"][-1]["number"]
    await say(tables, bert, f"undo {last}")
    view = await tables.view(bert.table, bert.token)
    assert [one["seat"] for one in view["history"]] == [0, 0]
    assert view["scene"]["seats"] == [1]
    assert view["scene"]["waiting"] == "throw"
