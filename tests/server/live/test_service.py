"""The service: a table is done once whoever asks at once, kept as hashes, listed, exported and forgotten."""

import pytest
from sqlalchemy import select

from knobel import BadSetup, Record, games, make
from knobel.server.storage.schema import HOLDERS, TABLES
from knobel.tables.errors import NoTable, NotReady
from knobel.tables.keys import hashed, new_token
from knobel.tables.open import NewSeat, NewTable
from knobel.testing import random_record
from tests.server.conftest import Start
from tests.server.service import Service
from tests.tables.people import HOST, Ticket, join, play, say, sit, two, wish

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


@pytest.mark.parametrize("game", [spec.key for spec in games() if 2 in spec.seats])
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
    listed = await service.player_data.tables(key)
    assert [one["table"] for one in listed] == [names[0], names[2], names[1]]
    assert all(one["waiting"] and one["mine"] == [0] and not one["over"] for one in listed)
    rest = await service.player_data.tables(key, 5, listed[0]["updated"])
    assert rest == listed[1:]
    assert await service.player_data.tables(key, 1) == listed[:1]
    assert await service.player_data.tables(new_token()) == []


async def test_a_finished_game_is_listed_with_its_places(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    (mine,) = await service.player_data.tables(bert.token)
    assert (mine["over"], mine["waiting"], mine["mine"], mine["names"]) == (True, False, [1], ["Anna", "Bert"])
    assert min(mine["places"]) == 1


async def test_an_export_has_the_record_of_every_table(service: Service) -> None:
    _, anna, bert = await two(service, "hexhex")
    await play(service, [anna, bert])
    waiting = await service.open(wish("classic", 2), anna.token)
    await join(service, waiting, token=anna.token)
    records = {one["table"]: one["record"] async for one in service.player_data.export(anna.token)}
    assert records.pop(waiting.table) is None
    assert [Record.read(text).names for text in records.values()] == [("Anna", "Bert")]


async def test_a_long_record_is_imported_and_read_again(service: Service) -> None:
    record = Record(make("classic", 1), ("Anna",), "own")
    for _ in range(700):
        record.fell(1, 2, 3, 4, 5)
        record.undo()
    opened = await service.import_record(record.text(), HOST)
    service.cache.evict()
    assert (await service.view(opened.table, opened.watch))["seq"] == 1402


async def test_bots_have_levels_that_there_are(service: Service) -> None:
    with pytest.raises(BadSetup, match="unknown level 'dragon'"):
        await service.open(wish("classic", 2, bots={0: "dragon"}), HOST)
    _, (anna,) = await sit(service, wish("classic", 2), "Anna")
    with pytest.raises(BadSetup, match="unknown level 'dragon'"):
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
        assert [one["imported"] for one in await service.player_data.tables(key) if one["table"] == table] == [expected]
