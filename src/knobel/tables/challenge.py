"""Commands about challenges: others play the dice of a game that is over, each at their own table."""

from knobel.core.dealt import playable
from knobel.core.errors import worded
from knobel.players.bot import USUAL
from knobel.tables.errors import Denied, NotAllowed, NotReady, TooLarge
from knobel.tables.keys import derived, hashed
from knobel.tables.open import NewSeat, NewTable
from knobel.tables.table import Table

MOST = 100
"""The most challenges of a game, and the most tables that take them up."""


def dare(table: Table, seat: int, key: str, at: int) -> str:
    """Offer the dice of a seat to everybody who has the ticket, which is the same whenever the same key asks."""
    if not table.over:
        raise NotReady("the game is not over; a challenge is made of one that has ended")
    if not table.checked or not playable(table.checked) or table.setup.dealt:
        error = NotAllowed("the dice of this game cannot fall again; those of a server can, unless they are dealt")
        raise worded(error, "dare.dice")
    ticket = derived(key, f"dare {table.setup.table} {seat}")
    if hashed(ticket) not in table.dares.tickets:
        if len(table.dares.tickets) >= MOST:
            raise TooLarge(f"a game takes {MOST} challenges")
        table.add("dare", hashed(ticket), seat, at)
    return ticket


def dared_seat(table: Table, ticket: str) -> int:
    """The seat whose dice a ticket offers."""
    seat = table.dares.seat_of(ticket)
    if seat is None:
        raise worded(Denied("this challenge is not known; ask for its link again"), "dare.unknown")
    return seat


def same_dice(table: Table, seat: int, name: str | None) -> NewTable:
    """A new table at which somebody plays the dice of a seat; bots sit where others sat."""
    if len(table.dares.taken) >= MOST:
        raise worded(TooLarge(f"{MOST} have taken up this challenge; it takes no more"), "dare.full", n=MOST)
    seats = [
        NewSeat("here", name)
        if number == seat
        # A bot of the default level plays for a person.
        else NewSeat("bot", None if there.person else there.name, (not there.person and there.level) or USUAL.key)
        for number, there in enumerate(table.seats)
    ]
    return NewTable(table.setup.game, seats, table.setup.options, undo="free", dealt=table.checked)


def take_up(table: Table, seat: int, other: str, at: int) -> None:
    """Record that a table plays the dice of this seat; doing it again changes nothing."""
    if other not in table.dares.taken:
        table.add("dared", f"{seat} {other}", None, at)
