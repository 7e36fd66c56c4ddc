"""Taking back: by the rule of the table, never the dice."""

import pytest

from knobel import KnobelError, Undo
from knobel.core.proof import prove
from knobel.tables import play as acts
from knobel.tables.errors import NotAllowed, Stale, TooLarge
from tests.tables.memory import MemoryTables
from tests.tables.people import moves_in, play, record_of, roll, say, sit, standing, two, wish

pytestmark = pytest.mark.asyncio


async def test_free_a_move_is_taken_back_before_dice_fall(tables: MemoryTables) -> None:
    _, (anna, bert) = await sit(tables, wish("krisskross", 2, undo="free"), "Anna", "Bert")
    await say(tables, anna, "begin dot")
    await say(tables, anna, "undo 1")
    await say(tables, anna, "begin star")
    await say(tables, bert, "begin dot")
    assert standing(await tables.view(anna.table, anna.token)) == [3, 4]


async def test_what_is_written_is_taken_back_until_the_next_one_throws(tables: MemoryTables) -> None:
    for undo in ("free", "ask"):
        _, anna, bert = await two(tables, undo=undo)
        await say(tables, anna, "write chance")
        await say(tables, anna, "undo 2")
        table = await tables.view(anna.table, anna.token)
        assert (standing(table), table["ask"]) == ([1], None)
        await say(tables, anna, "write ones")
        await roll(tables, bert)
        with_asking = say(tables, anna, "undo 4")
        if undo == "free":
            with pytest.raises(NotAllowed, match="before dice fall"):
                await with_asking
        else:
            await with_asking
            assert (await tables.view(anna.table, anna.token))["ask"]


async def test_free_others_may_have_moved_in_between(tables: MemoryTables) -> None:
    _, (anna, bert) = await sit(tables, wish("krisskross", 2, undo="free"), "Anna", "Bert")
    await say(tables, anna, "begin dot")
    await say(tables, bert, "begin star")
    await roll(tables, anna, bert)
    placed = [moves_in(await tables.view(one.table, one.token))[0] for one in (anna, bert)]
    await say(tables, anna, placed[0])
    seq = (await tables.view(anna.table, anna.token))["seq"]
    await say(tables, anna, "undo 4")
    assert (await tables.view(anna.table, anna.token))["seq"] == seq + 1
    with pytest.raises(Stale):
        await say(tables, anna, placed[0], seen=seq)


async def test_free_nothing_is_taken_back_once_dice_fell(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables, undo="free")
    await say(tables, anna, "keep 1 2")
    with pytest.raises(NotAllowed, match="before dice fall"):
        await say(tables, anna, "undo 2")


async def test_off_nothing_is_taken_back(tables: MemoryTables) -> None:
    _, (anna, _) = await sit(tables, wish("krisskross", 2, undo="off"), "Anna", "Bert")
    await say(tables, anna, "begin dot")
    with pytest.raises(NotAllowed, match="nothing is taken back"):
        await say(tables, anna, "undo 1")


async def test_ask_everybody_has_to_agree(tables: MemoryTables) -> None:
    _, (anna, bert, cleo) = await sit(tables, wish("classic", 3), "Anna", "Bert", "Cleo")
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    await say(tables, anna, "undo 2")
    table = await tables.view(bert.table, bert.token)
    assert table["ask"] == {"seat": 0, "number": 2, "agreed": []}
    assert standing(table) == [1, 2, 3]
    await tables.answer(bert.table, bert.token, agree=True)
    assert standing(await tables.view(bert.table, bert.token)) == [1, 2, 3]
    await tables.answer(cleo.table, cleo.token, agree=True)
    table = await tables.view(bert.table, bert.token)
    assert (standing(table), table["ask"]) == ([1], None)


async def test_ask_one_refusal_is_enough(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    await say(tables, anna, "undo 2")
    await tables.answer(bert.table, bert.token, agree=False)
    table = await tables.view(anna.table, anna.token)
    assert (standing(table), table["ask"]) == ([1, 2, 3], None)
    with pytest.raises(NotAllowed, match="nobody asks"):
        await tables.answer(bert.table, bert.token, agree=True)


async def test_ask_who_plays_on_has_answered(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    await say(tables, anna, "undo 2")
    await say(tables, bert, "write chance")
    assert (await tables.view(anna.table, anna.token))["ask"] is None


async def test_ask_nobody_agrees_with_themselves(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    await say(tables, anna, "undo 2")
    with pytest.raises(NotAllowed):
        await tables.answer(anna.table, anna.token, agree=True)


async def test_ask_those_who_are_away_and_bots_are_not_asked(tables: MemoryTables) -> None:
    _, (anna, bert) = await sit(tables, wish("classic", 3, bots={2: "cat"}), "Anna", "Bert")
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    await say(tables, anna, "undo 2")
    await tables.leave(bert.table, bert.token)
    assert standing(await tables.view(anna.table, anna.token)) == [1]


async def test_nobody_takes_back_moves_of_others_or_dice(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    for number in (1, 2, 3):
        with pytest.raises(NotAllowed, match="no move of yours"):
            await say(tables, bert, f"undo {number}")
    with pytest.raises(KnobelError, match="does not stand"):
        await say(tables, bert, "undo 9")


async def test_a_throw_that_comes_again_shows_the_same_dice(tables: MemoryTables) -> None:
    _, (anna,) = await sit(tables, wish("classic", 1), "Anna")
    await say(tables, anna, "keep 1 2")
    before = await record_of(tables, anna)
    for _ in range(3):
        last = standing(await tables.view(anna.table, anna.token))[1]
        await say(tables, anna, f"undo {last}")
        await say(tables, anna, "keep 1 2")
    record = await record_of(tables, anna)
    assert record.state == before.state
    assert sum(isinstance(entry, Undo) for entry in record.entries) == 6
    await play(tables, [anna])
    proof = prove(await record_of(tables, anna))
    assert proof.holds
    assert proof.again == 3


async def test_when_the_game_is_over_its_dice_are_revealed_and_nothing_is_undone(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    table = await play(tables, [anna, bert])
    with pytest.raises(NotAllowed, match="the game is over"):
        await say(tables, bert, f"undo {standing(table)[-1]}")


async def test_nobody_fills_the_record_with_undoing(tables: MemoryTables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_AMENDMENTS", 2)
    _, (anna, _) = await sit(tables, wish("krisskross", 2, undo="free"), "Anna", "Bert")
    for number in (1, 3):
        await say(tables, anna, "begin dot")
        await say(tables, anna, f"undo {number}")
    await say(tables, anna, "begin dot")
    with pytest.raises(TooLarge, match="play on"):
        await say(tables, anna, "undo 5")
