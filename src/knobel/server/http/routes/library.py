"""Games, words and rules: what is the same for everybody."""

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from typing import Any

import segno
from fastapi import APIRouter, Request
from starlette.responses import Response

from knobel.library import find, games, make
from knobel.players.bot import LEVELS
from knobel.scene import colours
from knobel.scene.rulebook import Worth, appraiser, examples, introduced, page, rules, worths
from knobel.scene.text import catalogue, say, text
from knobel.server.acts import EMOTES
from knobel.server.http.answers import json_bytes, kept
from knobel.server.http.errors import refusals
from knobel.server.http.models.asked import AskQr, AskScore
from knobel.server.http.models.base import Language
from knobel.server.http.models.library import BoxWorth, Library, RulesExample, RulesPage, Score
from knobel.server.http.parts import LanguageAsked
from knobel.version import __version__

router = APIRouter(tags=["library"], prefix="/api")


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
    "/score",
    operation_id="score",
    response_model=Score,
    responses=refusals("bad_setup", "bad_dice", "unknown_game", posted=True),
)
async def score(asked: AskScore) -> Score:
    """What dice are worth in every box of a blank sheet, or which tasks they meet."""
    game = appraiser(asked.game, asked.options)
    return Score(game=game.key, worths=_told(worths(game, asked.dice, asked.language)))


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
def _rules(game: str, language: Language) -> bytes:
    told = RulesPage(
        game=game,
        language=language,
        markdown=rules(game, language),
        plain=page(game, language),
        examples=[
            RulesExample(
                options=dict(options),
                dice=list(dice),
                worths=_told(worths(appraiser(game, options), dice, language)),
            )
            for options, dice in examples(game, language)
        ],
    )
    return told.model_dump_json().encode()


def _told(counted: Iterable[Worth]) -> list[BoxWorth]:
    return [BoxWorth(**one._asdict()) for one in counted]


def _game(key: str, language: str) -> dict[str, Any]:
    known = find(key)
    return {
        **introduced(key, language),
        "dice": [
            {"name": die.name, "faces": list(die.faces), "colours": colours(key, at)}
            for at, die in enumerate(make(key).pool)
        ],
        "minutes": known.minutes,
        "colour": known.colour._asdict(),
        "coupled": known.coupled,
        "simultaneous": known.simultaneous,
        "explorer": known.has("setup"),
        "reach": known.reach,
    }
