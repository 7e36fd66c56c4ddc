"""Commands: done once for each key, stale only if something was decided or fell, refused with a sentence; own dice."""

import asyncio

import pytest

from knobel import BadDice, BadMove, BadRecord, KnobelError
from knobel.tables.errors import KeyUsed, NotAllowed, NotReady, Stale, TooLarge
from knobel.tables.play import LONGEST_MOVE, Command
from tests.tables.memory import MemoryTables
from tests.tables.people import HOST, join, moves_in, play, record_of, roll, say, sit, standing, two, wish

pytestmark = pytest.mark.asyncio


async def test_a_command_sent_again_much_later_gets_the_same_answer(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    seen = await roll(tables, anna)
    first = await say(tables, anna, "write chance", "a", seen)
    await play(tables, [anna, bert], most=4)
    assert await say(tables, anna, "write chance", "a", seen) == first


async def test_a_key_belongs_to_one_command_of_one_seat(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await say(tables, anna, "write chance", "a")
    with pytest.raises(KeyUsed, match="use a new key"):
        await say(tables, anna, "write ones", "a")
    with pytest.raises(KeyUsed):
        await say(tables, bert, "write chance", "a")


async def test_dice_fall_when_their_player_throws_them_and_all_seats_are_taken(tables: MemoryTables) -> None:
    opened, (anna,) = await sit(tables, wish("classic", 2), "Anna")
    for move in ("write chance", "roll"):
        with pytest.raises(NotReady, match="not all seats are taken"):
            await say(tables, anna, move)
    bert = await join(tables, opened, name="Bert")
    view = await tables.view(anna.table, anna.token)
    assert (view["scene"]["waiting"], view["moves"]) == ("throw", {"0": ["roll"]})
    with pytest.raises(BadMove, match="seat 0's turn to throw"):
        await say(tables, bert, "roll")
    await say(tables, anna, "roll")
    assert (await tables.view(anna.table, anna.token))["scene"]["waiting"] == "decide"
    with pytest.raises(BadMove, match="no dice can be thrown now"):
        await say(tables, anna, "roll")


async def test_dice_that_are_held_and_thrown_again_fall_at_once(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    seen = await roll(tables, anna)
    await say(tables, anna, "keep 1 2", seen=seen)
    view = await tables.view(anna.table, anna.token)
    assert (view["seq"], view["scene"]["waiting"]) == (seen + 2, "decide")


async def test_a_command_is_stale_if_dice_fell_since(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    seen = await roll(tables, anna)
    await say(tables, anna, "keep 1 2", seen=seen)
    with pytest.raises(Stale, match="look again"):
        await say(tables, anna, "keep 1 2", seen=seen)


async def test_a_command_is_not_stale_because_others_moved(tables: MemoryTables) -> None:
    _, (anna, bert, cleo) = await sit(tables, wish("krisskross", 3), "Anna", "Bert", "Cleo")
    people = {anna: "dot", bert: "cross", cleo: "star"}
    for who, symbol in people.items():
        await say(tables, who, f"begin {symbol}")
    await roll(tables, *people)
    views = {who: await tables.view(who.table, who.token) for who in people}
    seen = views[anna]["seq"]
    await asyncio.gather(*(say(tables, who, moves_in(view)[0], seen=seen) for who, view in views.items()))
    assert (await tables.view(anna.table, anna.token))["seq"] == seen + 3


async def test_a_command_is_stale_if_this_seat_moved_since(tables: MemoryTables) -> None:
    _, (anna, _) = await sit(tables, wish("krisskross", 2), "Anna", "Bert")
    seen = (await tables.view(anna.table, anna.token))["seq"]
    await say(tables, anna, "begin dot", seen=seen)
    with pytest.raises(Stale):
        await say(tables, anna, "begin cross", seen=seen)


async def test_nobody_has_seen_the_future(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    with pytest.raises(BadMove, match="the last event has number"):
        await say(tables, anna, "write chance", seen=1000)


async def test_only_the_seat_whose_turn_it_is_moves(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables)
    await roll(tables, anna)
    with pytest.raises(BadMove, match="seat 1 cannot move now"):
        await say(tables, bert, "write chance")


NONSENSE = (
    *("", " ", "-", "- 1", "1 write chance", "write", "write chance\n", "write  chance", "\x00", "\ud800", "🎲"),
    *(
        "undo 0",
        "undo -1",
        "undo 99999999999",
        "undo",
        "fix 1 - 1 1 1 1 1",
        "correct",
        "correct 1",
        "correct 1 undo 1",
        "undo 1 undo 1",
        "'; --",
    ),
)


async def test_nonsense_is_refused_with_a_sentence_and_changes_nothing(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    seen = await roll(tables, anna)
    for move in NONSENSE:
        with pytest.raises(KnobelError, match=r"\w"):
            await say(tables, anna, move, "key", seen)
    assert (await tables.view(anna.table, anna.token))["seq"] == seen


async def test_what_is_too_large_is_refused_unread(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    with pytest.raises(TooLarge):
        await say(tables, anna, "x" * (LONGEST_MOVE + 1))
    with pytest.raises(TooLarge):
        await tables.open(wish("kribbeln", 2, {"tasks": "1 green;" * 1000}), HOST)
    with pytest.raises(BadRecord, match="at most"):
        await tables.import_record("x" * (1 << 21), HOST)


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "a\x00", "ü"])
async def test_a_key_is_short_and_plain(key: str) -> None:
    with pytest.raises(BadMove, match="a key has"):
        Command("write chance", 0, key)


@pytest.mark.parametrize("seen", [-1, 1 << 31, 1 << 70])
async def test_seen_is_a_number_of_an_event(seen: int) -> None:
    with pytest.raises(BadMove, match="must be the number"):
        Command("write chance", seen)


async def test_typed_dice_fall_and_anybody_at_the_table_may_type_them(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables, dice="own")
    await say(tables, bert, "- 6 6 6 5 5")
    await say(tables, anna, "write full_house")
    record = await record_of(tables, anna)
    assert record.dice == "own"
    assert record.game.scores(record.state) == (25, 0)


async def test_dice_that_cannot_have_fallen_are_refused(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables, dice="own")
    with pytest.raises(BadDice):
        await say(tables, anna, "- 6 6 6 5")
    with pytest.raises(BadDice):
        await say(tables, anna, "- 6 6 6 5 7")
    with pytest.raises(KnobelError, match="must throw"):
        await say(tables, anna, "write chance")


async def test_a_typed_throw_is_corrected_and_points_are_counted_anew(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables, dice="own")
    await say(tables, anna, "- 6 6 6 5 5")
    await say(tables, anna, "write chance")
    await say(tables, bert, "correct 1 - 6 6 6 5 4")
    record = await record_of(tables, anna)
    assert record.game.scores(record.state) == (27, 0)


async def test_free_own_dice_go_back_step_by_step_even_when_all_is_over(tables: MemoryTables) -> None:
    _, anna, bert = await two(tables, "hexhex", dice="own", undo="free")
    while True:
        table = await tables.view(anna.table, anna.token)
        if table["over"]:
            break
        if table["scene"]["waiting"] == "throw":
            await say(tables, anna, "- frog frog frog mash mash")
        else:
            who = (anna, bert)[table["scene"]["seats"][0]]
            moves = moves_in(await tables.view(who.table, who.token))
            await say(tables, who, next(move for move in moves if move.startswith("write")))
    for number in reversed(standing(table)):
        await say(tables, bert, f"undo {number}")
    assert standing(await tables.view(anna.table, anna.token)) == []


async def test_dice_of_the_server_are_neither_typed_nor_corrected(tables: MemoryTables) -> None:
    _, anna, _ = await two(tables)
    with pytest.raises(NotAllowed, match="cannot be typed in"):
        await say(tables, anna, "- 6 6 6 6 6")
    with pytest.raises(NotAllowed, match="cannot be corrected"):
        await say(tables, anna, "correct 1 - 6 6 6 6 6")
