"""Workers that ask for games over HTTP: any of them may vanish, none can smuggle in a game."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lab.tests.arena.players import FIRST, at_gate, program, series, until
from tools.server.child import start_child

from knobel import BadSetup, make
from knobel.version import __version__
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.participant import read_entrants
from knobel_lab.arena.series import Series
from knobel_lab.arena.tournament import Tournament
from knobel_lab.arena.work_queue import LEASE_SECONDS, WorkQueue, series_json, serve_work
from knobel_lab.arena.worker import Arena, LeaseExpired, read_series, work


def tournament(*players: str) -> Tournament:
    return Tournament(make("hexhex", 2), read_entrants(players or ("random", "b=random")), 20, 1)


def alone(*players: str) -> list[GameRow]:
    with ThreadPoolExecutor(1) as pool:
        return tournament(*players).run(pool)


@contextmanager
def running(contest: Tournament, queue: WorkQueue) -> Iterator[tuple[Arena, list[GameRow]]]:
    """A tournament whose games wait for workers; its games are there in the end."""
    games: list[GameRow] = []
    with serve_work("127.0.0.1", 0, queue) as (given, address), ThreadPoolExecutor(1) as pool:
        task = pool.submit(contest.run, given)
        try:
            yield Arena(address), games
            games += task.result()
        except BaseException:
            queue.shutdown(cancel_futures=True)
            raise


def test_games_are_the_same_whoever_asks_for_them() -> None:
    queue = WorkQueue()
    with running(tournament(), queue) as (arena, games):
        until(lambda: bool(queue._waiting), "nothing was given out")
        taken: dict[str, Any] = dict(arena.ask("next", version=__version__))
        arena.ask("beat", lease=taken["lease"])
        rows = [row.as_json() for row in read_series(taken["series"], Path(), trusted=False).play()]
        arena.ask("done", lease=taken["lease"], games=rows)
        with pytest.raises(LeaseExpired):
            arena.ask("done", lease=taken["lease"], games=rows)
        with ThreadPoolExecutor(2) as pool:

            def pause(_: float) -> None:
                if not queue._leased and not queue._waiting:
                    queue.shutdown()

            helped = [pool.submit(work, arena, Path(), pause=pause) for _ in range(2)]
            assert sum(task.result() for task in helped) == 20 - len(rows)
    assert games == alone()


def test_the_games_of_a_killed_worker_are_given_to_another(tmp_path: Path) -> None:
    players = ("random", program(tmp_path, f"touch {tmp_path}/waiting\n" + at_gate(tmp_path) + FIRST))
    now = [0.0]
    queue = WorkQueue(clock=lambda: now[0])
    with running(tournament(*players), queue) as (arena, games):
        command = [sys.executable, "-c", "from knobel.cli.main import run; run()", "work", arena.address, "--trust"]
        with start_child(command, cwd=tmp_path, start_new_session=True) as lost:
            until((tmp_path / "waiting").exists, "the worker has not begun")
            os.killpg(lost.pid, signal.SIGKILL)
        (tmp_path / "open").touch()
        [taken] = queue._leased.values()
        # Nobody hears of it any more, but its time is not up: the others wait in line before it.
        first = arena.ask("next", version=__version__)["series"]["numbers"]
        assert first != series_json(taken.series)["numbers"]
        now[0] += LEASE_SECONDS
        again = arena.ask("next", version=__version__)["series"]["numbers"]
        assert again == series_json(taken.series)["numbers"] or again == first
        now[0] += LEASE_SECONDS

        def pause(_: float) -> None:
            now[0] += LEASE_SECONDS
            if not queue._leased and not queue._waiting:
                queue.shutdown()

        assert work(arena, tmp_path, trusted=True, pause=pause) == 20
    assert games == alone(*players)


def test_a_worker_runs_no_programs_for_strangers(tmp_path: Path) -> None:
    message = series_json(series("random", program(tmp_path, FIRST)))
    assert read_series(json.loads(json.dumps(message)), tmp_path, trusted=True) == series(
        "random", program(tmp_path, FIRST)
    )
    with pytest.raises(BadSetup, match=r"the arena wants to run 'exec:/bin/sh .* on this computer; add --trust"):
        read_series(message, tmp_path, trusted=False)


def test_what_was_not_asked_for_is_refused() -> None:
    queue = WorkQueue()
    requested = series("random", "b=random")
    future = queue.submit(Series.play, requested)
    with pytest.raises(BadSetup, match="can only play series of games"):
        queue.submit(print, "hello")
    lease = queue.next(__version__)[1]["lease"]
    rows = requested.play()
    bad: list[Any] = [
        None, 7, [], [row.as_json() for row in rows[:1]], [{"number": 0}], "abc",
        [replace(row, scores=(1,)).as_json() for row in rows],
        [replace(row, places=(7, 7)).as_json() for row in rows],
        [{**row.as_json(), "scores": ["x", 2]} for row in rows],
        [{**row.as_json(), "players": ["b", "b"]} for row in rows],
        [{**row.as_json(), "forfeit": 5} for row in rows],
    ]  # fmt: skip
    for games in bad:
        assert queue.done(lease, games)[0] == 400, games
    assert not future.done()
    assert queue.next("0.0.0")[0] == 400
    assert queue.beat("another")[0] == queue.done("another", [])[0] == 410
    assert queue.done(lease, [row.as_json() for row in rows])[0] == 200
    assert future.result() == rows


def test_the_secret_is_needed_and_nonsense_gets_a_sentence() -> None:
    with serve_work("127.0.0.1", 0) as (_, address):
        stranger = Arena(address.rpartition("/")[0] + "/guess")
        with pytest.raises(BadSetup, match="there is no arena with this secret"):
            stranger.ask("next", version=__version__)
        for path, fields in (("next", {}), ("done", {"lease": 1}), ("fly", {})):
            with pytest.raises(BadSetup, match=r"not a request of a worker|the requests of workers are"):
                Arena(address).ask(path, **fields)
    for wrong in ("ftp://a/b", "http://host", "nonsense"):
        with pytest.raises(BadSetup, match="is not an arena"):
            Arena(wrong)
    with pytest.raises(BadSetup, match=r"no arena answers at 127\.0\.0\.1:9"):
        work(Arena("http://127.0.0.1:9/x"), Path())
