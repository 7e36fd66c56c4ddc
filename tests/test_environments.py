"""The game works without the laboratory and without extras: in the environment of `make play`, and as a plain wheel."""

import asyncio
import json
import re
import secrets
from pathlib import Path

import pytest
from tools.server.caller import Caller, Lost
from tools.server.child import start_child
from tools.server.worker import free_port

from knobel import games, make
from knobel.cli.main import COMMANDS, LABORATORY, UNLISTED
from tests.environments import answer, environment, outcomes, play_environment, wheel, wheel_environment
from tests.patience import PATIENCE

__all__ = ["play_environment", "wheel", "wheel_environment"]

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
OF_A_GAME = """play KEY --seats bot,bot --seed 1 --save whole.knobel
rules KEY
score KEY ROLL
replay whole.knobel
pad KEY --out blank.pdf
pad begun.knobel --out begun.pdf
hint begun.knobel
review begun.knobel
verify whole.knobel
best begun.knobel
odds KEY DICE
value KEY
distribution KEY"""
REFUSING = ("score", "verify", "best", "odds", "value")
"""What refuses a game that has no such thing, or dice that were not sealed."""
OF_ALL_GAMES = """games
conform yatzy
today
menu
site --out site"""
OF_A_HOST = """tables list
admin tables prune --yes
board list
board circles
dice
backup saved.backup
restore saved.backup --data elsewhere"""
EXTRAS = {"asyncpg", "hypothesis", "prometheus_client", "uvloop"}
"""What the game has extras for."""
RESEARCH = {"knobel_lab", "numba", "llvmlite", "gymnasium", "pettingzoo", "matplotlib", "distributed", "pyarrow"}


@pytest.fixture(params=["play", "wheel"])
def programs(request: pytest.FixtureRequest) -> Path:
    """The programs of an environment without the laboratory, and without any extra."""
    folder: Path = request.getfixturevalue(f"{request.param}_environment")
    return folder


def test_every_module_of_the_game_can_be_imported(programs: Path, tmp_path: Path) -> None:
    done = answer([programs / "python", "-c", IMPORT_EVERYTHING.format(extras=EXTRAS)], tmp_path)
    assert done.returncode == 0, done.stderr
    assert not (RESEARCH | EXTRAS) & set(json.loads(done.stdout))


def test_help_lists_what_players_and_hosts_need(play_environment: Path, tmp_path: Path) -> None:
    done = answer([play_environment / "knobel", "--help"], tmp_path)
    listed = re.findall(r"^│ ([a-z]+) ", done.stdout, re.MULTILINE)
    assert listed == [name for commands in COMMANDS.values() for name in commands]


@pytest.mark.parametrize("key", [info.key for info in games()])
def test_every_command_gives_its_result_for_every_game(programs: Path, tmp_path: Path, key: str) -> None:
    pool = make(key).pool
    roll, dice = " ".join(die.text(die.values[0]) for die in pool), " ".join("." for _ in pool)
    lines = OF_A_GAME.replace("KEY", key).replace("ROLL", roll).replace("DICE", dice)
    for line, code, printed in outcomes(programs, tmp_path, lines):
        assert printed, line
        assert code == 0 or line.startswith(REFUSING), f"{line}: {printed}"


def test_every_command_without_a_game_gives_its_result(programs: Path, tmp_path: Path) -> None:
    for line, code, printed in outcomes(programs, tmp_path, OF_ALL_GAMES):
        assert printed, line
        assert code == 0, f"{line}: {printed}"


def test_no_command_is_left_out_here() -> None:
    commands = {name for panel in COMMANDS.values() for name in panel} | UNLISTED.keys()
    lines = f"{OF_A_GAME}\n{OF_ALL_GAMES}\n{OF_A_HOST}\nserve".splitlines()
    assert {line.split()[0] for line in lines} == commands


def test_a_command_of_the_laboratory_says_what_to_install(play_environment: Path, tmp_path: Path) -> None:
    lines = "\n".join(f"{name}\n{name} classic --jobs 2\n{name} --help" for name in LABORATORY)
    for line, code, printed in outcomes(play_environment, tmp_path, lines):
        told = f"knobel: knobel {line.split()[0]} is part of the laboratory. Install it with: pip install knobel-lab\n"
        assert (code, printed) == (2, told)


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
async def test_a_household_plays_on_a_server_without_what_only_a_host_needs(programs: Path, tmp_path: Path) -> None:
    port, key = free_port(), secrets.token_urlsafe(32)
    words: list[str | Path] = [programs / "knobel", "serve", "--no-open", "--port", str(port)]
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
    for line, code, printed in outcomes(programs, tmp_path, OF_A_HOST):
        assert printed, line
        assert code == 0, f"{line}: {printed}"
    lines = (tmp_path / "log").read_text("utf-8").splitlines()
    assert lines[0] == f"Knobel is running at http://127.0.0.1:{port}"
    assert not [line for line in lines if "broken" in line or "Traceback" in line]


def test_a_postgresql_says_what_to_install(play_environment: Path, tmp_path: Path) -> None:
    done = answer([play_environment / "knobel", "serve", "--database", "postgresql://nobody@localhost/none"], tmp_path)
    assert done.returncode == 2
    assert done.stderr == "knobel: PostgreSQL needs its driver; install it with pip install 'knobel[postgres]'\n"
