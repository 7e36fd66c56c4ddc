"""A trial: a database, workers, a crowd, commands at a fixed rate, and the audit."""

import asyncio
import os
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic, process_time

from tools.server.audit import audit
from tools.server.caller import Caller
from tools.server.postgres import Postgres
from tools.server.worker import Worker

from .crowd import Crowd, Figures, Person
from .stock import SEATS, Stock

Watch = Callable[[str, float], None]
"""Is told what is going on, and how much of it is done."""
_LIMITS = ("STREAMS", "STREAMS_KEY", "STREAMS_ADDRESS", "FOLLOWED_KEY", "FOLLOWED_ADDRESS", "CONNECTIONS_ADDRESS")
_MANY = {f"KNOBEL_{name}": "1000000" for name in _LIMITS}
_AT_ONCE = 50
"""How many come at the same time when everybody comes."""


@dataclass(frozen=True)
class Plan:
    """How much load, on what."""

    postgres: bool
    rate: float
    """Commands a second."""
    streams: int
    seconds: float
    tables: int = 0
    """How many tables are in the database; more than are played at once are only stored."""
    seed: int = 1
    source: Path | None = None
    """The source tree of another version that serves; this one, unless said."""

    @property
    def workers(self) -> int:
        """How many processes serve."""
        return 2 if self.postgres else 1


@dataclass(frozen=True)
class Result:
    """What came of a trial."""

    plan: Plan
    commands: Sequence[float]
    """Seconds for a command, sorted."""
    looks: Sequence[float]
    heard: Sequence[float]
    late: int
    over: int
    rate: float
    """Commands a second that were answered."""
    faults: Sequence[str]
    found: int
    """Acknowledged commands that were found in the logs, once each."""
    load: float
    """How busy the machine was: processes that wanted to run, on average over the last minute."""
    used: Mapping[str, float]
    """Seconds of processor time for a command: the server's, the database's, ours."""

    @property
    def good(self) -> bool:
        """Nothing went wrong."""
        return not self.faults and self.found == len(self.commands)


@asynccontextmanager
async def serving(postgres: bool, source: Path | None = None) -> AsyncIterator[tuple[Worker, Postgres | None, str]]:
    """A server, maybe of another source tree, its database if that is a process of its own, and the address of that."""
    with tempfile.TemporaryDirectory(prefix="knobel-load-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        database = Postgres(folder) if postgres else None
        url = database.url if database else f"sqlite:///{folder / 'knobel.db'}"
        settings = {"KNOBEL_WORKERS": "2" if postgres else "1", "KNOBEL_THINKERS": "1", **_MANY}
        if source:
            settings["PYTHONPATH"] = str(source / "src")
        worker = Worker("server", url, folder, settings)
        try:
            if database:
                await database.start()
            await worker.start()
            yield worker, database, url
            if faults := worker.broken():
                raise RuntimeError("\n".join(faults))
        finally:
            worker.stop()
            if database:
                database.stop()


async def run(plan: Plan, watch: Watch) -> Result:
    """Do it."""
    async with serving(plan.postgres, plan.source) as (worker, database, url):
        stock = Stock()
        watch("tables", 0.0)
        playing = plan.streams // SEATS
        # Games end; whoever has played one sits down at another table.
        spare = max(playing // 2, int(plan.rate * plan.seconds / 20))
        await stock.make(worker.port, url, max(plan.tables, playing + spare))
        crowd = Crowd(worker.port, stock.keys, Random(plan.seed), changes=await _tells_changes(worker.port))
        hall = Hall(crowd, deque(stock.tables))
        await hall.fill(playing, watch)
        crowd.figures.looks.clear()
        began, before = monotonic(), _used(worker, database)
        await hall.play(plan.rate, plan.seconds, watch)
        took, after = monotonic() - began, _used(worker, database)
        used = {name: (after[name] - before[name]) / len(crowd.figures.commands) for name in after}
        hall.close()
        watch("audit", 0.0)
        found = await audit(url, crowd.ledger, only=hall.played)
        return _result(plan, crowd, found.commands, took, used)


class Hall:
    """The tables at which somebody sits, and whose turn it is."""

    def __init__(self, crowd: Crowd, tables: deque[str]) -> None:
        self._crowd, self._tables = crowd, tables
        self._ready: deque[Person] = deque()
        self._waiting: set[Person] = set()
        self._people: dict[str, list[Person]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.played: list[str] = []

    async def fill(self, count: int, watch: Watch) -> None:
        """Let people come to so many tables."""
        for done in range(0, count, _AT_ONCE):
            watch("streams", done / count)
            await asyncio.gather(*(self._come() for _ in range(min(_AT_ONCE, count - done))))

    async def play(self, rate: float, seconds: float, watch: Watch) -> None:
        """Commands at this rate, whether or not the server keeps up."""
        began = monotonic()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            while monotonic() < due:
                await asyncio.sleep(max(0.0, due - monotonic()))
            if number % 50 == 0:
                watch("commands", number / (rate * seconds))
                # Whoever is behind still lets the answers in.
                await asyncio.sleep(0)
            if self._ready:
                person = self._ready.popleft()
                self._waiting.discard(person)
                self._spawn(person.act(due))
            else:
                self._crowd.figures.late += 1
        while self._tasks:
            await asyncio.wait(self._tasks, timeout=60)

    def close(self) -> None:
        """Everybody goes home."""
        for people in self._people.values():
            for person in people:
                person.leave()
        self._crowd.wires.close()

    async def _come(self) -> None:
        table = self._tables.popleft()
        self._crowd.ledger.pages[table] = self._crowd.ledger.pages[table]
        self.played.append(table)
        self._people[table] = [Person(self._crowd, table, seat, self._is_ready) for seat in range(SEATS)]
        for person in self._people[table]:
            await person.arrive()

    def _is_ready(self, person: Person) -> None:
        if not person.over:
            if person not in self._waiting:
                self._waiting.add(person)
                self._ready.append(person)
        elif person.table in self._people:
            self._crowd.figures.over += 1
            for one in self._people.pop(person.table):
                one.leave()
            self._spawn(self._come())

    def _spawn(self, doing: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _tells_changes(port: int) -> bool:
    """The server can answer a command with what has changed; older ones cannot."""
    caller = Caller(port, "")
    try:
        document = (await caller.ask("GET", "/api/openapi.json")).value
        return "changes" in document["components"]["schemas"]["SendCommand"]["properties"]
    finally:
        caller.close()


def _used(worker: Worker, database: Postgres | None) -> dict[str, float]:
    """Seconds of processor time so far, of all processes."""
    return {
        "server": _spent(worker.pid),
        "database": _spent(database.pid) if database else 0.0,
        "load": process_time(),
    }


def _spent(pid: int | None) -> float:
    psutil = import_module("psutil")
    first = psutil.Process(pid)
    total = 0.0
    for one in [first, *first.children(recursive=True)]:
        times = one.cpu_times()
        total += times.user + times.system + times.children_user + times.children_system
    return total


def _result(plan: Plan, crowd: Crowd, found: int, took: float, used: Mapping[str, float]) -> Result:
    figures: Figures = crowd.figures
    return Result(
        plan=plan,
        commands=sorted(figures.commands),
        looks=sorted(figures.looks),
        heard=sorted(figures.heard),
        late=figures.late,
        over=figures.over,
        rate=len(figures.commands) / took,
        faults=[*figures.errors, *crowd.ledger.faults],
        found=found,
        load=os.getloadavg()[0],
        used=used,
    )
