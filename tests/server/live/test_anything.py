"""Whatever people do, in whatever order and through whichever worker: all see one table, and its log tells it."""

from random import Random
from typing import Any

import pytest

from knobel import KnobelError, Record
from knobel.core.proof import prove
from knobel.tables.keys import new_token
from tests.server.conftest import Start
from tests.server.service import Service
from tests.tables.people import Ticket, moves_in, play, say, sit, standing, wish

pytestmark = pytest.mark.asyncio


async def do_anything(random: Random, worker: Service, tickets: list[Ticket]) -> None:
    """One of the people does something, sensible or not."""
    at = random.randrange(len(tickets))
    me = tickets[at]
    seen: dict[str, Any] = await worker.view(me.table, me.token)
    number = random.choice([*standing(seen)[-3:], 1, 99])
    match random.randrange(12):
        case 0 | 1 | 2 | 3 | 4 if moves_in(seen):
            await say(worker, me, random.choice(moves_in(seen)), seen=seen["seq"] - random.randrange(2))
        case 5 | 6:
            await say(worker, me, f"undo {number}", f"key{random.randrange(9)}")
        case 7:
            await worker.answer(me.table, me.token, agree=random.random() < 0.8)
        case 8:
            await worker.leave(me.table, me.token)
        case 9:
            await worker.back(me.table, me.token)
        case 10:
            key = new_token()
            ticket = await worker.ticket(me.table, me.token)
            await worker.join(me.table, key, ticket=ticket)
            await worker.renew(me.table, key)
            tickets[at] = Ticket(me.table, me.seat, key)
        case 11:
            await say(
                worker, me, random.choice(["correct 1 - 1 1 1 1 1", "- 1", "write", "undo undo", "0 write chance"])
            )


@pytest.mark.parametrize(("game", "seed"), [("classic", 1), ("krisskross", 2), ("kribbeln", 3)])
async def test_all_see_the_same_and_the_dice_are_proved_in_the_end(start: Start, game: str, seed: int) -> None:
    random = Random(seed)
    workers = [await start(), await start()]
    _, tickets = await sit(workers[0], wish(game, 3, undo=random.choice(["free", "ask"])), "Anna", "Bert", "Cleo")
    refused = 0
    for _ in range(80):
        try:
            await do_anything(random, random.choice(workers), tickets)
        except KnobelError:
            refused += 1
    assert 0 < refused < 80
    for me in tickets:
        await workers[0].back(me.table, me.token)
        views = [await worker.view(me.table, me.token) for worker in workers]
        assert views[0] == views[1]
        fresh = await start()
        assert await fresh.view(me.table, me.token) == views[0]
    await play(workers[1], tickets, seed)
    record = Record.read(await workers[0].record(tickets[0].table, tickets[0].token))
    assert prove(record).holds
