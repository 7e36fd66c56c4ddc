"""The game works in the environment that `make play` makes, where nothing of the laboratory is installed."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from knobel.cli.main import COMMANDS, LABORATORY
from tests.environments import play_environment
from tests.homes import home_in

__all__ = ["play_environment"]

IMPORT_EVERYTHING = """
import importlib, json, pkgutil, sys
import knobel

for module in pkgutil.walk_packages(knobel.__path__, "knobel."):
    if "migrations" not in module.name:  # Alembic runs these
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if error.name not in {extras}:
                raise
print(json.dumps(sorted(set(name.partition(".")[0] for name in sys.modules))))
"""
EXTRAS = {"asyncpg", "hypothesis", "prometheus_client"}
"""What the game has extras for."""
RESEARCH = {"knobel_lab", "numba", "llvmlite", "gymnasium", "pettingzoo", "matplotlib", "distributed", "pyarrow"}


def answer(words: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "LANG": "en_GB.UTF-8", "COLUMNS": "80", "PYTHONUTF8": "1", **home_in(folder)}
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_every_module_of_the_game_can_be_imported(play_environment: Path, tmp_path: Path) -> None:
    done = answer([play_environment / "python", "-c", IMPORT_EVERYTHING.format(extras=EXTRAS)], tmp_path)
    assert done.returncode == 0, done.stderr
    assert not RESEARCH & set(json.loads(done.stdout))


def test_help_lists_what_players_and_hosts_need(play_environment: Path, tmp_path: Path) -> None:
    done = answer([play_environment / "knobel", "--help"], tmp_path)
    listed = re.findall(r"^│ ([a-z]+) ", done.stdout, re.MULTILINE)
    assert listed == [name for commands in COMMANDS.values() for name in commands]


@pytest.mark.parametrize("command", LABORATORY)
def test_a_command_of_the_laboratory_says_what_to_install(play_environment: Path, tmp_path: Path, command: str) -> None:
    for words in ([command], [command, "classic", "--jobs", "2"], [command, "--help"]):
        done = answer([play_environment / "knobel", *words], tmp_path)
        assert done.returncode == 2
        told = f"knobel: knobel {command} is part of the laboratory. Install it with: pip install knobel-lab\n"
        assert done.stderr == told
        assert not done.stdout


@pytest.mark.parametrize("name", ["knobel.envs", "knobel.sim.simulate", "knobel.arena", "knobel.plot"])
def test_what_moved_to_the_laboratory_says_what_to_install(play_environment: Path, tmp_path: Path, name: str) -> None:
    done = answer([play_environment / "python", "-c", f"import {name}"], tmp_path)
    package = ".".join(name.split(".")[:2])
    assert f"{package} is {package.replace('knobel', 'knobel_lab')} now; run pip install knobel-lab" in done.stderr
