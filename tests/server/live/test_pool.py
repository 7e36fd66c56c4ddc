"""Thinking is shared fairly: bots have their own workers, nobody fills the line, and what nobody waits for is ended."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

from knobel.server.live import pool
from knobel.server.live.caller import CALLER
from knobel.server.live.pool import Pool, PoolJobs, process
from knobel.tables.errors import Busy
from tests.patience import PATIENCE
from tests.server.conftest import Start
from tests.server.live.gate import wait_at
from tests.server.live.test_bot_runner import first_write, wait_for
from tests.tables.people import say, sit, wish

pytestmark = pytest.mark.asyncio


class Guest:
    """Somebody who asks, and what was charged."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.charged: list[float] = []

    def charge(self, seconds: float) -> None:
        self.charged.append(seconds)


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A file that nobody can read until somebody writes to it, in whatever process."""
    path = tmp_path / "gate"
    os.mkfifo(path)
    return path


async def until_dead(number: int) -> None:
    """Wait until a process has ended."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                os.kill(number, 0)
            except ProcessLookupError:
                return
            await asyncio.sleep(0.01)


async def test_bots_play_on_while_the_coach_is_asked_for_more_than_it_can_do(start: Start) -> None:
    service = await start()
    _, (anna,) = await sit(service, wish("hexhex", 2, bots={1: "chick"}), "Anna")
    free = threading.Event()
    rude = [asyncio.create_task(service.jobs.pool.run(free.wait, PATIENCE)) for _ in range(20)]
    try:
        await say(service, anna, await first_write(service, anna))
        await wait_for(service, anna.table, anna.token, 0)
        assert not any(one.done() for one in rude)
    finally:
        free.set()
        await asyncio.gather(*rude)


async def test_what_nobody_waits_for_any_more_is_ended(gate: Path) -> None:
    workers = Pool(process, 1)
    rude = Guest("rude")
    number = await workers.run(os.getpid)
    asked = asyncio.create_task(workers.run(Path.read_text, gate, asker=rude))
    # Who opens the gate for writing has to wait until somebody is there to read.
    opened = await asyncio.to_thread(gate.open, "w")
    with opened:
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        async with asyncio.timeout(PATIENCE):
            await until_dead(number)
    assert len(rude.charged) == 1
    assert await workers.run(max, 1, 2) == 2
    await workers.close()


async def test_who_hangs_up_while_a_process_starts_leaves_it_to_the_next(gate: Path) -> None:
    """One who hung up on 40 studies had 40 processes started, and took 1.2 GB of memory."""
    made: list[Executor] = []

    def counted() -> Executor:
        made.append(ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=wait_at, initargs=(gate,)))
        return made[-1]

    workers = Pool(counted, 1)
    rude = Guest("rude")
    for _ in range(5):
        asked = asyncio.create_task(workers.run(max, 1, 2, asker=rude))
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
    polite = asyncio.create_task(workers.run(max, 1, 2, asker=Guest("polite")))
    await asyncio.to_thread(gate.write_text, "open")
    assert await polite == 2
    assert len(made) == 1
    assert len(rude.charged) == 5
    await workers.close()


async def test_a_process_that_dies_while_it_starts_is_made_anew() -> None:
    made: list[Executor] = []

    def first_dies() -> Executor:
        dying = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=os._exit, initargs=(1,))
        made.append(process() if made else dying)
        return made[-1]

    workers = Pool(first_dies, 1)
    with pytest.raises(Busy, match="try again"):
        await workers.run(max, 1, 2)
    assert await workers.run(max, 1, 2) == 2
    await workers.close()


async def test_a_job_that_overruns_is_ended_and_paid_for(gate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Pool(process, 1)
    number = await workers.run(os.getpid)
    monkeypatch.setattr(pool, "LONGEST", 0.5)
    rude = Guest("rude")
    with pytest.raises(Busy, match="too long"):
        async with asyncio.timeout(PATIENCE):
            await workers.run(Path.read_text, gate, asker=rude)
    async with asyncio.timeout(PATIENCE):
        await until_dead(number)
    assert rude.charged[0] >= 0.5
    monkeypatch.undo()
    assert await workers.run(max, 1, 2) == 2
    await workers.close()


async def test_who_asks_for_much_is_in_line_with_one_thing_at_a_time() -> None:
    workers = Pool(count=1)
    done: list[str] = []
    first = threading.Event()
    held = asyncio.create_task(workers.run(first.wait, PATIENCE, asker=Guest("rude")))
    rude, polite = Guest("rude"), Guest("polite")
    tasks = [asyncio.create_task(workers.run(done.append, "rude", asker=rude)) for _ in range(5)]
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(workers.run(done.append, "polite", asker=polite)))
    await asyncio.sleep(0)
    first.set()
    await asyncio.gather(held, *tasks)
    assert done == ["polite", *["rude"] * 5]
    await workers.close()


async def test_who_waits_for_many_answers_gets_no_further_place() -> None:
    workers = Pool(count=1)
    free = threading.Event()
    asked = [asyncio.create_task(workers.run(free.wait, PATIENCE, asker=Guest("rude"))) for _ in range(pool.MOST_EACH)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="you are waiting for"):
        await workers.run(max, 1, 2, asker=Guest("rude"))
    free.set()
    assert await workers.run(max, 1, 2, asker=Guest("polite")) == 2
    await asyncio.gather(*asked)
    assert await workers.run(max, 1, 2, asker=Guest("rude")) == 2
    await workers.close()


async def test_a_job_that_was_not_begun_when_its_client_went_is_not_run() -> None:
    workers = Pool(count=1)
    free = threading.Event()
    done: list[int] = []
    held = asyncio.create_task(workers.run(free.wait, PATIENCE))
    gone = [asyncio.create_task(workers.run(done.append, 1, asker=Guest(str(number)))) for number in range(5)]
    await asyncio.sleep(0)
    for one in gone:
        one.cancel()
    await asyncio.gather(*gone, return_exceptions=True)
    free.set()
    await held
    assert await workers.run(max, 1, 2) == 2
    assert done == []
    await workers.close()


async def test_thinking_gives_way_to_answering() -> None:
    workers = Pool(process, 1)
    assert await workers.run(os.nice, 0) == min(19, os.nice(0) + pool.NICENESS)
    await workers.close()


async def test_a_job_is_charged_by_the_processor_time_it_took() -> None:
    workers = Pool(process, 1)
    quick, busy = Guest("quick"), Guest("busy")
    await workers.run(max, 1, 2, asker=quick)
    await workers.run(sorted, [Random(1).random() for _ in range(500_000)], asker=busy)
    assert 0 <= quick.charged[0] < busy.charged[0]
    await workers.close()


async def test_brief_work_for_one_does_not_wait_for_all_that_another_wants() -> None:
    """Two hundred dry runs of one guest let others wait 36 seconds for what they may enter."""
    jobs, free, done = PoolJobs(Pool()), threading.Event(), list[str]()

    async def ask(guest: Guest, work: Callable[[], object]) -> None:
        CALLER.set(guest)
        await jobs.briefly(work)
        done.append(guest.who)

    rude, anna = Guest("rude"), Guest("anna")
    asking = [asyncio.create_task(ask(rude, free.wait))]
    asking += [asyncio.create_task(ask(rude, lambda: sum(range(100_000)))) for _ in range(7)]
    await asyncio.sleep(0)
    asking.append(asyncio.create_task(ask(anna, lambda: None)))
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="waiting for 8 answers already"):
        await asyncio.create_task(ask(rude, free.wait))
    free.set()
    await asyncio.gather(*asking)
    assert done.index("anna") <= 2
    assert (len(rude.charged), len(anna.charged)) == (8, 1)
    assert sum(rude.charged) > sum(anna.charged)
    await jobs.close()
