"""Opening tables: new ones, those of imported records, and rematches."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import Literal, get_args

from knobel.core.checked import SECRET_BYTES, Checked
from knobel.core.dealt import playable
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame, Over
from knobel.core.proof import prove
from knobel.core.record import Record
from knobel.games.spec import spec
from knobel.tables.errors import KeyUsed, NotReady
from knobel.tables.keys import WATCHER, SeatKey, derived, hashed, new_table
from knobel.tables.seats import brings, clean_name, fill
from knobel.tables.setup import CLOCK, DICE, RANDOM, SEALED, UNDO, Opening, Setup, build, check_choice
from knobel.tables.table import Table

SeatKind = Literal["here", "link", "bot"]
SEAT_KINDS: tuple[str, ...] = get_args(SeatKind)


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that was opened: its name, the seal of its dice, one's own seats, and the tickets to pass on."""

    table: str
    seal: str | None
    seats: tuple[int, ...]
    invite: str = field(repr=False)
    watch: str = field(repr=False)


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


def new(wanted: NewTable, key: str, again: str | None, at: int) -> Opening:
    """A new table. Whoever opens it joins afterwards, because a commitment is made to the seal."""
    check_choice("undo", wanted.undo, UNDO)
    check_choice("dice", wanted.dice, (*DICE, RANDOM))
    _check_dealt(wanted)
    if wanted.clock is not None and wanted.clock not in CLOCK:
        raise BadSetup(f"a clock gives {CLOCK[0]} to {CLOCK[-1]} seconds, or there is none")
    rules = build(wanted.game, len(wanted.seats), wanted.options, own_dice=wanted.dice == "own")
    setup = _prepared(rules, key, again, wanted)
    table = Table(setup)
    seat_keys = []
    for seat, one in enumerate(wanted.seats):
        check_choice("kind", one.kind, SEAT_KINDS)
        if one.kind == "bot":
            fill(table, seat, one.level, at, one.name)
        elif one.kind == "here":
            table.add("name", clean_name(one.name, f"Player {seat + 1}"), seat, at)
            seat_keys.append(SeatKey(seat, hashed(key)))
    if all(one.kind == "bot" for one in wanted.seats):
        raise BadSetup("bots do not play among themselves here; leave a seat for a person")
    wishes = asdict(replace(wanted, dealt=None)) | {"dealt": wanted.dealt and wanted.dealt.text()}
    asked = hashed(f"open {json.dumps(wishes, sort_keys=True, default=dict)}")
    return Opening(setup, at, table.added, [*seat_keys, SeatKey(WATCHER, hashed(key))], asked=asked)


def _check_dealt(wanted: NewTable) -> None:
    """Refuse fixed dice that do not fit this table."""
    dice = wanted.dealt
    if dice and (wanted.dice != "checked" or not playable(dice) or len(dice.nonces) != len(wanted.seats)):
        raise BadSetup("these dice are fixed for another table; they need their secret, and as many seats as before")


def imported(text: str, key: str, again: str | None, at: int, mine: Sequence[int] = ()) -> Opening:
    """A table with the game of a record; seats are kept for its names, those in `mine` for whoever imports it."""
    record = Record.read(text)
    if not all(0 <= seat < len(record.names) for seat in mine):
        raise BadSetup(f"the record has {len(record.names)} seats, counted from 0")
    # Dice that others sealed, or that come from a seed, cannot be continued; a game that is over keeps its proof.
    typed = any(name in record.game.options for name in spec(record.game).typed)
    going_on = "own" if record.dice == "own" or typed else RANDOM
    dice = record.dice if isinstance(record.pending, Over) else going_on
    table = Table(_prepared(record.game, key, again, NewTable(record.game.key, (), dice=dice, coach=True)))
    table.add("import", f"{fingerprint(text)} {_proved(record)}", None, at)
    for seat, name in enumerate(record.names):
        table.add("name", name, seat, at)
    for entry in record.entries:
        table.enter(entry, None, at)
    keys = [SeatKey(seat, hashed(key)) for seat in (WATCHER, *sorted(set(mine)))]
    return Opening(table.setup, at, table.added, keys, asked=import_request(text))


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
            raise NotReady("the game is not over; play it to the end first")
        table.opening = _again(table, at, sealed=sealed and not table.setup.own_dice)
        table.add("rematch", table.opening.setup.table, seat, at)
    assert table.next
    return table.next


def recount(table: Table, earlier: str, scores: Sequence[int], later: int, at: int) -> None:
    """Update the scores of an earlier game of the series, so many games before this one, after a correction."""
    count = table.setup.seats
    turned = tuple(scores[(place + later) % count] for place in range(count))
    if any(one.table == earlier and one.scores != turned for one in table.past):
        table.add("past", f"{earlier} {' '.join(map(str, turned))}", None, at)


def opened(setup: Setup, key: str, seats: tuple[int, ...]) -> Opened:
    """The response to somebody who opened a table, now or before."""
    return Opened(setup.table, setup.seal, seats, _invite(key, setup.table), _watch(key, setup.table))


def check_same(there: str | None, wanted: str | None) -> None:
    """Refuse an idempotency key that opened a table by another request; both requests are given by their hash."""
    if there != wanted:
        raise KeyUsed("another table was opened under this key; use a new key for a new table")


def links(table: Table, key: str) -> tuple[str, str] | None:
    """The tickets to invite and to watch, if this key opened the first table of the series and so can derive them."""
    first = table.past[0].table if table.past else table.setup.table
    invite = _invite(key, first)
    return (invite, _watch(key, first)) if hashed(invite) == table.setup.invite else None


def _again(table: Table, at: int, *, sealed: bool) -> Opening:
    """The table of a rematch: everybody moves up a seat, so that the next one starts, and keeps their key."""
    old = table.setup
    count = old.seats
    fresh = Table(
        replace(
            old,
            table=new_table(),
            dice=old.dice if old.own_dice else SEALED if sealed else RANDOM,
            secret=secrets.token_bytes(SECRET_BYTES) if sealed else None,
        )
    )
    seat_keys = [
        replace(one, seat=(one.seat - 1) % count) for one in table.seat_keys if one.seat != WATCHER and not one.ticket
    ]
    scores = table.game.scores(table.record.state)
    for name, had in (*((past.table, past.scores) for past in table.past), (old.table, scores)):
        turned = (had[(place + 1) % count] for place in range(count))
        fresh.add("past", f"{name} {' '.join(map(str, turned))}", None, at)
    for place in range(count):
        before = table.seats[(place + 1) % count]
        if before.person:
            # Everybody commits again when they join: an old nonce was known before the new secret was drawn.
            fresh.add("name", before.name or "", place, at)
            if before.face:
                fresh.add("face", before.face, place, at)
        elif before.level:
            fresh.add("bot", f"{before.level} {brings(fresh)} {before.name}", place, at)
    return Opening(fresh.setup, at, fresh.added, seat_keys, old.table)


def _invite(key: str, table: str) -> str:
    return derived(key, f"invite {table}")


def _watch(key: str, table: str) -> str:
    return derived(key, f"watch {table}")


def _prepared(rules: AnyGame, key: str, again: str | None, wanted: NewTable) -> Setup:
    """The setup of a new table; the secret of its dice is drawn here, before anybody can commit to a nonce."""
    table = new_table(key, again)
    dealt = wanted.dealt
    return Setup(
        table=table,
        game=rules.key,
        seats=rules.seats,
        options=dict(rules.options),
        undo=wanted.undo,
        dice=dealt.hidden().text() if dealt else SEALED if wanted.dice == "checked" else wanted.dice,
        coach=wanted.coach,
        clock=wanted.clock,
        secret=dealt.secret if dealt else secrets.token_bytes(SECRET_BYTES) if wanted.dice == "checked" else None,
        invite=hashed(_invite(key, table)),
        watch=hashed(_watch(key, table)),
    )
