"""Who is forgotten takes along what is theirs alone; nobody deletes what belongs to another."""

import asyncio

import pytest
from sqlalchemy import func, select, update

from knobel import make
from knobel.server.storage.schema import HOLDERS, LOG, TABLES
from knobel.server.storage.store import Changes
from knobel.tables import play as acts
from knobel.tables.errors import Denied, NoTable, Partial, TooLarge
from knobel.tables.keys import hashed, new_token
from knobel.tables.open import NewSeat, NewTable, Opened
from knobel.testing import random_record
from tests.patience import PATIENCE
from tests.server.conftest import Start
from tests.server.service import Service
from tests.tables.people import Ticket, join, roll, two, wish

pytestmark = pytest.mark.asyncio

RECORD = random_record(make("hexhex", 2), 1).text()


async def rows_of(service: Service, table: str) -> int:
    """How many rows of the database are about a table."""
    found = 0
    async with service.store.database.reader.connect() as connection:
        for column in (LOG.c.table_id, HOLDERS.c.table_id, TABLES.c.id):
            query = select(func.count()).select_from(column.table).where(column == table)
            found += (await connection.execute(query)).scalar_one()
    return found


async def together(service: Service, seats: int = 2) -> tuple[Opened, list[Ticket]]:
    """A table at which the one who opened it sits with others."""
    key = new_token()
    opened = await service.open(wish("classic", seats), key)
    return opened, [await join(service, opened, token=key), *[await join(service, opened) for _ in range(seats - 1)]]


async def test_one_who_watches_deletes_nothing(start: Start) -> None:
    service, other = await start(), await start()
    owner, watcher = new_token(), new_token()
    opened = await service.import_record(RECORD, owner)
    await other.join(opened.table, watcher, ticket=opened.watch)
    for worker in (service, other):
        await worker.view(opened.table, owner)
    await other.player_data.forget(watcher)
    for worker in (service, other, await start()):
        assert await worker.record(opened.table, owner)
        assert [one["table"] for one in await worker.player_data.tables(owner)] == [opened.table]
        with pytest.raises(Denied):
            await worker.view(opened.table, watcher)


@pytest.mark.parametrize("looked", [False, True])
async def test_one_who_is_forgotten_while_others_play_sees_nothing_of_it(
    service: Service, monkeypatch: pytest.MonkeyPatch, looked: bool
) -> None:
    opened, (anna, _) = await together(service)
    watcher = new_token()
    await service.join(opened.table, watcher, ticket=opened.watch)
    await service.view(opened.table, watcher)
    begun, gate, append = asyncio.Event(), asyncio.Event(), service.store.append

    async def slowly(changes: Changes) -> bool:
        """Write as ever, but tell of it only when the gate is open."""
        stored = await append(changes)
        begun.set()
        await gate.wait()
        return stored

    monkeypatch.setattr(service.store, "append", slowly)
    playing = asyncio.create_task(roll(service, anna))
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
        monkeypatch.setattr(service.store, "append", append)
        await service.player_data.forget(watcher)
        if looked:
            await service.view(opened.table, anna.token)
        gate.set()
        await playing
    with pytest.raises(Denied):
        await service.view(opened.table, watcher)


async def test_whose_table_it_is_deletes_it_whoever_watches(service: Service) -> None:
    owner, watcher = new_token(), new_token()
    opened = await service.import_record(RECORD, owner)
    await service.join(opened.table, watcher, ticket=opened.watch)
    await service.player_data.forget(owner)
    assert await rows_of(service, opened.table) == 0
    assert await service.player_data.tables(watcher) == []


async def test_a_table_that_all_have_left_for_good_vanishes_with_all_its_rows(start: Start) -> None:
    service, other = await start(), await start()
    opened, people = await together(service, 3)
    await service.ticket(opened.table, people[0].token)
    await service.join(opened.table, watcher := new_token(), ticket=opened.watch)
    for key in (people[0].token, watcher, people[1].token):
        await service.player_data.forget(key)
    assert await other.view(opened.table, people[2].token)
    await other.player_data.forget(people[2].token)
    assert await rows_of(service, opened.table) == 0


async def test_two_who_go_at_the_same_time_leave_nothing_behind(start: Start) -> None:
    workers = [await start(), await start()]
    for _ in range(3):
        opened, people = await together(workers[0])
        await asyncio.gather(
            *(worker.player_data.forget(one.token) for worker, one in zip(workers, people, strict=True))
        )
        assert await rows_of(workers[0], opened.table) == 0


async def sees(worker: Service, table: str, key: str) -> bool:
    """Whether a worker shows a table to somebody."""
    try:
        await worker.view(table, key)
    except Denied:
        return False
    return True


async def test_other_workers_forget_a_deleted_table_at_once(start: Start) -> None:
    service, other = await start(), await start()
    key = new_token()
    opened = await service.open(NewTable("classic", [NewSeat("here", "Anna")]), key)
    await service.join(opened.table, key)
    await other.view(opened.table, key)
    await service.player_data.forget(key)
    for _ in range(20):
        with pytest.raises(NoTable):
            await other.view(opened.table, key)
    with pytest.raises(NoTable):
        await roll(other, Ticket(opened.table, 0, key))
    assert await other.player_data.tables(key) == []


async def test_a_watcher_who_is_forgotten_sees_the_table_at_no_other_worker(postgres: str) -> None:
    service, other = Service(postgres), Service(postgres)
    await service.start()
    await other.start()
    watcher = new_token()
    opened, anna, _ = await two(service)
    for worker in (service, other):
        await worker.join(opened.table, watcher, ticket=opened.watch)
        await worker.view(opened.table, watcher)
    await service.player_data.forget(watcher)
    async with asyncio.timeout(PATIENCE):
        # The others are notified.
        while await sees(other, opened.table, watcher):
            await asyncio.sleep(0.01)
    assert not await sees(service, opened.table, watcher)
    assert await sees(other, opened.table, anna.token)
    await other.close()
    await service.close()


async def test_who_follows_a_deleted_table_at_another_worker_is_told(start: Start) -> None:
    service, other = await start(poll=0.05), await start(poll=0.05)
    owner, watcher = new_token(), new_token()
    opened = await service.import_record(RECORD, owner)
    await service.join(opened.table, watcher, ticket=opened.watch)
    following = [worker.follow(opened.table, watcher) for worker in (service, other)]
    for updates in following:
        await anext(updates)
    await service.player_data.forget(owner)
    async with asyncio.timeout(PATIENCE):
        for updates in following:
            with pytest.raises(NoTable):
                async for _ in updates:
                    pass


async def test_a_table_opened_anew_under_its_old_name_is_not_taken_for_the_deleted_one(start: Start) -> None:
    service, other = await start(), await start()
    key = new_token()
    wanted = NewTable("classic", [NewSeat("here", "Anna")])
    opened = await service.open(wanted, key, "once")
    await service.join(opened.table, key)
    assert (await other.view(opened.table, key))["started"]
    await service.player_data.forget(key)
    again = await service.open(wanted, key, "once")
    assert again.table == opened.table
    for worker in (service, other):
        view = await worker.view(opened.table, key)
        assert (view["seal"], view["started"]) == (again.seal, False)


async def test_who_comes_while_a_table_is_deleted_is_told_that_it_is_not_there(start: Start) -> None:
    workers = [await start(), await start()]
    for _ in range(5):
        key = new_token()
        opened = await workers[0].open(wish("classic", 2), key)
        await workers[1].view(opened.table, opened.invite)
        guest = new_token()
        came, _ = await asyncio.gather(
            workers[1].join(opened.table, guest, ticket=opened.invite),
            workers[0].player_data.forget(key),
            return_exceptions=True,
        )
        # Either the guest was first, and the table is theirs too, or there is no table.
        if isinstance(came, BaseException):
            assert isinstance(came, NoTable)
            assert await rows_of(workers[0], opened.table) == 0
        else:
            assert await workers[1].view(opened.table, guest)


async def test_a_table_that_fails_keeps_nobody_from_being_forgotten_at_the_others(service: Service) -> None:
    key = new_token()
    tables = []
    for name in ("Anna", "Bert", "Clara"):
        opened = await service.open(wish("classic", 2), key)
        await join(service, opened, name, token=key)
        await join(service, opened)
        tables.append(opened.table)
    broken = tables[1]
    async with service.store.database.writer.begin() as connection:
        where = (LOG.c.table_id == broken, LOG.c.kind == "join", LOG.c.seat == 1)
        await connection.execute(update(LOG).where(*where).values(kind="entry", text="nonsense"))
    with pytest.raises(Partial, match=f"but for 1 of your tables .{broken}.; send the same again"):
        await service.player_data.forget(key)
    service.cache.evict()
    async with service.store.database.reader.connect() as connection:
        mine = select(HOLDERS.c.table_id).where(HOLDERS.c.hash == hashed(key))
        assert set((await connection.execute(mine)).scalars()) == {broken}
    async with service.store.database.writer.begin() as connection:
        where = (LOG.c.table_id == broken, LOG.c.kind == "entry", LOG.c.seat == 1)
        await connection.execute(update(LOG).where(*where).values(kind="join", text="- Bert"))
    await service.player_data.forget(key)
    assert await service.player_data.tables(key) == []


async def test_who_has_used_up_everything_at_a_table_is_forgotten_there(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "MOST_REQUESTS", 2)
    _, (anna, bert) = await together(service)
    for number in range(2):
        await service.wear(anna.table, anna.token, ("fox", "cat")[number])
    with pytest.raises(TooLarge):
        await service.wear(anna.table, anna.token, "owl")
    await service.player_data.forget(anna.token)
    with pytest.raises(Denied):
        await service.view(anna.table, anna.token)
    assert (await service.view(bert.table, bert.token))["seats"][0]["left"] == "up"
