"""Fault injection: each task waits for progress since its last fault, and then kills or freezes something."""

import asyncio
import time
from collections.abc import Callable, Sequence
from random import Random

from tools.server.postgres import Postgres
from tools.server.proxy import Proxy
from tools.server.worker import Worker

_PATIENCE = 30.0
"""Seconds after which a kill does not wait for progress any more."""
_WORK = (3, 40)
"""The range of commands that are answered between two kills."""


async def kill_workers(workers: list[Worker], times: int, random: Random, killed: Callable[[], None]) -> None:
    """Kill random workers this many times in all; each is started again."""
    for _ in range(times):
        worker = random.choice(workers)
        await _work(lambda worker=worker: worker.done, random)  # type: ignore[misc]
        worker.kill()
        killed()
        await asyncio.sleep(random.uniform(0, 0.3))
        await worker.start()


async def kill_database(
    database: Postgres, workers: list[Worker], times: int, random: Random, killed: Callable[[], None]
) -> None:
    """Kill the database this many times, and start it again."""
    for _ in range(times):
        await _work(lambda: sum(worker.done for worker in workers), random)
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
        await _work(lambda: sum(worker.done for worker in workers), random)
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
        await _work(lambda: sum(worker.done for worker in workers), random)
        proxy = random.choice(proxies)
        frozen(proxy.cut())
        # Sometimes new connections are dead as well, for a while.
        proxy.hole = random.random() < 0.3
        await asyncio.sleep(random.uniform(0, 0.5))
        proxy.hole = False


async def _work(done: Callable[[], int], random: Random) -> None:
    """Wait for some more commands, and a random few milliseconds, to hit any moment of the next one."""
    goal = done() + random.randint(*_WORK)
    end = time.monotonic() + _PATIENCE
    while done() < goal and time.monotonic() < end:
        await asyncio.sleep(0.01)
    await asyncio.sleep(random.uniform(0, 0.02))
