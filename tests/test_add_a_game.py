"""docs/add-a-game.md is true: the package it describes is built, installed into its own environment, and played."""

import json
import subprocess
from collections.abc import Callable

import pytest

from tests.outside import KNOBEL, outside_game

Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a program in an environment in which the package of the page is installed, and ours beside it."""
    folder, python = outside_game(tmp_path_factory)

    def ran(*command: str) -> str:
        done = subprocess.run([python, *command], check=False, capture_output=True, text=True, cwd=folder)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return ran


def knobel(run: Run, *words: str) -> str:
    return run(*KNOBEL, *words)


def test_the_game_is_found_and_keeps_the_laws(run: Run) -> None:
    told = run("check.py")
    assert "'batch': 'pasch/batch.py'" in told
    assert "'judge'" not in told
    listed = {game["key"]: game for game in json.loads(knobel(run, "games", "--json", "--lang", "de"))}
    assert listed["pasch"]["tagline"] == "Wer wirft das höchste Paar?"


def test_the_game_is_told_and_counted_in_the_terminal(run: Run) -> None:
    assert "Höchstes Paar 5" in knobel(run, "rules", "pasch", "--lang", "de")
    assert json.loads(knobel(run, "score", "pasch", "6", "6", "--json")) == {"pair": 6}


def test_bots_play_the_game_in_the_terminal(run: Run) -> None:
    assert "Won by" in knobel(run, "play", "pasch", "--seats", "bot owl,bot", "--seed", "3", "--lang", "en")


def test_the_game_is_simulated_and_an_environment(run: Run) -> None:
    told = run(
        "-c",
        "import gymnasium, knobel_lab.envs\n"
        "from knobel_lab.sim import simulate\n"
        "print(simulate('pasch', 'random', 50, seats=2).scores.shape)\n"
        "world = gymnasium.make('knobel/Pasch-v0')\n"
        "seen, _ = world.reset(seed=1)\n"
        "print(seen.shape)\n",
    )
    assert told.split("\n")[:2] == ["(50, 2)", "(14,)"]
