"""Workers, databases and connections that die under load beside a rude guest, in short; `make chaos` takes longer."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from tools.server.caller import Answer, Caller
from tools.server.chaos.course import Plan, run
from tools.server.worker import Worker

from knobel.tables.keys import new_token
from tests.commands import Forked

pytestmark = pytest.mark.asyncio

KILLS = 2


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Workers are started, and started again, without loading everything anew."""

    def start(words: Sequence[str], *, stdout: IO[bytes], env: Mapping[str, str], **_: object) -> Forked:
        call = f"{words[2].split()[1]}:run"
        return Forked(words[words.index("serve") :], tmp_path, env, Path(stdout.name), call)

    monkeypatch.setattr("tools.server.worker.start_child", start)


@pytest.mark.parametrize("database", ["postgresql", "sqlite"])
async def test_whatever_dies_and_however_rude_a_guest_is_nothing_that_was_acknowledged_is_lost_or_doubled(
    database: str,
) -> None:
    postgres = database == "postgresql"
    verdict = await run(Plan(postgres, KILLS, seed=1, entries=400, parties=4, seconds=900))
    assert verdict.good, verdict.text()
    assert verdict.rounds
    assert (verdict.killed, verdict.stopped, verdict.jumped) == (KILLS, KILLS, KILLS)
    assert (verdict.crashed, verdict.restarted) == (KILLS * postgres, 1 * postgres)
    assert sorted(verdict.ill) == sorted(
        ("read-only", "full", "slow", "frozen") if postgres else ("slow", "refusing", "frozen")
    )


@contextmanager
def stopped(workers: list[Worker]) -> Iterator[None]:
    """Workers that are stopped in the end."""
    try:
        yield
    finally:
        for worker in workers:
            worker.stop()


async def test_a_command_sent_twenty_times_at_once_to_two_workers_is_done_once(postgres: str, tmp_path: Path) -> None:
    workers = [Worker(name, postgres, tmp_path) for name in ("one", "other")]
    with stopped(workers):
        await asyncio.gather(*(worker.start() for worker in workers))
        anna = new_token()
        callers = [Caller(workers[number % 2].port, anna) for number in range(20)]

        async def ask(method: str, path: str, body: object = None) -> Answer:
            return await callers[0].ask(method, path, body)

        opened = await ask("POST", "/api/tables", {"game": "classic", "seats": [{"kind": "here"}]})
        table = f"/api/tables/{opened.value['table']}"
        await ask("POST", f"{table}/join", {})
        for move in ("roll", "write chance"):
            seen = (await ask("GET", table)).value["seq"]
            command = {"move": move, "seen": seen, "key": move.replace(" ", "-")}
            answers = await asyncio.gather(*(caller.ask("POST", f"{table}/commands", command) for caller in callers))
            assert {(answer.status, answer.value["seq"]) for answer in answers} == {(200, seen + 1)}
            view = (await ask("GET", table)).value
            assert view["seq"] == seen + 1
        assert [text for _, text in view["entries"]][1:] == ["0 write chance"]
        for caller in callers:
            caller.close()
