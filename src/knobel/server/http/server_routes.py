"""What only a server offers: boards, QR codes, the dice report, the description of the API, health and metrics."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from hmac import compare_digest
from io import BytesIO
from ipaddress import ip_address
from typing import Annotated, Any, Literal, TypedDict, cast

import segno
from fastapi import APIRouter, Body, Depends, Request
from starlette.responses import Response

from knobel.app import requests as ask
from knobel.app.application import App
from knobel.app.responses import today as of_today
from knobel.app.responses.study import DiceReport
from knobel.app.routing import Call, Route
from knobel.core.errors import with_text
from knobel.server.http.checks import is_ours
from knobel.server.http.endpoints import StartedService
from knobel.server.http.metrics import NoMetrics
from knobel.server.http.rate_limits import limit_jobs
from knobel.server.http.responses import cacheable_response, error_docs, error_response, json_response
from knobel.server.http.schema import answer_type, request_model
from knobel.server.live.boards import Boards, HandedIn
from knobel.tables.errors import NotAllowed, TooLarge

LONGEST_LINK = 300
"""The most characters of a link in a QR code: twice as many as our own links have."""
BOARD = ("no_key", "denied", "not_allowed", "bad_setup", "too_large", "no_space")
HAND_IN = (*BOARD, "no_table", "not_ready", "bad_record", "unknown_game")
_drawing = ThreadPoolExecutor(1, thread_name_prefix="knobel-qr")
"""A single thread, so that drawing a code or building the OpenAPI document does not block the event loop."""


def _boards(app: App) -> Boards:
    if not app.edition.boards:
        raise with_text(NotAllowed("this server has no result lists"), "board.off")
    return cast("Boards", app.results)


async def look_at_board(app: App, call: Call) -> dict[str, Any]:
    """The results of a day, for everybody or for a circle."""
    return await _boards(app).look(call.body.day, call.body.circle, call.key)


async def make_circle(app: App, call: Call) -> dict[str, Any]:
    """Create a circle: whoever has its ticket sees its board and hands in results; the same key creates it only once."""
    ticket, circle = await _boards(app).make_circle(call.key, call.body.name, call.body.key)
    return {"ticket": ticket, "name": circle.name}


async def hand_in(app: App, call: Call) -> dict[str, Any]:
    """Hand in the result of a game of a day; its record is replayed, and only the first result counts."""
    body = call.body
    given = HandedIn(body.table, body.record, body.name, body.face, body.everybody, body.circles)
    return await _boards(app).hand_in(call.key, given, call.asker)


# fmt: off
ROUTES = (
    Route("POST", "/boards", look_at_board, "lookAtBoard", of_today.Leaderboard, "today", "optional", ask.LookAtLeaderboard, errors=BOARD, needs_server=True),
    Route("POST", "/boards/circles", make_circle, "makeCircle", of_today.CircleMade, "today", "new", ask.MakeCircle, errors=BOARD, status=201, needs_server=True, limit="boards"),
    Route("POST", "/boards/results", hand_in, "handIn", of_today.Handed, "today", "new", ask.HandIn, errors=HAND_IN, status=201, needs_server=True, limit="boards", takes_long=True),
)
"""Routes of the application that only a server has."""
# fmt: on

router = APIRouter()


class Well(TypedDict):
    """The response of a health check that passed."""

    status: Literal["ok"]


WELL: Well = {"status": "ok"}
AskQr: Any = request_model(ask.AskQr)


@router.get("/api/openapi.json", include_in_schema=False)
async def describe(request: Request) -> Response:
    """The OpenAPI document of the API."""
    # Building it takes half a second, once.
    written = await asyncio.get_running_loop().run_in_executor(_drawing, request.app.state.description)
    return cacheable_response(request, written)


@router.post(
    "/api/qr",
    tags=["library"],
    operation_id="drawQr",
    response_class=Response,
    dependencies=[Depends(limit_jobs)],
    responses={
        200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}},
        **error_docs("not_allowed", posted=True),
    },
)
async def draw_qr(request: Request, body: Annotated[AskQr, Body()]) -> Response:
    """A link of this server as a QR code, for the camera of a phone."""
    if not is_ours(request, body.text, request.app.state.settings.public_url):
        raise NotAllowed("only links to this server can be drawn as a QR code")
    if len(body.text) > LONGEST_LINK:
        raise TooLarge(f"a link for a QR code has at most {LONGEST_LINK} characters")
    drawn = await asyncio.get_running_loop().run_in_executor(_drawing, qr_code, body.text)
    return Response(drawn, media_type="image/svg+xml")


@lru_cache(maxsize=256)
def qr_code(link: str) -> bytes:
    """The QR code of a link, as SVG."""
    drawn = BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", xmldecl=False, border=2, omitsize=True)
    return drawn.getvalue()


@router.get(
    "/api/dice",
    tags=["library"],
    operation_id="diceReport",
    response_model=answer_type(DiceReport),
    dependencies=[Depends(limit_jobs)],
    responses=error_docs(),
)
async def dice_report(service: StartedService) -> Response:
    """Statistics of the server's dice at the newest tables, with chi-square tests; renewed every ten minutes."""
    return json_response(await service.dice_report())


@router.get(
    "/healthz", tags=["operations"], operation_id="healthz", response_model=answer_type(Well), responses=error_docs()
)
async def healthz() -> Response:
    """Liveness: the process answers."""
    return json_response(WELL)


@router.get(
    "/readyz",
    tags=["operations"],
    operation_id="readyz",
    response_model=answer_type(Well),
    responses=error_docs("no_space"),
)
async def readyz(service: StartedService) -> Response:
    """Readiness: the database can be written to."""
    await service.ready()
    return json_response(WELL)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Prometheus metrics: with the token of the settings, or, if there is none, from this machine only."""
    token = request.app.state.settings.metrics_token.get_secret_value()
    sent = request.headers.get("authorization", "").removeprefix("Bearer ")
    allowed = compare_digest(sent.encode(), token.encode()) if token else _is_near(request)
    if not allowed:
        return error_response(
            "denied", "metrics are only for whoever runs this server; set KNOBEL_METRICS_TOKEN and send that token"
        )
    figures = request.app.state.metrics
    if isinstance(figures, NoMetrics):
        return error_response("not_found", 'metrics need one more package; run pip install "knobel[metrics]"')
    return Response(figures.page(), media_type=figures.media_type)


def _is_near(request: Request) -> bool:
    """Whether the request comes from this machine, and not through a proxy."""
    passed_on = {"forwarded", "x-forwarded-for", "x-real-ip", "via"} & set(request.headers.keys())
    try:
        return bool(request.client and ip_address(request.client.host).is_loopback and not passed_on)
    except ValueError:
        return False
