"""Routes of puzzles: the puzzles of a game, and one of them to answer."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from knobel.answers import today as told
from knobel.library import find
from knobel.server.http.dependencies import LanguageQuery
from knobel.server.http.models.puzzles import PuzzleAsked, PuzzleList
from knobel.server.http.responses import cacheable_response, error_docs, json_bytes
from knobel.server.http.routes.study import GameKey

router = APIRouter(tags=["today"], prefix="/api/puzzles")
Number = Annotated[int, Path(ge=1, le=1_000_000, description="The number of a puzzle, from 1.")]


@router.get("/{game}", operation_id="readPuzzles", response_model=PuzzleList, responses=error_docs("unknown_game"))
async def read_puzzles(request: Request, game: GameKey) -> Response:
    """All puzzles of a game, and how hard they are."""
    # Only keys of existing games reach the cache, or it would grow with everything anybody types.
    return cacheable_response(request, json_bytes(told.puzzle_list(find(game).key)))


@router.get(
    "/{game}/{number}",
    operation_id="readPuzzle",
    response_model=PuzzleAsked,
    responses=error_docs("unknown_game", "bad_setup"),
)
async def read_puzzle(request: Request, game: GameKey, number: Number, language: LanguageQuery = "de") -> Response:
    """A puzzle to answer."""
    return cacheable_response(request, json_bytes(told.puzzle_asked(game, number, language)))
