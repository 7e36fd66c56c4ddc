"""The cache reads what it must, once, and never remembers a key that is void."""

import asyncio
from typing import Any

import pytest

from knobel.server.live import caller, table_cache
from knobel.server.live.caller import CALLER
from knobel.server.live.table_cache import TableCache
from knobel.tables.errors import Denied
from knobel.tables.keys import new_token
from tests.server.live.test_pool import Guest
from tests.server.service import Service
from tests.server.storage.test_rows import undone_again_and_again
from tests.tables.people import join, say, two, wish

pytestmark = pytest.mark.asyncio


async def test_of_many_who_want_a_table_that_is_not_cached_one_reads_it(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = new_token()
    opened = await service.open(wish("classic", 1), key)
    await join(service, opened, token=key)
    service.cache.evict()
    read, times = service.store.setup, []

    async def counted(name: str) -> Any:
        times.append(name)
        return await read(name)

    monkeypatch.setattr(service.store, "setup", counted)
    views = await asyncio.gather(*(service.view(opened.table, key) for _ in range(30)))
    assert len(views) == 30
    assert times == [opened.table]


@pytest.mark.parametrize(("evicted", "times"), [("another", 1), ("this", 2)])
async def test_of_many_who_wait_for_a_table_that_is_being_read_none_reads_it_for_nothing_when_tables_are_evicted(
    service: Service, monkeypatch: pytest.MonkeyPatch, evicted: str, times: int
) -> None:
    """All of them read it, one after the other, and threw it away: thirty times 0.1 s of a long log."""
    key = new_token()
    opened, other = [await service.open(wish("classic", 1), key) for _ in range(2)]
    for one in (opened, other):
        await join(service, one, token=key)
    service.cache.evict()
    setup, reading, free, read = service.store.setup, asyncio.Event(), asyncio.Event(), []

    async def slow(name: str) -> Any:
        read.append(name)
        reading.set()
        await free.wait()
        return await setup(name)

    monkeypatch.setattr(service.store, "setup", slow)
    looking = [asyncio.create_task(service.view(opened.table, key)) for _ in range(30)]
    await reading.wait()
    service.cache.evict(opened.table if evicted == "this" else other.table)
    free.set()
    assert len(await asyncio.gather(*looking)) == 30
    assert read == [opened.table] * times


async def test_what_another_worker_told_wakes_nobody_again_when_it_is_applied(service: Service) -> None:
    _, anna, _ = await two(service)
    woken: list[str] = []
    cache = TableCache(service.store, woken.append)
    before = (await cache.load(anna.table)).seq
    done = await say(service, anna, "write chance")
    entries, _ = await service.store.read(anna.table, before)
    woken.clear()
    assert cache.extend(anna.table, entries)
    found = cache.peek(anna.table)
    assert found
    assert found.seq >= done
    assert not woken


async def test_what_was_read_before_a_key_was_forgotten_does_not_bring_it_back(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, watcher = new_token(), new_token()
    opened = await service.open(wish("classic", 1), owner)
    await join(service, opened, token=owner)
    await service.join(opened.table, watcher, ticket=opened.watch)
    await service.view(opened.table, watcher)
    news, held, free = service.store.news, asyncio.Event(), asyncio.Event()

    async def slow(*asked: Any) -> Any:
        found = await news(*asked)
        held.set()
        await free.wait()
        return found

    monkeypatch.setattr(service.store, "news", slow)
    looking = asyncio.create_task(service.view(opened.table, owner))
    await held.wait()
    monkeypatch.undo()
    await service.player_data.forget(watcher)
    free.set()
    assert await looking
    with pytest.raises(Denied):
        await service.view(opened.table, watcher)


async def test_long_logs_that_are_replayed_hold_up_nobody_who_loads_a_shorter_one(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One lock for all long logs let a table of 468 entries wait for 24 seconds."""
    monkeypatch.setattr(table_cache, "SLICE", 0.0)
    key = new_token()
    lengths = {"long": 2_000, "longer": 2_400, "game": 400}
    tables = {
        name: (await service.import_record(undone_again_and_again(length, name), key)).table
        for name, length in lengths.items()
    }
    service.cache.evict()
    loading = {name: asyncio.create_task(service.cache.load(tables[name], key)) for name in lengths}
    await asyncio.wait(loading.values(), return_when=asyncio.FIRST_COMPLETED)
    assert [name for name, task in loading.items() if task.done()] == ["game"]
    # A move is not even in line.
    async with service.cache._replaying:
        _, anna, _ = await two(service)
        await say(service, anna, "roll")
    for name, task in loading.items():
        assert (await task).seq > lengths[name]


async def test_replaying_a_long_log_is_paid_for_by_who_asks(service: Service) -> None:
    key, guest = new_token(), Guest("192.0.2.7")
    table = (await service.import_record(undone_again_and_again(2_000), key)).table
    service.cache.evict()
    CALLER.set(guest)
    await service.view(table, key)
    assert len(guest.charged) == 1
    assert guest.charged[0] > 0
    await service.view(table, key)
    assert len(guest.charged) == 1


async def test_a_command_that_takes_long_is_paid_for_by_who_sends_it(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A correction that had a long game replayed kept the event loop busy for 0.6 seconds, as often as one liked."""
    _, anna, _ = await two(service)
    guest = Guest("192.0.2.7")
    CALLER.set(guest)
    for seconds, charges in ((float("inf"), 0), (0.0, 1)):
        monkeypatch.setattr(caller, "LONG_COMMAND", seconds)
        await service.leave(anna.table, anna.token)
        assert len(guest.charged) == charges
        await service.back(anna.table, anna.token)
        guest.charged.clear()
