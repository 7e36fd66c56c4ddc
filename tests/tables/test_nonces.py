"""What devices bring to the dice: committed to before any is known, opened when all seats are taken, then no more."""

from dataclasses import replace
from typing import Any

import pytest

from knobel import BadSetup
from knobel.core.checked import Checked, commitment
from knobel.core.proof import Notes, prove
from knobel.tables.errors import NotAllowed, NotReady
from knobel.tables.keys import new_token
from knobel.tables.open import NewSeat, NewTable, new
from knobel.tables.seats import OPENING_PATIENCE
from knobel.tables.table import Table
from tests.tables.memory import MemoryTables
from tests.tables.people import HOST, Ticket, join, play, record_of, roll, say, sit, wish

pytestmark = pytest.mark.asyncio

NONCES = ("a1" * 16, "b2" * 16)


async def committed(tables: MemoryTables, **wishes: Any) -> list[Ticket]:
    """A table for two who have committed to their nonces."""
    opened = await tables.open(wish("hexhex", 2, **wishes), HOST)
    return [await join(tables, opened, nonce=nonce) for nonce in NONCES]


async def seen(tables: MemoryTables, ticket: Ticket) -> dict[str, Any]:
    return await tables.view(ticket.table, ticket.token)


async def test_no_nonce_is_opened_before_every_seat_has_committed(tables: MemoryTables) -> None:
    opened = await tables.open(wish("hexhex", 2), HOST)
    anna = await join(tables, opened, nonce=NONCES[0])
    with pytest.raises(NotReady, match="everybody has committed"):
        await tables.open_nonce(anna.table, anna.token, NONCES[0])
    view = await seen(tables, anna)
    assert view["seats"][0]["commitment"] == commitment(opened.seal or "", NONCES[0])
    assert view["opening"] is None


async def test_no_dice_fall_before_every_nonce_is_opened(tables: MemoryTables) -> None:
    anna, bert = await committed(tables)
    for one, nonce, left in ((anna, NONCES[0], [1]), (bert, NONCES[1], None)):
        assert not (await seen(tables, anna))["started"]
        with pytest.raises(NotReady, match="revealed their nonces"):
            await say(tables, anna, "roll", seen=0)
        await tables.open_nonce(one.table, one.token, nonce)
        waits = (await seen(tables, anna))["opening"]
        assert (waits and waits["seats"]) == left
    assert await roll(tables, anna)


async def test_a_commitment_is_opened_by_its_own_nonce_and_device_only(tables: MemoryTables) -> None:
    anna, _ = await committed(tables)
    for nonce in (NONCES[1], "c3" * 16):
        with pytest.raises(NotAllowed, match="not committed to this nonce"):
            await tables.open_nonce(anna.table, anna.token, nonce)
    with pytest.raises(BadSetup, match="is not a nonce"):
        await tables.open_nonce(anna.table, anna.token, "lucky seven")


async def test_to_commit_and_to_open_again_changes_nothing(tables: MemoryTables) -> None:
    anna, bert = await committed(tables)
    for one, nonce in zip((anna, bert), NONCES, strict=True):
        await tables.join(one.table, one.token, commitment=commitment((await seen(tables, one))["seal"], "c3" * 16))
        first = await tables.open_nonce(one.table, one.token, nonce)
        assert await tables.open_nonce(one.table, one.token, nonce) == first
    assert [seat["nonce"] for seat in (await seen(tables, anna))["seats"]] == list(NONCES)


async def test_a_device_with_several_seats_brings_one_nonce_for_all(tables: MemoryTables) -> None:
    key = new_token()
    opened = await tables.open(NewTable("hexhex", [NewSeat("here", "Anna"), NewSeat("here", "Bert")]), key)
    await tables.join(opened.table, key, commitment=commitment(opened.seal or "", NONCES[0]))
    await tables.open_nonce(opened.table, key, NONCES[0])
    view = await tables.view(opened.table, key)
    assert view["started"]
    assert [seat["nonce"] for seat in view["seats"]] == [NONCES[0]] * 2


async def test_bots_and_those_who_bring_nothing_keep_nobody_waiting(tables: MemoryTables) -> None:
    opened, (anna,) = await sit(tables, wish("hexhex", 3, bots={1: "chick"}), "Anna")
    bert = await join(tables, opened, nonce=NONCES[0])
    await tables.open_nonce(bert.table, bert.token, NONCES[0])
    dice = Checked.read((await seen(tables, anna))["dice"])
    assert dice
    assert (dice.version, dice.nonces, dice.unopened) == (2, ("-", "-", NONCES[0]), ())


async def test_the_record_proves_what_each_device_brought(tables: MemoryTables) -> None:
    people = await committed(tables)
    for one, nonce in zip(people, NONCES, strict=True):
        await tables.open_nonce(one.table, one.token, nonce)
    seal = (await seen(tables, people[0]))["seal"]
    await play(tables, people)
    record = await record_of(tables, people[0])
    assert prove(record, Notes(seal, NONCES)).holds
    assert str(prove(record, Notes(seal, ("c3" * 16,))).problem).startswith("no seat of this record contributed")
    assert str(prove(record, Notes("0" * 64)).problem).startswith("the seal of this record is")


async def test_a_device_that_never_opens_its_nonce_does_not_stop_the_game() -> None:
    time = [1_000_000]
    tables = MemoryTables(clock=lambda: time[0])
    anna, bert = await committed(tables)
    await tables.open_nonce(anna.table, anna.token, NONCES[0])
    assert (await seen(tables, anna))["opening"] == {"seats": [1], "until": time[0] + OPENING_PATIENCE}
    time[0] += OPENING_PATIENCE - 1
    with pytest.raises(NotReady, match="wait for the devices"):
        await tables.start_game(anna.table, anna.token)
    time[0] += 1
    await tables.start_game(anna.table, anna.token)
    again = await tables.start_game(anna.table, anna.token)
    assert again == (await seen(tables, anna))["seq"]
    with pytest.raises(NotAllowed, match="started without your nonce"):
        await tables.open_nonce(bert.table, bert.token, NONCES[1])
    view = await play(tables, [anna, bert])
    dice = Checked.read(view["dice"])
    assert dice
    assert dice.nonces == (NONCES[0], f"-{commitment(view['seal'], NONCES[1])}")
    proof = prove(await record_of(tables, anna), Notes(view["seal"], NONCES[:1]))
    assert (proof.holds, proof.unopened) == (True, (1,))


async def test_a_table_whose_seats_are_not_taken_does_not_start_without_them(tables: MemoryTables) -> None:
    opened = await tables.open(wish("hexhex", 2), HOST)
    anna = await join(tables, opened, nonce=NONCES[0])
    with pytest.raises(NotReady, match="not all seats are taken"):
        await tables.start_game(anna.table, anna.token)


async def test_own_dice_need_no_nonce(tables: MemoryTables) -> None:
    opened = await tables.open(wish("classic", 1, dice="own"), HOST)
    assert opened.seal is None
    anna = await join(tables, opened, nonce=NONCES[0])
    view = await seen(tables, anna)
    assert (view["started"], view["seats"][0]["commitment"]) == (True, None)


async def test_a_table_of_version_1_goes_on_as_it_began() -> None:
    made = new(wish("hexhex", 2), HOST, None, 0)
    table = Table(replace(made.setup, dice="checked"))
    table.add("join", f"{NONCES[0]} Anna", 0, 0)
    assert table.dice_line() == "checked"
    table.add("bot", f"chick {NONCES[1]} Bot", 1, 0)
    dice = table.checked
    assert dice
    assert (dice.version, dice.nonces, dice.sealed) == (1, NONCES, True)
    assert table.throw_name(0) == (1,)
