"""A `GameSpec` is checked when it is made: the error names the field, and says what would be right."""

from datetime import date
from typing import Any

import pytest

from knobel import BadSetup, GameSpec, games
from knobel.coach.bot import LEVELS
from knobel.core.registry import Option, flag
from knobel.games.spec import Colour, Daily, DayVariant
from knobel.games.spec_checks import LEVELS as LEVEL_KEYS

TINY: dict[str, Any] = {"key": "tiny", "seats": range(1, 3)}
SINCE = date(2026, 1, 1)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("key", "My Game", "must be lower-case letters, digits and _"),
        ("seats", range(0), "must be a rising range from at least 1"),
        ("seats", range(3), "must be a rising range from at least 1"),
        ("seats", range(4, 1, -1), "must be a rising range from at least 1"),
        ("seats", [1, 2], "must be a rising range from at least 1"),
        ("options", (flag("Strict"),), "has the key 'Strict'; use lower-case letters"),
        ("options", (flag("strict"), flag("strict")), "has 'strict' more than once"),
        ("options", (Option("goal", "5", ("10", "20")),), "gives 'goal' the default '5', which is none of 10, 20"),
        ("typed", {"arrangement": "any"}, "names the option 'arrangement'; the game has none"),
        ("minutes", 0, "must be a whole number of at least 1"),
        ("colour", Colour("red", "#ffffff"), "has light 'red'; a colour looks like '#24418f'"),
        ("colour", Colour("#000000", "#ffffff", "blue"), "has fill 'blue'"),
        ("daily", Daily(SINCE, ()), "needs at least one DayVariant"),
        (
            "daily",
            Daily(SINCE, (DayVariant(("cat", "cat")),)),
            "has a variant with 2 rivals, but the game is not for 3",
        ),
        ("daily", Daily(SINCE, (DayVariant(("dog",)),)), "names the level 'dog'; there are chick, hare, cat, fox, owl"),
        ("daily", Daily(SINCE, (DayVariant(options={"goal": "5"}),)), "names the option 'goal'"),
        ("spread", {"points": 4}, "must be a positive float or a function"),
        ("levels", {"dog": (0.1, 0.2)}, "names the level 'dog'"),
        ("levels", {"cat": (0.1, 2.0)}, "from 0 to 1"),
        ("absent", {"bot": "no"}, "names 'bot'; there are rules, scene"),
        ("absent", {"rules": "none"}, "names 'rules', which no game does without"),
        ("facets", {"judges": None}, "names 'judges'"),
    ],
)
def test_a_wrong_field_is_named(field: str, value: object, words: str) -> None:
    key = value if field == "key" else "tiny"
    with pytest.raises(BadSetup) as error:
        GameSpec(**(TINY | {field: value}))
    assert str(error.value).startswith(f"GameSpec {key!r}: {field} ")
    assert words in str(error.value)


def test_all_games_of_ours_are_right_and_levels_are_those_of_bots() -> None:
    assert games()
    assert tuple(level.key for level in LEVELS) == LEVEL_KEYS
