"""Events: numbered, complete, resumed by number, and heard from other workers."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

import pytest
from sqlalchemy import text

from knobel.server.live.signals import Signal, TableSignals
from knobel.server.storage import notices
from knobel.server.storage import postgres as postgres_module
from knobel.tables.errors import Denied
from knobel.tables.keys import new_token
from knobel.tables.log import LogEntry
from tests.patience import PATIENCE
from tests.server.conftest import Start
from tests.server.service import Service
from tests.tables.people import play, say, two

pytestmark = pytest.mark.asyncio

# Only there do workers notify each other: on SQLite they poll.
ON_POSTGRESQL = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


async def test_events_tell_nothing_of_keys(service: Service) -> None:
    _, anna, _ = await two(service)
    await say(service, anna, "write chance", "private-key")
    assert "private-key" not in str(await service.events(anna.table, anna.token))


async def test_events_are_the_record(service: Service) -> None:
    _, anna, bert = await two(service)
    await play(service, [anna, bert], most=5)
    entries = [event["text"] for event in await service.events(anna.table, anna.token) if event["kind"] == "entry"]
    assert (await service.record(anna.table, anna.token)).partition("\n\n")[2].splitlines() == entries


async def test_who_follows_hears_of_everything_from_every_worker(start: Start) -> None:
    one, other = await start(poll=0.2), await start(poll=0.2)
    _, anna, bert = await two(one)
    heard_of: list[int] = []

    async def listen() -> None:
        async with aclosing(other.follow(anna.table, bert.token)) as news:
            async for told in news:
                heard_of.extend(event["seq"] for event in told.events)
                if len(heard_of) >= 8:
                    return

    listening = asyncio.create_task(listen())
    await play(one, [anna, bert], most=6)
    async with asyncio.timeout(PATIENCE):
        await listening
    assert heard_of == list(range(1, len(heard_of) + 1))


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_news_that_a_worker_comes_across_wakes_those_who_follow_there(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await start(poll=3600), await start(poll=3600)
    _, anna, bert = await two(one)
    waits, wait, heard = asyncio.Event(), Signal.wait, list[int]()

    async def waited(signal: Signal) -> set[str]:
        """The same, and tells when there is really something to wait for."""
        waiting = asyncio.create_task(wait(signal))
        await asyncio.sleep(0)
        if not waiting.done():
            waits.set()
        return await waiting

    async def listen() -> None:
        async with aclosing(other.follow(anna.table, bert.token)) as news:
            while len(heard) < known + 1:
                heard.extend(event["seq"] for event in (await anext(news)).events)

    monkeypatch.setattr(Signal, "wait", waited)
    known = (await one.view(anna.table, anna.token))["seq"]
    listening = asyncio.create_task(listen())
    async with asyncio.timeout(PATIENCE):
        await waits.wait()
        done = await say(one, anna, "write chance")
        # Nobody tells the other worker, nor does it poll before long: somebody asks it for the table.
        assert len(heard) == known
        await other.view(anna.table, anna.token)
        await listening
    assert heard[-1] == done


@ON_POSTGRESQL
async def test_workers_on_postgresql_wake_each_other_without_looking(start: Start) -> None:
    one, other = await start(poll=3600), await start(poll=3600)
    assert one.notifier
    assert other.notifier
    await asyncio.gather(one.notifier.ready.wait(), other.notifier.ready.wait())
    _, anna, _ = await two(one)
    async with aclosing(other.follow(anna.table, anna.token)) as news, asyncio.timeout(PATIENCE):
        before = len((await anext(news)).events)
        await say(one, anna, "write chance")
        after: list[dict[str, object]] = []
        while not after:
            after = (await anext(news)).events
        assert after[0]["seq"] == before + 1


async def test_views_come_with_what_others_did_and_not_with_ones_own_doing(service: Service) -> None:
    _, anna, bert = await two(service)
    before = (await service.view(anna.table, anna.token))["seq"]
    async with (
        aclosing(service.follow(anna.table, anna.token, before, views=True)) as hers,
        aclosing(service.follow(anna.table, bert.token, before, views=True)) as his,
    ):
        await asyncio.gather(anext(hers), anext(his))
        seq = await say(service, anna, "roll")
        assert (await anext(hers)).view is None
        written = (await anext(his)).view
        assert written
        shown = json.loads(written)
        assert shown == await service.view(anna.table, bert.token)
        assert shown["seq"] == seq


@ON_POSTGRESQL
async def test_workers_tell_each_other_what_happened_so_that_nobody_has_to_read_it(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await start(poll=3600), await start(poll=3600)
    assert one.notifier
    assert other.notifier
    await asyncio.gather(one.notifier.ready.wait(), other.notifier.ready.wait())
    _, anna, _ = await two(one)
    reads: list[str] = []
    reading = other.store.news

    async def read(table: str, *known: Any) -> Any:
        reads.append(table)
        return await reading(table, *known)

    monkeypatch.setattr(other.store, "news", read)
    heard = 0
    changed = other.notifier._on_change

    def hear(table: str, entries: Sequence[LogEntry]) -> None:
        nonlocal heard
        heard = max([heard, *(entry.seq for entry in entries if table == anna.table)])
        changed(table, entries)

    monkeypatch.setattr(other.notifier, "_on_change", hear)
    async with aclosing(other.follow(anna.table, anna.token)) as news, asyncio.timeout(PATIENCE):

        async def told() -> str:
            while not (events := (await anext(news)).events):
                pass
            return str(events[-1]["text"])

        # Notices of tables that nobody has looked at are not read.
        await anext(news)
        rolled = await say(one, anna, "roll")
        while not (await told()).startswith("- "):
            pass
        # What was told by a look is notified later, and may be read again.
        while heard < rolled or other._refresher._tasks:
            await asyncio.sleep(0.001)
        reads.clear()
        await say(one, anna, "write chance")
        assert (await told(), reads) == ("0 write chance", [])
        # What is too long for a call is read.
        monkeypatch.setattr(notices, "_MOST_CHARACTERS", 0)
        undone = (await one.view(anna.table, anna.token))["entries"][-1][0]
        await say(one, anna, f"undo {undone}")
        assert (await told(), reads) == (f"undo {undone}", [anna.table])


@ON_POSTGRESQL
async def test_a_notifier_that_was_cut_off_listens_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_module, "_RECONNECT", 0.01)
    service = await start()
    assert service.notifier
    await service.notifier.ready.wait()
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name"
    async with service.store.database.writer.begin() as connection:
        await connection.execute(text(cut), {"name": postgres_module.APPLICATION})
    async with asyncio.timeout(PATIENCE):
        while service.notifier.ready.is_set():
            await asyncio.sleep(0.001)
        await service.notifier.ready.wait()


async def test_who_follows_with_a_token_that_is_void_is_told(service: Service) -> None:
    _, anna, _ = await two(service)
    async with aclosing(service.follow(anna.table, anna.token)) as news:
        await anext(news)
        key = new_token()
        await service.join(anna.table, key, ticket=await service.ticket(anna.table, anna.token))
        await service.renew(anna.table, key)
        with pytest.raises(Denied):
            await anext(news)


async def test_clocks_that_disagree_change_nothing(start: Start) -> None:
    early, late = await start(clock=lambda: 5), await start(clock=lambda: 1 << 50)
    _, anna, bert = await two(early)
    for number in range(6):
        await play((early, late)[number % 2], [anna, bert], most=1, seed=number)
    events = await early.events(anna.table, anna.token)
    assert {event["at"] for event in events} == {5, 1 << 50}
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert await late.events(anna.table, anna.token) == events


async def test_only_those_who_follow_a_table_are_woken() -> None:
    signals = TableSignals()
    signal, both, silent = Signal(), Signal(), Signal()
    with (
        signals.subscribe("one", signal),
        signals.subscribe("one", both),
        signals.subscribe("other", both),
        signals.subscribe("other", silent),
    ):
        signals.send("one")
        assert await signal.wait() == await both.wait() == {"one"}
        silent.notify("other")
        assert await silent.wait() == {"other"}
        assert signals.tables == ["one", "other"]
    signals.send("one")
