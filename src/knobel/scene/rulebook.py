"""Descriptions of games, and their rules pages, with worked examples computed by the rules themselves."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from knobel.core.dice import Die
from knobel.core.errors import NotProvided
from knobel.core.game import AnyGame
from knobel.core.registry import make
from knobel.games.holding.starting import BEGINS
from knobel.games.spec import find, spec
from knobel.scene import label
from knobel.scene.text import Text, catalogue, game_text, say, text

_EXAMPLE = re.compile(r"^```score(?: (?P<option>\w+)=(?P<value>[^\n]*))?\n(?P<body>[^`]*)\n```$", re.MULTILINE)


class Example(NamedTuple):
    """Dice (or a grid) of a rules page, to be appraised with these options."""

    options: Mapping[str, str]
    dice: tuple[str, ...]


class Worth(NamedTuple):
    """The worth of dice in a box, or whether they meet a task."""

    key: str
    name: str
    """The name of the box or task."""
    worth: int | bool


def introduced(key: str, language: str) -> dict[str, Any]:
    """The entry of a game in a list of games, in a language."""
    game = find(key)
    return {
        "key": key,
        **{what: say(game_text(key, what), language) for what in ("title", "tagline", "source")},
        "seats": list(game.seats),
        "options": [
            {
                "key": option.key,
                "help": say(game_text(key, f"option.{option.key}.help"), language),
                "default": option.default,
                "choices": list(option.choices),
                "words": [_choice_words(key, option.key, choice, language) for choice in option.choices],
            }
            for option in game.options
        ],
    }


def _choice_words(key: str, option: str, choice: str, language: str) -> str:
    """A choice of an option in words, or as typed."""
    words = game_text(key, f"option.{option}.{choice}")
    return say(words, language) if words.key in catalogue(language) else choice


def chosen(key: str, options: Mapping[str, str], language: str) -> list[str]:
    """Options of a game in words: flags that are on by their name, all others with their choice."""
    names = {name: say(game_text(key, f"option.{name}"), language) for name in options}
    words = {name: _choice_words(key, name, choice, language) for name, choice in options.items()}
    return [names[name] if options[name] == "yes" else f"{names[name]} {words[name]}" for name in options]


def brief_options(key: str, options: Mapping[str, str], language: str) -> list[str]:
    """The options chosen at a table, in a word or two each; typed ones by name only, flags that are off left out."""
    typed = find(key).typed
    picked = {option.key for option in find(key).options if option.choices}
    shown = {name: value for name, value in options.items() if value not in {"no", typed.get(name)}}
    named = [say(game_text(key, f"option.{name}"), language) for name in shown if name not in picked]
    return [*chosen(key, {name: value for name, value in shown.items() if name in picked}, language), *named]


def house_rules(game: AnyGame, language: str) -> list[str]:
    """The options that differ from the default and matter on a sheet, in words; who begins does not."""
    usual = {option.key: option.default for option in find(game.key).options if option.choices}
    changed = {key: value for key, value in game.options.items() if key in usual and value != usual[key]}
    return chosen(game.key, {key: value for key, value in changed.items() if key != BEGINS.key}, language)


def page(key: str, language: str) -> str:
    """The rules page of a game as Markdown; its examples are fenced blocks called `score`."""
    catalogue(language)
    return find(key).page(language)


def examples(key: str, language: str) -> list[Example]:
    """The examples of a rules page, in their order."""
    return [_example(match) for match in _EXAMPLE.finditer(page(key, language))]


def rules(key: str, language: str) -> str:
    """The rules page of a game as Markdown, with its examples computed."""

    def work_out(match: re.Match[str]) -> str:
        options, dice = _example(match)
        return example(appraiser(key, options), dice, language)

    return _EXAMPLE.sub(work_out, page(key, language))


def _example(match: re.Match[str]) -> Example:
    options = {match["option"]: match["value"]} if match["option"] else {}
    return Example(options, tuple(match["body"].split()))


def appraiser(key: str, options: Mapping[str, object]) -> AnyGame:
    """A game whose `appraise` uses these options, which need not be possible for a whole table."""
    try:
        return find(key).rules.build_example(options)
    except NotProvided:
        return make(key, None, **options)


def worths(game: AnyGame, dice: Sequence[str], language: str) -> list[Worth]:
    """The worth of dice (or a grid) in every box."""
    counted = spec(game).appraise(game, dice)
    return [Worth(box, say(label(game, box), language), worth) for box, worth in counted.items()]


def example(game: AnyGame, dice: Sequence[str], language: str) -> str:
    """The worth of dice (or a grid) as Markdown: the dice, then every box that they fit."""
    counted = worths(game, dice, language)
    answers = {True: say(text("option.yes"), language), False: say(text("option.no"), language)}
    if all(isinstance(box.worth, bool) for box in counted):
        lines = [f"{box.name}: {answers[bool(box.worth)]}" for box in counted]
    else:
        lines = [f"{box.name} {box.worth}" for box in counted if box.worth]
    return f"{_shown(game, dice, language)}\n\n→ {' · '.join(lines)}"


def _shown(game: AnyGame, dice: Sequence[str], language: str) -> str:
    """The dice of an example as Markdown."""

    def speak(words: Text) -> str:
        return say(words, language)

    try:
        return spec(game).scene.example(game, dice, speak)
    except NotProvided:
        return " ".join(f"**{speak(face_text(game.pool[0], face))}**" for face in dice)


def face_text(die: Die, face: str) -> Text:
    """A face in words, or a number as it is."""
    return text(f"symbol.{face}") if face in die.faces and not face.isdigit() else text("coach.whole", n=face)
