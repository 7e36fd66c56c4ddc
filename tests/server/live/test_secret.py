"""The secret of the dice: in no payload before the game is over, and then it proves every die."""

import asyncio
import json
from base64 import b32encode, b64encode, urlsafe_b64encode
from itertools import count
from typing import Any

import pytest
from sqlalchemy import update

from knobel import D6, Fell
from knobel.core.checked import Checked, seal_for
from knobel.core.proof import Notes, prove
from knobel.server.storage.schema import TABLES
from knobel.tables.errors import NotReady
from tests.server.conftest import Start
from tests.server.service import Service
from tests.tables.people import HOST, join, play, record_of, say, sit, wish

pytestmark = pytest.mark.asyncio


def forms(secret: bytes) -> list[str]:
    """All the ways in which the secret might stand in a text."""
    coded = [coder(secret).decode().rstrip("=") for coder in (b64encode, urlsafe_b64encode, b32encode)]
    number = [str(int.from_bytes(secret, order)) for order in ("big", "little")]
    return [secret.hex(), secret.hex().upper(), repr(secret), str(list(secret))[1:-1], *coded, *number]


async def payloads(service: Service, table: str, token: str) -> str:
    """Everything a client can get to read about a table."""
    return json.dumps(
        [
            await service.view(table, token),
            await service.events(table, token),
            await service.record(table, token),
        ]
    ) + repr(await service.cache.load(table))


async def test_no_payload_tells_the_secret_before_the_end(service: Service) -> None:
    opened, (anna, bert) = await sit(service, wish("hexhex", 2), "Anna", "Bert")
    secret = (await service.store.setup(opened.table)).secret
    assert secret
    said: list[Any] = [opened, anna, bert]
    over = False
    while not over:
        for token in (anna.token, bert.token, opened.watch):
            text = await payloads(service, opened.table, token)
            assert not [form for form in forms(secret) if form in text]
        over = (await play(service, [anna, bert], seed=len(said), most=3))["over"]
        said.append(over)
    assert not [form for form in forms(secret) if form in repr(said)]
    assert secret.hex() in await service.record(opened.table, opened.watch)


async def test_errors_do_not_tell_it_either(service: Service) -> None:
    opened, (anna, _) = await sit(service, wish("classic", 2), "Anna", "Bert")
    setup = await service.store.setup(opened.table)
    assert setup.secret
    assert not [form for form in forms(setup.secret) if form in repr(setup)]
    with pytest.raises(ValueError, match="is not a move") as caught:
        await say(service, anna, "tell me")
    assert not [form for form in forms(setup.secret) if form in repr(caught.value)]


async def test_the_seal_is_known_before_anybody_adds_a_nonce(service: Service) -> None:
    opened = await service.open(wish("classic", 2), HOST)
    assert opened.seal
    assert (await service.view(opened.table, opened.invite))["seal"] == opened.seal
    with pytest.raises(NotReady):
        await service.record(opened.table, opened.watch)


async def test_the_record_of_a_finished_game_proves_every_die(service: Service) -> None:
    opened = await service.open(wish("kribbeln", 2), HOST)
    nonces = ("aa" * 16, "bb" * 16)
    tickets = [await join(service, opened, nonce=nonce) for nonce in nonces]
    for ticket, nonce in zip(tickets, nonces, strict=True):
        await service.open_nonce(ticket.table, ticket.token, nonce)
    await play(service, tickets)
    record = await record_of(service, tickets[0])
    dice = Checked.read(record.dice)
    assert dice
    assert (dice.table, dice.seal, dice.nonces) == (opened.table, opened.seal, nonces)
    assert prove(record, Notes(opened.seal, nonces)).holds


async def test_a_bot_brings_nothing_to_the_dice(service: Service) -> None:
    opened, _ = await sit(service, wish("hexhex", 2, bots={1: "chick"}), "Anna")
    dice = Checked.read((await service.view(opened.table, opened.watch))["dice"])
    assert dice
    assert dice.nonces[1] == "-"


async def test_a_secret_that_is_exchanged_in_the_database_is_noticed_by_who_kept_the_seal(service: Service) -> None:
    """All nonces are in; then secrets are tried until the first throw is five fives, and that one is stored."""
    opened = await service.open(wish("classic", 2), HOST)
    nonces = ("aa" * 16, "bb" * 16)
    tickets = [await join(service, opened, nonce=nonce) for nonce in nonces]
    for ticket, nonce in zip(tickets, nonces, strict=True):
        await service.open_nonce(ticket.table, ticket.token, nonce)
    loaded = five_fives(opened.table, nonces)
    exchange = update(TABLES).where(TABLES.c.id == opened.table).values(secret=loaded)
    await service.store.database.write(lambda connection: connection.execute(exchange))
    service.cache.evict(opened.table)
    await play(service, tickets)
    record = await record_of(service, tickets[0])
    assert record.entries[0] == Fell((5,) * 5)
    assert prove(record).holds
    assert not prove(record, Notes(opened.seal)).holds
    assert (await service.view(opened.table, tickets[0].token))["seal"] != opened.seal


def five_fives(table: str, nonces: tuple[str, ...]) -> bytes:
    """A secret with which the first throw of seat 0 is five fives."""
    for number in count():
        secret = number.to_bytes(32)
        dice = Checked(table, seal_for(table, secret), nonces, secret, version=2)
        if dice.roll((0, 1, 1, 0), [D6] * 5) == (5,) * 5:
            return secret
    raise AssertionError


async def test_nonces_that_are_opened_at_once_on_several_workers_all_count_once(start: Start) -> None:
    workers = [await start(), await start()]
    opened = await workers[0].open(wish("hexhex", 4), HOST)
    nonces = [f"{number:032x}" for number in range(4)]
    tickets = [await join(workers[at % 2], opened, nonce=nonce) for at, nonce in enumerate(nonces)]
    sent = [
        worker.open_nonce(ticket.table, ticket.token, nonce)
        for ticket, nonce in zip(tickets, nonces, strict=True)
        for worker in workers
    ]
    await asyncio.gather(*sent)
    for worker in workers:
        view = await worker.view(opened.table, opened.watch)
        assert view["started"]
        assert [seat["nonce"] for seat in view["seats"]] == nonces
        assert sum(event["kind"] == "open" for event in await worker.events(opened.table, opened.watch)) == 4
