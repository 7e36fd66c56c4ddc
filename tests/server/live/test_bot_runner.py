"""Bots at tables: at free seats, for people who are away, never in the way of anybody."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest

from knobel import Moved, NotProvided, make
from knobel.app import bots
from knobel.coach import bot
from knobel.core.game import read_move
from knobel.core.proof import prove
from knobel.server.live.pool import Pool
from knobel.tables.errors import SeatTaken, TableError
from knobel.tables.pace import TEMPO
from knobel.tables.play import Command
from tests.patience import PATIENCE
from tests.server.conftest import Start
from tests.server.service import Service
from tests.tables.people import Ticket, moves_in, play, record_of, roll, say, sit, standing, two, wish

pytestmark = pytest.mark.asyncio


ONES = read_move(make("classic", 2), "write ones")
BOXES = ("ones", "twos", "threes")


async def wait_for(service: Service, table: str, token: str, seat: int | None) -> None:
    """Wait until it is this seat's turn, or the game is over."""
    async with asyncio.timeout(PATIENCE):
        async for _ in service.follow(table, token):
            seen = await service.view(table, token)
            if seen["over"] or seat in seen["scene"]["seats"]:
                return


async def test_a_bot_plays_whenever_it_is_its_turn_until_the_end(service: Service) -> None:
    _, (anna,) = await sit(service, wish("hexhex", 2, bots={1: "chick"}), "Anna")
    for _ in range(11):
        await say(service, anna, await first_write(service, anna))
        await wait_for(service, anna.table, anna.token, 0)
    record = await record_of(service, anna)
    assert record.names == ("Anna", "bot chick")
    assert prove(record).holds


async def first_write(service: Service, ticket: Ticket) -> str:
    """Throw if need be; the first box that is open."""
    await roll(service, ticket)
    moves = moves_in(await service.view(ticket.table, ticket.token))
    return next(move for move in moves if move.startswith("write"))


async def test_a_bot_plays_for_one_who_is_away_and_stops_when_they_come_back(service: Service) -> None:
    _, anna, bert = await two(service)
    await say(service, anna, "write chance")
    with pytest.raises(SeatTaken, match="is taken"):
        await service.fill(anna.table, anna.token, 1, "cat")
    await service.leave(bert.table, bert.token)
    await service.fill(anna.table, anna.token, 1, "cat")
    await wait_for(service, anna.table, anna.token, 0)
    await service.back(bert.table, bert.token)
    await say(service, anna, "write ones")
    seats = (await service.view(anna.table, anna.token))["seats"]
    assert (seats[1]["bot"], seats[1]["away"]) == (None, False)
    await say(service, bert, await first_write(service, bert))


@pytest.mark.parametrize("seat", [-1, 2, 1 << 40])
async def test_there_are_no_bots_at_seats_that_are_not_there(service: Service, seat: int) -> None:
    _, anna, _ = await two(service)
    with pytest.raises(SeatTaken, match="there is no seat"):
        await service.fill(anna.table, anna.token, seat, "cat")


async def test_nobody_waits_for_a_bot_that_thinks(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a bot thinks, others at its table come, go and move; a thought that is too late is dropped."""
    free, began = Event(), Event()

    def slow(*_: object) -> object:
        began.set()
        free.wait()
        return ONES

    monkeypatch.setattr(bots, "think", slow)
    service = await start(pool=partial(Pool, lambda: ThreadPoolExecutor(1)))
    _, anna, bert = await two(service)
    await service.leave(anna.table, anna.token)
    await service.fill(bert.table, bert.token, 0, "owl")
    await asyncio.to_thread(began.wait)
    await service.back(anna.table, anna.token)
    await say(service, anna, "write chance")
    free.set()
    await say(service, bert, "write chance")
    await service.app.bots.idle()
    record = await record_of(service, anna)
    assert [str(entry.move) for entry in record.entries if isinstance(entry, Moved)] == ["write chance"] * 2


async def test_a_move_is_taken_back_while_a_bot_takes_its_time(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    over = asyncio.Event()

    async def pause(_: float) -> None:
        await over.wait()

    monkeypatch.setattr(bots, "sleep", pause)
    service = await start(pace=0.3)
    _, (anna,) = await sit(service, wish("hexhex", 2, bots={1: "chick"}, undo="free"), "Anna")
    await say(service, anna, await first_write(service, anna))
    await say(service, anna, "undo 2")
    over.set()
    await service.app.bots.idle()
    view = await service.view(anna.table, anna.token)
    assert view["scene"]["seats"] == [0]
    await say(service, anna, await first_write(service, anna))
    await wait_for(service, anna.table, anna.token, 0)


async def test_a_turn_of_a_bot_takes_no_longer_than_if_everything_took_its_pace(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        # The pace is not in the log that is read again.
        service.cache.evict()

    monkeypatch.setattr(bots, "sleep", pause)
    monkeypatch.setattr(bots, "monotonic", lambda: 0.0)
    game = make("classic", 2)
    moves = iter([read_move(game, text) for box in BOXES for text in ("keep 1", "keep 1 2", f"write {box}")])
    monkeypatch.setattr(bots, "think", lambda *_: next(moves))
    service = await start(pace=1.0)
    _, (anna,) = await sit(service, wish("classic", 2, bots={1: "owl"}), "Anna")
    for box, (pace, tempo) in zip(BOXES, TEMPO.items(), strict=True):
        seen = await roll(service, anna)
        await service.command(anna.table, anna.token, Command(f"write {box}", seen), pace)
        await wait_for(service, anna.table, anna.token, 0)
        assert pauses[-4:] == pytest.approx([0.5 * tempo, tempo, tempo, 1.4 * tempo])
        assert sum(pauses[-4:]) <= 4 * tempo


async def test_a_refused_command_does_not_change_the_pace_of_bots(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        with pytest.raises(TableError):
            await service.command(anna.table, anna.token, Command("write twos", 0), "slow")

    monkeypatch.setattr(bots, "sleep", pause)
    monkeypatch.setattr(bots, "monotonic", lambda: 0.0)
    monkeypatch.setattr(bots, "think", lambda *_: ONES)
    service = await start(pace=1.0)
    _, (anna,) = await sit(service, wish("classic", 2, bots={1: "owl"}), "Anna")
    seen = await roll(service, anna)
    await service.command(anna.table, anna.token, Command("write ones", seen), "quick")
    await wait_for(service, anna.table, anna.token, 0)
    assert pauses == pytest.approx([0.5 * TEMPO["quick"], 1.4 * TEMPO["quick"]])


async def test_bots_wait_while_people_ask_each_other(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    free = Event()

    def slow(*_: object) -> object:
        free.wait()
        return ONES

    monkeypatch.setattr(bots, "think", slow)
    service = await start()
    _, (anna, bert) = await sit(service, wish("classic", 3, bots={2: "owl"}), "Anna", "Bert")
    await say(service, anna, "write chance")
    await say(service, bert, "write chance")
    async with asyncio.timeout(PATIENCE):
        while len(standing(await service.view(bert.table, bert.token))) < 5:
            await asyncio.sleep(0.01)
    await say(service, anna, "undo 2")
    free.set()
    await service.app.bots.idle()
    assert (await service.view(anna.table, anna.token))["ask"]
    await service.answer(bert.table, bert.token, agree=False)
    await wait_for(service, anna.table, anna.token, 0)


async def test_bots_of_two_workers_make_one_move(start: Start) -> None:
    one, other = await start(), await start()
    _, (anna,) = await sit(one, wish("hexhex", 2, bots={1: "chick"}), "Anna")
    for _ in range(4):
        await say(one, anna, await first_write(one, anna))
        await asyncio.gather(*(wait_for(worker, anna.table, anna.token, 0) for worker in (one, other)))
    record = await record_of(other, anna)
    moves = [entry for entry in record.entries if isinstance(entry, Moved) and str(entry.move).startswith("write")]
    assert [move.seat for move in moves] == [0, 1] * 4


async def test_a_bot_goes_on_after_a_restart(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(bots.BotRunner, "wake", lambda *_: None)
        dead = await start()
        _, (anna,) = await sit(dead, wish("hexhex", 2, bots={1: "hare"}), "Anna")
        await say(dead, anna, await first_write(dead, anna))
    alive = await start()
    await wait_for(alive, anna.table, anna.token, 0)


async def test_a_bot_whose_knowledge_is_missing_plays_what_pays_at_once(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise NotProvided("there is no file of values")

    monkeypatch.setattr(bot, "judge_of", missing)
    _, (anna,) = await sit(service, wish("classic", 2, bots={1: "owl"}), "Anna")
    await say(service, anna, "write chance")
    await wait_for(service, anna.table, anna.token, 0)


async def test_a_table_of_people_and_bots_is_played_to_its_end(service: Service) -> None:
    _, (anna, bert) = await sit(service, wish("krisskross", 3, bots={1: "hare"}), "Anna", "Bert")
    assert (await play(service, [anna, bert]))["over"]
