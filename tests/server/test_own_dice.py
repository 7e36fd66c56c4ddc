"""Own dice: typed in, corrected, taken back step by step."""

import pytest

from knobel import BadDice, KnobelError
from knobel.server.live.service import Service
from knobel.tables.errors import NotAllowed
from tests.server.people import moves_in, record_of, say, standing, two

pytestmark = pytest.mark.asyncio


async def test_typed_dice_fall_and_anybody_at_the_table_may_type_them(service: Service) -> None:
    _, anna, bert = await two(service, dice="own")
    await say(service, bert, "- 6 6 6 5 5")
    await say(service, anna, "write full_house")
    record = await record_of(service, anna)
    assert record.dice == "own"
    assert record.game.scores(record.state) == (25, 0)


async def test_dice_that_cannot_have_fallen_are_refused(service: Service) -> None:
    _, anna, _ = await two(service, dice="own")
    with pytest.raises(BadDice):
        await say(service, anna, "- 6 6 6 5")
    with pytest.raises(BadDice):
        await say(service, anna, "- 6 6 6 5 7")
    with pytest.raises(KnobelError, match="must fall first"):
        await say(service, anna, "write chance")


async def test_a_typed_throw_is_corrected_and_points_are_counted_anew(service: Service) -> None:
    _, anna, bert = await two(service, dice="own")
    await say(service, anna, "- 6 6 6 5 5")
    await say(service, anna, "write chance")
    await say(service, bert, "fix 1 - 6 6 6 5 4")
    record = await record_of(service, anna)
    assert record.game.scores(record.state) == (27, 0)


async def test_only_dice_are_corrected(service: Service) -> None:
    _, anna, _ = await two(service, dice="own")
    await say(service, anna, "- 6 6 6 5 5")
    await say(service, anna, "write chance")
    for command in ("fix 2 0 write sixes", "fix 2 - 1 1 1 1 1", "fix 1 0 write sixes"):
        with pytest.raises(NotAllowed, match="only dice can be corrected"):
            await say(service, anna, command)


async def test_free_own_dice_go_back_step_by_step_even_when_all_is_over(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex", dice="own", undo="free")
    while True:
        table = await service.view(anna.table, anna.token)
        if table["over"]:
            break
        if table["scene"]["waiting"] == "throw":
            await say(service, anna, "- frog frog frog mash mash")
        else:
            who = (anna, bert)[table["scene"]["seats"][0]]
            moves = moves_in(await service.view(who.table, who.token))
            await say(service, who, next(move for move in moves if move.startswith("write")))
    for number in reversed(standing(table)):
        await say(service, bert, f"undo {number}")
    assert standing(await service.view(anna.table, anna.token)) == []


async def test_dice_of_the_server_are_neither_typed_nor_corrected(service: Service) -> None:
    _, anna, _ = await two(service)
    with pytest.raises(NotAllowed, match="cannot be typed in"):
        await say(service, anna, "- 6 6 6 6 6")
    with pytest.raises(NotAllowed, match="cannot be corrected"):
        await say(service, anna, "fix 1 - 6 6 6 6 6")
