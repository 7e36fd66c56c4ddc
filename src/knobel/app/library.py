"""Requests about the library: games, texts, rules and scores, the same for everybody, and pads to print."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from knobel.app.application import App
from knobel.app.routing import Answer, Call
from knobel.coach.bot import LEVELS
from knobel.core.game import AnyGame
from knobel.library import find, games, make
from knobel.scene.model import compact
from knobel.scene.printing import Pad, blank, filled
from knobel.scene.rulebook import Worth, appraiser, examples, introduced, page, rules, worths
from knobel.scene.text import catalogue, say
from knobel.solve.scores import shipped
from knobel.tables.errors import NotReady
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


def texts(language: str) -> dict[str, str]:
    """The templates of all texts; `{name}` stands for a value."""
    return dict(catalogue(language))


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
PDF, SVG = "application/pdf", "image/svg+xml"


def distributions(game: str) -> dict[str, Any]:
    """The distributions of final scores of a game, for perfect play and for bots."""
    return {"distributions": [_rounded(distribution.as_dict()) for distribution in shipped(game)]}


def _rounded(distribution: dict[str, Any]) -> dict[str, Any]:
    digits = {name: [round(chance, DIGITS) for chance in distribution[name]] for name in ("chances", "reach")}
    return {**distribution, **digits}


def _worths(boxes: Iterable[Worth]) -> list[dict[str, Any]]:
    return [box._asdict() for box in boxes]


def _pool(game: AnyGame) -> list[dict[str, Any]]:
    """The dice of a game: what is typed for each face, and what is drawn."""
    return [
        {"name": die.name, "faces": list(die.faces), "signs": list(die.signs), "colours": list(die.colours) or None}
        for die in game.pool
    ]


def _game(key: str, language: str) -> dict[str, Any]:
    info = find(key)
    return {
        **introduced(key, language),
        "dice": _pool(make(key)),
        "typed": {"options": dict(info.typed), "dice": _pool(make(key, None, **info.typed))} if info.typed else None,
        "minutes": info.minutes,
        "colour": info.colour._asdict(),
        "coupled": info.coupled,
        "simultaneous": info.simultaneous,
        "coach": info.has("judge"),
        "explorer": info.has("setup"),
        "reach": info.reach,
    }


async def list_games(_: App, call: Call) -> bytes:
    """All games with their seats, options and dice."""
    return _json(library, call.query.language)


async def read_texts(_: App, call: Call) -> bytes:
    """The templates of all texts; `{name}` stands for a value."""
    return _json(texts, call.path["language"])


async def read_rules(_: App, call: Call) -> bytes:
    """The rules of a game in our own words, as Markdown."""
    # Only keys of existing games reach the cache, or it would grow with everything anybody types.
    return _json(rules_page, find(call.path["game"]).key, call.query.language)


async def read_distributions(_: App, call: Call) -> bytes:
    """The distributions of final scores of a game, for perfect play and for bots."""
    return _json(distributions, find(call.path["game"]).key)


async def score_dice(_: App, call: Call) -> dict[str, Any]:
    """The scores of dice in every box of a blank sheet, or which tasks they meet."""
    body = call.body
    return score(body.game, body.options, body.dice, body.language)


@cache
def _json(answer: Callable[..., Any], *arguments: str) -> bytes:
    """A response that never changes, as JSON."""
    return compact(answer(*arguments)).encode()


def printed(pad: Pad, size: str) -> dict[str, Any]:
    """The response with a pad to print."""
    first = pad.pages[0]
    return {
        "title": pad.title,
        "seats": pad.seats,
        "rounds": pad.rounds,
        "size": size,
        "landscape": first.width > first.height,
        "pages": [pad.svg(page) for page in range(1, len(pad.pages) + 1)],
    }


async def draw_pad(app: App, call: Call) -> dict[str, Any]:
    """A blank pad of a game; every other parameter is an option of the game."""
    return await app.jobs.briefly(lambda: printed(_blank(call), call.query.size))


async def read_pad(app: App, call: Call) -> Answer:
    """A blank pad of a game as a file: a page as SVG, or all of it as PDF."""
    return await app.jobs.briefly(lambda: _file(_blank(call), call, find(call.path["game"]).key))


async def draw_table(app: App, call: Call) -> dict[str, Any]:
    """The sheets of a table as they stand, to print."""
    pad = await _filled(app, call)
    return await app.jobs.briefly(printed, pad, call.query.size)


async def read_table_pad(app: App, call: Call) -> Answer:
    """The sheets of a table as they stand, as a file: a page as SVG, or all of them as PDF."""
    pad = await _filled(app, call)
    return await app.jobs.briefly(_file, pad, call, "knobel")


def _blank(call: Call) -> Pad:
    key, query = find(call.path["game"]).key, call.query
    return blank(key, query.seats, query.rounds, **_paper(call), options=dict(call.other_parameters))


async def _filled(app: App, call: Call) -> Pad:
    table = await app.watched(call.table, call.key)
    if not (table.started or table.record.entries):
        raise NotReady("the sheets are still empty; the game has not started")
    return await app.jobs.briefly(lambda: filled(table.game, table.record.state, tuple(table.names), **_paper(call)))


def _paper(call: Call) -> dict[str, str]:
    return {"size": call.query.size, "language": call.query.language, "address": call.home}


def _file(pad: Pad, call: Call, name: str) -> Answer:
    if call.path["kind"] == "pdf":
        return Answer(pad.pdf(), PDF, f"{name}.pdf")
    return Answer(pad.svg(call.query.page).encode(), SVG)
