"""Letting somebody back in: whoever lost their key knocks with the invitation, and somebody at the table admits them.

Whoever knocks only proves that they have the invitation; those who sit there know whether it is the person they miss.
The keys that the seat had stay valid, and nobody who was admitted this way can revoke them.
"""

from collections.abc import Collection
from typing import Literal

from knobel.tables.errors import Denied, NotAllowed, SeatTaken, TooLarge
from knobel.tables.keys import opens
from knobel.tables.seats import mark_of, seated
from knobel.tables.table import Table

MOST_KNOCKS = 20
"""How often people may knock at a table; after that, they need a ticket for another device."""
MOST_OPEN = 3
"""How many may wait for an answer at once."""

Answer = Literal["waiting", "admitted", "declined"]


def knock(table: Table, key: str, ticket: str, seat: int, online: Collection[int], at: int) -> Answer:
    """Ask to be let in to a seat whose person is offline; asking again returns the answer so far."""
    if not opens(ticket, table.setup.invite):
        raise Denied("this link does not let you ask for a seat; open the invitation of the table")
    mark = mark_of(table, key)
    if table.admission.admitted.get(mark) == seat:
        return "admitted"
    if (mark, seat) in table.admission.declined:
        return "declined"
    if table.admission.knocks.get(mark) == seat:
        return "waiting"
    _check_missing(table, seat, online)
    if table.admission.count >= MOST_KNOCKS or len(table.admission.knocks) >= MOST_OPEN:
        raise TooLarge("too many people have knocked here; ask the table for a link to your seat")
    table.add("knock", mark, seat, at)
    return "waiting"


def answer_knock(table: Table, key: str, mark: str, online: Collection[int], at: int, *, admit: bool) -> None:
    """Admit somebody who knocks, or refuse; anybody who sits at the table may do it."""
    mine = [seat for seat in seated(table, key) if table.seats[seat].taken]
    if not mine:
        raise NotAllowed("you have no seat yet; join first")
    seat = table.admission.knocks.get(mark)
    if seat is None:
        raise NotAllowed("nobody is knocking any more; somebody else has answered, or they have left")
    if admit:
        _check_missing(table, seat, online)
    table.add("admit" if admit else "decline", f"{seat} {mark}", mine[0], at)


def _check_missing(table: Table, seat: int, online: Collection[int]) -> None:
    """Refuse a knock for a seat whose person is online, or that belongs to nobody."""
    held = any(seat_key.seat == seat and not seat_key.ticket for seat_key in table.seat_keys)
    if not 0 <= seat < table.setup.seats or not held:
        raise SeatTaken("you can only ask for a seat whose player is offline")
    if seat in online:
        raise SeatTaken(f"{table.names[seat]} is online; you can only ask for a seat whose player is offline")
