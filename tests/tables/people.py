"""People at tables: they sit down, look and play, as a client would."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypedDict, Unpack

from knobel import Record
from knobel.core.checked import commitment
from knobel.tables.keys import new_token
from knobel.tables.open import NewSeat, NewTable, Opened
from knobel.tables.play import Command


class Brings(TypedDict, total=False):
    """What somebody may bring who joins a table."""

    ticket: str
    name: str | None
    commitment: str | None
    seat: int | None


class Tables(Protocol):
    """Where tables are: a server, or nothing but memory."""

    async def open(self, wanted: NewTable, key: str, again: str | None = None) -> Opened: ...

    async def join(self, table: str, key: str, **brings: Unpack[Brings]) -> Any: ...

    async def open_nonce(self, table: str, key: str, nonce: str) -> int: ...

    async def command(self, table: str, key: str, command: Command) -> int: ...

    async def view(self, table: str, key: str) -> dict[str, Any]: ...

    async def record(self, table: str, key: str) -> str: ...


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
    tables: Tables,
    opened: Opened,
    name: str | None = None,
    *,
    token: str | None = None,
    nonce: str | None = None,
    seat: int | None = None,
) -> Ticket:
    """Somebody who comes by the invitation, and commits to a nonce if there is one."""
    mine = token or new_token()
    made = nonce and commitment(opened.seal or "", nonce)
    joined = await tables.join(opened.table, mine, ticket=opened.invite, name=name, commitment=made, seat=seat)
    return Ticket(opened.table, joined.seats[0], mine)


async def sit(tables: Tables, wanted: NewTable, *names: str) -> tuple[Opened, list[Ticket]]:
    """A table with these people at it."""
    opened = await tables.open(wanted, HOST)
    return opened, [await join(tables, opened, name) for name in names]


async def two(tables: Tables, game: str = "classic", **wishes: Any) -> tuple[Opened, Ticket, Ticket]:
    """A table with Anna and Bert."""
    opened, (anna, bert) = await sit(tables, wish(game, 2, **wishes), "Anna", "Bert")
    return opened, anna, bert


def moves_in(view: Mapping[str, Any]) -> list[str]:
    """What somebody with one seat may do."""
    return [move for moves in view["moves"].values() for move in moves]


def standing(view: Mapping[str, Any]) -> list[int]:
    """The numbers of the entries that stand."""
    return [number for number, _ in view["entries"]]


async def say(tables: Tables, ticket: Ticket, move: str, key: str | None = None, seen: int | None = None) -> int:
    """Send a command, having seen everything unless said; whoever has to throw before does so."""
    if seen is None:
        view = await tables.view(ticket.table, ticket.token)
        seen = view["seq"]
        if moves_in(view) == ["roll"] and not move.startswith(("roll", "undo")):
            seen = await tables.command(ticket.table, ticket.token, Command("roll", seen))
    return await tables.command(ticket.table, ticket.token, Command(move, seen, key))


async def roll(tables: Tables, *tickets: Ticket) -> int:
    """Let whoever of these has to throw do so; the last event then."""
    for ticket in tickets:
        view = await tables.view(ticket.table, ticket.token)
        if moves_in(view) == ["roll"]:
            await tables.command(ticket.table, ticket.token, Command("roll", view["seq"]))
    seq: int = (await tables.view(tickets[0].table, tickets[0].token))["seq"]
    return seq


async def play(tables: Tables, tickets: list[Ticket], seed: int = 1, most: int | None = None) -> dict[str, Any]:
    """Play random moves until the game is over, or so many; what the first one sees then."""
    random = Random(seed)
    made = 0
    ticket = tickets[0]
    while True:
        table = await tables.view(ticket.table, ticket.token)
        if table["over"] or made == most:
            return table
        moves = moves_in(table)
        if not moves:
            ticket = next((one for one in tickets if one.seat in table["scene"]["seats"]), ticket)
            continue
        # Throwing again is a move like others; writing ends games sooner.
        writes = [move for move in moves if not move.startswith("keep")]
        move = random.choice(writes if random.random() < 0.9 else moves)
        await say(tables, ticket, move, seen=table["seq"])
        made += 1


async def record_of(tables: Tables, ticket: Ticket) -> Record:
    """The record of a table, read back."""
    return Record.read(await tables.record(ticket.table, ticket.token))
