"""Presence: who has a live stream is known to all workers, told to all who look, and stands in no log."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any

import pytest
from sqlalchemy import text

from knobel.server.live.following import Update
from knobel.server.live.presence import STATE_REQUEST, Presence
from knobel.server.storage import postgres as postgres_module
from knobel.tables.errors import SeatTaken
from knobel.tables.open import NewSeat, NewTable
from tests.patience import PATIENCE
from tests.server.conftest import Start
from tests.server.service import Service
from tests.tables.people import HOST, Ticket, say, sit, two, wish

pytestmark = pytest.mark.asyncio

ON_POSTGRESQL = pytest.mark.parametrize("url", ["postgresql"], indirect=True)
Followed = AsyncGenerator[Update, None]


def shown(seats: list[dict[str, Any]]) -> list[bool | None]:
    return [seat["online"] for seat in seats]


async def seen(service: Service, ticket: Ticket) -> list[bool | None]:
    """Who is online, as a view tells it."""
    return shown((await service.view(ticket.table, ticket.token))["seats"])


async def until(service: Service, ticket: Ticket, online: list[bool | None]) -> None:
    """Wait until a view tells this."""
    async with asyncio.timeout(PATIENCE):
        while await seen(service, ticket) != online:
            await asyncio.sleep(0.01)


async def told(news: Followed) -> list[dict[str, Any]]:
    """What the stream tells next of who is online."""
    async with asyncio.timeout(PATIENCE):
        while (found := (await anext(news)).online) is None:
            pass
        seats: list[dict[str, Any]] = found["seats"]
        return seats


async def test_a_seat_is_online_while_somebody_follows_the_table(start: Start) -> None:
    service = await start(linger=0.05, poll=3600)
    _, anna, bert = await two(service)
    assert await seen(service, anna) == [False, False]
    async with aclosing(service.follow(anna.table, anna.token)) as hers:
        assert shown(await told(hers)) == [True, False]
        async with aclosing(service.follow(anna.table, bert.token)) as his:
            assert shown(await told(his)) == [True, True]
            assert shown(await told(hers)) == [True, True]
            assert await seen(service, bert) == [True, True]
        left = await told(hers)
        assert shown(left) == [True, False]
        assert left[1]["offline_since"]
        assert left[0]["offline_since"] is None
        assert (await service.view(anna.table, anna.token))["seats"][1]["offline_since"] == left[1]["offline_since"]


async def test_who_is_gone_for_a_minute_is_replaced_by_a_bot_and_nobody_before(start: Start) -> None:
    time = [1_000_000]
    service = await start(linger=0.05, poll=3600, clock=lambda: time[0])
    _, anna, bert = await two(service)
    async with aclosing(service.follow(anna.table, anna.token)) as hers:
        await told(hers)
        async with aclosing(service.follow(anna.table, bert.token)) as his:
            await told(his)
            time[0] += 120_000
            with pytest.raises(SeatTaken):
                await service.fill(anna.table, anna.token, 1, "cat")
        await until(service, anna, [True, False])
        with pytest.raises(SeatTaken):
            await service.fill(anna.table, anna.token, 1, "cat")
        time[0] += 60_000
        await service.fill(anna.table, anna.token, 1, "cat")
        assert (await service.view(anna.table, anna.token))["seats"][1]["bot"] == "cat"
        await service.back(anna.table, bert.token)
        assert (await service.view(anna.table, anna.token))["seats"][1]["bot"] is None


async def test_who_was_never_seen_is_gone_since_somebody_looks_for_them(start: Start) -> None:
    time = [1_000_000]
    service = await start(poll=3600, clock=lambda: time[0])
    _, anna, _ = await two(service)
    async with aclosing(service.follow(anna.table, anna.token)) as hers:
        assert [seat["offline_since"] for seat in await told(hers)] == [None, 1_000_000]
        time[0] += 60_000
        await service.fill(anna.table, anna.token, 1, "cat")


async def test_all_are_told_how_many_watch(start: Start) -> None:
    service = await start(poll=3600)
    opened, anna, _ = await two(service)
    async with aclosing(service.follow(anna.table, anna.token)) as hers:
        async with aclosing(service.follow(anna.table, opened.watch)) as theirs:
            await told(theirs)
            async with asyncio.timeout(PATIENCE):
                while ((await anext(hers)).online or {}).get("watchers") != 1:
                    pass
            assert (await service.view(anna.table, anna.token))["watchers"] == 1
        async with asyncio.timeout(PATIENCE):
            while ((await anext(hers)).online or {}).get("watchers") != 0:
                pass


async def test_who_comes_again_at_once_was_never_gone(start: Start) -> None:
    service = await start(linger=3600, poll=3600)
    _, anna, bert = await two(service)
    async with aclosing(service.follow(anna.table, anna.token)) as hers:
        await anext(hers)
        async with aclosing(service.follow(anna.table, bert.token)) as his:
            await anext(his)
        assert shown(await told(hers)) == [True, True]
        assert await seen(service, anna) == [True, True]
        async with aclosing(service.follow(anna.table, bert.token)) as his:
            assert shown(await told(his)) == [True, True]
            # What is told next is the throw: of his coming and going there is nothing to tell.
            await say(service, anna, "roll")
            update = await anext(hers)
            assert (update.online, len(update.events)) == (None, 1)


async def test_two_devices_of_one_seat_are_one(start: Start) -> None:
    service = await start(linger=0.0, poll=3600)
    _, anna, bert = await two(service)
    async with aclosing(service.follow(anna.table, bert.token)) as his:
        await anext(his)
        async with aclosing(service.follow(anna.table, anna.token)) as one:
            await anext(one)
            async with aclosing(service.follow(anna.table, anna.token)) as other:
                await anext(other)
            await asyncio.sleep(0.01)
            assert await seen(service, bert) == [True, True]
        await until(service, bert, [False, True])


async def test_who_watches_is_nobody_and_bots_and_free_seats_are_neither(service: Service) -> None:
    seats = [NewSeat("here", "Anna"), NewSeat("bot", level="hare"), NewSeat("link")]
    opened = await service.open(NewTable("classic", seats), HOST)
    await service.join(opened.table, HOST)
    async with aclosing(service.follow(opened.table, opened.watch)) as news:
        assert shown(await told(news)) == [False, None, None]
    async with aclosing(service.follow(opened.table, HOST)) as news:
        assert shown(await told(news)) == [True, None, None]


async def test_presence_is_in_no_log(start: Start) -> None:
    service = await start(linger=0.0)
    _, anna, bert = await two(service)
    before = await service.store.read(anna.table)
    async with aclosing(service.follow(anna.table, anna.token)) as hers:
        await anext(hers)
    await until(service, bert, [False, False])
    assert await service.store.read(anna.table) == before


@ON_POSTGRESQL
async def test_all_workers_know_who_is_online(start: Start) -> None:
    one, other = await start(linger=0.05, poll=3600), await start(linger=0.05, poll=3600)
    await listening(one, other)
    _, anna, bert = await two(one)
    async with aclosing(one.follow(anna.table, anna.token)) as hers:
        assert shown(await told(hers)) == [True, False]
        async with aclosing(other.follow(anna.table, bert.token)) as his:
            await told(his)
            await until(other, bert, [True, True])
            await until(one, anna, [True, True])
            # One who starts later asks.
            late = await start(poll=3600)
            await until(late, anna, [True, True])
        left = await told(hers)
        while shown(left) != [True, False]:
            left = await told(hers)
        await until(late, anna, [True, False])
        since = (await late.view(anna.table, anna.token))["seats"][1]["offline_since"]
        assert since == left[1]["offline_since"]


@ON_POSTGRESQL
async def test_who_moves_to_another_worker_stays_online(start: Start) -> None:
    one, other = await start(linger=3600, poll=3600), await start(linger=3600, poll=3600)
    await listening(one, other)
    _, anna, bert = await two(one)
    async with aclosing(one.follow(anna.table, bert.token)) as his:
        await told(his)
        async with aclosing(one.follow(anna.table, anna.token)) as hers:
            await told(hers)
        assert shown(await told(his)) == [True, True]
        async with aclosing(other.follow(anna.table, anna.token)) as hers:
            await told(hers)
            await until_heard(one, anna)
            # The first worker gives her up now, and knows her from the other.
            one.presence._leaving[anna.table][0].cancel()
            one.presence._leave(anna.table, 0)
            assert one.presence.here(anna.table).seats == {1}
            assert await seen(one, bert) == [True, True]


@ON_POSTGRESQL
async def test_who_was_at_a_worker_that_died_is_gone(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_module, "_LIVING_INTERVAL", 0.05)
    monkeypatch.setattr(postgres_module, "_RECONNECT", 3600)
    one, other = await start(poll=3600), await start(poll=3600)
    await listening(one, other)
    _, anna, bert = await two(one)
    async with (
        aclosing(other.follow(anna.table, bert.token)) as his,
        aclosing(one.follow(anna.table, anna.token)) as hers,
    ):
        await told(his)
        await told(hers)
        await until(one, anna, [True, True])
        # Nobody says goodbye when a process is killed; its connection is gone.
        assert other.notifier
        other.notifier.ready.clear()
        # Other tests have workers on this PostgreSQL as well.
        (worker,) = (worker for worker, known in one.presence._others.items() if anna.table in known)
        async with one.store.database.writer.begin() as connection:
            await connection.execute(text(f"SELECT pg_terminate_backend({worker})"))
        while shown(await told(hers)) != [True, False]:
            pass
        assert (await one.view(anna.table, anna.token))["seats"][1]["offline_since"]


async def until_heard(service: Service, ticket: Ticket) -> None:
    """Wait until a worker has heard from another that somebody is there."""
    async with asyncio.timeout(PATIENCE):
        while not any(
            ticket.table in known and ticket.seat in known[ticket.table].seats
            for known in service.presence._others.values()
        ):
            await asyncio.sleep(0.01)


async def listening(*services: Service) -> None:
    """Wait until they hear each other."""
    async with asyncio.timeout(PATIENCE):
        for service in services:
            assert service.notifier
            await service.notifier.ready.wait()


async def test_what_workers_tell_each_other_fits_into_a_notification() -> None:
    """PostgreSQL carries less than 8,000 bytes."""
    presence = Presence(lambda _: None, lambda: 1_800_000_000_000, 0.0)
    presence.announce = lambda: None
    for number in range(150):
        with presence.streaming(f"table-{number:010}") as follower:
            follower.serve(range(6))
    await asyncio.sleep(0.01)
    assert presence.greet() == STATE_REQUEST
    messages = presence.messages()
    assert len(messages) == 4
    assert all(len(message) < 7500 for message in messages)
    other = Presence(lambda _: None, lambda: 0)
    for message in messages:
        other.receive(7, message)
    assert other.everywhere("table-0000000149") == presence.everywhere("table-0000000149")
    assert presence.messages() == []


async def test_a_worker_remembers_only_so_many_who_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.server.live.presence.MOST_TABLES", 3)
    presence = Presence(lambda _: None, lambda: 5, 0.0)
    for number in range(10):
        with presence.streaming(str(number)) as follower:
            follower.serve([0])
    await asyncio.sleep(0.01)
    assert [presence.everywhere(str(number)).left for number in (0, 9)] == [{}, {0: 5}]


async def test_seats_that_are_taken_during_a_stream_are_online(service: Service) -> None:
    opened, (anna,) = await sit(service, wish("classic", 2), "Anna")
    key = "k" * 43
    await service.join(opened.table, key, ticket=opened.watch)
    async with aclosing(service.follow(opened.table, key)) as news:
        assert shown(await told(news)) == [False, None]
        await service.join(opened.table, key, ticket=opened.invite)
        assert shown(await told(news)) == [False, True]
    with suppress(StopAsyncIteration):
        await anext(news)
    assert (await seen(service, anna))[1] is True
