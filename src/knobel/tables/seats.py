"""Commands about seats: join, leave, come back, bring a seat to another device, let a bot play, be forgotten."""

import re
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from hmac import compare_digest

from knobel.core.checked import NONCE_BYTES, NOTHING, check_commitment, check_nonce
from knobel.core.checked import commitment as commitment_to
from knobel.core.errors import BadSetup
from knobel.core.record import LONGEST_NAME, check_name, is_seen
from knobel.tables.errors import Denied, NotAllowed, NotReady, SeatTaken, TooLarge
from knobel.tables.keys import WATCHER, SeatKey, derived, hashed, opens
from knobel.tables.log import LogEntry
from knobel.tables.play import check_budget, settle
from knobel.tables.table import Table

MOST_SEAT_KEYS = 20
"""The most keys and tickets of a seat."""
ABSENCE = 60_000
"""Milliseconds offline after which the others may let a bot play for a seat."""
_FACE = re.compile(r"[a-z]{0,20}")
OPENING_PATIENCE = 30_000
"""Milliseconds that devices have to open their nonces before the others may start without."""


def clean_name(name: str | None, otherwise: str) -> str:
    """The name without invisible characters, with single spaces; `otherwise` if nothing is left."""
    # Cut first, so that a huge text is not normalised.
    normal = unicodedata.normalize("NFC", (name or "")[: 10 * LONGEST_NAME])
    seen = "".join(mark if is_seen(normal, at) else " " for at, mark in enumerate(normal))
    return check_name(" ".join(seen.split()) or otherwise)


def seats_of(table: Table, key: str) -> tuple[int, ...]:
    """The seats that a key opens."""
    if table.seats_by_key[0] is not table.seat_keys:
        table.seats_by_key = (table.seat_keys, {})
    mark, opened = hashed(key), table.seats_by_key[1]
    if mark in opened:
        return opened[mark]
    # All hashes are compared, in constant time, so that the time does not tell which one matched.
    open_to_key = {
        seat_key.seat for seat_key in table.seat_keys if compare_digest(mark, seat_key.hashed) and not seat_key.ticket
    }
    seats = tuple(sorted(open_to_key - {WATCHER}))
    # Strangers are not cached: anybody can make any number of keys.
    if seats:
        opened[mark] = seats
    return seats


def seated(table: Table, key: str) -> tuple[int, ...]:
    """The seats that a key opens; an error if there are none."""
    seats = seats_of(table, key)
    if not seats:
        raise Denied("your key opens no seat here; use the link of your seat, or ask for an invitation")
    return seats


def may_watch(table: Table, key: str) -> tuple[int, ...]:
    """The seats that a key opens; none for a watcher or an invited key; an error for a stranger."""
    seats = seats_of(table, key)
    return seats if seats or _watches(table, key) else seated(table, key)


def _watches(table: Table, key: str) -> bool:
    """Whether a key without a seat may watch."""
    mark = hashed(key)
    came = any(compare_digest(mark, seat_key.hashed) for seat_key in table.seat_keys if seat_key.seat == WATCHER)
    invited = compare_digest(mark, table.setup.watch) or compare_digest(mark, table.setup.invite)
    return came or invited or table.admission.public


def dice_part(table: Table, commitment: str | None = None) -> str:
    """What the log keeps for whoever takes a seat: a commitment, or `-` for none, as for bots.

    Dice of version 1 need a nonce at once; by now nobody sends one, so the server draws it.
    """
    if table.setup.seal and table.setup.version == 1:
        return secrets.token_hex(NONCE_BYTES)
    return commitment if commitment and table.setup.seal and not table.setup.dealt else NOTHING


def mark_of(table: Table, key: str) -> str:
    """The pseudonym of a key in the log of this table: 132 bits from which the key cannot be derived."""
    return derived(key, f"knock {table.setup.table}")[:22]


def watch(table: Table, key: str, ticket: str) -> None:
    """Come to watch, with a ticket to watch or an invitation; a key with a seat keeps it."""
    if not seats_of(table, key) and not table.admission.public:
        if not opens(ticket, table.setup.watch) and not opens(ticket, table.setup.invite):
            raise Denied("this link does not let you watch; ask for a link to watch, or for the invitation")
        _add_key(table, WATCHER, key)


def join(
    table: Table, key: str, ticket: str, name: str | None, commitment: str | None, seat: int | None, at: int
) -> None:
    """Take a seat, with a ticket unless it is one's own; joining again with the same key changes nothing."""
    if commitment is not None:
        check_commitment(commitment)
    mine = seats_of(table, key)
    own = [seat] if seat in mine else mine if seat is None else []
    if own:
        for own_seat in own:
            _sit_down(table, own_seat, name if len(own) == 1 else None, commitment, at)
    elif (seat_ticket := _ticket(table, ticket)) is not None:
        _add_key(table, seat_ticket.seat, key)
        table.keys_removed.append(seat_ticket)
        table.add("back", "", seat_ticket.seat, at)
    elif (admitted := table.admission.admitted.get(mark_of(table, key))) is not None and seat in {None, admitted}:
        _add_key(table, admitted, key)
        _sit_down(table, admitted, None, commitment, at)
    elif opens(ticket, table.setup.watch):
        _add_key(table, WATCHER, key)
    else:
        chosen = _free(table, ticket, seat)
        _add_key(table, chosen, key)
        _sit_down(table, chosen, name, commitment, at)


def open_nonce(table: Table, seats: Sequence[int], nonce: str, at: int) -> None:
    """Open the nonce that these seats committed to, once all seats are taken; doing it again changes nothing."""
    check_nonce(nonce)
    if not table.complete:
        raise NotReady("not all seats are taken; reveal the nonce when everybody has committed to one")
    made = commitment_to(table.setup.seal or "", nonce)
    own = [seat for seat in seats if table.seats[seat].commitment == made]
    if not own:
        raise NotAllowed("you have not committed to this nonce; send the one that belongs to your commitment")
    for seat in own:
        if table.seats[seat].nonce:
            continue
        if table.started_early:
            raise NotAllowed("the game has started without your nonce; it is too late to reveal it")
        table.add("open", nonce, seat, at)
    settle(table, at)


def start(table: Table, seat: int, at: int) -> None:
    """Start without the nonces that are not opened yet, after their devices had time enough."""
    if not table.complete:
        raise NotReady("not all seats are taken; the game starts when they are")
    if table.started:
        return
    if at < table.complete_at + OPENING_PATIENCE:
        raise NotReady(
            f"wait for the devices of the others; after {OPENING_PATIENCE // 1000} seconds you can start without them"
        )
    table.add("start", "", seat, at)
    settle(table, at)


def leave(table: Table, seat: int, at: int) -> None:
    """Leave a seat; the same key may come back to it. This is never refused: coming back is, too often."""
    if table.seats[seat].present:
        table.add("leave", "", seat, at)
        settle(table, at)


def back(table: Table, seat: int, at: int) -> None:
    """Return to a seat; a bot that played in the meantime stops."""
    if not table.seats[seat].taken:
        raise NotAllowed("you have no seat yet; join first")
    if not table.seats[seat].present:
        _come_back(table, seat, at)


def choose_face(table: Table, seat: int, face: str, at: int) -> None:
    """Choose the animal that is drawn on the token of a seat, or none with an empty text."""
    if not _FACE.fullmatch(face):
        raise BadSetup(f"{face[:40]!a} is not an animal; use up to 20 lower-case letters")
    if face != (table.seats[seat].face or ""):
        check_budget(table, seat)
        table.add("face", face, seat, at)


def add_ticket(table: Table, seat: int, ticket: str) -> None:
    """Store a ticket that lets one more device open the seat."""
    if not table.seats[seat].taken:
        raise NotAllowed("you have no seat yet; join first")
    # Each ticket may be revoked later, which is an entry of the log.
    check_budget(table, seat)
    _add_key(table, seat, ticket, ticket=True)


def share(table: Table, seat: int, at: int, *, public: bool) -> None:
    """Make a game that is over visible to everybody who knows the name of the table, or hide it again."""
    if not table.over:
        raise NotReady("the game is not over; you can share it when it has ended")
    if table.admission.public != public:
        check_budget(table, seat)
        table.add("share", "on" if public else "off", seat, at)


def revoke_other_keys(table: Table, seat: int, key: str, at: int) -> None:
    """Revoke all other keys and tickets of the seat; nothing happens if there are none."""
    if table.admission.admitted.get(mark_of(table, key)) == seat:
        raise NotAllowed("you were let back in by the others, so you cannot revoke the earlier keys of this seat")
    others = [seat_key for seat_key in table.seat_keys if seat_key.seat == seat and not opens(key, seat_key.hashed)]
    if not others:
        return
    table.keys_removed += others
    table.seat_keys = tuple(seat_key for seat_key in table.seat_keys if seat_key not in table.keys_removed)
    there = table.seats[seat]
    table.add("back" if there.taken else "name", "" if there.taken else table.names[seat], seat, at)


def seat_bot(
    table: Table, seat: int, level: str, at: int, name: str | None = None, gone_since: int | None = None
) -> LogEntry | None:
    """Let a bot play at a free seat, or for somebody who got up, is out of time, or is offline for too long.

    No budget limits this; nothing happens where a bot plays for somebody already. Since when nobody at the seat is
    online, `gone_since`, is nothing that a table knows by itself.
    """
    if not 0 <= seat < table.setup.seats:
        raise SeatTaken(f"there is no seat {seat}; the seats are 0 to {table.setup.seats - 1}")
    there = table.seats[seat]
    late = table.deadline is not None and at > table.deadline and seat in table.waiting
    absent = gone_since is not None and at >= gone_since + ABSENCE
    if there.taken and not there.away and not ((late or absent) and there.present):
        raise SeatTaken(
            f"seat {seat} is taken; a bot plays at a free seat, for one who got up or is out of time, or for one who"
            f" has not been there for {ABSENCE // 1000} seconds"
        )
    if there.away and there.level:
        return None
    if there.present:
        # Somebody who was absent plays again as soon as they look; somebody who was late has to come back.
        table.add("leave", "absent" if absent else "late", seat, at)
    if there.taken:
        return table.add("bot", level, seat, at)
    called = clean_name(name, there.name or f"bot {level}")
    logged = table.add("bot", f"{level} {dice_part(table)} {called}", seat, at)
    settle(table, at)
    return logged


def nobody_else(seat_keys: Iterable[SeatKey], key: str, *, opened: bool) -> bool:
    """Whether no other key has a seat; watchers do not count at a table that this key has opened."""
    others = {seat_key.seat for seat_key in seat_keys if seat_key.hashed != hashed(key) and not seat_key.ticket}
    return not others or (opened and others == {WATCHER})


def forget(table: Table, key: str, at: int) -> None:
    """Leave for good: get up, replace the name from now on, and revoke the key and its tickets."""
    mine = seats_of(table, key)
    for seat in mine:
        leave(table, seat, at)
        table.add("name", _nobody(seat), seat, at)
    own = (
        seat_key
        for seat_key in table.seat_keys
        if seat_key.hashed == hashed(key) or (seat_key.ticket and seat_key.seat in mine)
    )
    table.keys_removed += own


def without_names(entries: Iterable[LogEntry], seats: Sequence[int]) -> list[LogEntry]:
    """The log entries that name the people at these seats, with the names replaced."""
    return [
        LogEntry(entry.seq, entry.kind, _without_name(entry), entry.seat, entry.at)
        for entry in entries
        if entry.seat in seats and entry.kind in {"name", "join"}
    ]


def _nobody(seat: int | None) -> str:
    """The name that replaces a forgotten one."""
    return f"Player {(seat or 0) + 1}"


def _without_name(entry: LogEntry) -> str:
    nobody = _nobody(entry.seat)
    return nobody if entry.kind == "name" else f"{entry.text.partition(' ')[0]} {nobody}"


def _ticket(table: Table, ticket: str) -> SeatKey | None:
    """The ticket for another device with this text; None if there is none."""
    return next((seat_key for seat_key in table.seat_keys if opens(ticket, seat_key.hashed) and seat_key.ticket), None)


def _free(table: Table, ticket: str, seat: int | None) -> int:
    """A free seat for somebody with an invitation: the wanted one, or the first."""
    if not opens(ticket, table.setup.invite):
        raise Denied("this link does not let you join; ask for the invitation of the table")
    held = {seat_key.seat for seat_key in table.seat_keys}
    free = [number for number, other in enumerate(table.seats) if not other.taken and number not in held]
    if not free or (seat is not None and seat not in free):
        raise SeatTaken(f"this seat is taken; free seats: {', '.join(map(str, free)) or 'none'}")
    return free[0] if seat is None else seat


def _add_key(table: Table, seat: int, key: str, *, ticket: bool = False) -> None:
    """Let a key open a seat, or add a ticket that lets a key do so."""
    given = SeatKey(seat, hashed(key), ticket)
    if given in table.seat_keys:
        return
    if sum(seat_key.seat == seat for seat_key in table.seat_keys) >= MOST_SEAT_KEYS:
        raise TooLarge(f"a seat can have {MOST_SEAT_KEYS} devices and tickets; revoke the others first")
    table.keys_added.append(given)
    table.seat_keys += (given,)


def _sit_down(table: Table, seat: int, name: str | None, commitment: str | None, at: int) -> None:
    """Take a seat, or come back to it."""
    there = table.seats[seat]
    if not there.taken:
        called = clean_name(name, there.name or f"Player {seat + 1}")
        table.add("join", f"{dice_part(table, commitment)} {called}", seat, at)
        settle(table, at)
    elif not there.present:
        _come_back(table, seat, at)


def _come_back(table: Table, seat: int, at: int) -> None:
    """Return to a seat; who does so too often stays away, and a bot may play on."""
    check_budget(table, seat)
    table.add("back", "", seat, at)
