"""Commands: done once for each key, stale only if something was decided or fell, refused with a sentence."""

import asyncio

import pytest

from knobel import BadMove, BadRecord, KnobelError, Moved
from knobel.server.live.service import Service
from knobel.tables.errors import KeyUsed, NotReady, Stale, TooLarge
from knobel.tables.open import NewSeat, NewTable, new
from knobel.tables.play import LONGEST_MOVE, Command
from tests.server.people import HOST, join, moves_in, play, record_of, roll, say, sit, two, wish

pytestmark = pytest.mark.asyncio


async def test_the_same_command_sent_twenty_times_at_once_is_done_once(service: Service) -> None:
    _, anna, _ = await two(service)
    seen = await roll(service, anna)
    answers = await asyncio.gather(*(say(service, anna, "write chance", "once", seen) for _ in range(20)))
    assert len(set(answers)) == 1
    record = await record_of(service, anna)
    assert [str(entry.move) for entry in record.entries if isinstance(entry, Moved)] == ["write chance"]


async def test_a_command_sent_again_much_later_gets_the_same_answer(service: Service) -> None:
    _, anna, bert = await two(service)
    seen = await roll(service, anna)
    first = await say(service, anna, "write chance", "a", seen)
    await play(service, [anna, bert], most=4)
    assert await say(service, anna, "write chance", "a", seen) == first


async def test_a_key_belongs_to_one_command_of_one_seat(service: Service) -> None:
    _, anna, bert = await two(service)
    await say(service, anna, "write chance", "a")
    with pytest.raises(KeyUsed, match="use a new key"):
        await say(service, anna, "write ones", "a")
    with pytest.raises(KeyUsed):
        await say(service, bert, "write chance", "a")


async def test_dice_fall_when_their_player_throws_them_and_all_seats_are_taken(service: Service) -> None:
    opened, (anna,) = await sit(service, wish("classic", 2), "Anna")
    for move in ("write chance", "roll"):
        with pytest.raises(NotReady, match="not all seats are taken"):
            await say(service, anna, move)
    bert = await join(service, opened, name="Bert")
    view = await service.view(anna.table, anna.token)
    assert (view["scene"]["waiting"], view["moves"]) == ("throw", {"0": ["roll"]})
    with pytest.raises(BadMove, match="seat 0 that throws"):
        await say(service, bert, "roll")
    await say(service, anna, "roll")
    assert (await service.view(anna.table, anna.token))["scene"]["waiting"] == "decide"
    with pytest.raises(BadMove, match="nothing to throw"):
        await say(service, anna, "roll")


async def test_dice_that_are_held_and_thrown_again_fall_at_once(service: Service) -> None:
    _, anna, _ = await two(service)
    seen = await roll(service, anna)
    await say(service, anna, "keep 1 2", seen=seen)
    view = await service.view(anna.table, anna.token)
    assert (view["seq"], view["scene"]["waiting"]) == (seen + 2, "decide")


async def test_a_command_is_stale_if_dice_fell_since(service: Service) -> None:
    _, anna, _ = await two(service)
    seen = await roll(service, anna)
    await say(service, anna, "keep 1 2", seen=seen)
    with pytest.raises(Stale, match="look again"):
        await say(service, anna, "keep 1 2", seen=seen)


async def test_a_command_is_not_stale_because_others_moved(service: Service) -> None:
    _, (anna, bert, cleo) = await sit(service, wish("krisskross", 3), "Anna", "Bert", "Cleo")
    people = {anna: "dot", bert: "cross", cleo: "star"}
    for who, symbol in people.items():
        await say(service, who, f"begin {symbol}")
    await roll(service, *people)
    tables = {who: await service.view(who.table, who.token) for who in people}
    seen = tables[anna]["seq"]
    await asyncio.gather(*(say(service, who, moves_in(table)[0], seen=seen) for who, table in tables.items()))
    assert (await service.view(anna.table, anna.token))["seq"] == seen + 3


async def test_a_command_is_stale_if_this_seat_moved_since(service: Service) -> None:
    _, (anna, _) = await sit(service, wish("krisskross", 2), "Anna", "Bert")
    seen = (await service.view(anna.table, anna.token))["seq"]
    await say(service, anna, "begin dot", seen=seen)
    with pytest.raises(Stale):
        await say(service, anna, "begin cross", seen=seen)


async def test_nobody_has_seen_the_future(service: Service) -> None:
    _, anna, _ = await two(service)
    with pytest.raises(BadMove, match="in the future"):
        await say(service, anna, "write chance", seen=1000)


async def test_only_the_seat_whose_turn_it_is_moves(service: Service) -> None:
    _, anna, bert = await two(service)
    await roll(service, anna)
    with pytest.raises(BadMove, match="seat 1 cannot move now"):
        await say(service, bert, "write chance")


NONSENSE = (
    *("", " ", "-", "- 1", "1 write chance", "write", "write chance\n", "write  chance", "\x00", "\ud800", "🎲"),
    *("undo 0", "undo -1", "undo 99999999999", "undo", "fix", "fix 1", "fix 1 undo 1", "undo 1 undo 1", "'; --"),
)


async def test_nonsense_is_refused_with_a_sentence_and_changes_nothing(service: Service) -> None:
    _, anna, _ = await two(service)
    seen = await roll(service, anna)
    for move in NONSENSE:
        with pytest.raises(KnobelError, match=r"\w"):
            await say(service, anna, move, "key", seen)
    assert (await service.view(anna.table, anna.token))["seq"] == seen


async def test_what_is_too_large_is_refused_unread(service: Service) -> None:
    _, anna, _ = await two(service)
    with pytest.raises(TooLarge):
        await say(service, anna, "x" * (LONGEST_MOVE + 1))
    with pytest.raises(TooLarge):
        await service.open(wish("kribbeln", 2, {"tasks": "1 green;" * 1000}), HOST)
    with pytest.raises(BadRecord, match="at most"):
        await service.import_record("x" * (1 << 21), HOST)


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "a\x00", "ü"])
async def test_a_key_is_short_and_plain(key: str) -> None:
    with pytest.raises(BadMove, match="a key has"):
        Command("write chance", 0, key)


@pytest.mark.parametrize("seen", [-1, 1 << 31, 1 << 70])
async def test_seen_is_a_number_of_an_event(seen: int) -> None:
    with pytest.raises(BadMove, match="seen is the number"):
        Command("write chance", seen)


@pytest.mark.parametrize(
    "wanted",
    [
        wish("chess"),
        wish("classic", 99),
        wish("classic", -1),
        wish("classic", 2, {"key": "x"}),
        wish("classic", 2, {"seats": 3}),
        wish("classic", 2, {"colour": "red"}),
        wish("kribbeln", 2, {"tasks": "\x00"}),
        wish("classic", 2, undo="always"),
        wish("classic", 2, dice="loaded"),
        wish("classic", 2, bots={0: "owl", 1: "owl"}),
        wish("classic", 2, clock=1),
        NewTable("classic", [NewSeat("throne")]),
        NewTable("classic", []),
        wish("classic", 2, bots={0: "dragon"}),
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(wanted: NewTable) -> None:
    with pytest.raises(KnobelError):
        new(wanted, HOST, None, 0)


@pytest.mark.parametrize("game", ["kribbeln", "extreme", "krisskross", "master", "hexhex", "classic"])
async def test_every_game_can_be_played_to_its_end(service: Service, game: str) -> None:
    _, anna, bert = await two(service, game)
    table = await play(service, [anna, bert])
    assert table["over"]
    assert table["scene"]["places"]
