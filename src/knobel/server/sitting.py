"""Sitting down and getting up: take a seat, leave it, come back, bring it to another device, let a bot play."""

import secrets
from hashlib import sha256

from knobel.core.checked import NONCE_BYTES, check_nonce
from knobel.players.bot import level as level_of
from knobel.server.acts import check_chatter, settle
from knobel.server.errors import Denied, NotAllowed, SeatTaken, TooLarge
from knobel.server.holder import WATCHER, Holder
from knobel.server.names import clean
from knobel.server.row import Row
from knobel.server.table import Table
from knobel.server.tokens import hashed, opens

MOST_HOLDERS = 20
"""How many keys and tickets a seat takes."""


def seats_of(table: Table, key: str) -> tuple[int, ...]:
    """The seats that a key opens."""
    # All are compared, so that the time tells nothing of which it was.
    found = {holder.seat for holder in table.holders if opens(key, holder.hashed) and not holder.ticket}
    return tuple(sorted(found - {WATCHER}))


def seated(table: Table, key: str) -> tuple[int, ...]:
    """The seats that a key opens; at least one."""
    seats = seats_of(table, key)
    if not seats:
        raise Denied("your key opens no seat here; use the link of your seat, or ask for an invitation")
    return seats


def may_watch(table: Table, key: str) -> tuple[int, ...]:
    """The seats that a key opens; none for one who only watches, or holds an invitation."""
    watches = any(opens(key, holder.hashed) for holder in table.holders if holder.seat == WATCHER)
    if watches or opens(key, table.setup.watch) or opens(key, table.setup.invite):
        return seats_of(table, key)
    return seated(table, key)


def new_nonce() -> str:
    """A nonce for somebody who brings none."""
    return secrets.token_hex(NONCE_BYTES)


def bot_nonce(table: Table, seat: int) -> str:
    """The nonce of a bot: one that follows from the seal, so that nobody can look for one that suits them."""
    seal = table.setup.seal
    return sha256(f"bot {seal} {seat}".encode("ascii")).hexdigest()[: 2 * NONCE_BYTES] if seal else new_nonce()


def nonce_for(nonce: str, seat: int, first: int) -> str:
    """The nonce of one of several seats that are taken with one."""
    return nonce if seat == first else sha256(f"{nonce} {seat}".encode("ascii")).hexdigest()[: 2 * NONCE_BYTES]


def join(table: Table, key: str, ticket: str, name: str | None, nonce: str, seat: int | None, at: int) -> None:
    """Take a seat, with a ticket unless it is one's own; to come again with the same key changes nothing."""
    check_nonce(nonce)
    mine = seats_of(table, key)
    wanted = [seat] if seat in mine else mine if seat is None else []
    if wanted:
        for one in wanted:
            _arrive(table, one, name if len(wanted) == 1 else None, nonce_for(nonce, one, wanted[0]), at)
    elif (found := _ticket(table, ticket)) is not None:
        _hold(table, found.seat, key)
        table.taken.append(found)
        table.add("back", "", found.seat, at)
    elif opens(ticket, table.setup.watch):
        _hold(table, WATCHER, key)
    else:
        chosen = _free(table, ticket, seat)
        _hold(table, chosen, key)
        _arrive(table, chosen, name, nonce, at)


def _ticket(table: Table, ticket: str) -> Holder | None:
    """The ticket that brings a seat to another device, if this is one."""
    return next((holder for holder in table.holders if opens(ticket, holder.hashed) and holder.ticket), None)


def _free(table: Table, ticket: str, seat: int | None) -> int:
    """A free seat for one who is invited: the one that is wanted, or the first."""
    if not opens(ticket, table.setup.invite):
        raise Denied("this does not let you in; ask for the invitation of the table")
    held = {holder.seat for holder in table.holders}
    free = [number for number, other in enumerate(table.seats) if not other.nonce and number not in held]
    if not free or (seat is not None and seat not in free):
        raise SeatTaken(f"free seats are: {', '.join(map(str, free)) or 'none'}")
    return free[0] if seat is None else seat


def _hold(table: Table, seat: int, key: str, *, ticket: bool = False) -> None:
    """Let a key open a seat, or a ticket let a key do so."""
    if Holder(seat, hashed(key), ticket) in table.holders:
        return
    if sum(holder.seat == seat for holder in table.holders) >= MOST_HOLDERS:
        raise TooLarge(f"a seat takes {MOST_HOLDERS} devices and tickets; make the others void first")
    table.given.append(Holder(seat, hashed(key), ticket))
    table.holders += (table.given[-1],)


def _arrive(table: Table, seat: int, name: str | None, nonce: str, at: int) -> None:
    """Whoever holds a seat is there."""
    there = table.seats[seat]
    if there.nonce is None:
        table.add("join", f"{nonce} {clean(name, there.name or f'Player {seat + 1}')}", seat, at)
        settle(table, at)
    elif not there.present:
        table.add("back", "", seat, at)


def leave(table: Table, seat: int, at: int) -> None:
    """Get up; the key stays good for coming back."""
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


def ticket_for(table: Table, seat: int, ticket: str) -> None:
    """Let one more device open the seat, with this ticket."""
    if table.seats[seat].nonce is None:
        raise NotAllowed("you have not sat down yet; join first")
    _hold(table, seat, ticket, ticket=True)


def renew(table: Table, seat: int, key: str, at: int) -> None:
    """Make all other keys and tickets of the seat void."""
    check_chatter(table)
    table.taken += [holder for holder in table.holders if holder.seat == seat and not opens(key, holder.hashed)]
    table.holders = tuple(holder for holder in table.holders if holder not in table.taken)
    there = table.seats[seat]
    table.add("back" if there.nonce else "name", "" if there.nonce else table.names[seat], seat, at)


def fill(table: Table, seat: int, level: str, at: int, name: str | None = None) -> Row:
    """Let a bot play at a free seat, or for somebody who is away or whose clock has run out."""
    if not 0 <= seat < table.setup.seats:
        raise SeatTaken(f"there is no seat {seat}; there are {table.setup.seats}, counted from 0")
    key = level_of(level).key
    there = table.seats[seat]
    late = table.deadline is not None and at > table.deadline and seat in table.waiting
    if there.nonce and not there.away and not (late and there.present):
        raise SeatTaken(f"seat {seat} is taken; a bot plays at a free seat, or for one who is away or out of time")
    check_chatter(table)
    if late and there.present:
        table.add("leave", "", seat, at)
    if there.nonce:
        return table.add("bot", key, seat, at)
    row = table.add("bot", f"{key} {bot_nonce(table, seat)} {clean(name, there.name or f'bot {key}')}", seat, at)
    settle(table, at)
    return row
