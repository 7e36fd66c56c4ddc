"""Opening tables: new ones, games of a record, and the same again."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from knobel.core.checked import SECRET_BYTES
from knobel.core.entry import write_entry
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame, Over
from knobel.core.record import Record
from knobel.server import sitting
from knobel.server.holder import WATCHER, Holder
from knobel.server.names import clean
from knobel.server.setup import CLOCK, DICE, UNDO, Opening, Setup, build, check_choice
from knobel.server.table import Table
from knobel.server.tokens import derived, hashed, new_table

PLACES = ("here", "link", "bot")


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that was opened: its name, the seal of its dice, the own seats, and the tickets to pass on."""

    table: str
    seal: str | None
    seats: tuple[int, ...]
    invite: str = field(repr=False)
    watch: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Who shall sit somewhere: somebody `here`, somebody who comes by `link`, or a `bot` of a level."""

    kind: str = "link"
    name: str | None = None
    level: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """A table as somebody wants it."""

    game: str
    places: Sequence[Place]
    options: Mapping[str, object] = field(default_factory=dict)
    undo: str = "ask"
    dice: str = "checked"
    coach: bool = False
    clock: int | None = None


def new(wish: Wish, key: str, again: str | None, at: int) -> Opening:
    """A fresh table. Who opens it sits down afterwards: a nonce counts only if it comes after the seal was told."""
    check_choice("undo", wish.undo, UNDO)
    check_choice("dice", wish.dice, DICE)
    if wish.clock is not None and wish.clock not in CLOCK:
        raise BadSetup(f"a clock gives {CLOCK[0]} to {CLOCK[-1]} seconds, or there is none")
    rules = build(wish.game, len(wish.places), wish.options)
    setup = _prepared(rules, key, again, wish)
    table = Table(setup)
    holders = []
    for seat, place in enumerate(wish.places):
        check_choice("kind", place.kind, PLACES)
        if place.kind == "bot":
            sitting.fill(table, seat, place.level, at, place.name)
        elif place.kind == "here":
            table.add("name", clean(place.name, f"Player {seat + 1}"), seat, at)
            holders.append(Holder(seat, hashed(key)))
    if all(place.kind == "bot" for place in wish.places):
        raise BadSetup("bots do not play among themselves here; leave a seat for a person")
    return Opening(setup, at, table.rows, [*holders, Holder(WATCHER, hashed(key))])


def imported(text: str, key: str, again: str | None, at: int) -> Opening:
    """A table with the game of a record; its seats are kept for the names it had."""
    record = Record.read(text)
    # Dice that others sealed, or a seed gave, cannot go on here; a game that is over keeps what proves it.
    going_on = "own" if record.dice == "own" else "random"
    dice = record.dice if isinstance(record.pending, Over) else going_on
    table = Table(_prepared(record.game, key, again, Wish(record.game.key, (), dice=dice, coach=True)))
    for seat, name in enumerate(record.names):
        table.add("name", name, seat, at)
    for entry in record.entries:
        table.add("entry", write_entry(record.game, entry), None, at)
    return Opening(table.setup, at, table.rows, [Holder(WATCHER, hashed(key))])


def again(table: Table, at: int) -> Opening:
    """The same table once more: everybody moves up a seat, so that the next one starts, and keeps their key."""
    old = table.setup
    count = old.seats
    fresh = Table(
        replace(
            old,
            table=new_table(),
            dice=old.dice if old.dice in DICE else "checked",
            secret=None if old.own_dice else secrets.token_bytes(SECRET_BYTES),
        )
    )
    holders = [
        replace(holder, seat=(holder.seat - 1) % count)
        for holder in table.holders
        if holder.seat != WATCHER and not holder.ticket
    ]
    scores = table.game.scores(table.record.state)
    for name, had in (*((past.table, past.scores) for past in table.past), (old.table, scores)):
        turned = (had[(place + 1) % count] for place in range(count))
        fresh.add("past", f"{name} {' '.join(map(str, turned))}", None, at)
    for place in range(count):
        before = table.seats[(place + 1) % count]
        if before.person:
            # Nobody's old nonce counts: it was known before the new secret was drawn.
            fresh.add("name", before.name or "", place, at)
        elif before.level:
            fresh.add("bot", f"{before.level} {sitting.bot_nonce(fresh, place)} {before.name}", place, at)
    return Opening(fresh.setup, at, fresh.rows, holders, old.table)


def opened(setup: Setup, key: str, seats: tuple[int, ...]) -> Opened:
    """What somebody who opened a table is told, now or whenever they ask again."""
    return Opened(setup.table, setup.seal, seats, _invite(key, setup.table), _watch(key, setup.table))


def links(table: Table, key: str) -> tuple[str, str] | None:
    """The tickets to invite and to watch, for the one who can make them again: who opened the first of the series."""
    first = table.past[0].table if table.past else table.setup.table
    invite = _invite(key, first)
    return (invite, _watch(key, first)) if hashed(invite) == table.setup.invite else None


def _invite(key: str, table: str) -> str:
    return derived(key, f"invite {table}")


def _watch(key: str, table: str) -> str:
    return derived(key, f"watch {table}")


def _prepared(rules: AnyGame, key: str, again: str | None, wish: Wish) -> Setup:
    """How a table is set up; the secret of its dice is drawn here, before anybody can have added a nonce."""
    table = new_table(key, again)
    return Setup(
        table=table,
        game=rules.key,
        seats=rules.seats,
        options=dict(rules.options),
        undo=wish.undo,
        dice=wish.dice,
        coach=wish.coach,
        clock=wish.clock,
        secret=secrets.token_bytes(SECRET_BYTES) if wish.dice == "checked" else None,
        invite=hashed(_invite(key, table)),
        watch=hashed(_watch(key, table)),
    )
