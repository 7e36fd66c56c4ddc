"""Requests about the library: games, texts, rules and scores, which are the same for everybody."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from knobel.app.application import App
from knobel.app.routing import Call
from knobel.core.game import AnyGame
from knobel.library import find, games, make
from knobel.players.bot import LEVELS
from knobel.scene import colours, signs
from knobel.scene.model import compact
from knobel.scene.rulebook import Worth, appraiser, examples, introduced, page, rules, worths
from knobel.scene.text import catalogue, say
from knobel.solve.scores import shipped
from knobel.tables.play import EMOTES
from knobel.version import __version__


def library(language: str) -> dict[str, Any]:
    """All games with their seats, options and dice, and the levels of bots."""
    return {
        "games": [_game(info.key, language) for info in games()],
        "levels": [{"key": level.key, "name": say(level.name, language)} for level in LEVELS],
        "emotes": list(EMOTES),
        "version": __version__,
    }


def rules_page(game: str, language: str) -> dict[str, Any]:
    """The rules of a game in our own words, as Markdown, with the scores of its examples."""
    return {
        "game": game,
        "language": language,
        "markdown": rules(game, language),
        "plain": page(game, language),
        "examples": [
            {
                "options": dict(options),
                "dice": list(dice),
                "worths": _worths(worths(appraiser(game, options), dice, language)),
            }
            for options, dice in examples(game, language)
        ],
    }


def score(game: str, options: Mapping[str, Any], dice: Sequence[str], language: str) -> dict[str, Any]:
    """The scores of dice in every box of a blank sheet, or which tasks they meet."""
    appraised = appraiser(game, options)
    return {"game": appraised.key, "worths": _worths(worths(appraised, dice, language))}


DIGITS = 9
"""The digits of a chance that are sent."""


def distributions(game: str) -> dict[str, Any]:
    """The distributions of final scores of a game, for perfect play and for bots."""
    return {"distributions": [_rounded(one.plain()) for one in shipped(game)]}


def _rounded(found: dict[str, Any]) -> dict[str, Any]:
    return {**found, **{name: [round(chance, DIGITS) for chance in found[name]] for name in ("chances", "reach")}}


def _worths(counted: Iterable[Worth]) -> list[dict[str, Any]]:
    return [one._asdict() for one in counted]


def _pool(game: AnyGame) -> list[dict[str, Any]]:
    """The dice of a game: what is typed for each face, and what is drawn."""
    return [
        {"name": die.name, "faces": list(die.faces), "signs": signs(game, at), "colours": colours(game, at)}
        for at, die in enumerate(game.pool)
    ]


def _game(key: str, language: str) -> dict[str, Any]:
    known = find(key)
    return {
        **introduced(key, language),
        "dice": _pool(make(key)),
        "typed": {"options": dict(known.typed), "dice": _pool(make(key, None, **known.typed))} if known.typed else None,
        "minutes": known.minutes,
        "colour": known.colour._asdict(),
        "coupled": known.coupled,
        "simultaneous": known.simultaneous,
        "explorer": known.has("setup"),
        "reach": known.reach,
    }


async def list_games(_: App, call: Call) -> bytes:
    """All games with their seats, options and dice."""
    return _library_json(call.query.language)


async def read_texts(_: App, call: Call) -> bytes:
    """The templates of all texts; `{name}` stands for a value."""
    return _texts_json(call.path["language"])


async def read_rules(_: App, call: Call) -> bytes:
    """The rules of a game in our own words, as Markdown."""
    # Only keys of existing games reach the cache, or it would grow with everything anybody types.
    return _rules_json(find(call.path["game"]).key, call.query.language)


async def read_distributions(_: App, call: Call) -> bytes:
    """The distributions of final scores of a game, for perfect play and for bots."""
    return _distributions_json(find(call.path["game"]).key)


async def score_dice(_: App, call: Call) -> dict[str, Any]:
    """The scores of dice in every box of a blank sheet, or which tasks they meet."""
    body = call.body
    return score(body.game, body.options, body.dice, body.language)


@cache
def _library_json(language: str) -> bytes:
    return compact(library(language)).encode()


@cache
def _texts_json(language: str) -> bytes:
    return compact(dict(catalogue(language))).encode()


@cache
def _rules_json(game: str, language: str) -> bytes:
    return compact(rules_page(game, language)).encode()


@cache
def _distributions_json(game: str) -> bytes:
    return compact(distributions(game)).encode()
