"""Jobs that take long (hints, reviews, positions), and the pool of workers that runs them outside the event loop.

Jobs take and give plain values only, so that they can run in another process.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, TypeVar

from knobel.coach import as_json, hints, review
from knobel.coach.explore import BadPosition, Position, Value, explore
from knobel.coach.headline import objective_text
from knobel.core.entry import write_entry
from knobel.core.errors import BadSetup
from knobel.core.game import Decide, Over, Throw
from knobel.core.record import Record
from knobel.scene import look
from knobel.scene.model import as_json as scene_json
from knobel.scene.text import catalogue, say, text
from knobel.tables.errors import Busy

T = TypeVar("T")

MOST_WAITING = 200
"""How many jobs wait at most; the next is refused as Busy."""
TIMEOUT = 60.0
"""Seconds after which a job is given up."""
MOST_SEATS = 6
"""How many sheets a position that is set up by hand may have."""


def threads(count: int = 2) -> Executor:
    """Threads as workers: quick to start; they share one interpreter with the event loop."""
    return ThreadPoolExecutor(count, thread_name_prefix="knobel-pool")


def processes(count: int) -> Executor:
    """Processes as workers, which do not slow the event loop; they take some memory, and a second to start."""
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_die_with_parent)


def _die_with_parent() -> None:
    """End when the server ends, also when it is killed and cannot say so."""
    # Ctrl+C goes to all processes of a terminal; the server says when these end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Pool:
    """An executor that is made when it is first needed, and made anew if its workers are lost."""

    def __init__(self, make: Callable[[], Executor] = threads) -> None:
        self._make = make
        self._executor: Executor | None = None
        self.waiting = 0
        """How many wait for an answer now."""

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """The result of a job. A job whose caller is cancelled while it waits in line is not run."""
        if self.waiting >= MOST_WAITING:
            raise Busy("too many ask for advice at once; try again in a moment")
        self.waiting += 1
        try:
            async with asyncio.timeout(TIMEOUT):
                return await self._run(work, *args)
        except TimeoutError as error:
            raise Busy("the advice takes too long; try again in a moment") from error
        except BrokenExecutor as error:
            raise Busy("whoever was thinking is gone; try again") from error
        finally:
            self.waiting -= 1

    async def _run(self, work: Callable[..., T], *args: Any) -> T:
        self._executor = executor = self._executor or self._make()
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, work, *args)
        except BrokenExecutor:
            if self._executor is executor:
                self._executor = None
            raise

    async def close(self) -> None:
        """Stop the workers; jobs that have not begun are dropped."""
        if self._executor:
            await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)
            self._executor = None


def hints_for(record: str, seat: int | None, language: str) -> list[dict[str, Any]]:
    """A hint for each seat that has to decide, or for one of them."""
    catalogue(language)
    return [as_json(hint, language) for hint in hints(Record.read(record), seat)]


def review_of(record: str, seat: int | None, language: str) -> dict[str, Any]:
    """The review of a game as far as it goes."""
    catalogue(language)
    return as_json(review(Record.read(record), seat), language)


def study(text: str, language: str, hint: bool, reviewed: bool) -> dict[str, Any]:
    """The position where a record ends: what to draw, what may be done, and what the coach says if asked."""
    catalogue(language)
    record = Record.read(text)
    game, state, pending = record.game, record.state, record.pending
    waiting = {Throw: "throw", Decide: "decide", Over: "over"}[type(pending)]
    deciding = pending.seats if isinstance(pending, Decide) else ()
    return {
        "names": list(record.names),
        "scene": scene_json(look(game, state)),
        "waiting": waiting,
        "cup": [position + 1 for position in pending.dice] if isinstance(pending, Throw) else [],
        "moves": {str(seat): [str(move) for move in game.moves(state, seat)] for seat in deciding},
        "entries": [[number, write_entry(game, event)] for number, event in record.standing],
        "hints": [as_json(one, language) for one in hints(record)] if hint else None,
        "review": as_json(review(record), language) if reviewed else None,
    }


@dataclass(frozen=True, slots=True)
class ExploreRequest:
    """A position that was set up by hand, and the language of the answer."""

    game: str
    options: Mapping[str, object]
    sheets: tuple[Mapping[str, Value], ...]
    dice: tuple[str | None, ...]
    throws: int
    reach: int | None
    language: str


def explored(asked: ExploreRequest) -> dict[str, Any]:
    """What is known of the position, in sentences of a language."""
    names = tuple(say(text("explore.player", number=seat + 1), asked.language) for seat in range(MOST_SEATS))
    position = Position(asked.sheets, asked.dice, asked.throws)
    try:
        found = explore(asked.game, position, asked.options, asked.reach, names)
    except BadPosition as error:
        raise BadSetup(say(error.words, asked.language)) from error
    return {
        "names": list(found.names),
        "scene": scene_json(found.scene),
        "places": [{**asdict(place), "label": say(place.label, asked.language)} for place in found.places],
        "throws": found.throws,
        "value": found.value,
        "amount": say(found.amount, asked.language),
        "objective": found.objective,
        "aim": say(objective_text(asked.game, found.objective), asked.language),
        "exact": found.exact,
        "hint": as_json(found.hint, asked.language) if found.hint else None,
        "odds": [{**asdict(one), "label": say(one.label, asked.language)} for one in found.odds],
    }
