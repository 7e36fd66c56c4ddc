"""Routes of the library: games, words, rules and dice, which are the same for everybody."""

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from io import BytesIO
from typing import Any

import segno
from fastapi import APIRouter, Request
from starlette.responses import Response

from knobel.core.game import AnyGame
from knobel.library import find, games, make
from knobel.players.bot import LEVELS
from knobel.scene import colours, signs
from knobel.scene.rulebook import Worth, appraiser, examples, introduced, page, rules, worths
from knobel.scene.text import catalogue, say, text
from knobel.server.http.dependencies import LIMIT_JOBS, LanguageQuery, Tables
from knobel.server.http.middleware import is_ours
from knobel.server.http.models import Language
from knobel.server.http.models.library import BoxWorth, Library, RulesExample, RulesPage, Score
from knobel.server.http.models.requests import AskQr, AskScore
from knobel.server.http.models.study import DiceReport
from knobel.server.http.responses import cacheable_response, error_docs, json_bytes, json_response
from knobel.tables.errors import NotAllowed, TooLarge
from knobel.tables.play import EMOTES
from knobel.version import __version__

router = APIRouter(tags=["library"], prefix="/api")
LONGEST_LINK = 300
"""Characters of a link, which is twice what any page of ours makes."""
_drawing = ThreadPoolExecutor(1, thread_name_prefix="knobel-qr")
"""One code is drawn at a time: it takes some milliseconds, in which the event loop serves others."""


@router.get("/games", operation_id="listGames", response_model=Library, responses=error_docs())
async def list_games(request: Request, language: LanguageQuery = "de") -> Response:
    """All games with their seats, options and dice."""
    return cacheable_response(request, _library(language))


@router.get("/texts/{language}", operation_id="readTexts", response_model=dict[str, str], responses=error_docs())
async def read_texts(request: Request, language: Language) -> Response:
    """The templates of all texts; `{name}` stands for a value."""
    return cacheable_response(request, _texts(language))


@router.get("/rules/{game}", operation_id="readRules", response_model=RulesPage, responses=error_docs("unknown_game"))
async def read_rules(request: Request, game: str, language: LanguageQuery = "de") -> Response:
    """The rules of a game in our own words, as Markdown."""
    # Only games that there are, or everything anybody types would be remembered.
    return cacheable_response(request, _rules(find(game).key, language))


@router.post(
    "/score",
    operation_id="score",
    response_model=Score,
    responses=error_docs("bad_setup", "bad_dice", "unknown_game", posted=True),
)
async def score(body: AskScore) -> Score:
    """What dice are worth in every box of a blank sheet, or which tasks they meet."""
    game = appraiser(body.game, body.options)
    return Score(game=game.key, worths=_worths(worths(game, body.dice, body.language)))


@router.post(
    "/qr",
    operation_id="drawQr",
    response_class=Response,
    dependencies=LIMIT_JOBS,
    responses={
        200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}},
        **error_docs("not_allowed", posted=True),
    },
)
async def draw_qr(request: Request, body: AskQr) -> Response:
    """A link of this server as a QR code, for the camera of a phone."""
    if not is_ours(request, body.text, request.app.state.settings.public_url):
        raise NotAllowed("only links that lead to this server are drawn as a code")
    if len(body.text) > LONGEST_LINK:
        raise TooLarge(f"a link that is drawn as a code has at most {LONGEST_LINK} characters")
    drawn = await asyncio.get_running_loop().run_in_executor(_drawing, qr_code, body.text)
    return Response(drawn, media_type="image/svg+xml")


@lru_cache(maxsize=256)
def qr_code(link: str) -> bytes:
    """The QR code of a link, as SVG."""
    drawn = BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", xmldecl=False, border=2, omitsize=True)
    return drawn.getvalue()


@router.get(
    "/dice", operation_id="diceReport", response_model=DiceReport, dependencies=LIMIT_JOBS, responses=error_docs()
)
async def dice_report(tables: Tables) -> Response:
    """How often every face fell at the newest tables, and what chance says to that; made anew every ten minutes."""
    return json_response(await tables.dice_report())


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
    found = RulesPage(
        game=game,
        language=language,
        markdown=rules(game, language),
        plain=page(game, language),
        examples=[
            RulesExample(
                options=dict(options),
                dice=list(dice),
                worths=_worths(worths(appraiser(game, options), dice, language)),
            )
            for options, dice in examples(game, language)
        ],
    )
    return found.model_dump_json().encode()


def _worths(counted: Iterable[Worth]) -> list[BoxWorth]:
    return [BoxWorth(**one._asdict()) for one in counted]


def _pool(game: AnyGame) -> list[dict[str, Any]]:
    """The dice of a game: what may be typed for each face, and what is drawn of it."""
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
