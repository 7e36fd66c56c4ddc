"""Letting somebody back in: who lost their key knocks with the invitation, and one at the table opens.

Who knocks proves nothing but that they have the invitation; those who sit there know whether it is the one they miss.
The keys that the seat had stay good, and nobody who was let in can make them void.
"""

from collections.abc import Collection
from typing import Literal

from knobel.tables.errors import Denied, NotAllowed, SeatTaken, TooLarge
from knobel.tables.keys import opens
from knobel.tables.play import check_chatter
from knobel.tables.seats import mark_of, seated
from knobel.tables.table import Table

MOST_KNOCKS = 20
"""How often people knock at a table; then a link for another device is the way."""
MOST_OPEN = 3
"""How many wait for an answer at once."""

Answer = Literal["waiting", "admitted", "declined"]


def knock(table: Table, key: str, ticket: str, seat: int, online: Collection[int], at: int) -> Answer:
    """Ask to be let in to a seat whose people are not there; to ask again tells how it stands."""
    if not opens(ticket, table.setup.invite):
        raise Denied("this does not let you knock; open the invitation of the table")
    mark = mark_of(table, key)
    if table.admission.admitted.get(mark) == seat:
        return "admitted"
    if (mark, seat) in table.admission.declined:
        return "declined"
    if table.admission.knocks.get(mark) == seat:
        return "waiting"
    _check_missing(table, seat, online)
    check_chatter(table)
    if table.admission.count >= MOST_KNOCKS or len(table.admission.knocks) >= MOST_OPEN:
        raise TooLarge("too many have knocked here; ask for a link that brings the seat to another device")
    table.add("knock", mark, seat, at)
    return "waiting"


def answer_knock(table: Table, key: str, mark: str, online: Collection[int], at: int, *, admit: bool) -> None:
    """Let somebody in who knocks, or not; one who sits at the table decides."""
    mine = [seat for seat in seated(table, key) if table.seats[seat].taken]
    if not mine:
        raise NotAllowed("you have not sat down yet; join first")
    seat = table.admission.knocks.get(mark)
    if seat is None:
        raise NotAllowed("nobody knocks; somebody was quicker, or they have gone")
    if admit:
        _check_missing(table, seat, online)
    table.add("admit" if admit else "decline", f"{seat} {mark}", mine[0], at)


def _check_missing(table: Table, seat: int, online: Collection[int]) -> None:
    """Only the seat of somebody who is not there is given to one who knocks."""
    held = any(one.seat == seat and not one.ticket for one in table.seat_keys)
    if not 0 <= seat < table.setup.seats or not held:
        raise SeatTaken("one knocks for the seat of somebody who is missing; this is none")
    if seat in online:
        raise SeatTaken(f"{table.names[seat]} is there; one knocks for the seat of somebody who is missing")
