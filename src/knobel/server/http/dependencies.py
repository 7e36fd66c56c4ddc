"""FastAPI dependencies: the parts of a running server that routes ask for."""

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from knobel.core.errors import worded
from knobel.server.http.models import Language
from knobel.server.http.rate_limits import Client, asking_client, limit_boards, limit_jobs, limit_opening
from knobel.server.http.streams import Streams
from knobel.server.live.boards import Boards
from knobel.server.live.service import Service
from knobel.tables.errors import NotAllowed


# Coroutines, because FastAPI runs plain functions in a thread.
async def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    service.check_started()
    return service


async def _streams(request: Request) -> Streams:
    streams: Streams = request.app.state.streams
    return streams


async def _boards(request: Request, service: Annotated[Service, Depends(_service)]) -> Boards:
    if not request.app.state.settings.boards:
        raise worded(NotAllowed("this server keeps no boards of results"), "board.off")
    return service.boards


Tables = Annotated[Service, Depends(_service)]
AllBoards = Annotated[Boards, Depends(_boards)]
AllStreams = Annotated[Streams, Depends(_streams)]
TableName = Annotated[str, Path(alias="table", description="The name of a table.", max_length=64)]
SeatQuery = Annotated[int | None, Query(ge=0, le=99, description="A seat, counted from 0; all, unless said.")]
OneSeatQuery = Annotated[int, Query(alias="seat", ge=0, le=99, description="A seat, counted from 0.")]
SecondsQuery = Annotated[float, Query(ge=0.1, le=10, description="How long to search for a proof.")]
CorrectedQuery = Annotated[
    str,
    Query(
        pattern=r"^[0-9]{1,7}( .{1,60})?$",
        description="An entry by its number, `7`; or a cell of a sheet by seat and key, `0 full_house`.",
    ),
]
ObjectiveQuery = Annotated[
    str | None,
    Query(max_length=40, description="What counts, as `points` or the chance to `win`; the usual, unless said."),
]
LanguageQuery = Annotated[Language, Query(description="The language of the words.")]
AskingClient = Annotated[Client, Depends(asking_client)]
LIMIT_OPENING = [Depends(limit_opening)]
LIMIT_JOBS = [Depends(limit_jobs)]
LIMIT_BOARDS = [Depends(limit_boards)]
