"""Fault injection: each task waits for progress since its last fault, and then kills or freezes something."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import Any

from tools.server.chaos.clock import JumpingClock
from tools.server.postgres import Postgres
from tools.server.proxy import Proxy
from tools.server.worker import Worker

psutil: Any = import_module("psutil")

_SUPERVISED, _STARVED = 0.7, 0.5
"""How often a supervised worker is killed and not its main process, and how often a worker starves and not stands."""
_JUMPS = (31, 3600, 20 * 86_400, -5, -3600, -3 * 86_400)
"""Seconds by which clocks are wrong; far less than tables of nobody stay."""
_PATIENCE = 30.0
"""Seconds after which a kill does not wait for progress any more."""
_WORK = (3, 40)
"""The range of commands that are answered between two kills."""


async def kill_workers(workers: list[Worker], times: int, random: Random, killed: Callable[[], None]) -> None:
    """Kill random servers this many times in all, or one of the workers that they supervise; each is started again."""
    for number in range(times):
        worker = workers[-1] if number == 0 else random.choice(workers)
        await work(lambda worker=worker: worker.done, random)  # type: ignore[misc]
        serving = worker.serving()
        if worker.count > 1 and serving and (number == 0 or random.random() < _SUPERVISED):
            with suppress(psutil.NoSuchProcess):
                random.choice(serving).kill()
            killed()
            continue
        # Of several workers the main process: they end by themselves.
        worker.kill()
        killed()
        await asyncio.sleep(random.uniform(0, 0.3))
        await worker.start()


async def stop_workers(workers: list[Worker], times: int, random: Random, stopped: Callable[[], None]) -> None:
    """Let random workers stand still for a moment this many times, or starve: they run a tenth of the time."""
    for _ in range(times):
        worker = random.choice(workers)
        await work(lambda: sum(worker.done for worker in workers), random)
        serving = worker.serving()
        # A worker that was killed meanwhile needs no stopping.
        with suppress(psutil.NoSuchProcess, IndexError):
            process = random.choice(serving)
            if random.random() < _STARVED:
                for _ in range(random.randint(5, 20)):
                    await _stand_still(process, 0.09)
                    await asyncio.sleep(0.01)
            else:
                await _stand_still(process, random.uniform(0, 2.0))
        stopped()


async def _stand_still(process: Any, seconds: float) -> None:
    process.suspend()
    try:
        await asyncio.sleep(seconds)
    finally:
        process.resume()


async def jump_clock(
    clock: JumpingClock, workers: list[Worker], times: int, random: Random, jumped: Callable[[], None]
) -> None:
    """Set the clock of all servers forwards and back, by seconds, hours and days, and right in the end."""
    for _ in range(times):
        await work(lambda: sum(worker.done for worker in workers), random)
        clock.set(random.choice(_JUMPS))
        jumped()
    await work(lambda: sum(worker.done for worker in workers), random)
    clock.set(0)


async def kill_database(
    database: Postgres, workers: list[Worker], times: int, random: Random, killed: Callable[[], None]
) -> None:
    """Kill the database this many times, and start it again."""
    for _ in range(times):
        await work(lambda: sum(worker.done for worker in workers), random)
        await asyncio.to_thread(database.kill)
        killed()
        await asyncio.sleep(random.uniform(0, 0.5))
        await database.start()


async def restart_without_database(
    database: Postgres, workers: list[Worker], times: int, random: Random, done: Callable[[], None]
) -> list[str]:
    """Restart workers while the database is down, this many times; the faults found."""
    faults = []
    for _ in range(times):
        await work(lambda: sum(worker.done for worker in workers), random)
        await asyncio.to_thread(database.kill)
        worker = random.choice(workers)
        worker.kill()
        worker.launch()
        if not await worker.until(503):
            faults.append(f"{worker.name} did not say that it waits for the database")
        faults += [f"{one.name} ended because the database was away" for one in workers if not one.alive]
        await database.start()
        for one in workers:
            if not await one.until(200):
                faults.append(f"{one.name} did not come back with the database")
        done()
    return faults


async def freeze(
    proxies: Sequence[Proxy], workers: list[Worker], times: int, random: Random, frozen: Callable[[int], None]
) -> None:
    """Freeze all connections of a random proxy this many times, without closing them."""
    for _ in range(times):
        await work(lambda: sum(worker.done for worker in workers), random)
        proxy = random.choice(proxies)
        frozen(proxy.cut())
        # Sometimes new connections are dead as well, for a while.
        proxy.hole = random.random() < 0.3
        await asyncio.sleep(random.uniform(0, 0.5))
        proxy.hole = False


async def work(done: Callable[[], int], random: Random) -> None:
    """Wait for some more commands, and a random few milliseconds, to hit any moment of the next one."""
    goal = done() + random.randint(*_WORK)
    end = time.monotonic() + _PATIENCE
    while done() < goal and time.monotonic() < end:
        await asyncio.sleep(0.01)
    await asyncio.sleep(random.uniform(0, 0.02))
