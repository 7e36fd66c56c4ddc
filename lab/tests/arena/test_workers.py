"""Any workers will do: threads, processes, a cluster; when one is killed, nothing is lost or counted twice."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest
from distributed import LocalCluster
from lab.tests.arena.players import FIRST, at_gate, program, until
from lab.tests.arena.recipes import Liar, Plain

from knobel import BadSetup, make
from knobel.core.errors import BadTable
from knobel.solve.tables import read_table
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.participant import read_entrants
from knobel_lab.arena.program import Limits
from knobel_lab.arena.tournament import Tournament, cluster, processes, with_retries
from knobel_lab.cli.arena import arena, workers
from knobel_lab.solving import run_remote, solve
from knobel_lab.solving.run import execute
from knobel_lab.solving.run_remote import Solving, remote_workers
from tests.patience import PATIENCE


def tournament(folder: Path, name: str = "gate.sh") -> Tournament:
    # A program that begins to play when the gate is open.
    gate = program(folder, f"touch {folder}/waiting.$$\n" + at_gate(folder) + FIRST, name)
    # Who stands at the gate waits for the slowest of the others, and has not yet answered.
    patient = Limits(move_seconds=PATIENCE)
    return Tournament(make("hexhex", 2), read_entrants(["random", "b=random", gate]), 20, 1, limits=patient)


def alone(folder: Path) -> list[GameRow]:
    """The same tournament by one thread, with the gate open."""
    (folder / "open").touch()
    with ThreadPoolExecutor(1) as pool:
        return tournament(folder).run(pool)


def waiting(folder: Path, count: int) -> None:
    """Wait until so many programs stand at the gate."""
    until(lambda: len(list(folder.glob("waiting.*"))) >= count, "no program was started")


def in_the_background(work: Callable[[], list[GameRow]], then: Callable[[], None]) -> list[GameRow]:
    """What some work gives, while something happens to it."""
    with ThreadPoolExecutor(1) as pool:
        task = pool.submit(work)
        then()
        return task.result(PATIENCE)


def kill_child(pid: int) -> None:
    """Kill a process, but none that is not ours."""
    assert pid in {child.pid for child in active_children()}
    os.kill(pid, signal.SIGKILL)


def test_processes_that_are_killed_are_replaced(tmp_path: Path) -> None:
    pids: list[int] = []

    @contextmanager
    def watched() -> Iterator[Executor]:
        with processes(2) as pool:
            pids.append(pool.submit(os.getpid).result())
            yield pool

    def kill() -> None:
        waiting(tmp_path, 1)
        kill_child(pids[0])
        until(lambda: len(pids) == 2, "no processes took the place of those that were killed")
        (tmp_path / "open").touch()

    contest = tournament(tmp_path)
    games = in_the_background(lambda: with_retries(watched, contest.run), kill)
    assert len(pids) == 2
    assert games == alone(tmp_path)


def test_processes_that_are_killed_again_and_again_are_given_up() -> None:
    def die(pool: Executor) -> None:
        pool.submit(os.abort).result()

    with pytest.raises(BadSetup, match="workers were killed 3 times"):
        with_retries(lambda: processes(1), die)


def test_a_cluster_that_loses_a_worker_gives_the_same_games_and_the_same_table(tmp_path: Path) -> None:
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as local:
        before = {worker.pid for worker in local.workers.values()}

        def kill() -> None:
            waiting(tmp_path, 2)
            kill_child(min(before))
            (tmp_path / "open").touch()

        contest = tournament(tmp_path)
        with cluster(local.scheduler_address) as executor:
            games = in_the_background(lambda: contest.run(executor), kill)
            execute(Plain().plan(), tmp_path / "cluster.table", workers=remote_workers(executor, Plain()))
    assert len(before) == 3
    assert len(games) == len({game.key for game in games}) == 60
    assert games == alone(tmp_path)
    execute(Plain().plan(), tmp_path / "here.table")
    here, there = read_table(tmp_path / "here.table"), read_table(tmp_path / "cluster.table")
    assert (here.identity, here.checksums) == (there.identity, there.checksums)
    assert np.array_equal(here.values, there.values)
    assert there.figures.value == pytest.approx(33.9319358, abs=1e-7)
    there.check_all()


def test_a_cluster_that_is_not_there_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel_lab.arena.tournament.CONNECT_SECONDS", 0.3)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(BadSetup, match=f"there is no Dask scheduler at '{address}'"), cluster(address):
            pass


def test_workers_who_only_see_the_file_solve_a_game_as_threads_do(tmp_path: Path) -> None:
    execute(Plain(100).plan(), tmp_path / "here.table")
    with ThreadPoolExecutor(2) as pool:
        execute(Plain(100).plan(), tmp_path / "there.table", workers=remote_workers(pool, Plain(100)))
    here, there = read_table(tmp_path / "here.table"), read_table(tmp_path / "there.table")
    assert (here.identity, here.checksums) == (there.identity, there.checksums)
    assert here.identity.chunks > 20


def test_a_worker_that_has_other_rules_or_sees_another_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_remote, "WAITS", (0.0, 0.01))
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(BadTable, match="a worker has other rules or another version of Knobel"):
            execute(Plain(100).plan(), tmp_path / "a.table", workers=remote_workers(pool, Liar()))
        with pytest.raises(BadSetup, match="name one with --out"):
            execute(Plain(100).plan(), None, workers=remote_workers(pool, Plain(100)))
        monkeypatch.setattr(run_remote, "crc32", lambda data: 1)
        monkeypatch.setattr(run_remote, "_stamp", sum)
        with pytest.raises(BadTable, match="a worker cannot see"):
            execute(Plain(100).plan(), tmp_path / "b.table", workers=remote_workers(pool, Plain(100)))


def test_our_games_have_recipes_and_what_nobody_can_help_with_is_refused() -> None:
    assert Solving(make("hexhex"), "score").plan().identity == Plain().plan().identity
    with pytest.raises(BadSetup, match="classic has no objective 'fun'; it has score"):
        Solving(make("classic"), "fun").plan()


def test_a_cluster_is_not_asked_for_what_is_done_step_by_step() -> None:
    words = "in kribbeln each step needs the one before, so a cluster does not help"
    with pytest.raises(BadSetup, match=words), ThreadPoolExecutor(1) as executor:
        solve("kribbeln", executor=executor)


def test_a_missing_package_is_named_with_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "knobel_lab.arena.results", raising=False)
    for missing in ("distributed", "pyarrow"):
        monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(BadSetup, match=r"pip install 'knobel-lab\[dask\]'"):
        workers(1, "tcp://127.0.0.1:9")
    with pytest.raises(BadSetup, match=r"pip install 'knobel-lab\[arena\]'"):
        arena("hexhex", ["random", "b=random"], games=4)
