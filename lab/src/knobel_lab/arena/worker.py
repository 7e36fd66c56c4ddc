"""A worker that fetches series from an arena over HTTP, plays them, and sends back the games."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from knobel.core.errors import BadSetup
from knobel.version import __version__
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.participant import Entrant
from knobel_lab.arena.program import Limits
from knobel_lab.arena.series import Series

ASK_SECONDS = 30.0
"""The timeout of a request, in seconds."""

PAUSE_SECONDS = 2.0
"""Seconds to wait when there is no work, or the arena does not answer."""

PATIENCE_SECONDS = 120.0
"""Seconds without an answer after which the arena is taken to be over."""

Play = Callable[[Series], list[GameRow]]


class LeaseExpired(Exception):
    """The lease of the series has expired."""


class Unreachable(Exception):
    """The arena does not answer."""


@dataclass(frozen=True, slots=True)
class Arena:
    """A client of an arena at an address."""

    address: str

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        if parts.scheme not in {"http", "https"} or not parts.hostname or len(parts.path) < 2:
            raise BadSetup(f"{self.address[:80]!r} is not an arena; knobel arena --give-out prints its address")

    def ask(self, path: str, **fields: Any) -> Mapping[str, Any]:
        """Send a request; the response of the arena."""
        body = json.dumps(fields).encode()
        request = Request(f"{self.address.rstrip('/')}/{path}", body, {"Content-Type": "application/json"})  # noqa: S310 - checked above
        try:
            with urlopen(request, timeout=ASK_SECONDS) as response:  # noqa: S310 - checked above
                reply: Mapping[str, Any] = json.load(response)
                return reply
        except HTTPError as error:
            text = error.read(2000).decode("utf-8", "replace")
            if error.code == 410:
                raise LeaseExpired from None
            raise BadSetup(f"the arena refused: {_reason(text)}") from None
        except (URLError, OSError, ValueError) as error:
            raise Unreachable(str(error)) from None


def _reason(text: str) -> str:
    try:
        return str(json.loads(text)["error"])
    except (ValueError, KeyError, TypeError):
        return text[:200] or "without a reason"


def read_series(message: Mapping[str, Any], folder: Path, *, trusted: bool) -> Series:
    """Parse the series of an arena. Players that are programs or modules are only started for trusted arenas."""
    seatings = tuple(tuple(Entrant(name, player, folder) for name, player in seats) for seats in message["seatings"])
    strange = next((one.definition for seats in seatings for one in seats if not one.builtin), None)
    if strange and not trusted:
        raise BadSetup(
            f"the arena wants to run {strange[:60]!r} on this computer; "
            "add --trust if you trust that arena and have that player in this folder"
        )
    return Series(
        message["key"],
        tuple((str(key), str(value)) for key, value in message["options"]),
        seatings,
        tuple(message["numbers"]),
        message["seed"],
        message["dice"],
        Limits(**message["limits"]),
        tuple(message["values"]),
    )


def work(
    arena: Arena,
    folder: Path,
    *,
    trusted: bool = False,
    play: Play = Series.play,
    pause: Callable[[float], None] = time.sleep,
) -> int:
    """Play series until the arena is over, or does not answer any more; the number of games played."""
    played, away, answered = 0, 0.0, False
    while away < PATIENCE_SECONDS:
        try:
            offer = arena.ask("next", version=__version__)
        except Unreachable as error:
            if not answered:
                raise BadSetup(f"no arena answers at {urlsplit(arena.address).netloc}: {error}") from None
            away += PAUSE_SECONDS
            pause(PAUSE_SECONDS)
            continue
        away, answered = 0.0, True
        if offer.get("over"):
            break
        if offer.get("wait"):
            pause(PAUSE_SECONDS)
            continue
        games = _with_heartbeats(arena, offer, partial(play, read_series(offer["series"], folder, trusted=trusted)))
        with suppress(LeaseExpired, Unreachable):
            arena.ask("done", lease=offer["lease"], games=[game.as_json() for game in games])
            played += len(games)
    return played


def _with_heartbeats(arena: Arena, offer: Mapping[str, Any], play: Callable[[], list[GameRow]]) -> list[GameRow]:
    """Play, and send heartbeats meanwhile."""
    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(offer["beat"]):
            with suppress(LeaseExpired, Unreachable, BadSetup):
                arena.ask("beat", lease=offer["lease"])

    threading.Thread(target=beat, daemon=True).start()
    try:
        return play()
    finally:
        ended.set()
