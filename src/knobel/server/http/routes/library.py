"""Routes of the library: games, texts, rules and scores, which are the same for everybody, and the dice report."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from io import BytesIO

import segno
from fastapi import APIRouter, Request
from starlette.responses import Response

from knobel.answers import library
from knobel.library import find
from knobel.server.http.dependencies import LIMIT_JOBS, LanguageQuery, Tables
from knobel.server.http.middleware import is_ours
from knobel.server.http.models import Language
from knobel.server.http.models.library import Library, RulesPage, Score
from knobel.server.http.models.requests import AskQr, AskScore
from knobel.server.http.models.study import DiceReport
from knobel.server.http.responses import cacheable_response, error_docs, json_bytes, json_response
from knobel.tables.errors import NotAllowed, TooLarge

router = APIRouter(tags=["library"], prefix="/api")
LONGEST_LINK = 300
"""The most characters of a link in a QR code: twice as many as our own links have."""
_drawing = ThreadPoolExecutor(1, thread_name_prefix="knobel-qr")
"""A single thread, so that drawing a code or building the OpenAPI document does not block the event loop."""


@router.get("/openapi.json", include_in_schema=False)
async def describe(request: Request) -> Response:
    """The OpenAPI document of the API."""
    # Building it takes half a second, once.
    written = await asyncio.get_running_loop().run_in_executor(_drawing, request.app.state.description)
    return cacheable_response(request, written)


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
    # Only keys of existing games reach the cache, or it would grow with everything anybody types.
    return cacheable_response(request, _rules(find(game).key, language))


@router.post(
    "/score",
    operation_id="score",
    response_model=Score,
    responses=error_docs("bad_setup", "bad_dice", "unknown_game", posted=True),
)
async def score(body: AskScore) -> Response:
    """The scores of dice in every box of a blank sheet, or which tasks they meet."""
    return json_response(library.score(body.game, body.options, body.dice, body.language))


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
    """Statistics of the server's dice at the newest tables, with chi-square tests; renewed every ten minutes."""
    return json_response(await tables.dice_report())


@cache
def _library(language: str) -> bytes:
    return json_bytes(library.library(language))


@cache
def _texts(language: str) -> bytes:
    return json_bytes(library.texts(language))


@cache
def _rules(game: str, language: Language) -> bytes:
    return json_bytes(library.rules_page(game, language))
