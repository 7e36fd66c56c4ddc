"""Games, words and rules: what is the same for everybody."""

from functools import cache
from io import BytesIO
from typing import Any

import segno
from fastapi import APIRouter, Request
from starlette.responses import Response

from knobel.bots.level import LEVELS
from knobel.library import find, games, make
from knobel.scene import colours
from knobel.scene.rulebook import rules
from knobel.scene.text import catalogue, say, text
from knobel.server.acts import EMOTES
from knobel.server.http.answers import json_bytes, kept
from knobel.server.http.errors import refusals
from knobel.server.http.models.asked import AskQr
from knobel.server.http.models.base import Language
from knobel.server.http.models.library import Library, RulesPage
from knobel.server.http.parts import LanguageAsked
from knobel.version import __version__

router = APIRouter(tags=["library"], prefix="/api")

MINUTES = {"kribbeln": 30, "extreme": 30, "krisskross": 10, "master": 30, "hexhex": 15, "classic": 20}
"""About how long two people take."""


@router.get("/games", operation_id="listGames", response_model=Library, responses=refusals())
async def list_games(request: Request, language: LanguageAsked = "de") -> Response:
    """All games with their seats, options and dice."""
    return kept(request, _library(language))


@router.get("/texts/{language}", operation_id="readTexts", response_model=dict[str, str], responses=refusals())
async def read_texts(request: Request, language: Language) -> Response:
    """The templates of all texts; `{name}` stands for a value."""
    return kept(request, _texts(language))


@router.get("/rules/{game}", operation_id="readRules", response_model=RulesPage, responses=refusals("unknown_game"))
async def read_rules(request: Request, game: str, language: LanguageAsked = "de") -> Response:
    """The rules of a game in our own words, as Markdown."""
    # Only games that there are, or everything anybody types would be remembered.
    return kept(request, _rules(find(game).key, language))


@router.post(
    "/qr",
    operation_id="drawQr",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}, **refusals(posted=True)},
)
async def draw_qr(asked: AskQr) -> Response:
    """A text as a QR code, for the camera of a phone."""
    drawn = BytesIO()
    segno.make(asked.text, micro=False).save(drawn, kind="svg", xmldecl=False, border=2, omitsize=True)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@cache
def _library(language: str) -> bytes:
    return json_bytes(
        {
            "games": [_game(info.key, language) for info in games()],
            "levels": [{"key": level.key, "name": say(text(f"level.{level.key}"), language)} for level in LEVELS],
            "emotes": list(EMOTES),
            "version": __version__,
        }
    )


@cache
def _texts(language: str) -> bytes:
    return json_bytes(dict(catalogue(language)))


@cache
def _rules(game: str, language: str) -> bytes:
    return json_bytes({"game": game, "language": language, "markdown": rules(game, language)})


def _game(key: str, language: str) -> dict[str, Any]:
    info = find(key)
    return {
        "key": key,
        "title": say(text(f"game.{key}.title"), language),
        "tagline": say(text(f"game.{key}.tagline"), language),
        "source": say(text(f"game.{key}.source"), language),
        "seats": list(info.seats),
        "options": [
            {
                "key": option.key,
                "help": say(text(f"option.{key}.{option.key}.help"), language),
                "default": option.default,
                "choices": list(option.choices),
            }
            for option in info.options
        ],
        "dice": [
            {"name": die.name, "faces": list(die.faces), "colours": colours(key, at)}
            for at, die in enumerate(make(key).pool)
        ],
        "minutes": MINUTES.get(key, 30),
    }
