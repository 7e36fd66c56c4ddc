"""The clients: people at every table, each sending the requests of the web app, command by command."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from tools.server.ledger import Ledger, Sent

from .wire import Stream, Wires, request

_SEQ = re.compile(rb'"seq":(\d+)')
_MOVES = re.compile(rb'"moves":(\{[^}]*\})')
_OVER = re.compile(rb'"started":true,"over":true|{"at":\["over"\],"to":true}')
_CHANGE = re.compile(rb'"since":(\d+),"seq":(\d+)')
TOGETHER = 0.025
_KEEP = 0.5
"""The chance to throw again instead of writing."""


@dataclass
class Figures:
    """The measurements."""

    commands: list[float] = field(default_factory=list)
    """Seconds from when a command was due until its response arrived."""
    looks: list[float] = field(default_factory=list)
    """Seconds to fetch a view because of an event."""
    event_times: list[float] = field(default_factory=list)
    """Seconds from when a command was due until another client's stream reported it."""
    errors: list[str] = field(default_factory=list)
    late: int = 0
    """Commands that were due while no client was ready to send one."""
    over: int = 0
    """Games that ended."""


class Person:
    """One web app at one table."""

    def __init__(self, crowd: "Crowd", table: str, seat: int, ready: Callable[["Person"], None]) -> None:
        self.crowd, self.table, self.seat, self._ready = crowd, table, seat, ready
        self.key = crowd.keys[seat]
        self.path = f"/api/tables/{table}"
        self.seq = 0
        self.moves: list[str] = []
        self.over = False
        self.busy = False
        self._looking: asyncio.Task[None] | None = None
        self._stream: Stream | None = None
        self._last = 0

    async def arrive(self) -> None:
        """Fetch the view of the table, and open a stream."""
        await self.look()
        self._last = self.seq
        own = f"{self.path}/events?after={self.seq}"
        stream = f"/api/events?tables={self.table}:{self.seq}" if self.crowd.skills.several else own
        sent = request("GET", f"{stream}&view=true&changes=true", self.key)
        loop = asyncio.get_running_loop()
        _, self._stream = await loop.create_connection(
            lambda: Stream(sent, self._hear, self._lost), "127.0.0.1", self.crowd.port
        )
        status = await self._stream.open
        if status != 200:
            self.crowd.figures.errors.append(f"a stream was answered {status}")

    async def look(self) -> None:
        """Fetch the view."""
        began = monotonic()
        try:
            status, body = await self.crowd.wires.ask(request("GET", self.path, self.key))
        except OSError as error:
            self.crowd.figures.errors.append(f"a view was lost: {error}")
            return
        self.crowd.figures.looks.append(monotonic() - began)
        if status == 200:
            self._take(body)
        else:
            self.crowd.figures.errors.append(f"a view was answered {status}: {body[:200]!r}")

    async def act(self, due: float) -> None:
        """Send a move that is legal in the last view."""
        crowd, figures = self.crowd, self.crowd.figures
        if not self.moves:
            # A newer view arrived meanwhile, without any moves.
            return
        move = crowd.choose(self.moves)
        self.moves, self.busy = [], True
        key = f"c{crowd.number()}"
        crowd.ledger.send(self.table, key, Sent(self.seat, move))
        crowd.due[self.table] = (due, self.seat)
        wish = {"move": move, "seen": self.seq, "key": key, "view": True}
        body = json.dumps(wish | ({"changes": True} if crowd.skills.changes else {})).encode()
        try:
            status, response = await crowd.wires.ask(request("POST", f"{self.path}/commands", self.key, body))
        except OSError as error:
            figures.errors.append(f"a command was lost: {error}")
            return
        figures.commands.append(monotonic() - due)
        self.busy = False
        if status == 200:
            seq = _SEQ.search(response)
            assert seq
            crowd.ledger.acknowledge(self.table, key, int(seq[1]))
            self._take(response[seq.end() :])
            self._look_if_older()
        else:
            figures.errors.append(f"{move!r} was answered {status}: {response[:200]!r}")
            crowd.ledger.refuse(self.table, key, response.decode()[:100])

    def leave(self) -> None:
        """Close the app."""
        if self._stream:
            self._stream.close()
        if self._looking:
            self._looking.cancel()

    def _take(self, view: bytes) -> None:
        """Apply a view, or a change of the last one, unless something newer is known or expected."""
        change = _CHANGE.search(view)
        if change and int(change[1]) != self.seq:
            return
        seq, moves = _SEQ.search(view), _MOVES.search(view)
        assert seq
        assert moves
        if int(seq[1]) >= self.seq and not self.busy:
            self.seq = int(seq[1])
            self.over = self.over or _OVER.search(view) is not None
            allowed: dict[str, list[str]] = json.loads(moves[1])
            self.moves = allowed.get(str(self.seat), [])
            if self.over or self.moves:
                self._ready(self)

    def _hear(self, kind: bytes, data: bytes) -> None:
        if kind != b"row":
            self._take(data)
            return
        message: dict[str, Any] = json.loads(data)
        event = message["data"] if self.crowd.skills.several else message
        if event["seq"] != self._last + 1:
            self.crowd.ledger.fault(f"a stream of {self.table} went on from {self._last} with {event['seq']}")
        self._last = event["seq"]
        self.crowd.ledger.event(self.table, event)
        due, seat = self.crowd.due.get(self.table, (0.0, self.seat))
        if seat != self.seat:
            self.crowd.figures.event_times.append(monotonic() - due)
            self.crowd.due.pop(self.table)
        self._look_if_older()

    def _look_if_older(self) -> None:
        """Fetch the view if it is older than the last event; the response to a command contains one."""
        if self._last > self.seq and not self.busy and self._looking is None:
            self._looking = asyncio.create_task(self._look_soon())

    async def _look_soon(self) -> None:
        # Events that arrive together cause one fetch, as in the web app.
        await asyncio.sleep(TOGETHER)
        self._looking = None
        if self._last > self.seq and not self.busy:
            await self.look()

    def _lost(self) -> None:
        self.crowd.figures.errors.append("a stream was lost")


class Skills(NamedTuple):
    """Features of the server that older versions do not have."""

    changes: bool
    """Sends changes instead of whole views."""
    several: bool
    """Sends events of several tables in one stream, as the web app uses it."""


class Crowd:
    """All clients of a load test."""

    def __init__(self, port: int, keys: tuple[str, ...], random: Random, skills: Skills) -> None:
        self.port, self.keys, self.random, self.skills = port, keys, random, skills
        self.wires = Wires(port)
        self.ledger, self.figures = Ledger(), Figures()
        self.due: dict[str, tuple[float, int]] = {}
        """When the last command at a table was due, and the seat that sent it."""
        self._number = 0

    def number(self) -> int:
        """The number of a new command."""
        self._number += 1
        return self._number

    def choose(self, moves: list[str]) -> str:
        """A random move; throwing again is chosen about as often as people do it."""
        keeps = [move for move in moves if move.startswith("keep")]
        others = [move for move in moves if not move.startswith("keep")]
        keep = keeps and (not others or self.random.random() < _KEEP)
        return self.random.choice(keeps if keep else others)
