"""A run of the chaos test, from an empty database to the audit."""

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tools.server.audit import AuditTotals, audit
from tools.server.chaos.clock import JumpingClock
from tools.server.chaos.database_faults import PostgresFaults, SqliteFaults, trouble
from tools.server.chaos.guest_process import GuestProcess
from tools.server.chaos.killer import (
    freeze,
    jump_clock,
    kill_database,
    kill_workers,
    restart_without_database,
    stop_workers,
)
from tools.server.chaos.party import parties
from tools.server.chaos.phases import CALM, RUDE, STORM, Phases
from tools.server.chaos.phone import Net, Silent
from tools.server.ledger import Ledger
from tools.server.postgres import Postgres
from tools.server.proxy import Proxy
from tools.server.worker import Worker

SHOWN = 20
"""How many faults a verdict lists."""


@dataclass(frozen=True)
class Plan:
    """The parameters of a run."""

    postgres: bool
    kills: int
    """How often a worker is killed, one is stopped, a clock jumps, connections are frozen, and PostgreSQL is killed."""
    seed: int
    restarts: int = 1
    """How often a worker is restarted while PostgreSQL is down, and how often the database is ill in each way."""
    entries: int = 8_000
    """The number of entries of the long records that the attacker imports."""
    measured: int = 0
    """How many responses are measured before the attack, and again during it."""
    limit: float | None = None
    """Seconds within which 99 of 100 responses must come during the attack, while nothing is killed."""
    parties: int = 8
    seconds: float = 900.0
    """The timeout of the run."""
    thinkers: int = 0
    """The number of processes for bots of a worker; 0 for threads."""

    @property
    def workers(self) -> tuple[int, ...]:
        """The number of workers of each server: SQLite allows one."""
        return (1, 2) if self.postgres else (1,)


@dataclass
class Verdict:
    """The results of a run."""

    plan: Plan
    killed: int = 0
    crashed: int = 0
    """How often the database was killed."""
    restarted: int = 0
    """How often a worker was restarted while the database was down."""
    stopped: int = 0
    """How often a worker stood still, or starved."""
    jumped: int = 0
    """How often the clock jumped."""
    ill: list[str] = field(default_factory=list)
    """What was wrong with the database, each time."""
    frozen: int = 0
    """How many connections were frozen: dead, but not closed."""
    done: int = 0
    again: int = 0
    audited: AuditTotals = field(default_factory=AuditTotals)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0
    rounds: int = 0
    """How many rounds of attacks there were."""
    guest: str = ""
    """The responses to the attacks, in words."""
    phases: Phases = field(default_factory=Phases)

    @property
    def good(self) -> bool:
        """Whether all kills happened, commands were carried out, nobody waited too long, and there are no faults."""
        plan = self.plan
        crashed = not plan.postgres or (self.crashed >= plan.kills and self.restarted >= plan.restarts)
        done = min(self.killed, self.stopped, self.jumped) >= plan.kills and crashed and self.audited.commands > 0
        return done and not self.late and not self.faults

    @property
    def late(self) -> bool:
        """Whether others had to wait too long during the attack, or were asked to come again."""
        limit, phases = self.plan.limit, self.phases
        return limit is not None and (phases.p99(RUDE) > limit or phases.refusals(CALM) + phases.refusals(RUDE) > 0)

    def text(self) -> str:
        """The verdict as text."""
        totals = self.audited
        where = "PostgreSQL, a server and one with two workers" if self.plan.postgres else "SQLite, one worker"
        lines = [
            f"{where}, seed {self.plan.seed}, {self.seconds:.0f} s",
            f"killed: a worker {self.killed} times, the database {self.crashed} times",
            f"restarted: {self.restarted} workers while the database was away; frozen: {self.frozen} connections",
            f"stopped: workers {self.stopped} times; the clock jumped {self.jumped} times; the database was "
            + ", ".join(f"{what} {times} times" for what, times in Counter(self.ill).items()),
            f"told: {self.done} commands acknowledged; {self.again} requests sent again for want of an answer",
            *self.phases.text(),
            f"the rude guest, {self.rounds} rounds: {self.guest}",
            f"played again: {totals.tables} logs with {totals.rows} rows, {totals.over} games to their end",
            f"as told: {totals.commands} commands, each once; {totals.events} events; {totals.views} views",
            f"as sealed: {totals.dice} dice",
            *(f"FAULT: {fault}" for fault in self.faults[:SHOWN]),
        ]
        if len(self.faults) > SHOWN:
            lines.append(f"… and {len(self.faults) - SHOWN} faults more")
        if self.late:
            limit = 1000 * (self.plan.limit or 0)
            lines.append(f"LATE: p99 is over {limit:.0f} ms while a guest is rude, or somebody was refused")
        without, beside = (f"{1000 * self.phases.p99(phase):.0f} ms" for phase in (CALM, RUDE))
        lines.append(f"p99 of everybody else: {without} without the rude guest, {beside} beside it")
        summary = "Nothing was lost or doubled" + (", but others waited too long." if self.late else ".")
        lines.append(summary if self.good or (self.late and not self.faults) else "NOT GOOD.")
        return "\n".join(lines)


async def run(plan: Plan, watch: Callable[[Verdict], None] = lambda _: None) -> Verdict:
    """Run the test; `watch` is called whenever something has changed."""
    verdict, ledger = Verdict(plan), Ledger()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="knobel-chaos-", ignore_cleanup_errors=True) as name, ExitStack() as stack:
        folder = Path(name)
        database = Postgres(folder) if plan.postgres else None
        url = database.url if database else f"sqlite:///{folder / 'knobel.db'}"
        clock = JumpingClock(folder)
        settings = {"KNOBEL_THINKERS": str(plan.thinkers), "KNOBEL_PACE": "0.1", **clock.settings}
        workers = [
            Worker(
                f"worker-{number}", url, folder, settings, limited=True, count=count, entry="tools.server.chaos.clock"
            )
            for number, count in enumerate(plan.workers)
        ]
        proxies = [stack.enter_context(Proxy(f"http://127.0.0.1:{worker.port}")) for worker in workers]
        try:
            async with asyncio.timeout(plan.seconds):
                if database:
                    await database.start()
                await asyncio.gather(*(worker.start() for worker in workers))
                course = _Course(verdict, Net(workers, proxies, ledger, verdict.phases), clock, database, watch)
                if await course.run():
                    verdict.audited = await audit(url, ledger)
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


class _Course:
    """All participants of a run, and the faults injected."""

    def __init__(
        self,
        verdict: Verdict,
        net: Net,
        clock: JumpingClock,
        database: Postgres | None,
        watch: Callable[[Verdict], None],
    ) -> None:
        self._verdict, self._net, self._clock, self._database, self._watch = verdict, net, clock, database, watch
        self._plan, self._ending = verdict.plan, asyncio.Event()
        ports = [worker.port for worker in net.workers for _ in range(worker.count)]
        self._guest = GuestProcess(net.ledger, verdict.plan.seed + 4, verdict.plan.entries, ports)

    async def run(self) -> bool:
        """Let everybody play through all phases, and then finish; whether the run was completed."""
        try:
            async with asyncio.TaskGroup() as playing:
                playing.create_task(self._show())
                for party in parties(self._plan.parties, self._net, Random(self._plan.seed)):
                    playing.create_task(party.run(self._ending))
                await self._until_measured(CALM)
                playing.create_task(self._guest.run(self._ending))
                await self._until_measured(RUDE)
                self._net.phases.now = STORM
                await self._storm()
                self._ending.set()
        except* Silent as errors:
            for error in errors.exceptions:
                self._net.ledger.fault(str(error))
        self._tell()
        return self._ending.is_set()

    async def _until_measured(self, phase: str) -> None:
        """Let people play until there are enough responses and, in the attack, one round is complete."""
        self._net.phases.now = phase
        while self._net.phases.answers(phase) < self._plan.measured or (phase == RUDE and not self._guest.rounds):
            await asyncio.sleep(0.1)

    async def _storm(self) -> None:
        """Kill and freeze everything as often as planned, while all play on."""
        plan, database, workers = self._plan, self._database, list(self._net.workers)
        async with asyncio.TaskGroup() as killing:
            killing.create_task(kill_workers(workers, plan.kills, Random(plan.seed + 1), self._killed))
            killing.create_task(stop_workers(workers, plan.kills, Random(plan.seed + 6), self._stopped))
            killing.create_task(jump_clock(self._clock, workers, plan.kills, Random(plan.seed + 7), self._jumped))
            killing.create_task(freeze(self._net.proxies, workers, plan.kills, Random(plan.seed + 3), self._frozen))
            if database:
                killing.create_task(kill_database(database, workers, plan.kills, Random(plan.seed + 2), self._crashed))
        if database:
            random = Random(plan.seed + 5)
            for fault in await restart_without_database(database, workers, plan.restarts, random, self._restarted):
                self._net.ledger.fault(fault)
        for worker in workers:
            await worker.until(200)
        faults = PostgresFaults(database).all if database else SqliteFaults(workers[0]).all
        for fault in await trouble(faults, workers, plan.restarts, Random(plan.seed + 8), self._verdict.ill.append):
            self._net.ledger.fault(fault)

    def _stopped(self) -> None:
        self._verdict.stopped += 1

    def _jumped(self) -> None:
        self._verdict.jumped += 1

    def _killed(self) -> None:
        self._verdict.killed += 1

    def _crashed(self) -> None:
        self._verdict.crashed += 1

    def _restarted(self) -> None:
        self._verdict.restarted += 1

    def _frozen(self, connections: int) -> None:
        self._verdict.frozen += connections

    async def _show(self) -> None:
        while not self._ending.is_set():
            self._tell()
            await asyncio.sleep(0.2)

    def _tell(self) -> None:
        verdict, ledger = self._verdict, self._net.ledger
        verdict.done, verdict.again = ledger.done, ledger.again
        verdict.rounds, verdict.guest = self._guest.rounds, self._guest.summary
        self._watch(verdict)
