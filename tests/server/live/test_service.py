"""The service: a table is done once whoever asks at once, kept as hashes, listed, exported and forgotten."""

import asyncio

import pytest
from sqlalchemy import select

from knobel import BadSetup, Moved, Record, make
from knobel.server.storage.schema import HOLDERS, LOG, TABLES
from knobel.tables.errors import Denied, KeyUsed, NoTable, NotReady
from knobel.tables.keys import hashed, new_token
from knobel.tables.open import NewSeat, NewTable
from knobel.testing import random_record
from tests.server.conftest import Start
from tests.server.service import Service
from tests.tables.people import HOST, Ticket, join, play, record_of, roll, say, sit, two, wish

pytestmark = pytest.mark.asyncio


async def test_tokens_are_kept_as_hashes_only(service: Service) -> None:
    opened, anna, bert = await two(service)
    async with service.store.database.reader.connect() as connection:
        seats = (await connection.execute(select(HOLDERS).where(HOLDERS.c.table_id == opened.table))).all()
        table = (await connection.execute(select(TABLES).where(TABLES.c.id == opened.table))).one()
    kept = f"{seats} {table}"
    assert all(token not in kept for token in (anna.token, bert.token, opened.invite, opened.watch))
    held = {(row.seat, row.hash) for row in seats}
    assert held == {(-1, hashed(HOST)), (0, hashed(anna.token)), (1, hashed(bert.token))}


async def test_a_table_that_is_not_there_is_told(service: Service) -> None:
    for name in ("", "nowhere", "a" * 16, "\x00" * 16, "\ud800" * 16, "ä" * 16, "x" * 10_000, "' OR 1=1 --"):
        with pytest.raises(NoTable, match="there is no table"):
            await service.view(name, new_token())


async def test_a_ticket_for_another_device_is_good_once(service: Service) -> None:
    _, anna, _ = await two(service)
    ticket = await service.ticket(anna.table, anna.token)
    keys = [new_token() for _ in range(8)]
    came = await asyncio.gather(*(service.join(anna.table, key, ticket=ticket) for key in keys), return_exceptions=True)
    assert sum(not isinstance(one, Denied) for one in came) == 1
    with pytest.raises(Denied):
        await say(service, Ticket(anna.table, 0, ticket), "write chance")


async def test_opening_again_under_the_same_word_finds_the_same_table(service: Service) -> None:
    key = new_token()
    wanted = NewTable("classic", [NewSeat("here", "Anna"), NewSeat()])
    opened = await asyncio.gather(*(service.open(wanted, key, "once") for _ in range(5)))
    assert set(opened) == {opened[0]}
    assert await service.open(wanted, key, "twice") != opened[0]
    assert await service.open(wanted, new_token(), "once") != opened[0]
    with pytest.raises(KeyUsed):
        await service.open(wish("hexhex", 2), key, "once")


async def test_a_rematch_keeps_people_rules_and_tokens_and_the_next_seat_starts(service: Service) -> None:
    opened, (anna, bert) = await sit(
        service, wish("krisskross", 3, {"advanced": True}, undo="free", bots={2: "hare"}), "Anna", "Bert"
    )
    with pytest.raises(NotReady):
        await service.rematch(anna.table, anna.token)
    await play(service, [anna, bert])
    table = await service.rematch(anna.table, anna.token)
    assert await service.rematch(bert.table, bert.token) == table
    assert (await service.view(anna.table, anna.token))["next"] == table
    view = await service.view(table, opened.watch)
    assert [seat["name"] for seat in view["seats"]] == ["Bert", "bot hare", "Anna"]
    assert (view["options"], view["undo"], view["started"]) == ({"advanced": "yes"}, "free", False)
    assert [(await service.join(table, one.token)).seats for one in (anna, bert)] == [(2,), (0,)]
    assert (await service.view(table, opened.watch))["started"]


async def test_the_same_command_sent_twenty_times_at_once_is_done_once(service: Service) -> None:
    _, anna, _ = await two(service)
    seen = await roll(service, anna)
    answers = await asyncio.gather(*(say(service, anna, "write chance", "once", seen) for _ in range(20)))
    assert len(set(answers)) == 1
    record = await record_of(service, anna)
    assert [str(entry.move) for entry in record.entries if isinstance(entry, Moved)] == ["write chance"]


@pytest.mark.parametrize("game", ["kribbeln", "extreme", "krisskross", "master", "hexhex", "classic"])
async def test_every_game_can_be_played_to_its_end(service: Service, game: str) -> None:
    _, anna, bert = await two(service, game)
    table = await play(service, [anna, bert])
    assert table["over"]
    assert table["scene"]["places"]


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
    listed = await service.own.tables(key)
    assert [one["table"] for one in listed] == [names[0], names[2], names[1]]
    assert all(one["waiting"] and one["mine"] == [0] and not one["over"] for one in listed)
    rest = await service.own.tables(key, 5, listed[0]["updated"])
    assert rest == listed[1:]
    assert await service.own.tables(key, 1) == listed[:1]
    assert await service.own.tables(new_token()) == []


async def test_a_finished_game_is_listed_with_its_places(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    (mine,) = await service.own.tables(bert.token)
    assert (mine["over"], mine["waiting"], mine["mine"], mine["names"]) == (True, False, [1], ["Anna", "Bert"])
    assert min(mine["places"]) == 1


async def test_an_export_has_the_record_of_every_table(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    waiting = await service.open(wish("classic", 2), anna.token)
    await join(service, waiting, token=anna.token)
    records = {one["table"]: one["record"] async for one in service.own.export(anna.token)}
    assert records.pop(waiting.table) is None
    assert [Record.read(text).names for text in records.values()] == [("Anna", "Bert")]


async def test_who_is_forgotten_leaves_moves_but_no_name(start: Start) -> None:
    service, other = await start(), await start()
    _, anna, bert = await two(service)
    await say(service, anna, "write chance")
    await other.view(bert.table, bert.token)
    await service.own.forget(anna.token)
    with pytest.raises(Denied):
        await service.view(anna.table, anna.token)
    for worker in (service, other, await start()):
        view = await worker.view(bert.table, bert.token)
        assert [(seat["name"], seat["away"]) for seat in view["seats"]] == [("Player 1", True), ("Bert", False)]
        record = await worker.record(bert.table, bert.token)
        assert "Anna" not in f"{await worker.events(bert.table, bert.token)} {record}"
        assert "0 write chance" in record
    assert await service.own.tables(anna.token) == []


async def test_a_table_of_nobody_else_is_deleted(service: Service) -> None:
    key = new_token()
    name = await solo(service, key)
    await service.own.forget(key)
    with pytest.raises(NoTable):
        await service.view(name, key)
    async with service.store.database.reader.connect() as connection:
        for column in (LOG.c.table_id, HOLDERS.c.table_id, TABLES.c.id):
            assert (await connection.execute(select(column).where(column == name))).all() == []


async def test_a_long_record_is_imported_and_read_again(service: Service) -> None:
    record = Record(make("classic", 1), ("Anna",), "own")
    for _ in range(700):
        record.fell(1, 2, 3, 4, 5)
        record.undo()
    opened = await service.import_record(record.text(), HOST)
    service.cache.evict()
    assert (await service.view(opened.table, opened.watch))["seq"] == 1402


async def test_bots_have_levels_that_there_are(service: Service) -> None:
    with pytest.raises(BadSetup, match="there is no level 'dragon'"):
        await service.open(wish("classic", 2, bots={0: "dragon"}), HOST)
    _, (anna,) = await sit(service, wish("classic", 2), "Anna")
    with pytest.raises(BadSetup, match="there is no level 'dragon'"):
        await service.fill(anna.table, anna.token, 1, "dragon")


async def test_a_game_that_is_there_already_is_not_imported_again(service: Service) -> None:
    text = random_record(make("hexhex", 2), 5).text()
    anna, bert = new_token(), new_token()
    first = await service.import_record(text, anna, "one")
    assert (await service.import_record(text, anna, "two")).table == first.table
    assert (await service.import_record(text, anna)).table == first.table
    assert (await service.import_record(text, bert)).table != first.table
    assert (await service.import_record(random_record(make("hexhex", 2), 6).text(), anna)).table != first.table


async def test_a_game_that_was_played_here_is_found_by_those_who_were_there(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    text = await service.record(anna.table, anna.token)
    assert (await service.import_record(text, anna.token)).table == anna.table
    stranger = await service.import_record(text, new_token())
    assert stranger.table != anna.table
    assert (await service.view(stranger.table, stranger.watch))["imported"] == "holds"
    assert (await service.view(anna.table, anna.token))["imported"] is None
    forged = text.replace(text.splitlines()[2], "seat 0 Mallory")
    assert (await service.import_record(forged, anna.token)).table != anna.table


async def test_imported_games_are_marked_with_what_their_dice_prove(service: Service) -> None:
    key = new_token()
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    text = await service.record(anna.table, anna.token)
    throws = [line.split()[1:] for line in text.splitlines() if line.startswith("- ")]
    throw = next(faces for faces in throws if faces != faces[::-1])
    forged = text.replace(f"- {' '.join(throw)}\n", f"- {' '.join(throw[::-1])}\n", 1)
    for told, expected in (
        (text, "holds"),
        (forged, "fails"),
        (random_record(make("hexhex", 2), 5).text(), "unproved"),
    ):
        table = (await service.import_record(told, key)).table
        assert (await service.view(table, key))["imported"] == expected
        assert [one["imported"] for one in await service.own.tables(key) if one["table"] == table] == [expected]
