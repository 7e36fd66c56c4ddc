"""Texts as keys plus values, and the catalogues that turn them into German and English."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from knobel.core.errors import BadSetup

LANGUAGES = ("de", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or label in no language yet."""

    key: str
    values: tuple[tuple[str, "int | str | Text"], ...] = ()


def text(key: str, **values: "int | str | Text") -> Text:
    """A text with its values. A value named `seat` is a seat and is said by its name; `n` chooses the plural."""
    return Text(key, tuple(values.items()))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language."""
    if language not in LANGUAGES:
        raise BadSetup(f"there is no language {language[:20]!r}; there are {', '.join(LANGUAGES)}")
    data: dict[str, str] = json.loads(files(__package__).joinpath("texts", f"{language}.json").read_text("utf-8"))
    return data


def say(words: Text, language: str, names: Sequence[str] = ()) -> str:
    """The text in a language, with the players' names."""
    texts = catalogue(language)
    values: dict[str, int | str] = {}
    for name, value in words.values:
        if isinstance(value, Text):
            values[name] = say(value, language, names)
        elif name == "seat" and isinstance(value, int):
            values[name] = names[value] if names else texts["seat"].format(n=value + 1)
        else:
            values[name] = value
    singular = f"{words.key}.one"
    return texts[singular if values.get("n") == 1 and singular in texts else words.key].format_map(values)
