"""Records go out of a server and into one."""

import pytest

from knobel import BadRecord, Record, make
from knobel.core.proof import prove
from knobel.server.live.service import Service
from knobel.tables.errors import NotReady
from knobel.testing import random_record
from tests.core.test_checked import played
from tests.server.people import HOST, join, play, record_of, say, two

pytestmark = pytest.mark.asyncio


async def test_a_finished_game_comes_out_as_it_went_in(service: Service) -> None:
    for record in (random_record(make("kribbeln", 3), 4), played(10_000)):
        opened = await service.import_record(record.text(), HOST)
        assert await service.record(opened.table, opened.watch) == record.text()


async def test_a_game_of_one_server_still_proves_its_dice_on_another(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    text = await service.record(anna.table, anna.token)
    opened = await service.import_record(text, HOST)
    assert prove(Record.read(await service.record(opened.table, opened.watch))).holds


async def test_an_unfinished_game_goes_on_with_those_who_sit_down(service: Service) -> None:
    record = Record(make("classic", 2), ("Anna", "Bert"), "own")
    record.fell(6, 6, 6, 5, 5)
    opened = await service.import_record(record.text(), HOST)
    anna = await join(service, opened)
    with pytest.raises(NotReady):
        await say(service, anna, "write full_house")
    await join(service, opened)
    await say(service, anna, "write full_house")
    assert (await service.record(opened.table, anna.token)) == record.text() + "0 write full_house\n"


async def test_dice_that_others_threw_or_sealed_go_on_as_random_ones(service: Service) -> None:
    record = played(3)
    opened = await service.import_record(record.text(), HOST)
    tickets = [await join(service, opened) for _ in range(2)]
    await play(service, tickets)
    after = await record_of(service, tickets[0])
    assert after.dice == "random"
    assert after.entries[:3] == record.entries


@pytest.mark.parametrize("text", ["", "knobel 1\n", "no record\n", "\x00", "knobel 1\ngame classic\n" * 1000])
async def test_what_is_no_record_is_refused(service: Service, text: str) -> None:
    with pytest.raises(BadRecord):
        await service.import_record(text, HOST)


async def test_a_long_record_is_imported_and_read_again(service: Service) -> None:
    record = Record(make("classic", 1), ("Anna",), "own")
    for _ in range(700):
        record.fell(1, 2, 3, 4, 5)
        record.undo()
    opened = await service.import_record(record.text(), HOST)
    service.cache.evict()
    assert (await service.view(opened.table, opened.watch))["seq"] == 1401
