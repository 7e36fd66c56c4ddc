"""Real environments, as users have them: made from the locks once for all processes of a run of tests."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.homes import SHARED_CACHE, home_in
from tests.shared import shared_folder

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).parent / "uv"
PLAY = ROOT / "requirements" / "play.txt"
RUN_ONE_AFTER_ANOTHER = """
import json, os, sys
from knobel.cli.main import run

for number, words in enumerate(json.loads(sys.argv[1])):
    if not (child := os.fork()):
        for stream, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{number}.{name}", os.O_WRONLY | os.O_CREAT), stream)
        sys.argv = ["knobel", *words]
        run()
        sys.exit()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(json.dumps([words, code, *(open(f"{number}.{name}").read() for name in ("out", "err"))]), flush=True)
    if words[0] == "play":
        head, _, entries = open("whole.knobel").read().partition("\\n\\n")
        open("begun.knobel", "w").write(head + "\\n\\n" + "".join(entries.splitlines(True)[:3]))
"""
"""Each command of a list in a fork of a process that has loaded them; a game that was played is also cut short."""


def _uv(*words: str | Path) -> None:
    env = {**os.environ, "UV_CACHE_DIR": str(SHARED_CACHE / "uv")}
    subprocess.run([UV, *words], cwd=ROOT, env=env, check=True)


def install(python: Path, *requirements: str | Path) -> None:
    """Install these requirements into the environment of this Python."""
    _uv("pip", "install", "--quiet", "--python", python, *requirements)


def make_environment(folder: Path, *requirements: str | Path) -> Path:
    """The Python of a fresh environment with these requirements."""
    python = folder / "bin" / "python"
    _uv("venv", "--quiet", "--seed", "--python", sys.executable, folder)
    install(python, *requirements)
    return python


@pytest.fixture(scope="session")
def play_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of what `make play` installs: the lock, and the game without the laboratory."""
    with shared_folder(tmp_path_factory, f"play-{sha256(PLAY.read_bytes()).hexdigest()[:16]}") as folder:
        venv = folder / "venv"
        ready = venv / "play"
        if not ready.exists():
            python = make_environment(venv, "--require-hashes", "-r", PLAY)
            install(python, "--no-deps", "--no-build-isolation", "--editable", ROOT)
            ready.touch()  # the marker of `make play`
    return venv / "bin"


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the game, with the web app if it is built."""
    with shared_folder(tmp_path_factory, "wheel") as folder:
        if not (built := list(folder.glob("*.whl"))):
            words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
            subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
            built = list(folder.glob("*.whl"))
    return built[0]


@pytest.fixture(scope="session")
def wheel_environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of an environment with nothing but the wheel and what it requires."""
    with shared_folder(tmp_path_factory, "wheel-environment") as folder:
        venv = folder / "venv"
        if not venv.exists():
            make_environment(venv, wheel, "--constraint", PLAY)
    return venv / "bin"


def environment(folder: Path) -> dict[str, str]:
    """The variables of somebody who lives in this folder."""
    return {"PATH": os.environ["PATH"], "LANG": "en_GB.UTF-8", "COLUMNS": "80", "PYTHONUTF8": "1", **home_in(folder)}


def answer(words: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    """What a program prints in this folder."""
    return subprocess.run(words, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False)


def outcomes(programs: Path, folder: Path, lines: str) -> Iterator[tuple[str, int, str]]:
    """How each command ended: its line, its exit code, what it printed; an error is one sentence."""
    commands = json.dumps([line.split() for line in lines.splitlines()])
    done = answer([programs / "python", "-c", RUN_ONE_AFTER_ANOTHER, commands], folder)
    assert done.returncode == 0, done.stderr
    for words, code, out, err in map(json.loads, done.stdout.splitlines()):
        line = " ".join(words)
        assert "Traceback" not in err, f"{line}: {err}"
        assert code == 0 or (code == 2 and not out and re.fullmatch(r"knobel: .+\n", err)), f"{line}: {code}\n{err}"
        yield line, code, out + err
