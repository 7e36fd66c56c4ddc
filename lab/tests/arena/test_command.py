"""`knobel arena` as a user runs it."""

import json
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lab.tests.arena.players import FIRST, at_gate, program, until
from tools.server.child import start_child

from knobel import make
from knobel_lab.arena.participant import read_entrants
from knobel_lab.arena.results import read_games
from knobel_lab.arena.tournament import Tournament
from tests.commands import Run
from tests.homes import home_in
from tests.patience import PATIENCE

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"


def test_a_tournament_leaves_games_a_report_and_plots(run: Run, tmp_path: Path) -> None:
    words = ["arena", "hexhex", "random", program(tmp_path, FIRST), "broken=exec:false", "--games", "4", "--out", "cup"]
    shown = run(*words)
    assert shown.returncode == 0, shown.stderr
    assert "In cup: games.parquet, seats.parquet, report.md, ratings.svg, ladder.svg, scores.svg" in shown.stdout
    settings, games = read_games(tmp_path / "cup" / "games.parquet")
    assert len(games) == 12
    assert settings["players"]["broken"] == "exec:false"
    assert all(game.players[game.forfeit] == "broken" for game in games if game.forfeit is not None)


def test_the_bot_of_the_gallery_beats_chance(run: Run, tmp_path: Path) -> None:
    source = GALLERY / "bot.py"
    assert len(source.read_text().splitlines()) <= 20
    shutil.copy(source, tmp_path)
    shown = run("arena", "classic", "mine=bot:play", "random", "--games", "8", "--json")
    assert shown.returncode == 0, shown.stderr
    results = json.loads(shown.stdout)
    assert results["games"] == 8
    assert results["forfeits"] == {"mine": 0, "random": 0}
    assert results["won"]["mine"]["mean"] > 0.8
    assert list(results["ratings"]) == ["mine", "random"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["hexhex", "bear", "owl"], "unknown player 'bear'"),
        (["hexhex", "owl", "fox", "--levels", "cat"], "name them all as players, without --levels"),
        (["hexhex", "owl", "no.such:bot"], "cannot load the player no.such:bot: ModuleNotFoundError"),
        (["hexhex", "random", "b=random", "--out", "/dev/null/x"], "cannot keep results in /dev/null/x"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_answered_with_a_sentence_and_exit_code_2(run: Run, words: list[str], sentence: str) -> None:
    answered = run("arena", *words)
    assert answered.returncode == 2
    assert sentence in answered.stderr
    assert "Traceback" not in answered.stderr + answered.stdout


COMMAND = "from knobel.cli.main import run; run()"

GATE = """\
echo >>{folder}/begun
if [ "$(wc -l <{folder}/begun)" -gt 10 ]; then
  touch {folder}/waiting
  {wait}
fi
"""
"""A program that plays ten games at once, as many as a series has, and waits with all others until the gate is open."""


def test_an_interrupted_command_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    gated = program(tmp_path, GATE.format(folder=tmp_path, wait=at_gate(tmp_path)) + FIRST)
    words = ["arena", "hexhex", "random", gated, "--games", "50", "--out", "cup"]
    journal = tmp_path / "cup" / "games.jsonl"
    env = {**os.environ, **home_in(tmp_path)}
    with start_child(
        [sys.executable, "-c", COMMAND, *words],
        cwd=tmp_path,
        env=env,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as started:
        until(lambda: journal.exists() and len(journal.read_text().splitlines()) == 11, "no series ended")
        until((tmp_path / "waiting").exists, "no program waits at the gate")
        # A terminal sends Ctrl+C to all processes at once; what has begun is played to its end.
        os.killpg(started.pid, signal.SIGINT)
        (tmp_path / "open").touch()
        _, errors = started.communicate(timeout=PATIENCE)
    assert started.returncode == 130
    assert "Interrupted; the same command continues where it stopped (cup)." in errors
    assert "Traceback" not in errors
    lines = journal.read_text().splitlines()
    assert 11 < len(lines) < 1 + 50
    assert run(*words).returncode == 0
    assert journal.read_text().splitlines()[: len(lines)] == lines
    _, games = read_games(tmp_path / "cup" / "games.parquet")
    assert len(games) == len({game.key for game in games}) == 50
    contest = Tournament(make("hexhex", 2), read_entrants(["random", gated]), 50)
    with ThreadPoolExecutor(2) as pool:
        assert contest.run(pool) == games
