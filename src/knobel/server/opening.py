"""Opening tables: new ones, games of a record, and the same again."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from knobel.core.checked import SECRET_BYTES
from knobel.core.entry import write_entry
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame, Over
from knobel.core.record import Record
from knobel.server import sitting
from knobel.server.setup import DICE, UNDO, Opening, Setup, build, check_choice
from knobel.server.table import Table
from knobel.server.tokens import hashed, new_table, new_token


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table: its name, the seal of its dice, and the tokens to pass on, which nobody can tell again."""

    table: str
    seal: str | None
    invite: str = field(repr=False)
    watch: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Wish:
    """A table as somebody wants it; `bots` are levels by seat."""

    game: str
    seats: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    undo: str = "ask"
    dice: str = "checked"
    bots: Mapping[int, str] = field(default_factory=dict)


def new(wish: Wish, at: int) -> tuple[Opened, Opening]:
    """A fresh table."""
    check_choice("undo", wish.undo, UNDO)
    check_choice("dice", wish.dice, DICE)
    rules = build(wish.game, wish.seats, wish.options)
    if len(wish.bots) >= rules.seats:
        raise BadSetup("bots do not play among themselves here; leave a seat for a person")
    opened, setup = _prepared(rules, wish.undo, wish.dice)
    table = Table(setup)
    for seat, level in wish.bots.items():
        sitting.fill(table, seat, level, at)
    return opened, Opening(setup, at, table.rows)


def imported(text: str, at: int) -> tuple[Opened, Opening]:
    """A table with the game of a record; its seats are kept for the names it had."""
    record = Record.read(text)
    # Dice that others sealed, or a seed gave, cannot go on here; a game that is over keeps what proves it.
    going_on = "own" if record.dice == "own" else "random"
    dice = record.dice if isinstance(record.pending, Over) else going_on
    opened, setup = _prepared(record.game, "ask", dice)
    table = Table(setup)
    for seat, name in enumerate(record.names):
        table.add("name", name, seat, at)
    for entry in record.entries:
        table.add("entry", write_entry(record.game, entry), None, at)
    return opened, Opening(setup, at, table.rows)


def again(table: Table, at: int) -> Opening:
    """The same table once more: everybody moves up a seat, so that the next one starts, and keeps their token."""
    old = table.setup
    _, setup = _prepared(old.rules, old.undo, old.dice if old.dice in DICE else "checked")
    fresh = Table(replace(setup, invite=old.invite, watch=old.watch))
    count = old.seats
    tokens = {(seat - 1) % count: kept for seat, kept in table.tokens.items()}
    for place in range(count):
        before = table.seats[(place + 1) % count]
        if before.person:
            # Nobody's old nonce counts: it was known before the new secret was drawn.
            fresh.add("name", before.name or "", place, at)
        elif before.level:
            fresh.add("bot", f"{before.level} {sitting.new_nonce()} {before.name}", place, at)
    return Opening(fresh.setup, at, fresh.rows, tokens)


def _prepared(rules: AnyGame, undo: str, dice: str) -> tuple[Opened, Setup]:
    """How a table is set up; the secret of its dice is drawn here, before anybody can have added a nonce."""
    invite, watch = new_token(), new_token()
    setup = Setup(
        table=new_table(),
        game=rules.key,
        seats=rules.seats,
        options=dict(rules.options),
        undo=undo,
        dice=dice,
        secret=secrets.token_bytes(SECRET_BYTES) if dice == "checked" else None,
        invite=hashed(invite),
        watch=hashed(watch),
    )
    return Opened(setup.table, setup.seal, invite, watch), setup
