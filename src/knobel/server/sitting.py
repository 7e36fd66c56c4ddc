"""Sitting down and getting up: take a seat, leave it, come back, let a bot play."""

import secrets

from knobel.bots.level import level as level_of
from knobel.core.checked import NONCE_BYTES, check_nonce
from knobel.core.record import check_name
from knobel.server.acts import check_chatter, settle
from knobel.server.errors import Denied, NotAllowed, SeatTaken
from knobel.server.table import Table
from knobel.server.tokens import hashed, opens


def seat_of(table: Table, token: str) -> int:
    """The seat that a token opens."""
    # All are compared, so that the time tells nothing of which seat it was.
    found = [seat for seat, kept in table.tokens.items() if opens(token, kept)]
    if not found:
        raise Denied("this token opens no seat here; use the link of your seat")
    return found[0]


def may_watch(table: Table, token: str) -> int | None:
    """The seat that a token opens, or None for one who only watches."""
    if opens(token, table.setup.watch) or opens(token, table.setup.invite):
        return None
    return seat_of(table, token)


def new_nonce() -> str:
    """A nonce for somebody who brings none."""
    return secrets.token_hex(NONCE_BYTES)


def join(table: Table, invite: str, token: str, name: str | None, nonce: str, seat: int | None, at: int) -> int:
    """Take a seat with this token; who has it already gets it again. Returns the seat."""
    check_nonce(nonce)
    known = [number for number, kept in table.tokens.items() if opens(token, kept)]
    if known:
        return _arrive(table, known[0], name, nonce, at)
    if not opens(invite, table.setup.invite):
        raise Denied("this token does not let you in; ask for the invitation of the table")
    free = [number for number, other in enumerate(table.seats) if not other.nonce and number not in table.tokens]
    if not free or (seat is not None and seat not in free):
        raise SeatTaken(f"free seats are: {', '.join(map(str, free)) or 'none'}")
    chosen = free[0] if seat is None else seat
    table.given[chosen] = hashed(token)
    return _arrive(table, chosen, name, nonce, at)


def _arrive(table: Table, seat: int, name: str | None, nonce: str, at: int) -> int:
    """Whoever has the token of a seat is there."""
    there = table.seats[seat]
    if there.nonce is None:
        table.add("join", f"{nonce} {check_name(name or there.name or f'Player {seat + 1}')}", seat, at)
        settle(table, at)
    elif not there.present:
        table.add("back", "", seat, at)
    return seat


def leave(table: Table, seat: int, at: int) -> None:
    """Get up; the token stays good for coming back."""
    if table.seats[seat].present:
        check_chatter(table)
        table.add("leave", "", seat, at)
        settle(table, at)


def back(table: Table, seat: int, at: int) -> None:
    """Sit down again; a bot that played in the meantime stops."""
    if table.seats[seat].nonce is None:
        raise NotAllowed("you have not sat down yet; join first")
    if not table.seats[seat].present:
        table.add("back", "", seat, at)


def renew(table: Table, seat: int, token: str, at: int) -> None:
    """Give the seat a new token, on another device; the old one opens nothing any more."""
    check_chatter(table)
    table.given[seat] = hashed(token)
    if table.seats[seat].nonce:
        table.add("back", "", seat, at)
    else:
        table.add("name", table.names[seat], seat, at)


def fill(table: Table, seat: int, level: str, at: int) -> None:
    """Let a bot play at a free seat, or for somebody who is away."""
    if not 0 <= seat < table.setup.seats:
        raise SeatTaken(f"there is no seat {seat}; there are {table.setup.seats}, counted from 0")
    key = level_of(level).key
    there = table.seats[seat]
    if there.nonce and not there.away:
        raise SeatTaken(f"seat {seat} is taken; a bot plays at a free seat or for one who is away")
    check_chatter(table)
    if there.nonce:
        table.add("bot", key, seat, at)
    else:
        table.add("bot", f"{key} {new_nonce()} {there.name or f'bot {key}'}", seat, at)
        settle(table, at)
