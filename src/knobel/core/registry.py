"""Which games there are, with how many seats and which options."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.core.errors import BadSetup, UnknownGame
from knobel.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when a table is opened. Empty `choices` means free text, checked by the game itself."""

    key: str
    default: str
    choices: tuple[str, ...] = ()

    def read(self, value: object) -> str:
        """The option's text for a value given as text, number or truth value."""
        text = ("yes" if value else "no") if isinstance(value, bool) else str(value).strip()
        if self.choices and text not in self.choices:
            raise BadSetup(
                f"option {self.key} cannot be {text[:60]!r}; it is one of {', '.join(filter(None, self.choices))}"
            )
        return text


def flag(key: str) -> Option:
    """An option that is off unless switched on."""
    return Option(key, "no", ("no", "yes"))


@dataclass(frozen=True, slots=True)
class Info:
    """What is known of a game before a table is opened."""

    key: str
    seats: range
    build: Callable[..., AnyGame]
    """Called with `seats` and every option as text."""
    appraise: Callable[[Any, Sequence[str]], Mapping[str, int | bool]]
    """What these dice (for Kriss Kross: this grid), given as face texts, are worth in each box of a blank sheet."""
    options: tuple[Option, ...] = ()

    def option(self, key: str) -> Option:
        """The option with this key."""
        for option in self.options:
            if option.key == key:
                return option
        known = ", ".join(option.key for option in self.options)
        raise BadSetup(f"{self.key} has no option {key[:60]!r}; {f'it has {known}' if known else 'it has none'}")


_GAMES: dict[str, Info] = {}


def register(info: Info) -> None:
    """Add a game."""
    if info.key in _GAMES:
        raise BadSetup(f"a game {info.key!r} is registered already")
    _GAMES[info.key] = info


def unregister(key: str) -> None:
    """Take a game out again."""
    del _GAMES[find(key).key]


def games() -> tuple[Info, ...]:
    """All games, in the order they were registered."""
    return tuple(_GAMES.values())


def find(key: str) -> Info:
    """The game with this key."""
    if key not in _GAMES:
        raise UnknownGame(f"there is no game {key[:60]!r}; there are {', '.join(_GAMES)}")
    return _GAMES[key]


def make(key: str, seats: int | None = None, **options: object) -> AnyGame:
    """A game for this many seats (the fewest it allows, unless said) with these options."""
    info = find(key)
    count = info.seats[0] if seats is None else seats
    if type(count) is not int or count not in info.seats:
        fewest, most = info.seats[0], info.seats[-1]
        raise BadSetup(f"{key} is for {fewest} to {most} seats, not {str(count)[:20]}")
    given = {name: info.option(name).read(value) for name, value in options.items()}
    return info.build(seats=count, **{option.key: given.get(option.key, option.default) for option in info.options})
