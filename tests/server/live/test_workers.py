"""Several workers at one table, in one process and in many; also when they are killed: nothing is lost or doubled."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from knobel import Moved, Record
from knobel.tables.errors import Stale
from tests.commands import Forked
from tests.patience import PATIENCE
from tests.server.conftest import Start
from tests.server.service import Service
from tests.tables.people import Ticket, moves_in, record_of, roll, say, sit, standing, two, wish

pytestmark = pytest.mark.asyncio

WORKER = "tests.server.live.worker:main"


class Worker:
    """A worker in a process of its own, that plays all these seats, or sends so many commands and waits."""

    def __init__(self, url: str, name: str, tickets: list[Ticket], folder: Path, most: int = 10_000) -> None:
        seats = json.dumps([[ticket.table, ticket.token] for ticket in tickets])
        self._lines = folder / f"{name}.lines"
        self.process = Forked([url, name, str(most), seats], folder, os.environ, self._lines, call=WORKER)

    def told(self) -> list[list[Any]]:
        """What it was told so far, line by line; the last line may be torn."""
        lines = self._lines.read_text("utf-8").split("\n")[:-1]
        # The first line says that it has begun, each of the others that a command was answered.
        return [json.loads(line) for line in lines[1:]]


async def check(service: Service, tickets: list[Ticket], answers: list[list[Any]]) -> None:
    """Every log replays, has no gaps, and holds exactly what callers were told, exactly once."""
    for table in {ticket.table for ticket in tickets}:
        rows, _ = await service.store.read(table)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        keys = {row.key: row.seq for row in rows if row.key}
        done = {key: seq for name, key, seq in answers if name == table and isinstance(seq, int)}
        assert {key: keys[key] for key in done} == done
        token = next(ticket.token for ticket in tickets if ticket.table == table)
        record = Record.read(await service.record(table, token))
        seen = await service.view(table, token)
        assert standing(seen) == [number for number, _ in record.standing]
        refused = {key for name, key, code in answers if name == table and isinstance(code, str)}
        assert not refused & set(keys)


async def test_two_workers_fighting_for_one_table_lose_and_double_nothing(start: Start) -> None:
    workers = [await start(), await start()]
    _, anna, bert = await two(workers[0], "hexhex")
    made = 0

    async def hammer(worker: Service, ticket: Ticket) -> None:
        nonlocal made
        while True:
            seen = await worker.view(ticket.table, ticket.token)
            if seen["over"]:
                return
            if moves_in(seen):
                try:
                    await say(worker, ticket, moves_in(seen)[-1], seen=seen["seq"])
                    made += 1
                except Stale:
                    continue
            else:
                await asyncio.sleep(0.001)

    await asyncio.gather(*(hammer(worker, ticket) for worker in workers for ticket in (anna, bert)))
    records = [await record_of(worker, anna) for worker in workers]
    assert records[0] == records[1]
    # Each of the eleven boxes of both is thrown for once and written once.
    assert len(records[0].entries) == made == 44


async def test_two_processes_play_the_same_seats_and_agree_in_the_end(
    service: Service, url: str, tmp_path: Path
) -> None:
    tickets = (await sit(service, wish("hexhex", 2), "Anna", "Bert"))[1]
    workers = [Worker(url, name, tickets, tmp_path) for name in ("one", "other")]
    assert [await asyncio.to_thread(worker.process.wait) for worker in workers] == [0, 0]
    answers = [answer for worker in workers for answer in worker.told()]
    await check(service, tickets, answers)
    done = [seq for _, _, seq in answers if isinstance(seq, int)]
    assert len(done) == len(set(done))
    record = await record_of(service, tickets[0])
    thrown_again = sum(isinstance(entry, Moved) and str(entry.move).startswith("keep") for entry in record.entries)
    assert len(record.entries) == len(done) + thrown_again


async def test_workers_that_are_killed_have_lost_nothing_they_had_answered(
    service: Service, url: str, tmp_path: Path
) -> None:
    tickets: list[Ticket] = []
    for _ in range(3):
        tickets += (await sit(service, wish("extreme", 2), "Anna", "Bert"))[1]
    answers: list[list[Any]] = []
    for life in range(3):
        # It goes on while it is killed, but never to the end of the games: others live after it.
        enough = 9 + 10 * life
        worker = Worker(url, f"life{life}", tickets, tmp_path, enough + 30)
        async with asyncio.timeout(PATIENCE):
            while len(worker.told()) < enough:
                assert worker.process.poll() is None, "it ended before it was killed"
                await asyncio.sleep(0.01)
        worker.process.kill()
        worker.process.wait()
        answers += worker.told()
        await check(service, tickets, answers)
    assert answers


async def test_a_command_whose_answer_was_lost_is_sent_again_and_done_once(start: Start) -> None:
    dead = await start()
    _, anna, _ = await two(dead)
    seen = await roll(dead, anna)
    first = await say(dead, anna, "write chance", "key", seen)
    alive = await start()
    assert await say(alive, anna, "write chance", "key", seen) == first


async def test_a_worker_that_forgets_reads_again(service: Service, tmp_path: Path) -> None:
    _, anna, bert = await two(service)
    await say(service, anna, "write chance")
    before = await service.view(bert.table, bert.token)
    service.cache.evict()
    assert await service.view(bert.table, bert.token) == before
