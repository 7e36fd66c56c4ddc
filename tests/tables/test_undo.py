"""Taking back: by the rule of the table, never the dice."""

from typing import Any

import pytest

from knobel import KnobelError, Record, Undo, make
from knobel.core.game import read_move
from knobel.core.proof import prove
from knobel.tables import play as acts
from knobel.tables.errors import NotAllowed, Stale, TooLarge
from knobel.tables.keys import new_token
from tests.tables.memory import MemoryTables
from tests.tables.people import Ticket, join, moves_in, play, record_of, roll, say, sit, standing, two, wish

pytestmark = pytest.mark.asyncio

CHANCE = read_move(make("classic", 3), "write chance")


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


async def with_bot(tables: MemoryTables, undo: str) -> tuple[Ticket, Ticket]:
    """Anna has written, and the bot after her has thrown; then it is Bert's turn."""
    _, (anna, bert) = await sit(tables, wish("classic", 3, bots={1: "chick"}, undo=undo), "Anna", "Bert")
    await say(tables, anna, "write chance")
    tables.change(anna.table, lambda table: acts.play_bot(table, 1, None, table.seq, 0))
    return anna, bert


@pytest.mark.parametrize("undo", ["free", "ask"])
async def test_what_bots_did_since_goes_with_a_move_without_asking_and_comes_again(
    tables: MemoryTables, undo: str
) -> None:
    anna, _ = await with_bot(tables, undo)
    before = await tables.view(anna.table, anna.token)
    assert before["undoable"]["free"] == [2]
    await say(tables, anna, "undo 2")
    assert standing(await tables.view(anna.table, anna.token)) == [1]
    await say(tables, anna, "write chance")
    tables.change(anna.table, lambda table: acts.play_bot(table, 1, None, table.seq, 0))
    after = await tables.view(anna.table, anna.token)
    assert after["history"][-1]["faces"] == before["history"][-1]["faces"]


async def test_an_undo_is_not_stale_because_a_bot_threw_meanwhile(tables: MemoryTables) -> None:
    _, (anna, _) = await sit(tables, wish("classic", 3, bots={1: "chick"}, undo="free"), "Anna", "Bert")
    seen = await say(tables, anna, "write chance")
    tables.change(anna.table, lambda table: acts.play_bot(table, 1, None, table.seq, 0))
    await say(tables, anna, "undo 2", seen=seen)
    assert standing(await tables.view(anna.table, anna.token)) == [1]


async def test_once_a_person_has_thrown_too_a_move_is_not_taken_back_at_once(tables: MemoryTables) -> None:
    anna, bert = await with_bot(tables, "free")
    tables.change(anna.table, lambda table: acts.play_bot(table, 1, CHANCE, table.seq, 0))
    assert (await tables.view(anna.table, anna.token))["undoable"]["free"] == [2]
    await roll(tables, bert)
    assert (await tables.view(anna.table, anna.token))["undoable"]["free"] == []


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
    with pytest.raises(NotAllowed, match="moves cannot be taken back"):
        await say(tables, anna, "undo 1")


async def test_ask_everybody_has_to_agree(tables: MemoryTables) -> None:
    _, (anna, bert, cleo) = await sit(tables, wish("classic", 3), "Anna", "Bert", "Cleo")
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    await say(tables, anna, "undo 2")
    table = await tables.view(bert.table, bert.token)
    assert table["ask"] == {"seat": 0, "number": 2, "agreed": [], "undecided": [1, 2], "gone": [1, 1, 0]}
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
    with pytest.raises(NotAllowed, match="nothing to agree to"):
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


async def test_ask_bots_are_not_asked_but_those_who_are_away_are(tables: MemoryTables) -> None:
    _, (anna, bert) = await sit(tables, wish("classic", 3, bots={2: "cat"}), "Anna", "Bert")
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    await say(tables, anna, "undo 2")
    await tables.leave(bert.table, bert.token)
    await tables.fill(anna.table, anna.token, 1, "cat")
    table = await tables.view(anna.table, anna.token)
    assert (standing(table), table["ask"]["undecided"]) == ([1, 2, 3], [1])
    await tables.answer(bert.table, bert.token, agree=True)
    assert standing(await tables.view(anna.table, anna.token)) == [1]


async def test_ask_one_whose_clock_ran_out_is_asked_too() -> None:
    time = [1_000_000]
    tables = MemoryTables(clock=lambda: time[0])
    _, anna, bert = await two(tables, clock=30)
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    time[0] += 30_001
    await tables.fill(anna.table, anna.token, 1, "cat")
    assert (await tables.view(anna.table, anna.token))["undoable"] == {"free": [], "ask": [2]}
    await say(tables, anna, "undo 2")
    assert (await tables.view(anna.table, anna.token))["ask"]["undecided"] == [1]


async def test_ask_nobody_is_waited_for_who_has_been_forgotten(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    await tables.forget(bert.table, bert.token)
    assert (await tables.view(anna.table, anna.token))["undoable"] == {"free": [2], "ask": []}


async def test_ask_who_asks_may_withdraw_it(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    await say(tables, anna, "undo 2")
    await tables.answer(anna.table, anna.token, agree=False)
    table = await tables.view(anna.table, anna.token)
    assert (standing(table), table["ask"]) == ([1, 2, 3], None)


async def test_ask_tells_how_many_entries_of_each_would_go(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    await say(tables, bert, "keep 1 2")
    await say(tables, bert, "write chance")
    await say(tables, anna, "keep 1")
    await say(tables, anna, "undo 2")
    # Anna: a box, two throws and what she held; Bert: two throws, what he held and a box.
    assert (await tables.view(bert.table, bert.token))["ask"]["gone"] == [4, 4]


async def test_nobody_takes_back_moves_of_others_or_dice(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    for number in (1, 2, 3):
        with pytest.raises(NotAllowed, match="is not your move"):
            await say(tables, bert, f"undo {number}")
    with pytest.raises(KnobelError, match="does not exist"):
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


def thrown(view: dict[str, Any]) -> list[list[str]]:
    """The faces of all throws that stand, oldest first."""
    return [entry["faces"] for entry in view["history"] if entry["faces"]]


async def fall(tables: MemoryTables, ticket: Ticket) -> list[str]:
    """What the dice of the last throw show."""
    return thrown(await tables.view(ticket.table, ticket.token))[-1]


async def test_after_an_undo_nobody_gets_the_dice_of_another_seat(tables: MemoryTables) -> None:
    for _ in range(20):
        _, anna, bert = await two(tables)
        await say(tables, anna, "write chance")
        await roll(tables, bert)
        of_bert = await fall(tables, bert)
        await say(tables, anna, "undo 2")
        await tables.answer(bert.table, bert.token, agree=True)
        await say(tables, anna, "keep none")
        of_anna = await fall(tables, anna)
        await say(tables, anna, "write chance")
        await roll(tables, bert)
        # By chance five dice are the same once in 7776 times.
        if of_bert != of_anna != await fall(tables, bert) != of_bert:
            return
    pytest.fail("the same dice fell again and again")


async def test_what_is_decided_again_as_before_brings_the_same_dice_to_all(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "keep 1 2")
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    before = thrown(await tables.view(anna.table, anna.token))
    await say(tables, anna, "undo 2")
    await tables.answer(bert.table, bert.token, agree=True)
    await say(tables, anna, "keep 1 2")
    await say(tables, anna, "write chance")
    await roll(tables, bert)
    assert thrown(await tables.view(anna.table, anna.token)) == before


async def test_dice_that_were_seen_do_not_tell_those_that_fall_after_another_decision(tables: MemoryTables) -> None:
    same = 0
    for _ in range(30):
        _, (anna,) = await sit(tables, wish("classic", 1), "Anna")
        await say(tables, anna, "keep 1")
        before = await fall(tables, anna)
        await say(tables, anna, "undo 2")
        await say(tables, anna, "keep none")
        same += (await fall(tables, anna))[1:] == before
    # Four dice are the same by chance once in 1296 times.
    assert same < 3


async def test_dice_that_fell_anew_are_not_taken_back_again(tables: MemoryTables) -> None:
    _, (anna,) = await sit(tables, wish("classic", 1), "Anna")
    await say(tables, anna, "keep 1 2")
    await say(tables, anna, "undo 2")
    await say(tables, anna, "keep 1")
    view = await tables.view(anna.table, anna.token)
    assert view["undoable"] == {"free": [], "ask": []}
    with pytest.raises(NotAllowed, match="other dice have fallen"):
        await say(tables, anna, f"undo {standing(view)[1]}")
    # What is decided later can be taken back.
    await say(tables, anna, "write chance")
    await say(tables, anna, f"undo {standing(await tables.view(anna.table, anna.token))[-1]}")


async def test_random_dice_are_taken_back_once_for_they_always_fall_anew(tables: MemoryTables) -> None:
    opened = await tables.import_record(Record(make("classic", 1), ("Anna",), "random").text(), new_token())
    anna = await join(tables, opened)
    await say(tables, anna, "keep 1 2")
    await say(tables, anna, "undo 2")
    await say(tables, anna, "keep 1 2")
    with pytest.raises(NotAllowed, match="other dice have fallen"):
        await say(tables, anna, f"undo {standing(await tables.view(anna.table, anna.token))[1]}")


async def test_a_game_with_all_kinds_of_undo_is_proved(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    for answer in ("keep 1 2", "keep 1 2", "keep 3"):
        await say(tables, anna, answer)
        if answer != "keep 3":
            await say(tables, anna, f"undo {standing(await tables.view(anna.table, anna.token))[1]}")
            await tables.answer(bert.table, bert.token, agree=True)
    view = await play(tables, [anna, bert])
    proof = prove(await record_of(tables, anna))
    assert (proof.holds, proof.again, proof.otherwise) == (True, 1, 1)
    assert [(gone["number"], gone["until"]) for gone in view["taken_back"]] == [(3, 4), (2, 5), (7, 8), (6, 9)]
