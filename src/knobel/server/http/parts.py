"""The parts of a running server, as routes ask for them."""

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from knobel.server.http.limits import opening, thinking
from knobel.server.http.models.base import Language
from knobel.server.http.streams import Streams
from knobel.server.service import Service


# Coroutines, though they wait for nothing: FastAPI would send plain functions to a thread.
async def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


async def _streams(request: Request) -> Streams:
    streams: Streams = request.app.state.streams
    return streams


Tables = Annotated[Service, Depends(_service)]
Followers = Annotated[Streams, Depends(_streams)]
TableName = Annotated[str, Path(alias="table", description="The name of a table.", max_length=64)]
SeatAsked = Annotated[int | None, Query(ge=0, le=99, description="A seat, counted from 0; all, unless said.")]
LanguageAsked = Annotated[Language, Query(description="The language of the words.")]
OPENING = [Depends(opening)]
THINKING = [Depends(thinking)]
