"""The game works in the environment that `make play` makes, where nothing of the laboratory is installed."""

import asyncio
import json
import os
import re
import secrets
import subprocess
from pathlib import Path

import pytest
from tools.server.caller import Caller, Lost
from tools.server.child import start_child
from tools.server.worker import free_port

from knobel.cli.main import COMMANDS, LABORATORY
from tests.environments import play_environment
from tests.homes import home_in
from tests.patience import PATIENCE

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
EXTRAS = {"asyncpg", "hypothesis", "prometheus_client", "uvloop"}
"""What the game has extras for."""
RESEARCH = {"knobel_lab", "numba", "llvmlite", "gymnasium", "pettingzoo", "matplotlib", "distributed", "pyarrow"}


def environment(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "LANG": "en_GB.UTF-8", "COLUMNS": "80", "PYTHONUTF8": "1", **home_in(folder)}


def answer(words: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False)


def test_every_module_of_the_game_can_be_imported(play_environment: Path, tmp_path: Path) -> None:
    done = answer([play_environment / "python", "-c", IMPORT_EVERYTHING.format(extras=EXTRAS)], tmp_path)
    assert done.returncode == 0, done.stderr
    assert not (RESEARCH | EXTRAS) & set(json.loads(done.stdout))


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


async def until_ready(caller: Caller) -> None:
    """Wait until a server answers."""
    while True:
        try:
            if (await caller.ask("GET", "/readyz")).status == 200:
                return
        except Lost:
            await asyncio.sleep(0.05)


@pytest.mark.asyncio
async def test_a_household_plays_on_a_server_without_what_only_a_host_needs(
    play_environment: Path, tmp_path: Path
) -> None:
    port, key = free_port(), secrets.token_urlsafe(32)
    words: list[str | Path] = [play_environment / "knobel", "serve", "--no-open", "--port", str(port)]
    env = {**environment(tmp_path), "KNOBEL_PACE": "0", "KNOBEL_LOG": "quiet"}
    with (tmp_path / "log").open("wb") as log:
        server = start_child(words, cwd=tmp_path, env=env, stdout=log, stderr=log)
    caller, follower = Caller(port, key), Caller(port, key)
    try:
        async with asyncio.timeout(PATIENCE):
            await until_ready(caller)
            wish = {"game": "classic", "seats": [{"kind": "here"}, {"kind": "bot", "level": "owl"}]}
            path = f"/api/tables/{(await caller.ask('POST', '/api/tables', wish)).value['table']}"
            assert (await caller.ask("POST", f"{path}/join", {})).status == 200
            events = follower.follow(f"{path}/events")
            # Three turns of each: it is our turn again only when the bot has written.
            for number in range(9):
                while not (moves := (view := (await caller.ask("GET", path)).value)["moves"].get("0")):
                    await anext(events)
                command = {"move": moves[-1], "seen": view["seq"], "key": f"k{number}"}
                assert (await caller.ask("POST", f"{path}/commands", command)).status == 200
            figures = await caller.ask("GET", "/metrics", key="")
            assert (figures.status, figures.code) == (404, "not_found")
            assert 'pip install "knobel[metrics]"' in figures.value["error"]["message"]
    finally:
        caller.close()
        follower.close()
        server.terminate()
    await asyncio.to_thread(server.wait)
    lines = (tmp_path / "log").read_text("utf-8").splitlines()
    assert lines[0] == f"Knobel is at http://127.0.0.1:{port}"
    assert not [line for line in lines if "broken" in line or "Traceback" in line]


def test_a_postgresql_says_what_to_install(play_environment: Path, tmp_path: Path) -> None:
    done = answer([play_environment / "knobel", "serve", "--database", "postgresql://nobody@localhost/none"], tmp_path)
    assert done.returncode == 2
    assert done.stderr == "knobel: PostgreSQL needs its driver; install it with pip install 'knobel[postgres]'\n"
