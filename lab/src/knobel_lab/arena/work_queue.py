"""A work queue over HTTP: an arena leases series to workers on other computers, and collects the games.

Whoever has the address with its secret may help. A lease without a heartbeat expires, and the series is given out
again.
"""

import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import asdict
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from knobel.core.errors import BadSetup
from knobel.version import __version__
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.series import Series

LEASE_SECONDS = 60.0
"""Seconds after the last heartbeat when a lease expires."""

MOST_BYTES = 1 << 20
"""The most bytes of a request of a worker."""

READ_SECONDS = 30.0
"""Seconds to wait for the rest of a request."""

Answer = tuple[HTTPStatus, Mapping[str, Any]]
WAIT: Answer = HTTPStatus.OK, {"wait": True}
OVER: Answer = HTTPStatus.OK, {"over": True}
GONE: Answer = (
    HTTPStatus.GONE,
    {"error": "this series was given to another worker, or nobody is waiting for it any more"},
)


class Lease:
    """A series that is queued or leased to a worker."""

    def __init__(self, series: Series, future: "Future[Any]") -> None:
        self.series, self.future = series, future
        self.number = secrets.token_hex(8)
        self.expires = 0.0


class WorkQueue(Executor):
    """An executor that queues series for workers that ask for them."""

    def __init__(self, lease_seconds: float = LEASE_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = lease_seconds, clock
        self._lock = threading.Lock()
        self._waiting: deque[Lease] = deque()
        self._leased: dict[str, Lease] = {}
        self._closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Queue a series: `submit(Series.play, series)`, and nothing else.

        Its future never runs, so it can be cancelled at any time: what a worker sends later is not waited for.
        """
        if fn is not Series.play or len(args) != 1 or kwargs:
            raise BadSetup("remote workers can only play series of games")
        lease = Lease(args[0], Future())
        with self._lock:
            self._waiting.append(lease)
        return lease.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - nothing runs here
        """Tell workers that the tournament is over."""
        with self._lock:
            self._closed = True
            left = [*self._waiting, *self._leased.values()]
        for lease in left if cancel_futures else ():
            lease.future.cancel()

    def next(self, version: str) -> Answer:
        """Lease the next series to a worker with this version of Knobel."""
        if version != __version__:
            return _refused(
                f"this arena runs Knobel {__version__}, the worker {version[:20]!r}; install the same version"
            )
        with self._lock:
            if self._closed:
                return OVER
            self._requeue_expired()
            while self._waiting:
                lease = self._waiting.popleft()
                if not lease.future.cancelled():
                    lease.expires = self._clock() + self._seconds
                    self._leased[lease.number] = lease
                    offer = {"lease": lease.number, "beat": self._seconds / 4, "series": series_json(lease.series)}
                    return HTTPStatus.OK, offer
        return WAIT

    def beat(self, number: str) -> Answer:
        """Handle a heartbeat: extend the lease."""
        with self._lock:
            lease = self._leased.get(number)
            if lease is None:
                return GONE
            lease.expires = self._clock() + self._seconds
        return HTTPStatus.OK, {}

    def done(self, number: str, games: Any) -> Answer:
        """Handle the games of a series from a worker."""
        with self._lock:
            lease = self._leased.get(number)
        if lease is None:
            return GONE
        try:
            rows = [GameRow.read(row) for row in games]
        except (KeyError, TypeError, AttributeError):
            return _refused("a game has number, players, scores, places, moves, forfeit, reason and version")
        expected = {
            (at, tuple(one.name for one in seats)) for at in lease.series.numbers for seats in lease.series.seatings
        }
        if {row.key for row in rows} != expected or len(rows) != len(expected) or not all(map(_is_valid, rows)):
            return _refused("these are not the requested games")
        with self._lock:
            leased = self._leased.pop(number, None)
        with suppress(InvalidStateError):  # cancelled: the tournament is being ended
            if leased:
                leased.future.set_result(rows)
                return HTTPStatus.OK, {}
        return GONE

    def _requeue_expired(self) -> None:
        """Queue the series of expired leases again, before all others."""
        now = self._clock()
        for lease in [lease for lease in self._leased.values() if lease.expires <= now]:
            del self._leased[lease.number]
            lease.number = secrets.token_hex(8)
            self._waiting.appendleft(lease)


def _refused(why: str) -> Answer:
    return HTTPStatus.BAD_REQUEST, {"error": why}


def _is_valid(row: GameRow) -> bool:
    """Whether a row has valid scores and places for all seats, and only integers where they are expected."""
    seats = range(1, len(row.players) + 1)
    numbers = (*row.scores, *row.places, row.moves, *(() if row.forfeit is None else (row.forfeit,)))
    return (
        len(row.scores) == len(row.places) == len(seats)
        and all(type(number) is int for number in numbers)
        and all(place in seats for place in row.places)
        and (row.forfeit is None or row.forfeit + 1 in seats)
        and all(type(word) is str for word in (row.version, row.reason or ""))
    )


def series_json(series: Series) -> dict[str, Any]:
    """A series as JSON; the folder of its players is left to the worker."""
    return {
        "key": series.key,
        "options": [list(option) for option in series.options],
        "seatings": [[[one.name, one.definition] for one in seats] for seats in series.seatings],
        "numbers": list(series.numbers),
        "seed": series.seed,
        "dice": series.dice,
        "limits": asdict(series.limits),
        "values": list(series.values),
    }


@contextmanager
def serve_work(host: str, port: int, executor: WorkQueue | None = None) -> Iterator[tuple[WorkQueue, str]]:
    """Serve work at this address: the executor to submit it to, and the address for workers."""
    queue = executor or WorkQueue()
    secret = secrets.token_urlsafe(16)
    try:
        server = ThreadingHTTPServer((host, port), _handler(queue, secret))
    except OSError as error:
        raise BadSetup(f"cannot listen at {host}:{port}: {error.strerror}") from error
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield queue, f"http://{host}:{server.server_address[1]}/{secret}"
    finally:
        queue.shutdown(cancel_futures=True)
        server.shutdown()
        server.server_close()


def _handler(queue: WorkQueue, secret: str) -> type[BaseHTTPRequestHandler]:
    """The request handler: POST /SECRET/next, /SECRET/beat and /SECRET/done, with JSON."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = READ_SECONDS

        def do_POST(self) -> None:
            """Answer a request of a worker."""
            code, answer = self._answer()
            body = json.dumps(answer).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)
            self.close_connection = True

        def _answer(self) -> Answer:
            key, _, path = self.path.removeprefix("/").partition("/")
            if not secrets.compare_digest(key.encode(), secret.encode()):
                return HTTPStatus.NOT_FOUND, {"error": "there is no arena with this secret"}
            try:
                length = int(self.headers.get("Content-Length", ""))
                if not 0 <= length <= MOST_BYTES:
                    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"error": f"at most {MOST_BYTES} bytes"}
                request = json.loads(self.rfile.read(length))
                return self._dispatch(path, request)
            except (ValueError, KeyError, TypeError, RecursionError):
                return _refused("this is not a request of a worker")

        def _dispatch(self, path: str, request: Any) -> Answer:
            match path:
                case "next":
                    return queue.next(str(request["version"]))
                case "beat":
                    return queue.beat(str(request["lease"]))
                case "done":
                    return queue.done(str(request["lease"]), request["games"])
            return HTTPStatus.NOT_FOUND, {"error": "the requests of workers are next, beat and done"}

        def log_message(self, *_: Any) -> None:
            """Log nothing, since the address is a secret."""

    return Handler
