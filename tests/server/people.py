"""People at tables: they sit down, look and play, as a client would."""

from random import Random
from typing import Any

from knobel import Record
from knobel.server.acts import Command
from knobel.server.opening import Opened, Wish
from knobel.server.service import Service, Ticket


async def sit(service: Service, wish: Wish, *names: str) -> tuple[Opened, list[Ticket]]:
    """A table with these people at it."""
    opened = await service.open(wish)
    return opened, [await service.join(opened.table, invite=opened.invite, name=name) for name in names]


async def two(service: Service, game: str = "classic", **wishes: Any) -> tuple[Opened, Ticket, Ticket]:
    """A table with Anna and Bert."""
    opened, (anna, bert) = await sit(service, Wish(game, 2, **wishes), "Anna", "Bert")
    return opened, anna, bert


async def say(service: Service, ticket: Ticket, move: str, key: str | None = None, seen: int | None = None) -> int:
    """Send a command, having seen everything unless said."""
    if seen is None:
        seen = (await service.view(ticket.table, ticket.token))["seq"]
    return await service.command(ticket.table, ticket.token, Command(move, seen, key))


async def play(service: Service, tickets: list[Ticket], seed: int = 1, most: int | None = None) -> dict[str, Any]:
    """Play random moves until the game is over, or so many; what the first one sees then."""
    random = Random(seed)
    made = 0
    ticket = tickets[0]
    while True:
        table = await service.view(ticket.table, ticket.token)
        if table["over"] or made == most:
            return table
        if not table["moves"]:
            ticket = next((one for one in tickets if one.seat in table["scene"]["seats"]), ticket)
            continue
        # Throwing again is a move like others; writing ends games sooner.
        writes = [move for move in table["moves"] if not move.startswith("keep")]
        move = random.choice(writes if random.random() < 0.9 else table["moves"])
        await say(service, ticket, move, seen=table["seq"])
        made += 1


async def record_of(service: Service, ticket: Ticket) -> Record:
    """The record of a table, read back."""
    return Record.read(await service.record(ticket.table, ticket.token))
