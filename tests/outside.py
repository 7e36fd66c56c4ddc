"""Games of other packages, installed into an environment of their own: Pasch of docs/add-a-game.md, and two more."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shared import shared_folder

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "tests" / "outside_games"
PACKAGES = ("pasch", "hamster", "schleuse")
KNOBEL = ("-c", "from knobel.cli.main import run; run()")
"""What Python is told to be the `knobel` command; the environment has no script for it."""
BROKEN = {
    "broken_spec": "from knobel.games.spec import GameSpec\n\nSPEC = GameSpec('broken_spec', seats=range(0, 3))\n",
    "broken_import": "import a_module_that_is_not_there\n",
}
"""Packages that cannot be loaded; they are beside the others in an environment that a test asks for."""

Run = Callable[..., str]


def outside_games(factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has these packages, and ours beside them; all processes of a run share it."""
    with shared_folder(factory, "outside") as shared:
        done = shared / "python"
        if not done.exists():
            done.write_text(str(_installed(shared)), "utf-8")
        return Path(done.read_text("utf-8"))


def run_outside(factory: pytest.TempPathFactory) -> Run:
    """Runs a program in that environment; it returns what is printed."""
    python = outside_games(factory)

    def run(*command: str, code: int = 0, env: dict[str, str] | None = None, text: str = "") -> str:
        process = subprocess.run(
            [python, *command],
            check=False,
            capture_output=True,
            input=text,
            text=True,
            cwd=SOURCES,
            env={**os.environ, **(env or {})},
        )
        assert process.returncode == code, process.stderr
        return process.stdout + process.stderr * bool(code)

    return run


def write_package(folder: Path) -> None:
    """Write the package that docs/add-a-game.md shows."""
    shutil.copytree(SOURCES / "pasch", folder)


def break_into(folder: Path) -> dict[str, str]:
    """Packages that cannot be loaded, in a folder; returns the variables with which Python finds them."""
    for name, source in BROKEN.items():
        (folder / f"{name}.py").write_text(source, "utf-8")
        told = folder / f"{name}-1.dist-info"
        told.mkdir()
        (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", "utf-8")
        (told / "entry_points.txt").write_text(f"[knobel.games]\n{name} = {name}:SPEC\n", "utf-8")
    return {"PYTHONPATH": str(folder)}


def _installed(folder: Path) -> Path:
    """Install the packages into a new environment beside ours, and return its Python."""
    own = folder / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(own)], check=True)
    python = own / ("Scripts" if os.name == "nt" else "bin") / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", where], check=True, capture_output=True, text=True).stdout.strip()
    # A folder added in this way has its .pth files read, by which editable packages such as ours are found.
    (Path(site) / "beside.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    # Building a package writes beside its sources.
    copies = [shutil.copytree(SOURCES / name, folder / name) for name in PACKAGES]
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", *map(str, copies)], check=True)
    return python
