"""The laboratory works where only what it requires is installed, and names the extra where that is not enough."""

from pathlib import Path

import pytest
from tools.games import settings

from knobel import games
from knobel_lab.cli import COMMANDS
from tests.environments import PLAY, ROOT, install, make_environment, outcomes
from tests.pairs import by_night
from tests.shared import shared_folder

OF_A_GAME = """play KEY --seats bot,bot --seed 1 --save whole.knobel
arena KEY greedy random --games 4
arena KEY --levels chick,hare --games 4
measure KEY --player random --games 1
train KEY --games 1 --out weights.npz
puzzles KEY --games 1 --out puzzles.json
plot scores KEY
plot trajectory whole.knobel"""
MATCH = "match KEY --games 2"
OF_A_SOLVED_GAME = """solve KEY
selfplay KEY --games 10
distil KEY --out small.table
solve KEY --dask tcp://127.0.0.1:1"""
OF_ALL_GAMES = """work 127.0.0.1:1
plot ladder none.json
plot chips"""
KEYS = [info.key for info in games()]
QUICK = [key for key in KEYS if settings(key, "dist")]
"""The games that are solved in seconds, as `make dist` does; the others take minutes or hours."""
LONG = {"extreme", "yatzy"}
"""The games whose match is prepared for longer than all other commands take together."""
MATCHES = by_night(KEYS, [key for key in KEYS if key not in LONG])
NEED = {"arena KEY greedy": "arena", "plot": "plot", "solve KEY --dask": "dask"}
"""How lines begin that need an extra."""


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of an environment with both packages and what they require, without extras."""
    with shared_folder(tmp_path_factory, "laboratory") as folder:
        venv = folder / "venv"
        ready = venv / "ready"
        if not ready.exists():
            python = make_environment(venv, "--require-hashes", "-r", PLAY)
            pinned = ("--constraint", ROOT / "requirements" / "dev.txt", "--no-build-isolation")
            install(python, *pinned, "--editable", ROOT, "--editable", ROOT / "lab")
            ready.touch()
    return venv / "bin"


def needed(line: str, key: str = "") -> str | None:
    """The extra that a command needs."""
    return next((extra for start, extra in NEED.items() if line.startswith(start.replace("KEY", key))), None)


def check(programs: Path, folder: Path, lines: str, key: str = "") -> None:
    """Run commands: each gives its result, or a sentence that names the extra if it needs one."""
    for line, code, printed in outcomes(programs, folder, lines.replace("KEY", key)):
        assert printed, line
        extra = needed(line, key)
        assert (f"pip install 'knobel-lab[{extra}]'" in printed) == bool(extra), f"{line}: {printed}"
        assert code == 2 or not extra


@pytest.mark.parametrize("key", KEYS)
def test_every_command_gives_its_result_for_every_game_or_names_an_extra(
    programs: Path, tmp_path: Path, key: str
) -> None:
    check(programs, tmp_path, OF_A_GAME, key)


@pytest.mark.parametrize("key", MATCHES)
def test_a_match_gives_its_result(programs: Path, tmp_path: Path, key: str) -> None:
    check(programs, tmp_path, MATCH, key)


@pytest.mark.parametrize("key", QUICK)
def test_what_is_quickly_solved_is_solved_played_and_compressed(programs: Path, tmp_path: Path, key: str) -> None:
    check(programs, tmp_path, OF_A_SOLVED_GAME, key)


def test_every_command_without_a_game_gives_its_result_or_names_an_extra(programs: Path, tmp_path: Path) -> None:
    check(programs, tmp_path, OF_ALL_GAMES)


def test_no_command_is_left_out_here() -> None:
    lines = f"{OF_A_GAME}\n{MATCH}\n{OF_A_SOLVED_GAME}\n{OF_ALL_GAMES}".splitlines()
    commands = {name for panel in COMMANDS.values() for name in panel}
    assert {line.split()[0] for line in lines} - {"play"} == commands
