"""The checks of a `GameSpec` when it is made: an error names the field, what is wrong, and what would be right."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from knobel.core.errors import BadSetup
from knobel.core.registry import Option

FACETS = (
    "rules",
    "scene",
    "judge",
    "child",
    "why",
    "setup",
    "pad",
    "printed",
    "commands",
    "texts",
    "pages",
    "data",
)
"""All facets that a room may have."""

LABORATORY_FACETS = ("observe", "batch", "solve")
"""The facets that the laboratory asks for, if it is installed."""

LEVELS = ("chick", "hare", "cat", "fox", "owl")
"""The levels of bots, the weakest first."""

NAME = re.compile(r"[a-z][a-z0-9_]*")
HEX = re.compile(r"#[0-9a-fA-F]{6}")


def check_spec(spec: Any) -> None:
    """Raise BadSetup with the first field of a `GameSpec` that is wrong, whatever somebody has put into it."""
    for field, check in CHECKS.items():
        for problem in check(spec):
            raise BadSetup(f"GameSpec {spec.key!r}: {field} {problem}")


def _key(spec: Any) -> Iterator[str]:
    if not (isinstance(spec.key, str) and NAME.fullmatch(spec.key)):
        yield "must be lower-case letters, digits and _, beginning with a letter, as in 'my_game'"


def _seats(spec: Any) -> Iterator[str]:
    seats = spec.seats
    if not (isinstance(seats, range) and seats and seats[0] >= 1 and seats.step == 1):
        yield f"must be a rising range from at least 1, as range(1, 5) for 1 to 4 players; it is {seats!r}"


def _options(spec: Any) -> Iterator[str]:
    keys = [option.key for option in spec.options]
    for option in spec.options:
        if not NAME.fullmatch(option.key):
            yield f"has the key {option.key!r}; use lower-case letters, digits and _"
        if keys.count(option.key) > 1:
            yield f"has {option.key!r} more than once"
        if option.choices and option.default not in option.choices:
            yield f"gives {option.key!r} the default {option.default!r}, which is none of {', '.join(option.choices)}"


def _typed(spec: Any) -> Iterator[str]:
    yield from _chosen(spec.options, spec.typed)


def _chosen(options: tuple[Option, ...], chosen: object) -> Iterator[str]:
    """What is wrong with chosen options."""
    if not hasattr(chosen, "items"):
        yield f"must map options to their values; it is {chosen!r}"
        return
    by_key = {option.key: option for option in options}
    for key, value in chosen.items():
        option = by_key.get(key)
        if option is None:
            yield f"names the option {key!r}; the game has {', '.join(by_key) or 'none'}"
        elif option.choices and value not in option.choices:
            yield f"sets {key!r} to {value!r}, which is none of {', '.join(option.choices)}"


def _minutes(spec: Any) -> Iterator[str]:
    if type(spec.minutes) is not int or spec.minutes < 1:
        yield f"must be a whole number of at least 1; it is {spec.minutes!r}"


def _colour(spec: Any) -> Iterator[str]:
    for name, value in zip(("light", "dark", "fill"), spec.colour, strict=True):
        if not (isinstance(value, str) and HEX.fullmatch(value)) and (value is not None or name != "fill"):
            yield f"has {name} {value!r}; a colour looks like '#24418f'"


def _daily(spec: Any) -> Iterator[str]:
    if spec.daily is None:
        return
    if not isinstance(spec.daily.since, date):
        yield f"needs a date in since; it is {spec.daily.since!r}"
    if not spec.daily.variants:
        yield "needs at least one DayVariant in variants"
    for variant in spec.daily.variants:
        if 1 + len(variant.rivals) not in spec.seats:
            yield f"has a variant with {len(variant.rivals)} rivals, but the game is not for {1 + len(variant.rivals)}"
        for level in set(variant.rivals) - set(LEVELS):
            yield f"names the level {level!r}; there are {', '.join(LEVELS)}"
        yield from _chosen(spec.options, variant.options)


def _spread(spec: Any) -> Iterator[str]:
    for objective, spread in spec.spread.items():
        if not (callable(spread) or (isinstance(spread, float) and spread > 0)):
            yield f"must be a positive float or a function for each objective; {objective!r} has {spread!r}"


def _levels(spec: Any) -> Iterator[str]:
    for level, numbers in spec.levels.items():
        if level not in LEVELS:
            yield f"names the level {level!r}; there are {', '.join(LEVELS)}"
        if not (len(numbers) == 2 and numbers[0] >= 0 and 0 <= numbers[1] <= 1):
            yield f"must give {level!r} its noise, at least 0, and its childishness, from 0 to 1; it has {numbers!r}"


def _absent(spec: Any) -> Iterator[str]:
    for facet in spec.absent:
        if facet not in (*FACETS, *LABORATORY_FACETS):
            yield f"names {facet!r}; there are {', '.join((*FACETS, *LABORATORY_FACETS))}"
        if facet in ("rules", "scene"):
            yield f"names {facet!r}, which no game does without"


def _facets(spec: Any) -> Iterator[str]:
    for facet in spec.facets:
        if facet not in (*FACETS, *LABORATORY_FACETS):
            yield f"names {facet!r}; there are {', '.join((*FACETS, *LABORATORY_FACETS))}"


CHECKS: dict[str, Callable[[Any], Iterator[str]]] = {
    "key": _key,
    "seats": _seats,
    "options": _options,
    "typed": _typed,
    "minutes": _minutes,
    "colour": _colour,
    "daily": _daily,
    "spread": _spread,
    "levels": _levels,
    "absent": _absent,
    "facets": _facets,
}
"""The check of each field."""
