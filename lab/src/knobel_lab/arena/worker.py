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


class Gone(Exception):
    """The lease of the series has expired."""


class Away(Exception):
    """The arena does not answer."""


@dataclass(frozen=True, slots=True)
class Arena:
    """A client of an arena at an address."""

    address: str

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        if parts.scheme not in {"http", "https"} or not parts.hostname or len(parts.path) < 2:
            raise BadSetup(f"{self.address[:80]!r} is no arena; its address is printed by knobel arena --give-out")

    def ask(self, what: str, **asked: Any) -> Mapping[str, Any]:
        """Send a request; the response of the arena."""
        body = json.dumps(asked).encode()
        request = Request(f"{self.address.rstrip('/')}/{what}", body, {"Content-Type": "application/json"})  # noqa: S310 - checked above
        try:
            with urlopen(request, timeout=ASK_SECONDS) as response:  # noqa: S310 - checked above
                found: Mapping[str, Any] = json.load(response)
                return found
        except HTTPError as error:
            said = error.read(2000).decode("utf-8", "replace")
            if error.code == 410:
                raise Gone from None
            raise BadSetup(f"the arena refused: {_reason(said)}") from None
        except (URLError, OSError, ValueError) as error:
            raise Away(str(error)) from None


def _reason(said: str) -> str:
    try:
        return str(json.loads(said)["error"])
    except (ValueError, KeyError, TypeError):
        return said[:200] or "without a reason"


def read_series(found: Mapping[str, Any], folder: Path, *, trusted: bool) -> Series:
    """Parse the series of an arena. Players that are programs or modules are only started for trusted arenas."""
    seatings = tuple(tuple(Entrant(name, what, folder) for name, what in seats) for seats in found["seatings"])
    strange = next((one.what for seats in seatings for one in seats if not one.builtin), None)
    if strange and not trusted:
        raise BadSetup(
            f"the arena wants {strange[:60]!r} to be run here; "
            "say --trust if you know whose arena it is and have that player in this folder"
        )
    options = tuple((str(key), str(value)) for key, value in found["options"])
    limits = Limits(**found["limits"])
    return Series(found["key"], options, seatings, tuple(found["numbers"]), found["seed"], found["dice"], limits)


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
            found = arena.ask("next", version=__version__)
        except Away as error:
            if not answered:
                raise BadSetup(f"no arena answers at {urlsplit(arena.address).netloc}: {error}") from None
            away += PAUSE_SECONDS
            pause(PAUSE_SECONDS)
            continue
        away, answered = 0.0, True
        if found.get("over"):
            break
        if found.get("wait"):
            pause(PAUSE_SECONDS)
            continue
        games = _while_told(arena, found, partial(play, read_series(found["series"], folder, trusted=trusted)))
        with suppress(Gone, Away):
            arena.ask("done", lease=found["lease"], games=[game.as_json() for game in games])
            played += len(games)
    return played


def _while_told(arena: Arena, found: Mapping[str, Any], play: Callable[[], list[GameRow]]) -> list[GameRow]:
    """Play, and send heartbeats meanwhile."""
    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(found["beat"]):
            with suppress(Gone, Away, BadSetup):
                arena.ask("beat", lease=found["lease"])

    threading.Thread(target=beat, daemon=True).start()
    try:
        return play()
    finally:
        ended.set()
