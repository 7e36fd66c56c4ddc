"""Real environments, as users have them: made from the locks once for all processes of a run of tests."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.homes import SHARED_CACHE
from tests.shared import shared_folder

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).parent / "uv"


def make_environment(folder: Path, *requirements: str | Path) -> Path:
    """The Python of a fresh environment with these requirements."""
    python = folder / "bin" / "python"
    env = {**os.environ, "UV_CACHE_DIR": str(SHARED_CACHE / "uv")}
    made: list[str | Path] = [UV, "venv", "--quiet", "--seed", "--python", sys.executable, folder]
    filled: list[str | Path] = [UV, "pip", "install", "--quiet", "--python", python, *requirements]
    for words in (made, filled):
        subprocess.run(words, cwd=ROOT, env=env, check=True)
    return python


@pytest.fixture(scope="session")
def play_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of what `make play` installs: the lock, and the game without the laboratory."""
    lock = ROOT / "requirements" / "play.txt"
    with shared_folder(tmp_path_factory, f"play-{sha256(lock.read_bytes()).hexdigest()[:16]}") as folder:
        venv = folder / "venv"
        ready = venv / "play"
        if not ready.exists():
            python = make_environment(venv, "--require-hashes", "-r", lock)
            make = [UV, "pip", "install", "--quiet", "--python", python, "--no-deps", "--no-build-isolation"]
            subprocess.run([*map(str, make), "--editable", str(ROOT)], cwd=ROOT, check=True)
            ready.touch()  # the marker of `make play`
    return venv / "bin"
