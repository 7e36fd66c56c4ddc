"""A trial: a database, workers, clients, commands at a fixed rate, and the audit."""

import asyncio
import os
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic, process_time

from tools.server.audit import audit
from tools.server.caller import Caller
from tools.server.postgres import Postgres
from tools.server.worker import Worker

from .crowd import Crowd, Figures, Person, Skills
from .proxies import Proxy
from .stock import Stock

Watch = Callable[[str, float], None]
"""Called with the current phase, and the fraction of it that is done."""
_LIMITS = ("STREAMS", "STREAMS_KEY", "STREAMS_ADDRESS", "FOLLOWED_KEY", "FOLLOWED_ADDRESS", "CONNECTIONS_ADDRESS")
_MANY = {f"KNOBEL_{name}": "1000000" for name in _LIMITS}
_AT_ONCE = 50
"""How many clients connect at the same time."""


@dataclass(frozen=True)
class Plan:
    """The parameters of a load test."""

    postgres: bool
    rate: float
    """Commands per second."""
    streams: int
    seconds: float
    tables: int = 0
    """How many tables are in the database; those beyond the played ones are only stored."""
    seed: int = 1
    seats: int = 2
    """The number of seats at a table, each with a stream."""
    source: Path | None = None
    """The source tree of another version that serves; by default this one."""
    proxy: str | None = None
    """The proxy in front of two servers with one worker each; by default clients connect to one server with two."""


@dataclass(frozen=True)
class Result:
    """The result of a trial."""

    plan: Plan
    commands: Sequence[float]
    """Seconds per command, sorted."""
    looks: Sequence[float]
    event_times: Sequence[float]
    late: int
    over: int
    rate: float
    """Commands answered per second."""
    faults: Sequence[str]
    logged: int | None
    """Acknowledged commands found in the logs, once each; None before the audit."""
    load: float
    """The load average of the machine over the last minute."""
    used: Mapping[str, float]
    """Processor seconds per command: of the server, the database, the clients, and the proxy if there is one."""

    @property
    def good(self) -> bool:
        """Whether nothing went wrong."""
        return not self.faults and self.logged == len(self.commands)


@dataclass(frozen=True)
class Site:
    """Everything that runs for a trial: servers, their database, and the proxy in front of them."""

    servers: Sequence[Worker]
    database: Postgres | None
    url: str
    """The URL of the database."""
    proxy: Proxy | None

    @property
    def port(self) -> int:
        """Where clients connect."""
        return self.proxy.port if self.proxy else self.servers[0].port

    def spent(self) -> dict[str, float]:
        """Processor seconds so far, of all processes."""
        seconds = {
            "server": sum(_spent(server.pid) for server in self.servers),
            "database": _spent(self.database.pid) if self.database else 0.0,
            "load": process_time(),
        }
        return seconds | ({"proxy": _spent(self.proxy.pid)} if self.proxy else {})


@asynccontextmanager
async def serving(plan: Plan) -> AsyncIterator[Site]:
    """Start the servers of a plan, their database, and the proxy."""
    with tempfile.TemporaryDirectory(prefix="knobel-load-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        database = Postgres(folder) if plan.postgres else None
        url = database.url if database else f"sqlite:///{folder / 'knobel.db'}"
        settings = {"KNOBEL_WORKERS": "2" if plan.postgres else "1", "KNOBEL_THINKERS": "1", **_MANY}
        if plan.proxy:
            settings |= {"KNOBEL_WORKERS": "1", "KNOBEL_TRUSTED_PROXIES": "127.0.0.1"}
        if plan.source:
            settings["PYTHONPATH"] = str(plan.source / "src")
        servers = [Worker(f"server-{number}", url, folder, settings) for number in range(2 if plan.proxy else 1)]
        proxy = Proxy(plan.proxy, [server.port for server in servers], folder) if plan.proxy else None
        try:
            if database:
                await database.start()
            for server in servers:
                await server.start()
            if proxy:
                await proxy.start()
            yield Site(servers, database, url, proxy)
            if faults := [fault for server in servers for fault in server.broken()]:
                raise RuntimeError("\n".join(faults))
        finally:
            if proxy:
                proxy.stop()
            for server in servers:
                server.stop()
            if database:
                database.stop()


async def run(plan: Plan, watch: Watch) -> Result:
    """Run one trial with an audit of the logs."""
    async with housed(plan, watch) as house:
        result = await house.measure(plan.rate, watch)
        return replace(result, logged=await house.audit(watch), faults=[*result.faults, *house.faults])


@asynccontextmanager
async def housed(plan: Plan, watch: Watch, commands: int | None = None) -> AsyncIterator["House"]:
    """A server with its tables and all clients connected, ready for `commands` commands, or for those of the plan."""
    async with serving(plan) as site:
        stock = Stock(plan.seats)
        watch("tables", 0.0)
        playing = plan.streams // plan.seats
        # Games end; whoever has finished one moves on to another table.
        spare = max(playing // 2, int(commands or plan.rate * plan.seconds) // 20)
        await stock.make(site.port, site.url, max(plan.tables, playing + spare))
        crowd = Crowd(site.port, stock.keys, Random(plan.seed), await _skills(site.port))
        hall = Hall(crowd, deque(stock.tables))
        await hall.fill(playing, watch)
        yield House(plan, site, crowd, hall)


class House:
    """A server and all its clients."""

    def __init__(self, plan: Plan, site: Site, crowd: Crowd, hall: "Hall") -> None:
        self._plan, self._site, self._crowd, self._hall = plan, site, crowd, hall

    @property
    def faults(self) -> Sequence[str]:
        """Errors in what the streams reported."""
        return self._crowd.ledger.faults

    async def measure(self, rate: float, watch: Watch) -> Result:
        """Send commands at this rate, for the time of the plan."""
        plan, figures = replace(self._plan, rate=rate), Figures()
        self._crowd.figures = figures
        began, before = monotonic(), self._site.spent()
        await self._hall.play(rate, plan.seconds, watch)
        took, after = monotonic() - began, self._site.spent()
        done = max(1, len(figures.commands))
        return Result(
            plan=plan,
            commands=sorted(figures.commands),
            looks=sorted(figures.looks),
            event_times=sorted(figures.event_times),
            late=figures.late,
            over=figures.over,
            rate=len(figures.commands) / took,
            faults=figures.errors,
            logged=None,
            load=os.getloadavg()[0],
            used={name: (after[name] - before[name]) / done for name in after},
        )

    async def audit(self, watch: Watch) -> int:
        """Disconnect all clients; return how many acknowledged commands are in the logs, once each."""
        self._hall.close()
        watch("audit", 0.0)
        return (await audit(self._site.url, self._crowd.ledger, only=self._hall.played)).commands


class Hall:
    """The tables in use, and the clients that are ready to send a command."""

    def __init__(self, crowd: Crowd, tables: deque[str]) -> None:
        self._crowd, self._tables = crowd, tables
        self._ready: deque[Person] = deque()
        self._waiting: set[Person] = set()
        self._people: dict[str, list[Person]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.played: list[str] = []

    async def fill(self, count: int, watch: Watch) -> None:
        """Connect clients at `count` tables."""
        for done in range(0, count, _AT_ONCE):
            watch("streams", done / count)
            await asyncio.gather(*(self._come() for _ in range(min(_AT_ONCE, count - done))))

    async def play(self, rate: float, seconds: float, watch: Watch) -> None:
        """Send commands at this rate, whether or not the server keeps up (an open loop)."""
        began = monotonic()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            while monotonic() < due:
                await asyncio.sleep(max(0.0, due - monotonic()))
            if number % 50 == 0:
                watch("commands", number / (rate * seconds))
                # Even when behind schedule, process responses.
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
        """Disconnect all clients."""
        for people in self._people.values():
            for person in people:
                person.leave()
        self._crowd.wires.close()

    async def _come(self) -> None:
        if not self._tables:
            # All tables have been played; fewer clients go on.
            return
        table = self._tables.popleft()
        self._crowd.ledger.pages[table] = self._crowd.ledger.pages[table]
        self.played.append(table)
        seats = range(len(self._crowd.keys))
        self._people[table] = [Person(self._crowd, table, seat, self._is_ready) for seat in seats]
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


async def _skills(port: int) -> Skills:
    """The features of the server, from its OpenAPI document."""
    caller = Caller(port, "")
    try:
        document = (await caller.ask("GET", "/api/openapi.json")).value
        command = document["components"]["schemas"]["SendCommand"]
        return Skills("changes" in command["properties"], "/api/events" in document["paths"])
    finally:
        caller.close()


def _spent(pid: int | None) -> float:
    psutil = import_module("psutil")
    first = psutil.Process(pid)
    total = 0.0
    for one in [first, *first.children(recursive=True)]:
        times = one.cpu_times()
        total += times.user + times.system + times.children_user + times.children_system
    return total
