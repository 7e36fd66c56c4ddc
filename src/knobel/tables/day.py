"""The games of a day, with their variants and dice; docs/today.md says how anybody can recompute them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256

from knobel.core.checked import NOTHING, Checked, seal_for
from knobel.core.dealt import taken_back
from knobel.core.errors import BadSetup, with_text
from knobel.core.game import AnyGame, Over
from knobel.core.record import Record
from knobel.games.spec import Daily, DayVariant, GameSpec, find, games
from knobel.library import make

SOLO = Daily(date(2024, 1, 1), (DayVariant(),))
"""The default for games that do not say how they are played on a day: alone, if that is possible."""


def digest(*lines: str) -> bytes:
    """The SHA-256 of these lines, from which a day derives everything."""
    return sha256("".join(f"{line}\n" for line in ("knobel today 1", *lines)).encode("ascii")).digest()


@dataclass(frozen=True)
class DayGame:
    """One game of a day: the rivals, the rules, and the dice."""

    day: date
    game: str
    rivals: tuple[str, ...]
    """The levels of the bots at the seats after the first."""
    options: Mapping[str, str]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return 1 + len(self.rivals)

    @cached_property
    def rules(self) -> AnyGame:
        """The rules of the game."""
        return make(self.game, self.seats, **self.options)

    @cached_property
    def dice(self) -> Checked:
        """The dice of the day; their secret is public, since it follows from the date."""
        table = f"day{self.day:%Y%m%d}"
        secret = digest("dice", self.day.isoformat(), self.game)
        return Checked(table, seal_for(table, secret), (NOTHING,) * self.seats, secret, version=2)

    def record(self, names: tuple[str, ...]) -> Record:
        """An empty record of this game with its dice."""
        return Record(self.rules, names, self.dice.text())


def read_day(text: str) -> date:
    """Parse a day like `2026-11-17`."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        error = BadSetup(f"{text[:40]!a} is not a date; write it like 2026-11-17")
        raise with_text(error, "today.no_day", day=text[:40])
    return day


def daily(spec: GameSpec) -> Daily:
    """The variants in which a game may be the game of a day."""
    if spec.daily:
        return spec.daily
    return SOLO if 1 in spec.seats else Daily(SOLO.since, (DayVariant(("cat",) * (spec.seats[0] - 1)),))


def day_game(day: date, game: str) -> DayGame:
    """The game of this day with this key."""
    spec = find(game)
    ways = daily(spec)
    if day < ways.since:
        error = BadSetup(f"{game} is a game of the day since {ways.since}; {day} is before that")
        raise with_text(error, "today.before", day=day.isoformat(), since=ways.since.isoformat())
    variant = ways.variants[int.from_bytes(digest("variant", day.isoformat(), game)) % len(ways.variants)]
    return DayGame(day, game, variant.rivals, variant.options)


def first_day() -> date:
    """The first day that has games."""
    return min((spec.daily.since for spec in games() if spec.daily), default=SOLO.since)


def _in_rotation(day: date) -> list[GameSpec]:
    """The games that are featured in turn on this day."""
    specs = [spec for spec in games() if spec.daily and spec.daily.since <= day]
    if not specs:
        first = first_day()
        error = BadSetup(f"there are games of the day since {first}; {day} is before that")
        raise with_text(error, "today.before", day=day.isoformat(), since=first.isoformat())
    return specs


def featured(day: date) -> str:
    """The featured game of a day: each once in a round, in an order that follows from the first day of the round."""
    keys = {spec.key: spec.daily.since for spec in _in_rotation(day) if spec.daily}
    start = max(keys.values())
    number, place = divmod((day - start).days, len(keys))
    opening = date.fromordinal(start.toordinal() + number * len(keys)).isoformat()
    return sorted(keys, key=lambda key: digest("round", opening, key))[place]


def games_of(day: date) -> tuple[DayGame, ...]:
    """All games of a day, the featured one first."""
    first = featured(day)
    return tuple(
        day_game(day, key) for key in sorted((spec.key for spec in _in_rotation(day)), key=lambda key: key != first)
    )


def day_of(record: Record) -> DayGame | None:
    """The game of a day with the dice, rules and seats of this record; None if it is of no day."""
    return day_with(record.game, Checked.read(record.dice))


def day_with(game: AnyGame, dice: Checked | None) -> DayGame | None:
    """The game of a day with these rules and dice; None if there is none."""
    if dice is None or not dice.table.startswith("day"):
        return None
    try:
        day = date.fromisoformat(dice.table.removeprefix("day"))
        of_day = day_game(day, game.key)
    except ValueError:
        return None
    same = game.seats == of_day.seats and dict(game.options) == dict(of_day.rules.options)
    return of_day if same and (dice.table, dice.seal) == (of_day.dice.table, of_day.dice.seal) else None


def counts(record: Record) -> bool:
    """Whether the game of a day is over and no throw was undone."""
    return isinstance(record.pending, Over) and not taken_back(record)
