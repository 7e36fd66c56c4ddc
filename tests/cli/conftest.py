"""The `knobel` command as a user runs it."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.homes import home_in

Run = Callable[..., subprocess.CompletedProcess[str]]
KNOBEL = Path(sys.executable).parent / "knobel"
FORK_SERVER = Path(__file__).parent / "fork_server.py"


@pytest.fixture(scope="session")
def fork_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator["subprocess.Popen[str]"]:
    """A process that has loaded `knobel` and forks for each command; it ends with the tests, however they end."""
    env = {"COLUMNS": "80", "PYTHONUTF8": "1", **home_in(tmp_path_factory.mktemp("fork-server"))}
    words = [sys.executable, str(FORK_SERVER)]
    with subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        yield server


@pytest.fixture
def run(fork_server: "subprocess.Popen[str]", tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs the command in an empty folder and returns what it printed."""

    def run_knobel(*words: str, text: str = "", lang: str = "en_GB.UTF-8") -> subprocess.CompletedProcess[str]:
        streams = tmp_path_factory.mktemp("streams")
        paths = {name: streams / name for name in ("in", "out", "err")}
        for path in paths.values():
            path.write_text(text if path.name == "in" else "", encoding="utf-8")
        env = {"LANG": lang, "COLUMNS": "80", "PYTHONUTF8": "1", **home_in(tmp_path)}
        request = {"words": words, "cwd": str(tmp_path), "env": env, **{name: str(path) for name, path in paths.items()}}
        assert fork_server.stdin
        assert fork_server.stdout
        print(json.dumps(request), file=fork_server.stdin, flush=True)
        code = int(fork_server.stdout.readline())
        return subprocess.CompletedProcess(words, code, paths["out"].read_text("utf-8"), paths["err"].read_text("utf-8"))

    return run_knobel
