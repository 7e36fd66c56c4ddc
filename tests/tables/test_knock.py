"""Who lost their key is let back in by those who sit at the table, and takes nothing from anybody by that."""

import pytest

from knobel.tables.errors import Denied, NotAllowed, SeatTaken, TooLarge
from knobel.tables.keys import hashed, new_token
from knobel.tables.knock import MOST_KNOCKS, MOST_OPEN
from knobel.tables.open import Opened
from tests.tables.memory import MemoryTables
from tests.tables.people import HOST, Ticket, join, moves_in, say, two, wish

pytestmark = pytest.mark.asyncio


async def knocking(tables: MemoryTables, opened: Opened, anna: Ticket, seat: int = 1) -> tuple[str, str]:
    """Somebody knocks for a seat: their key, and the mark that Anna sees."""
    key = new_token()
    assert await tables.knock(opened.table, key, opened.invite, seat) == "waiting"
    (knock,) = (await tables.view(opened.table, anna.token))["knocks"]
    assert knock["seat"] == seat
    return key, knock["mark"]


async def test_who_is_let_in_has_the_seat_and_plays_on(tables: MemoryTables) -> None:
    opened, anna, bert = await two(tables)
    await say(tables, anna, "write chance")
    key, mark = await knocking(tables, opened, anna)
    with pytest.raises(SeatTaken):
        await tables.join(opened.table, key, ticket=opened.invite)
    await tables.admit(opened.table, anna.token, mark, admit=True)
    assert await tables.knock(opened.table, key, opened.invite, 1) == "admitted"
    assert (await tables.join(opened.table, key, ticket=opened.invite)).seats == (1,)
    assert moves_in(await tables.view(opened.table, key)) == ["roll"]
    assert (await tables.view(opened.table, anna.token))["knocks"] == []
    await say(tables, Ticket(opened.table, 1, key), "write ones")
    assert (await tables.view(opened.table, bert.token))["seats"][1]["name"] == "Bert"


async def test_the_key_that_was_there_before_keeps_the_seat_and_cannot_be_made_void(tables: MemoryTables) -> None:
    opened, anna, bert = await two(tables)
    key, mark = await knocking(tables, opened, anna)
    await tables.admit(opened.table, anna.token, mark, admit=True)
    await tables.join(opened.table, key)
    with pytest.raises(NotAllowed, match="earlier keys of this seat"):
        await tables.renew(opened.table, key)
    assert (await tables.view(opened.table, bert.token))["you"] == [1]
    await tables.renew(opened.table, bert.token)
    with pytest.raises(Denied):
        await tables.view(opened.table, key)


async def test_who_is_not_let_in_gets_nothing_and_asks_for_this_seat_no_more(tables: MemoryTables) -> None:
    opened, anna, _ = await two(tables)
    key, mark = await knocking(tables, opened, anna)
    await tables.admit(opened.table, anna.token, mark, admit=False)
    assert await tables.knock(opened.table, key, opened.invite, 1) == "declined"
    assert (await tables.view(opened.table, anna.token))["knocks"] == []
    with pytest.raises(SeatTaken):
        await tables.join(opened.table, key, ticket=opened.invite)


async def test_to_knock_takes_the_invitation_and_to_open_a_seat(tables: MemoryTables) -> None:
    opened, anna, _ = await two(tables)
    for ticket in ("", opened.watch, new_token(), hashed(opened.invite)):
        with pytest.raises(Denied):
            await tables.knock(opened.table, new_token(), ticket, 1)
    key, mark = await knocking(tables, opened, anna)
    for stranger in (key, opened.invite, opened.watch, new_token(), HOST):
        with pytest.raises(Denied):
            await tables.admit(opened.table, stranger, mark, admit=True)
    assert (await tables.view(opened.table, opened.invite))["knocks"] == []


async def test_nobody_is_let_in_to_the_seat_of_one_who_is_there(tables: MemoryTables) -> None:
    opened, anna, _ = await two(tables)
    with pytest.raises(SeatTaken, match="Bert is online"):
        await tables.knock(opened.table, new_token(), opened.invite, 1, online={0, 1})
    _, mark = await knocking(tables, opened, anna)
    with pytest.raises(SeatTaken, match="Bert is online"):
        await tables.admit(opened.table, anna.token, mark, admit=True, online={0, 1})


async def test_one_does_not_knock_for_a_free_seat_or_a_bot(tables: MemoryTables) -> None:
    opened = await tables.open(wish("classic", 3, bots={1: "cat"}), HOST)
    await join(tables, opened, "Anna")
    for seat in (1, 2, 3, -1):
        with pytest.raises(SeatTaken):
            await tables.knock(opened.table, new_token(), opened.invite, seat)


async def test_the_log_tells_a_mark_and_no_key(tables: MemoryTables) -> None:
    opened, anna, _ = await two(tables)
    key, mark = await knocking(tables, opened, anna)
    await tables.admit(opened.table, anna.token, mark, admit=True)
    told = str(await tables.events(opened.table, anna.token))
    assert mark in told
    assert key not in told
    assert hashed(key) not in told
    other, anna_there, _ = await two(tables)
    assert await tables.knock(other.table, key, other.invite, 1) == "waiting"
    (elsewhere,) = (await tables.view(other.table, anna_there.token))["knocks"]
    assert elsewhere["mark"] != mark


async def test_knocking_has_an_end(tables: MemoryTables) -> None:
    opened, anna, _ = await two(tables)
    for count in range(MOST_KNOCKS):
        key, mark = await knocking(tables, opened, anna)
        if count % 2:
            await tables.knock(opened.table, key, opened.invite, 1)
        await tables.admit(opened.table, anna.token, mark, admit=False)
    with pytest.raises(TooLarge, match="a link to your seat"):
        await tables.knock(opened.table, new_token(), opened.invite, 1)
    other, _, _ = await two(tables)
    for _ in range(MOST_OPEN):
        await tables.knock(other.table, new_token(), other.invite, 1)
    with pytest.raises(TooLarge):
        await tables.knock(other.table, new_token(), other.invite, 1)


async def test_who_is_invited_to_a_full_table_may_watch(tables: MemoryTables) -> None:
    opened, anna, _ = await two(tables)
    key = new_token()
    assert (await tables.watch(opened.table, key, opened.invite)).watching
    assert (await tables.view(opened.table, key))["watching"]
    assert (await tables.watch(opened.table, anna.token, opened.invite)).seats == (0,)
    with pytest.raises(Denied):
        await tables.watch(opened.table, new_token(), new_token())
