"""Response models of streams: the `data` of server-sent events."""

from typing import Annotated

from pydantic import Field

from knobel.server.http.models import Millis, ResponseModel, Seq
from knobel.server.http.models.operations import Refusal
from knobel.server.http.models.view import Change, SeatOnline, View, Watchers
from knobel.tables.log import Kind


class Online(ResponseModel):
    """Who is online, seat by seat: the `data` of an event of the stream."""

    seats: list[SeatOnline]
    watchers: Watchers


class Ping(ResponseModel):
    """A heartbeat: the `data` of an event of the stream."""

    every: Annotated[float, Field(description="How many seconds the stream is quiet at most.")]


class Event(ResponseModel):
    """Something that happened at a table: the `data` of an event of the stream."""

    seq: Seq
    kind: Kind
    text: str
    seat: int | None
    at: Millis


class AtTable(ResponseModel):
    """An event of one of several tables: the `data` of an event of their stream."""

    table: str
    data: Annotated[
        Event | View | Change | Online | Refusal, Field(description="As in the stream of this table alone.")
    ]
