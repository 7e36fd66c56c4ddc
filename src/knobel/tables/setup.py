"""The setup of a table: the game, the kind of dice, whether moves may be undone, coach and clock."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal, get_args

from knobel.core.checked import Checked, seal, seal_for
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.core.registry import LONGEST_OPTION
from knobel.games.spec import dice_options
from knobel.library import make
from knobel.tables.day import day_with
from knobel.tables.errors import TooLarge
from knobel.tables.keys import SeatKey
from knobel.tables.log import LogEntry

Undo = Literal["free", "ask", "off"]
Dice = Literal["checked", "own"]
UNDO: tuple[str, ...] = get_args(Undo)
DICE: tuple[str, ...] = get_args(Dice)
SEALED = "checked 2"
"""The stored form of `checked`, with the version of checked dice that new tables have."""
RANDOM = "random"
"""Dice that are not sealed: of a device without a server, or for going on with an imported record."""
CLOCK = range(10, 86_401)
"""The allowed seconds of a clock for a decision."""
MOST_OPTIONS = 20


def check_choice(name: str, value: str, choices: tuple[str, ...]) -> str:
    """The value itself; an error if it is none of the choices."""
    if value not in choices:
        raise BadSetup(f"{name} cannot be {value[:40]!a}; use one of {', '.join(choices)}")
    return value


def build(game: str, seats: int | None, options: Mapping[str, object], *, own_dice: bool) -> AnyGame:
    """The game for options of a stranger; too many or too long ones are refused early."""
    if len(options) > MOST_OPTIONS or any(len(str(value)) > LONGEST_OPTION for value in options.values()):
        raise TooLarge(f"a game takes up to {MOST_OPTIONS} options of up to {LONGEST_OPTION} characters")
    for key in options:
        # An option with the name of a parameter of `make` would be taken for it.
        if key in {"key", "seats"}:
            raise BadSetup(f"no game has an option {key!r}")
    return make(game, seats, **dice_options(game, options, own=own_dice))


@dataclass(frozen=True)
class Setup:
    """What is fixed when a table is opened. The secret of its dice is never in its `repr`."""

    table: str
    game: str
    seats: int
    options: Mapping[str, str]
    undo: str
    dice: str
    """`checked 2`, `own`, `checked` for dice of version 1, or a `dice` line without its secret.

    The line is that of an imported game, or of dice that were fixed before the table was opened.
    """
    coach: bool
    """Whether the coach may be asked during the game."""
    clock: int | None
    """Seconds for a decision, after which the others may let a bot play."""
    secret: bytes | None = field(repr=False)
    invite: str = field(repr=False)
    """The hash of the ticket that lets people join."""
    watch: str = field(repr=False)
    """The hash of the ticket that lets people watch."""

    @cached_property
    def rules(self) -> AnyGame:
        """The rules of the game."""
        return _rules(self.game, self.seats, tuple(self.options.items()))

    @property
    def own_dice(self) -> bool:
        """Whether people throw real dice and type them in."""
        return self.dice == "own"

    @cached_property
    def seal(self) -> str | None:
        """The published seal of the secret."""
        if self.secret is None:
            return None
        if self.dealt:
            return self.dealt.seal
        return seal_for(self.table, self.secret) if self.version == 2 else seal(self.secret)

    @cached_property
    def dealt(self) -> Checked | None:
        """Dice that were fixed before the table was opened, as for the game of a day; no nonces are added."""
        return replace(fixed, secret=self.secret) if self.secret and (fixed := Checked.read(self.dice)) else None

    @cached_property
    def day(self) -> str | None:
        """The day whose game this is, like `2026-11-17`; None if it is of no day."""
        day_game = day_with(self.rules, self.dealt)
        return day_game.day.isoformat() if day_game else None

    @property
    def challenge(self) -> str | None:
        """The table whose dice are played again here; None if there is none."""
        return self.dealt.table if self.dealt and not self.day else None

    @property
    def version(self) -> int:
        """The version of checked dice, if they are checked."""
        return 2 if self.dice == SEALED or self.dealt else 1

    def checked(self, nonces: tuple[str, ...]) -> Checked | None:
        """The dice with their secret, once the nonces of all seats are known."""
        if self.dealt:
            return self.dealt
        return Checked(self.table, self.seal, nonces, self.secret, self.version) if self.seal else None

    def options_text(self) -> str:
        """The options as they are stored."""
        return json.dumps(dict(self.options), ensure_ascii=True)


@lru_cache(maxsize=256)
def _rules(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> AnyGame:
    """The rules, shared by all tables with the same options."""
    return make(game, seats, **dict(options))


@dataclass(frozen=True)
class Opening:
    """A table that is about to be stored: its setup, and its first log entries."""

    setup: Setup
    created: int
    entries: Sequence[LogEntry]
    seat_keys: Sequence[SeatKey] = ()
    """The keys of the seats that are kept for somebody."""
    after: str | None = None
    """The table whose watchers may watch here too."""
    request_hash: str | None = None
    """A hash of the request that opens it, to detect another one with the same idempotency key."""
