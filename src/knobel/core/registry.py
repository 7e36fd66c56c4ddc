"""The registry of games: those of Knobel, and those of other installed packages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from knobel.core.errors import Attempt, BadSetup, UnknownGame, with_technical_text, with_text
from knobel.core.game import AnyGame

ENTRY_POINTS = "knobel.games"
"""The group of entry points in which other packages register their games."""

LONGEST_OPTION = 500
"""The most characters of an option."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when a table is opened. Empty `choices` means free text, checked by the game itself."""

    key: str
    default: str
    choices: tuple[str, ...] = ()

    @property
    def flag(self) -> bool:
        """Whether the option is a yes/no option."""
        return self.choices == ("no", "yes")

    def read(self, value: object) -> str:
        """The option's text for a value given as text, number or truth value."""
        text = ("yes" if value else "no") if isinstance(value, bool) else str(value).strip()
        if len(text) > LONGEST_OPTION:
            long = BadSetup(f"option {self.key} has at most {LONGEST_OPTION} characters, not {len(text)}")
            raise with_technical_text(long, "option_length", option=self.key, most=LONGEST_OPTION, count=len(text))
        if self.choices and text not in self.choices:
            choices = ", ".join(filter(None, self.choices))
            error = BadSetup(f"option {self.key} cannot be {text[:60]!r}; use one of {choices}")
            raise with_technical_text(error, "option_value", option=self.key, value=repr(text[:60]), known=choices)
        return text


def flag(key: str) -> Option:
    """An option that is off unless switched on."""
    return Option(key, "no", ("no", "yes"))


class Registered(Protocol):
    """What the registry needs of a game; `knobel.games.spec.GameSpec` has it."""

    @property
    def key(self) -> str:
        """The name of the game in records and commands."""

    @property
    def seats(self) -> Sequence[int]:
        """The possible numbers of seats."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the game."""

    def build(self, seats: int, options: dict[str, str]) -> AnyGame:
        """The rules for this number of seats, with every option as text."""

    def load(self) -> None:
        """Import what everybody needs of the game; raises whatever goes wrong."""


class BrokenGame(NamedTuple):
    """A game of an installed package that is left out because it cannot be loaded."""

    name: str
    """The name of its entry point, by custom its key."""
    package: str
    """What the entry point names."""
    error: Exception

    @property
    def reason(self) -> str:
        """What went wrong, in one line."""
        return f"{type(self.error).__name__}: {' '.join(str(self.error).split())}"


_GAMES: dict[str, Any] = {}
_broken: list[BrokenGame] = []
_installed: list[str] = []
"""Not empty once the entry points have been loaded."""


def register(spec: Registered) -> None:
    """Register a game."""
    if spec.key in _GAMES:
        raise BadSetup(f"a game {spec.key!r} is registered already")
    _GAMES[spec.key] = spec


def unregister(key: str) -> None:
    """Remove a game from the registry."""
    del _GAMES[find(key).key]


def _load_installed() -> None:
    """Register the games of installed packages, once."""
    if _installed:
        return
    _installed.append(ENTRY_POINTS)
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS):
        # One broken package must not take the games of all others away.
        with Attempt() as attempt:
            spec: Registered = point.load()
            spec.load()
            register(spec)
        if attempt.error:
            _broken.append(BrokenGame(point.name, point.value.partition(":")[0], attempt.error))


def broken_games() -> tuple[BrokenGame, ...]:
    """The games of installed packages that cannot be loaded."""
    _load_installed()
    return tuple(_broken)


def games() -> tuple[Any, ...]:
    """All games, in the order they were registered."""
    _load_installed()
    return tuple(_GAMES.values())


def find(key: str) -> Any:
    """The game with this key; raises UnknownGame if there is none."""
    if key not in _GAMES:
        _load_installed()
    if key not in _GAMES:
        for broken in _broken:
            if broken.name == key:
                left_out = UnknownGame(f"the game {key} of {broken.package} cannot be loaded: {broken.reason}")
                raise with_text(
                    left_out, "cli.broken_game", name=key, package=broken.package, reason=broken.reason
                ) from broken.error
        keys = ", ".join(_GAMES)
        error = UnknownGame(f"unknown game {key[:60]!r}; the games are {keys}")
        raise with_technical_text(error, "game", game=repr(key[:60]), known=keys)
    return _GAMES[key]


def make(key: str, seats: int | None = None, **options: object) -> AnyGame:
    """A game for this many seats (by default the fewest it allows) with these options."""
    spec: Registered = find(key)
    count = spec.seats[0] if seats is None else seats
    if type(count) is not int or count not in spec.seats:
        fewest, most = spec.seats[0], spec.seats[-1]
        error = BadSetup(f"{key} is for {fewest} to {most} seats, not {str(count)[:20]}")
        raise with_technical_text(error, "seats", game=key, fewest=fewest, most=most, count=str(count)[:20])
    given = {name: option_of(spec, name).read(value) for name, value in options.items()}
    return spec.build(count, {option.key: given.get(option.key, option.default) for option in spec.options})


def made(game: str | AnyGame, seats: int | None = None, **options: object) -> AnyGame:
    """The game with this key, seats and options; a game that is already made is returned as it is."""
    if isinstance(game, str):
        return make(game, seats, **options)
    if seats is not None or options:
        raise BadSetup("seats and options can only be given with the key of a game; this game exists already")
    return game


def option_of(spec: Registered, key: str) -> Option:
    """The option with this key; an error if the game has none."""
    for option in spec.options:
        if option.key == key:
            return option
    keys = ", ".join(option.key for option in spec.options)
    error = BadSetup(
        f"{spec.key} has no option {key[:60]!r}; {f'its options are {keys}' if keys else 'it has no options'}"
    )
    raise with_technical_text(
        error, "option" if keys else "option_none", game=spec.key, option=repr(key[:60]), known=keys
    )
