"""What followers missed: sent in pieces, read once for all of them, and no more of it than makes sense."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from knobel.server.live import following
from knobel.server.live.following import Update
from knobel.tables.keys import new_token
from tests.server.service import Service
from tests.server.storage.test_rows import undone_again_and_again
from tests.tables.people import join, say, two, wish

pytestmark = pytest.mark.asyncio


async def imported(service: Service, entries: int) -> tuple[str, str]:
    """A table with a long log, and a key that may see it."""
    key = new_token()
    return (await service.import_record(undone_again_and_again(entries), key, mine=[0])).table, key


async def missed(service: Service, table: str, key: str, after: int = 0, **wishes: Any) -> list[Update]:
    """All updates until a follower has caught up."""
    updates = []
    async with aclosing(service.follow(table, key, after, **wishes)) as news:
        async for update in news:
            updates.append(update)
            if not update.more:
                break
    return updates


async def test_what_somebody_missed_comes_in_pieces_and_the_view_after_the_last(service: Service) -> None:
    table, key = await imported(service, 600)
    watcher = new_token()
    opened = (await service.view(table, key))["links"]
    await service.join(table, watcher, ticket=opened["watch"])
    updates = await missed(service, table, watcher, views=True)
    seq = (await service.view(table, key))["seq"]
    assert [event["seq"] for update in updates for event in update.events] == list(range(1, seq + 1))
    assert max(len(update.entries) for update in updates) <= 100
    assert [bool(update.view) for update in updates] == [False] * (len(updates) - 1) + [True]
    assert updates[-1].seq == seq


async def test_while_one_catches_up_others_are_served(service: Service) -> None:
    table, key = await imported(service, 800)
    await missed(service, table, key)
    pieces, turns = 0, 0

    async def others() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    beside = asyncio.create_task(others())
    for _ in range(5):
        pieces += len(await missed(service, table, key)) - 1
    beside.cancel()
    assert turns >= pieces > 0


async def test_who_is_far_behind_starts_again_with_the_view(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "FAR_BEHIND", 300)
    table, key = await imported(service, 400)
    view = await service.view(table, key)
    seq = view["seq"]
    for wishes in ({}, {"views": True}, {"views": True, "changes": True}):
        (update,) = await missed(service, table, key, **wishes)
        assert (update.reset, update.events, update.seq) == (True, [], seq)
        assert update.view == service.app.view(await service.app.tables.load(table, key), key)
    caught_up = await missed(service, table, key, seq - 300)
    assert sum(len(update.entries) for update in caught_up) == 300
    assert not any(update.reset for update in caught_up)


async def test_the_log_is_read_once_and_written_once_for_all_who_catch_up(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, key = await imported(service, 600)
    read, reads = service.store.entries, []

    async def counted(name: str, after: int) -> Any:
        reads.append(after)
        return await read(name, after)

    monkeypatch.setattr(service.app.tables._histories, "_read", counted)  # type: ignore[attr-defined]
    all_updates = await asyncio.gather(*(missed(service, table, key) for _ in range(20)))
    assert reads == [0]
    first, *others = [[entry.event_json() for update in updates for entry in update.entries] for updates in all_updates]
    assert len(first) > 600
    for other in others:
        assert all(mine is theirs for mine, theirs in zip(first, other, strict=True))


async def test_a_name_that_is_forgotten_is_in_no_history_any_more(service: Service) -> None:
    owner, guest = new_token(), new_token()
    opened = await service.open(wish("classic", 2), owner)
    await join(service, opened, "Annegret", token=guest)
    await join(service, opened, "Bert", token=owner)
    for _ in range(2):
        assert "Annegret" in str([update.events for update in await missed(service, opened.table, owner)])
    await service.player_data.forget(guest)
    assert "Annegret" not in str([update.events for update in await missed(service, opened.table, owner)])


async def test_what_happens_while_one_catches_up_comes_after_it_once(service: Service) -> None:
    _, anna, bert = await two(service)
    await say(service, anna, "roll")
    async with aclosing(service.follow(anna.table, bert.token)) as news:
        heard = [event["seq"] for event in (await anext(news)).events]
        last = await say(service, anna, "write chance")
        while heard[-1] < last:
            heard += [event["seq"] for event in (await anext(news)).events]
    assert heard == list(range(1, last + 1))
