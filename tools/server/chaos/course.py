"""A course of chaos, from an empty database to the audit."""

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tools.server.audit import Found, audit
from tools.server.chaos.killer import kill_database, kill_workers
from tools.server.chaos.party import parties
from tools.server.chaos.phone import Silent
from tools.server.ledger import Ledger
from tools.server.postgres import Postgres
from tools.server.worker import Worker

SHOWN = 20
"""How many faults a verdict tells in full."""


@dataclass(frozen=True)
class Plan:
    """What is to happen."""

    postgres: bool
    kills: int
    """How often a worker is killed, and the database too if it is a PostgreSQL."""
    seed: int
    parties: int = 8
    seconds: float = 900.0
    """The longest it may take."""
    thinkers: int = 0
    """Processes in which the bots of a worker think; 0 for threads."""

    @property
    def workers(self) -> int:
        """How many workers there are: SQLite is for one."""
        return 2 if self.postgres else 1


@dataclass
class Verdict:
    """What came of it."""

    plan: Plan
    killed: int = 0
    crashed: int = 0
    """How often the database was killed."""
    done: int = 0
    again: int = 0
    found: Found = field(default_factory=Found)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        """All kills took place, something was done, and nothing is wrong."""
        wanted = self.plan.kills
        enough = self.killed >= wanted and (self.crashed >= wanted or not self.plan.postgres)
        return enough and self.found.commands > 0 and not self.faults

    def text(self) -> str:
        """The verdict in a few lines."""
        found = self.found
        where = "PostgreSQL, two workers" if self.plan.postgres else "SQLite, one worker"
        lines = [
            f"{where}, seed {self.plan.seed}, {self.seconds:.0f} s",
            f"killed: a worker {self.killed} times, the database {self.crashed} times",
            f"told: {self.done} commands acknowledged; {self.again} requests sent again for want of an answer",
            f"played again: {found.tables} logs with {found.rows} rows, {found.over} games to their end",
            f"as told: {found.commands} commands, each once; {found.events} events; {found.views} views",
            f"as sealed: {found.dice} dice",
            *(f"FAULT: {fault}" for fault in self.faults[:SHOWN]),
        ]
        if len(self.faults) > SHOWN:
            lines.append(f"… and {len(self.faults) - SHOWN} faults more")
        lines.append("Nothing was lost or doubled." if self.good else "NOT GOOD.")
        return "\n".join(lines)


async def run(plan: Plan, watch: Callable[[Verdict], None] = lambda _: None) -> Verdict:
    """Do it; `watch` is called whenever something has changed."""
    verdict, ledger = Verdict(plan), Ledger()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="knobel-chaos-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        database = Postgres(folder) if plan.postgres else None
        url = database.url if database else f"sqlite:///{folder / 'knobel.db'}"
        settings = {"KNOBEL_THINKERS": str(plan.thinkers)}
        workers = [Worker(f"worker-{number}", url, folder, settings) for number in range(plan.workers)]
        try:
            async with asyncio.timeout(plan.seconds):
                if database:
                    await database.start()
                await asyncio.gather(*(worker.start() for worker in workers))
                if await _storm(verdict, ledger, workers, database, watch):
                    verdict.found = await audit(url, ledger)
        except TimeoutError:
            ledger.fault(f"it was not over after {plan.seconds:.0f} seconds")
        finally:
            for worker in workers:
                worker.stop()
                verdict.faults += [f"{worker.name}: {line}" for line in worker.broken()]
            if database:
                database.stop()
    verdict.done, verdict.again = ledger.done, ledger.again
    verdict.faults = ledger.faults + verdict.faults
    verdict.seconds = time.monotonic() - began
    return verdict


async def _storm(
    verdict: Verdict,
    ledger: Ledger,
    workers: list[Worker],
    database: Postgres | None,
    watch: Callable[[Verdict], None],
) -> bool:
    """Everybody plays while the killers do their work, and then gets answers; whether it came to its end."""
    plan, ending = verdict.plan, asyncio.Event()

    def killed() -> None:
        verdict.killed += 1

    def crashed() -> None:
        verdict.crashed += 1

    async def show() -> None:
        while not ending.is_set():
            verdict.done, verdict.again = ledger.done, ledger.again
            watch(verdict)
            await asyncio.sleep(0.2)

    try:
        async with asyncio.TaskGroup() as playing:
            playing.create_task(show())
            for party in parties(plan.parties, workers, ledger, Random(plan.seed)):
                playing.create_task(party.run(ending))
            async with asyncio.TaskGroup() as killing:
                killing.create_task(kill_workers(workers, plan.kills, Random(plan.seed + 1), killed))
                if database:
                    killing.create_task(kill_database(database, workers, plan.kills, Random(plan.seed + 2), crashed))
            ending.set()
    except* Silent as errors:
        for error in errors.exceptions:
            ledger.fault(str(error))
    watch(verdict)
    return ending.is_set()
