"""Responses about streams: the `data` of server-sent events."""

from typing import TypedDict

from knobel.app.bodies import Millis, Seq
from knobel.app.responses.operations import Refusal
from knobel.app.responses.view import Change, SeatOnline, View, Watchers
from knobel.tables.log import Kind


class Online(TypedDict):
    """Who is online, seat by seat: the `data` of an event of the stream."""

    seats: list[SeatOnline]
    watchers: Watchers


class Ping(TypedDict):
    """A heartbeat: the `data` of an event of the stream."""

    every: float
    """How many seconds the stream is quiet at most."""


class Event(TypedDict):
    """Something that happened at a table: the `data` of an event of the stream."""

    seq: Seq
    kind: Kind
    text: str
    seat: int | None
    at: Millis


class AtTable(TypedDict):
    """An event of one of several tables: the `data` of an event of their stream."""

    table: str
    data: Event | View | Change | Online | Refusal
    """As in the stream of this table alone."""
