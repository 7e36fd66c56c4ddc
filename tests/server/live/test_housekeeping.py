"""Housekeeping: what nobody will miss is deleted after a while, and nothing else ever is."""

import asyncio
from pathlib import Path

import pytest
import pytest_asyncio

from knobel import make
from knobel.server.live.housekeeping import DAY, list_tables, prune, table_info
from knobel.tables.errors import NoTable
from knobel.tables.keys import new_token
from knobel.testing import random_record
from tests.patience import PATIENCE
from tests.server.databases import give_back, new_postgres, new_sqlite
from tests.server.service import Service
from tests.tables.people import play, roll, sit, two, wish

pytestmark = pytest.mark.asyncio

NOW = 1000 * DAY
WHOLE = random_record(make("hexhex", 2), 1).text()
BEGUN = "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n- 5 5 5 6 6\n"


class Clock:
    """A clock that is set by hand."""

    now = NOW - 100 * DAY

    def __call__(self) -> int:
        return self.now


@pytest_asyncio.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of its own: everything in it is looked at."""
    if request.param == "sqlite":
        return new_sqlite(tmp_path)
    own = await new_postgres(request.getfixturevalue("postgres"))
    request.addfinalizer(lambda: give_back([own]))
    return own


async def old_tables(service: Service) -> dict[str, str]:
    """Tables of all kinds, by what they are."""
    finished, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    running, *_ = await two(service)
    left, carl, dora = await two(service)
    for one in (carl, dora):
        await service.leave(left.table, one.token)
    waiting, _ = await sit(service, wish("classic", 2), "Emil")
    return {
        "finished": finished.table,
        "running": running.table,
        "waiting": waiting.table,
        "left": left.table,
        "empty": (await service.open(wish("classic", 2), new_token())).table,
        "imported": (await service.import_record(BEGUN, new_token())).table,
        "imported, finished": (await service.import_record(WHOLE, new_token())).table,
    }


async def test_a_server_deletes_tables_without_people_after_so_many_days(url: str) -> None:
    clock = Clock()
    service = Service(url, clock=clock, retention=90)
    await service.start()
    await service.housekeeper.close()
    there = await old_tables(service)
    fresh = NOW - 5 * DAY
    clock.now = fresh
    recent = await service.import_record(BEGUN, new_token())
    clock.now = NOW
    assert await service.housekeeper.tidy() == 3
    left = {info.table async for info in list_tables(service.store)}
    kept = {"finished", "running", "waiting", "imported, finished"}
    assert left == {recent.table, *(there[what] for what in kept)}
    # What was looked at once is not looked at again; what has become old since is.
    clock.now = NOW + 89 * DAY
    assert await service.housekeeper.tidy() == 1
    assert await service.housekeeper.tidy() == 0
    await service.close()


async def test_a_server_that_keeps_everything_deletes_nothing(url: str) -> None:
    clock = Clock()
    service = Service(url, clock=clock, retention=0)
    await service.start()
    await service.import_record(BEGUN, new_token())
    clock.now = NOW
    assert await service.housekeeper.tidy() == 0
    await service.close()


async def test_a_server_tidies_up_by_itself(url: str) -> None:
    clock = Clock()
    before = Service(url, clock=clock)
    await before.start()
    opened = await before.import_record(BEGUN, new_token())
    await before.close()
    clock.now = NOW
    service = Service(url, clock=clock, retention=90)
    await service.start()
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await service.view(opened.table, opened.watch)
            except NoTable:
                break
            await asyncio.sleep(0.01)
    await service.close()


async def test_a_table_to_which_somebody_comes_at_the_last_moment_stays(url: str) -> None:
    clock = Clock()
    service = Service(url, clock=clock)
    await service.start()
    key = new_token()
    opened = await service.open(wish("classic", 1), key)
    info = await table_info(service.store, opened.table)
    assert (info.state, info.people, info.abandoned) == ("waiting", 0, True)
    await service.join(opened.table, key, ticket=opened.invite)
    assert not await service.store.erase(opened.table, lambda _: True, head=info.entries)
    assert (await service.view(opened.table, key))["started"]
    await service.close()


async def test_a_host_may_delete_finished_games_too_and_look_before(url: str) -> None:
    clock = Clock()
    service = Service(url, clock=clock)
    await service.start()
    there = await old_tables(service)
    shown = [one.table async for one in prune(service.store, NOW, finished=True, really=False)]
    assert set(shown) == set(there.values()) - {there["running"], there["waiting"]}
    assert len([info async for info in list_tables(service.store)]) == len(there)
    assert [one.table async for one in prune(service.store, NOW, finished=True)] == shown
    assert {info.table async for info in list_tables(service.store)} == {there["running"], there["waiting"]}
    await service.close()


async def test_the_newest_are_listed_first_and_so_many(url: str) -> None:
    clock = Clock()
    service = Service(url, clock=clock)
    await service.start()
    opened, anna, _ = await two(service)
    clock.now += DAY
    other, *_ = await two(service, "hexhex")
    clock.now += DAY
    await roll(service, anna)
    infos = [info async for info in list_tables(service.store)]
    assert [info.table for info in infos] == [opened.table, other.table]
    assert (infos[0].game, infos[0].names, infos[0].state, infos[0].people) == (
        "classic",
        ("Anna", "Bert"),
        "running",
        2,
    )
    assert infos[0].updated - infos[0].created == 2 * DAY
    assert [info.table async for info in list_tables(service.store, limit=1)] == [opened.table]
    assert [info.table async for info in list_tables(service.store, before=clock.now)] == [other.table]
    await service.close()
