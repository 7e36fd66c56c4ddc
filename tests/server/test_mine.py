"""What belongs to a key: a list, a copy to take along, and the right to be forgotten."""

import pytest
from sqlalchemy import select

from knobel import Record
from knobel.server.live.service import Service
from knobel.server.storage.schema import HOLDERS, LOG, TABLES
from knobel.tables.errors import Denied, NoTable
from knobel.tables.keys import new_token
from knobel.tables.open import NewSeat, NewTable
from tests.server.conftest import Start
from tests.server.people import Ticket, join, play, say, two, wish

pytestmark = pytest.mark.asyncio


async def solo(service: Service, key: str, game: str = "hexhex") -> str:
    """A table for one."""
    opened = await service.open(NewTable(game, [NewSeat("here", "Anna")]), key)
    await service.join(opened.table, key)
    return opened.table


async def test_my_tables_are_listed_the_newest_first(start: Start) -> None:
    time = [0]

    def clock() -> int:
        time[0] += 10
        return time[0]

    service = await start(clock=clock)
    key = new_token()
    names = [await solo(service, key) for _ in range(3)]
    await say(service, Ticket(names[0], 0, key), "write five_of_a_kind")
    listed = await service.tables_of(key)
    assert [one["table"] for one in listed] == [names[0], names[2], names[1]]
    assert all(one["waiting"] and one["mine"] == [0] and not one["over"] for one in listed)
    rest = await service.tables_of(key, 5, listed[0]["updated"])
    assert rest == listed[1:]
    assert await service.tables_of(key, 1) == listed[:1]
    assert await service.tables_of(new_token()) == []


async def test_a_finished_game_is_listed_with_its_places(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    (mine,) = await service.tables_of(bert.token)
    assert (mine["over"], mine["waiting"], mine["mine"], mine["names"]) == (True, False, [1], ["Anna", "Bert"])
    assert min(mine["places"]) == 1


async def test_an_export_has_the_record_of_every_table(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    waiting = await service.open(wish("classic", 2), anna.token)
    await join(service, waiting, token=anna.token)
    records = {one["table"]: one["record"] for one in await service.export(anna.token)}
    assert records.pop(waiting.table) is None
    assert [Record.read(text).names for text in records.values()] == [("Anna", "Bert")]


async def test_who_is_forgotten_leaves_moves_but_no_name(start: Start) -> None:
    service, other = await start(), await start()
    _, anna, bert = await two(service)
    await say(service, anna, "write chance")
    await other.view(bert.table, bert.token)
    await service.forget(anna.token)
    with pytest.raises(Denied):
        await service.view(anna.table, anna.token)
    for worker in (service, other, await start()):
        view = await worker.view(bert.table, bert.token)
        assert [(seat["name"], seat["away"]) for seat in view["seats"]] == [("Player 1", True), ("Bert", False)]
        record = await worker.record(bert.table, bert.token)
        assert "Anna" not in f"{await worker.events(bert.table, bert.token)} {record}"
        assert "0 write chance" in record
    assert await service.tables_of(anna.token) == []


async def test_a_table_of_nobody_else_is_deleted(service: Service) -> None:
    key = new_token()
    name = await solo(service, key)
    await service.forget(key)
    with pytest.raises(NoTable):
        await service.view(name, key)
    async with service.store.database.reader.connect() as connection:
        for column in (LOG.c.table_id, HOLDERS.c.table_id, TABLES.c.id):
            assert (await connection.execute(select(column).where(column == name))).all() == []
