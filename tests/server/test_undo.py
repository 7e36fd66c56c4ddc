"""Taking back: by the rule of the table, never the dice."""

import pytest

from knobel import KnobelError, Undo
from knobel.core.proof import prove
from knobel.server.live.service import Service
from knobel.tables import play as acts
from knobel.tables.errors import NotAllowed, Stale, TooLarge
from tests.server.people import moves_in, play, record_of, roll, say, sit, standing, two, wish

pytestmark = pytest.mark.asyncio


async def test_free_a_move_is_taken_back_before_dice_fall(service: Service) -> None:
    _, (anna, bert) = await sit(service, wish("krisskross", 2, undo="free"), "Anna", "Bert")
    await say(service, anna, "begin dot")
    await say(service, anna, "undo 1")
    await say(service, anna, "begin star")
    await say(service, bert, "begin dot")
    assert standing(await service.view(anna.table, anna.token)) == [3, 4]


async def test_what_is_written_is_taken_back_until_the_next_one_throws(service: Service) -> None:
    for undo in ("free", "ask"):
        _, anna, bert = await two(service, undo=undo)
        await say(service, anna, "write chance")
        await say(service, anna, "undo 2")
        table = await service.view(anna.table, anna.token)
        assert (standing(table), table["ask"]) == ([1], None)
        await say(service, anna, "write ones")
        await roll(service, bert)
        with_asking = say(service, anna, "undo 4")
        if undo == "free":
            with pytest.raises(NotAllowed, match="before dice fall"):
                await with_asking
        else:
            await with_asking
            assert (await service.view(anna.table, anna.token))["ask"]


async def test_free_others_may_have_moved_in_between(service: Service) -> None:
    _, (anna, bert) = await sit(service, wish("krisskross", 2, undo="free"), "Anna", "Bert")
    await say(service, anna, "begin dot")
    await say(service, bert, "begin star")
    await roll(service, anna, bert)
    placed = [moves_in(await service.view(one.table, one.token))[0] for one in (anna, bert)]
    await say(service, anna, placed[0])
    seq = (await service.view(anna.table, anna.token))["seq"]
    await say(service, anna, "undo 4")
    assert (await service.view(anna.table, anna.token))["seq"] == seq + 1
    with pytest.raises(Stale):
        await say(service, anna, placed[0], seen=seq)


async def test_free_nothing_is_taken_back_once_dice_fell(service: Service) -> None:
    _, anna, _ = await two(service, undo="free")
    await say(service, anna, "keep 1 2")
    with pytest.raises(NotAllowed, match="before dice fall"):
        await say(service, anna, "undo 2")


async def test_off_nothing_is_taken_back(service: Service) -> None:
    _, (anna, _) = await sit(service, wish("krisskross", 2, undo="off"), "Anna", "Bert")
    await say(service, anna, "begin dot")
    with pytest.raises(NotAllowed, match="nothing is taken back"):
        await say(service, anna, "undo 1")


async def test_ask_everybody_has_to_agree(service: Service) -> None:
    _, (anna, bert, cleo) = await sit(service, wish("classic", 3), "Anna", "Bert", "Cleo")
    await say(service, anna, "write chance")
    await roll(service, bert)
    await say(service, anna, "undo 2")
    table = await service.view(bert.table, bert.token)
    assert table["ask"] == {"seat": 0, "number": 2, "agreed": []}
    assert standing(table) == [1, 2, 3]
    await service.answer(bert.table, bert.token, agree=True)
    assert standing(await service.view(bert.table, bert.token)) == [1, 2, 3]
    await service.answer(cleo.table, cleo.token, agree=True)
    table = await service.view(bert.table, bert.token)
    assert (standing(table), table["ask"]) == ([1], None)


async def test_ask_one_refusal_is_enough(service: Service) -> None:
    _, anna, bert = await two(service)
    await say(service, anna, "write chance")
    await roll(service, bert)
    await say(service, anna, "undo 2")
    await service.answer(bert.table, bert.token, agree=False)
    table = await service.view(anna.table, anna.token)
    assert (standing(table), table["ask"]) == ([1, 2, 3], None)
    with pytest.raises(NotAllowed, match="nobody asks"):
        await service.answer(bert.table, bert.token, agree=True)


async def test_ask_who_plays_on_has_answered(service: Service) -> None:
    _, anna, bert = await two(service)
    await say(service, anna, "write chance")
    await roll(service, bert)
    await say(service, anna, "undo 2")
    await say(service, bert, "write chance")
    assert (await service.view(anna.table, anna.token))["ask"] is None


async def test_ask_nobody_agrees_with_themselves(service: Service) -> None:
    _, anna, bert = await two(service)
    await say(service, anna, "write chance")
    await roll(service, bert)
    await say(service, anna, "undo 2")
    with pytest.raises(NotAllowed):
        await service.answer(anna.table, anna.token, agree=True)


async def test_ask_those_who_are_away_and_bots_are_not_asked(service: Service) -> None:
    _, (anna, bert) = await sit(service, wish("classic", 3, bots={2: "cat"}), "Anna", "Bert")
    await say(service, anna, "write chance")
    await roll(service, bert)
    await say(service, anna, "undo 2")
    await service.leave(bert.table, bert.token)
    assert standing(await service.view(anna.table, anna.token)) == [1]


async def test_nobody_takes_back_moves_of_others_or_dice(service: Service) -> None:
    _, anna, bert = await two(service)
    await say(service, anna, "write chance")
    await roll(service, bert)
    for number in (1, 2, 3):
        with pytest.raises(NotAllowed, match="no move of yours"):
            await say(service, bert, f"undo {number}")
    with pytest.raises(KnobelError, match="does not stand"):
        await say(service, bert, "undo 9")


async def test_a_throw_that_comes_again_shows_the_same_dice(service: Service) -> None:
    _, (anna,) = await sit(service, wish("classic", 1), "Anna")
    await say(service, anna, "keep 1 2")
    before = await record_of(service, anna)
    for _ in range(3):
        last = standing(await service.view(anna.table, anna.token))[1]
        await say(service, anna, f"undo {last}")
        await say(service, anna, "keep 1 2")
    record = await record_of(service, anna)
    assert record.state == before.state
    assert sum(isinstance(entry, Undo) for entry in record.entries) == 6
    await play(service, [anna])
    proof = prove(await record_of(service, anna))
    assert proof.holds
    assert proof.again == 3


async def test_when_the_game_is_over_its_dice_are_revealed_and_nothing_is_undone(service: Service) -> None:
    _, anna, bert = await two(service)
    table = await play(service, [anna, bert])
    with pytest.raises(NotAllowed, match="the game is over"):
        await say(service, bert, f"undo {standing(table)[-1]}")


async def test_nobody_fills_the_record_with_undoing(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_AMENDMENTS", 2)
    _, (anna, _) = await sit(service, wish("krisskross", 2, undo="free"), "Anna", "Bert")
    for number in (1, 3):
        await say(service, anna, "begin dot")
        await say(service, anna, f"undo {number}")
    await say(service, anna, "begin dot")
    with pytest.raises(TooLarge, match="play on"):
        await say(service, anna, "undo 5")
