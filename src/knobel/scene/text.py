"""Texts as keys plus values, and the catalogues that turn them into German and English."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from knobel.core.errors import BadRecord, BadSetup, Error, KnobelError, Words, with_technical_text, with_text
from knobel.core.game import AnyGame
from knobel.games.spec import LANGUAGES, GameSpec, games

SHARED = ("symbol.", "short.", "colour.", "dice.die.")
"""Prefixes of texts for dice, faces and colours, which are shared by all games."""


class Remembering:
    """A part of a scene that caches its JSON: it is immutable, and drawn again and again."""

    __slots__ = ("written",)


@dataclass(frozen=True, slots=True)
class Text(Remembering):
    """A sentence or label, independent of language."""

    key: str
    values: tuple[tuple[str, "int | str | Text"], ...] = ()


def text(key: str, **values: "int | str | Text") -> Text:
    """A text with its values. A value named `seat` is replaced by the player's name; `n` chooses the plural."""
    return Text(key, tuple(values.items()))


def game_text(game: str | AnyGame | GameSpec, key: str, **values: "int | str | Text") -> Text:
    """A text of one game, by its key in the texts of its room."""
    return text(f"game.{game if isinstance(game, str) else game.key}.{key}", **values)


def plain_text(words: Text) -> dict[str, Any]:
    """A text as `{"key": …, "values": {…}}`."""
    return {
        "key": words.key,
        "values": {name: plain_text(value) if isinstance(value, Text) else value for name, value in words.values},
    }


def error_text(error: KnobelError) -> Text | None:
    """The words of an error as a text; None if it has only its English sentence."""
    if error.text is None:
        return None
    words = _of_words(error.text)
    if isinstance(error, BadRecord) and error.line is not None:
        return text("record.line", line=error.line, reason=words)
    return words


def text_error(kind: Callable[[str], Error], key: str, /, **values: int | str) -> Error:
    """An error for those who type commands, whose English message is that of its text."""
    error = with_text(kind(say(text(key, **values), "en")), key, **values)
    error.technical = True
    return error


def words_of(text: Text) -> Words:
    """A text in the form that errors carry."""
    return Words(text.key, {name: words_of(value) if isinstance(value, Text) else value for name, value in text.values})


def _of_words(words: Words) -> Text:
    return text(
        words.key,
        **{name: _of_words(value) if isinstance(value, Words) else value for name, value in words.values.items()},
    )


def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language: those of the engines, and those of each game under `game.KEY.`."""
    if language not in LANGUAGES:
        raise with_technical_text(
            BadSetup(f"unknown language {language[:20]!r}; use one of {', '.join(LANGUAGES)}"),
            "language",
            language=repr(language[:20]),
            known=", ".join(LANGUAGES),
        )
    return _catalogue(language, games())


@cache
def _catalogue(language: str, specs: tuple[GameSpec, ...]) -> Mapping[str, str]:
    data: dict[str, str] = json.loads(files(__package__).joinpath("texts", f"{language}.json").read_text("utf-8"))
    for spec in specs:
        # A game without texts is called by its key.
        unsaid = {"title": spec.key.title(), "tagline": "", "source": ""}
        for key, words in (unsaid | spec.texts(language)).items():
            data[key if key.startswith(SHARED) else f"game.{spec.key}.{key}"] = words
    return data


def say(words: Text, language: str, names: Sequence[str] = ()) -> str:
    """The text in a language, with the players' names."""
    return _said(words, catalogue(language), names)


def _said(words: Text, texts: Mapping[str, str], names: Sequence[str]) -> str:
    values: dict[str, int | str] = {}
    for name, value in words.values:
        if isinstance(value, Text):
            values[name] = _said(value, texts, names)
        elif name == "seat" and isinstance(value, int):
            values[name] = names[value] if names else texts["seat"].format(n=value + 1)
        else:
            values[name] = value
    singular = f"{words.key}.one"
    return texts[singular if values.get("n") == 1 and singular in texts else words.key].format_map(values)
