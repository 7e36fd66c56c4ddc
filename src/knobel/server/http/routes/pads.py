"""Routes of printed pads: blank ones of a game, and the sheets of a table as they stand."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from knobel.answers.tables import printed
from knobel.library import find
from knobel.printing import ROUNDS, Pad, blank, filled
from knobel.server.http.dependencies import LIMIT_JOBS, LanguageQuery, TableName, Tables
from knobel.server.http.identity import RequiredKey
from knobel.server.http.models.library import PrintedPad
from knobel.server.http.responses import TABLE, error_docs, json_response

T = TypeVar("T")

router = APIRouter(tags=["pads"], prefix="/api", dependencies=LIMIT_JOBS)
_drawing = ThreadPoolExecutor(1, thread_name_prefix="knobel-pad")
"""A single thread, so that drawing a pad, which takes milliseconds, does not block the event loop."""

Kind = Literal["svg", "pdf"]
Page = Annotated[int, Query(ge=1, le=99, description="Which page of an SVG, counted from 1.")]
_PLAIN = {"seats", "rounds", "size", "language", "page"}
_FILES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}, "application/pdf": {}}}
}
_BLANK = error_docs("unknown_game", "bad_setup")
_FILLED = error_docs(*TABLE, "not_ready", "bad_setup")


class Paper(NamedTuple):
    """The paper size and language of a pad, and the address printed at its foot."""

    size: str
    language: str
    address: str


async def _paper(
    request: Request,
    size: Annotated[Literal["A4", "A5"], Query(description="The paper.")] = "A4",
    language: LanguageQuery = "de",
) -> Paper:
    here = request.app.state.settings.public_url or str(request.base_url)
    return Paper(size, language, here.partition("://")[2].rstrip("/"))


OnPaper = Annotated[Paper, Depends(_paper)]


async def _blank(
    request: Request,
    game: str,
    paper: OnPaper,
    seats: Annotated[int | None, Query(ge=1, le=99, description="How many players; four unless said.")] = None,
    rounds: Annotated[
        int | None,
        Query(ge=ROUNDS[0], le=ROUNDS[-1], description="How many games; as many as the sheet has columns unless said."),
    ] = None,
) -> Pad:
    options = {key: value for key, value in request.query_params.items() if key not in _PLAIN}
    key = find(game).key
    return await _drawn(lambda: blank(key, seats, rounds, **paper._asdict(), options=options))


async def _filled(table: TableName, key: RequiredKey, tables: Tables, paper: OnPaper) -> Pad:
    game, state, names = await tables.standing(table, key)
    return await _drawn(lambda: filled(game, state, names, **paper._asdict()))


BlankPad = Annotated[Pad, Depends(_blank)]
FilledPad = Annotated[Pad, Depends(_filled)]


@router.get("/games/{game}/pad", operation_id="drawPad", response_model=PrintedPad, responses=_BLANK)
async def draw_pad(pad: BlankPad, paper: OnPaper) -> Response:
    """A blank pad of a game; every other parameter is an option of the game."""
    return await _drawn(lambda: json_response(printed(pad, paper.size)))


@router.get("/games/{game}/pad.{kind}", operation_id="readPad", response_class=Response, responses={**_FILES, **_BLANK})
async def read_pad(pad: BlankPad, game: str, kind: Kind, page: Page = 1) -> Response:
    """A blank pad of a game as a file: a page as SVG, or all of it as PDF."""
    return await _drawn(lambda: _file(pad, kind, page, find(game).key))


@router.get("/tables/{table}/pad", operation_id="drawTable", response_model=PrintedPad, responses=_FILLED)
async def draw_table(pad: FilledPad, paper: OnPaper) -> Response:
    """The sheets of a table as they stand, to print."""
    return await _drawn(lambda: json_response(printed(pad, paper.size)))


@router.get(
    "/tables/{table}/pad.{kind}", operation_id="readTablePad", response_class=Response, responses={**_FILES, **_FILLED}
)
async def read_table_pad(pad: FilledPad, kind: Kind, page: Page = 1) -> Response:
    """The sheets of a table as they stand, as a file: a page as SVG, or all of them as PDF."""
    return await _drawn(lambda: _file(pad, kind, page, "knobel"))


async def _drawn(draw: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_drawing, draw)


def _file(pad: Pad, kind: Kind, page: int, name: str) -> Response:
    if kind == "pdf":
        headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
        return Response(pad.pdf(), media_type="application/pdf", headers=headers)
    return Response(pad.svg(page), media_type="image/svg+xml")
