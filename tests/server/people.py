"""People at tables: they sit down, look and play, as a client would."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from knobel import Record
from knobel.server.live.service import Service
from knobel.tables.keys import new_token
from knobel.tables.open import NewSeat, NewTable, Opened
from knobel.tables.play import Command


@dataclass(frozen=True)
class Ticket:
    """A seat, and the key that opens it."""

    table: str
    seat: int
    token: str = field(repr=False)


HOST = new_token()
"""The key of one who opens tables for others."""


def wish(
    game: str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    bots: Mapping[int, str] | None = None,
    **rest: Any,
) -> NewTable:
    """A table for people who come by link, and bots at these seats."""
    levels = bots or {}
    places = [NewSeat("bot", level=levels[at]) if at in levels else NewSeat() for at in range(seats or 1)]
    return NewTable(game, places, options or {}, **rest)


async def join(
    service: Service,
    opened: Opened,
    name: str | None = None,
    *,
    token: str | None = None,
    nonce: str | None = None,
    seat: int | None = None,
) -> Ticket:
    """Somebody who comes by the invitation."""
    mine = token or new_token()
    joined = await service.join(opened.table, mine, ticket=opened.invite, name=name, nonce=nonce, seat=seat)
    return Ticket(opened.table, joined.seats[0], mine)


async def sit(service: Service, wanted: NewTable, *names: str) -> tuple[Opened, list[Ticket]]:
    """A table with these people at it."""
    opened = await service.open(wanted, HOST)
    return opened, [await join(service, opened, name) for name in names]


async def two(service: Service, game: str = "classic", **wishes: Any) -> tuple[Opened, Ticket, Ticket]:
    """A table with Anna and Bert."""
    opened, (anna, bert) = await sit(service, wish(game, 2, **wishes), "Anna", "Bert")
    return opened, anna, bert


def moves_in(view: Mapping[str, Any]) -> list[str]:
    """What somebody with one seat may do."""
    return [move for moves in view["moves"].values() for move in moves]


def standing(view: Mapping[str, Any]) -> list[int]:
    """The numbers of the entries that stand."""
    return [number for number, _ in view["entries"]]


async def say(service: Service, ticket: Ticket, move: str, key: str | None = None, seen: int | None = None) -> int:
    """Send a command, having seen everything unless said; whoever has to throw before does so."""
    if seen is None:
        view = await service.view(ticket.table, ticket.token)
        seen = view["seq"]
        if moves_in(view) == ["roll"] and not move.startswith(("roll", "undo")):
            seen = await service.command(ticket.table, ticket.token, Command("roll", seen))
    return await service.command(ticket.table, ticket.token, Command(move, seen, key))


async def roll(service: Service, *tickets: Ticket) -> int:
    """Let whoever of these has to throw do so; the last event then."""
    for ticket in tickets:
        view = await service.view(ticket.table, ticket.token)
        if moves_in(view) == ["roll"]:
            await service.command(ticket.table, ticket.token, Command("roll", view["seq"]))
    seq: int = (await service.view(tickets[0].table, tickets[0].token))["seq"]
    return seq


async def play(service: Service, tickets: list[Ticket], seed: int = 1, most: int | None = None) -> dict[str, Any]:
    """Play random moves until the game is over, or so many; what the first one sees then."""
    random = Random(seed)
    made = 0
    ticket = tickets[0]
    while True:
        table = await service.view(ticket.table, ticket.token)
        if table["over"] or made == most:
            return table
        moves = moves_in(table)
        if not moves:
            ticket = next((one for one in tickets if one.seat in table["scene"]["seats"]), ticket)
            continue
        # Throwing again is a move like others; writing ends games sooner.
        writes = [move for move in moves if not move.startswith("keep")]
        move = random.choice(writes if random.random() < 0.9 else moves)
        await say(service, ticket, move, seen=table["seq"])
        made += 1


async def record_of(service: Service, ticket: Ticket) -> Record:
    """The record of a table, read back."""
    return Record.read(await service.record(ticket.table, ticket.token))
