"""Opening tables: new ones, those of imported records, rematches, and challenges to play the same dice."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import Literal, get_args

from knobel.coach.bot import USUAL
from knobel.core.checked import SECRET_BYTES, Checked
from knobel.core.dealt import playable
from knobel.core.errors import BadRecord, BadSetup, with_text
from knobel.core.game import AnyGame, Over
from knobel.core.proof import prove
from knobel.core.record import Record, normalised
from knobel.games.spec import find, spec
from knobel.tables.errors import Denied, KeyUsed, NotAllowed, NotReady, TooLarge
from knobel.tables.keys import WATCHER, SeatKey, derived, hashed, new_table
from knobel.tables.seats import clean_name, dice_part, seat_bot
from knobel.tables.setup import CLOCK, DICE, RANDOM, SEALED, UNDO, Opening, Setup, build, check_choice
from knobel.tables.table import Table

SeatKind = Literal["here", "link", "bot"]
SEAT_KINDS: tuple[str, ...] = get_args(SeatKind)
MOST_IMPORTED = 4_000
"""The most entries of a record that becomes a table: several times as many as the longest games have."""
MOST_CHALLENGES = 100
"""The most challenges of a game, and the most tables that take them up."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that was opened: its name, one's own seats, the tickets to pass on, and the seal of its dice."""

    table: str
    seats: tuple[int, ...]
    invite: str = field(repr=False)
    watch: str = field(repr=False)
    seal: str | None


@dataclass(frozen=True, slots=True)
class NewSeat:
    """Who shall sit at a seat: somebody `here`, somebody who comes by `link`, or a `bot` of a level."""

    kind: str = "link"
    name: str | None = None
    level: str = ""


@dataclass(frozen=True, slots=True)
class NewTable:
    """The wishes for a new table."""

    game: str
    seats: Sequence[NewSeat]
    options: Mapping[str, object] = field(default_factory=dict)
    undo: str = "ask"
    dice: str = "checked"
    coach: bool = False
    clock: int | None = None
    dealt: Checked | None = None
    """Dice that are fixed already, with their secret, such as those of a day."""


def new(wish: NewTable, key: str, idempotency_key: str | None, at: int) -> Opening:
    """A new table. Whoever opens it joins afterwards, because a commitment is made to the seal."""
    check_choice("undo", wish.undo, UNDO)
    check_choice("dice", wish.dice, (*DICE, RANDOM))
    _check_dealt(wish)
    if wish.clock is not None and wish.clock not in CLOCK:
        raise BadSetup(f"the clock must be {CLOCK[0]} to {CLOCK[-1]} seconds, or left out")
    rules = build(wish.game, len(wish.seats), wish.options, own_dice=wish.dice == "own")
    setup = _prepared(rules, key, idempotency_key, wish)
    table = Table(setup)
    seat_keys = []
    for seat, place in enumerate(wish.seats):
        check_choice("kind", place.kind, SEAT_KINDS)
        if place.kind == "bot":
            seat_bot(table, seat, place.level, at, place.name)
        elif place.kind == "here":
            table.add("name", clean_name(place.name, f"Player {seat + 1}"), seat, at)
            seat_keys.append(SeatKey(seat, hashed(key)))
    if all(place.kind == "bot" for place in wish.seats):
        raise BadSetup("a table needs at least one person; leave a seat for one")
    wishes = asdict(replace(wish, dealt=None)) | {"dealt": wish.dealt and wish.dealt.text()}
    request_hash = hashed(f"open {json.dumps(wishes, sort_keys=True, default=dict)}")
    return Opening(setup, at, table.added, [*seat_keys, SeatKey(WATCHER, hashed(key))], request_hash=request_hash)


def _check_dealt(wish: NewTable) -> None:
    """Refuse fixed dice that do not fit this table."""
    dice = wish.dealt
    if dice and (wish.dice != "checked" or not playable(dice) or len(dice.nonces) != len(wish.seats)):
        raise BadSetup("these dice belong to another table; they need their secret and the same number of seats")


def imported(text: str, key: str, idempotency_key: str | None, at: int, mine: Sequence[int] = ()) -> Opening:
    """A table with the game of a record; seats are kept for its names, those in `mine` for whoever imports it."""
    request_hash, text = import_request(text), normalised(text)
    _check_length(text)
    record = Record.read(text)
    if not all(0 <= seat < len(record.names) for seat in mine):
        raise BadSetup(f"the record has {len(record.names)} seats, counted from 0")
    # Dice that others sealed, or that come from a seed, cannot be continued; a game that is over keeps its proof.
    typed = any(name in record.game.options for name in spec(record.game).typed)
    going_on = "own" if record.dice == "own" or typed else RANDOM
    dice = record.dice if isinstance(record.pending, Over) else going_on
    table = Table(_prepared(record.game, key, idempotency_key, NewTable(record.game.key, (), dice=dice, coach=True)))
    table.add("import", f"{fingerprint(record.text())} {_proved(record)}", None, at)
    for seat, name in enumerate(record.names):
        table.add("name", name, seat, at)
    for entry in record.entries:
        table.enter(entry, None, at)
    keys = [SeatKey(seat, hashed(key)) for seat in (WATCHER, *sorted(set(mine)))]
    return Opening(table.setup, at, table.added, keys, request_hash=request_hash)


def _check_length(text: str) -> None:
    """Refuse a record with too many entries, before it is replayed: whoever looks at its table replays it again."""
    length = text.partition("\n\n")[2].count("\n")
    if length > MOST_IMPORTED:
        error = BadRecord(f"a table takes a record of at most {MOST_IMPORTED} entries; this one has {length}")
        raise with_text(error, "record.long", most=MOST_IMPORTED, found=length)


def import_request(text: str) -> str:
    """The hash of the request to import a record."""
    # Unlike keys, long texts are not worth remembering.
    return sha256(f"import {text}".encode("utf-8", "surrogatepass")).hexdigest()


def fingerprint(text: str) -> str:
    """The SHA-256 of a record, by which it is recognised."""
    return sha256(text.encode()).hexdigest()


def _proved(record: Record) -> str:
    """Whether the dice of a record are proved, as the log states it."""
    dice = Checked.read(record.dice)
    if dice is None or dice.secret is None:
        return "unproved"
    return "holds" if prove(record).holds else "fails"


def rematch(table: Table, seat: int, at: int, *, sealed: bool = True) -> str:
    """Open a rematch: same people, rules and keys, and the next seat starts. The new table, the same for all who ask.

    Its dice are sealed, unless people type them or nobody would be there to check.
    """
    if table.next is None:
        if not table.over:
            raise NotReady("the game is not over; finish it first")
        table.opening = _rematch_opening(table, at, sealed=sealed and not table.setup.own_dice)
        table.add("rematch", table.opening.setup.table, seat, at)
    assert table.next
    return table.next


def update_past(table: Table, earlier: str, scores: Sequence[int], later: int, at: int) -> None:
    """Update the scores of an earlier game of the series, so many games before this one, after a correction."""
    count = table.setup.seats
    turned = tuple(scores[(place + later) % count] for place in range(count))
    if any(game.table == earlier and game.scores != turned for game in table.past):
        table.add("past", f"{earlier} {' '.join(map(str, turned))}", None, at)


def opened(setup: Setup, key: str, seats: tuple[int, ...]) -> Opened:
    """The response to somebody who opened a table, now or before."""
    return Opened(setup.table, seats, _invite(key, setup.table), _watch(key, setup.table), setup.seal)


def check_same(stored_hash: str | None, request_hash: str | None) -> None:
    """Refuse an idempotency key that opened a table by another request; both requests are given by their hash."""
    if stored_hash != request_hash:
        raise KeyUsed("this idempotency key has opened another table; use a new key for a new table")


def offer_challenge(table: Table, seat: int, key: str, at: int) -> str:
    """Offer the dice of a seat to everybody who has the ticket, which is the same whenever the same key asks."""
    if not table.over:
        raise NotReady("the game is not over; finish it before you challenge others")
    if not table.checked or not playable(table.checked) or table.setup.dealt:
        error = NotAllowed(
            "the dice of this game cannot be played again; only checked dice that a server threw for this table can"
        )
        raise with_text(error, "dare.dice")
    ticket = derived(key, f"dare {table.setup.table} {seat}")
    if hashed(ticket) not in table.challenges.tickets:
        if len(table.challenges.tickets) >= MOST_CHALLENGES:
            raise TooLarge(f"a game can have at most {MOST_CHALLENGES} challenges")
        table.add("dare", hashed(ticket), seat, at)
    return ticket


def challenged_seat(table: Table, ticket: str) -> int:
    """The seat whose dice a ticket offers."""
    seat = table.challenges.seat_of(ticket)
    if seat is None:
        raise with_text(Denied("there is no such challenge; ask for the link again"), "dare.unknown")
    return seat


def challenge_table(table: Table, seat: int, name: str | None) -> NewTable:
    """A new table at which somebody plays the dice of a seat; bots sit where others sat."""
    if len(table.challenges.taken) >= MOST_CHALLENGES:
        error = TooLarge(f"this challenge is full: {MOST_CHALLENGES} people have taken it up already")
        raise with_text(error, "dare.full", n=MOST_CHALLENGES)
    seats = [
        NewSeat("here", name)
        if number == seat
        # A bot of the default level plays for a person.
        else NewSeat("bot", None if other.person else other.name, (not other.person and other.level) or USUAL.key)
        for number, other in enumerate(table.seats)
    ]
    return NewTable(table.setup.game, seats, table.setup.options, undo="free", dealt=table.checked)


def take_up_challenge(table: Table, seat: int, other: str, at: int) -> None:
    """Record that a table plays the dice of this seat; doing it again changes nothing."""
    if other not in table.challenges.taken:
        table.add("dared", f"{seat} {other}", None, at)


def links(table: Table, key: str) -> tuple[str, str] | None:
    """The tickets to invite and to watch, if this key opened the first table of the series and so can derive them."""
    first = table.past[0].table if table.past else table.setup.table
    invite = _invite(key, first)
    return (invite, _watch(key, first)) if hashed(invite) == table.setup.invite else None


def _rematch_opening(table: Table, at: int, *, sealed: bool) -> Opening:
    """The table of a rematch: everybody moves up a seat, so that the next one starts, and keeps their key."""
    old = table.setup
    count = old.seats
    following = Table(
        replace(
            old,
            table=new_table(),
            dice=old.dice if old.own_dice else SEALED if sealed else RANDOM,
            secret=secrets.token_bytes(SECRET_BYTES) if sealed else None,
        )
    )
    seat_keys = [
        replace(seat_key, seat=(seat_key.seat - 1) % count)
        for seat_key in table.seat_keys
        if seat_key.seat != WATCHER and not seat_key.ticket
    ]
    scores = table.game.scores(table.record.state)
    for name, had in (*((past.table, past.scores) for past in table.past), (old.table, scores)):
        turned = (had[(place + 1) % count] for place in range(count))
        following.add("past", f"{name} {' '.join(map(str, turned))}", None, at)
    for place in range(count):
        before = table.seats[(place + 1) % count]
        if before.person:
            # Everybody commits again when they join: an old nonce was known before the new secret was drawn.
            following.add("name", before.name or "", place, at)
            if before.face:
                following.add("face", before.face, place, at)
        elif before.level:
            following.add("bot", f"{before.level} {dice_part(following)} {before.name}", place, at)
    return Opening(following.setup, at, following.added, seat_keys, old.table)


def _invite(key: str, table: str) -> str:
    return derived(key, f"invite {table}")


def _watch(key: str, table: str) -> str:
    return derived(key, f"watch {table}")


def _prepared(rules: AnyGame, key: str, idempotency_key: str | None, wish: NewTable) -> Setup:
    """The setup of a new table; the secret of its dice is drawn here, before anybody can commit to a nonce."""
    table = new_table(key, idempotency_key)
    dealt = wish.dealt
    return Setup(
        table=table,
        game=rules.key,
        seats=rules.seats,
        options=dict(rules.options),
        undo=wish.undo,
        dice=dealt.hidden().text() if dealt else SEALED if wish.dice == "checked" else wish.dice,
        coach=wish.coach and find(rules.key).has("judge"),
        clock=wish.clock,
        secret=dealt.secret if dealt else secrets.token_bytes(SECRET_BYTES) if wish.dice == "checked" else None,
        invite=hashed(_invite(key, table)),
        watch=hashed(_watch(key, table)),
    )
