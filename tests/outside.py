"""The game of docs/add-a-game.md, as a package of its own in an environment of its own."""

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shared import shared_folder

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
FILE = re.compile(
    r"^`(?P<name>[\w./]+\.\w+)`\n\n(?P<fence>`{3,})\w+\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL
)
KNOBEL = ("-c", "from knobel.cli.main import run; run()")
"""What Python is told to be the `knobel` command; the environment has no script for it."""

Run = Callable[..., str]


def outside_game(factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folder of the package that the page shows and the Python that has it; all processes of a run share them."""
    with shared_folder(factory, "pasch") as shared:
        folder, done = shared / "package", shared / "python"
        if not done.exists():
            done.write_text(str(_installed(folder)), "utf-8")
        return folder, Path(done.read_text("utf-8"))


def run_outside(factory: pytest.TempPathFactory) -> Run:
    """Runs a program where the package of the page is installed, and ours beside it; it returns what is printed."""
    folder, python = outside_game(factory)

    def run(*command: str) -> str:
        process = subprocess.run([python, *command], check=False, capture_output=True, text=True, cwd=folder)
        assert process.returncode == 0, process.stderr
        return process.stdout

    return run


def write_package(folder: Path) -> None:
    """Write the files that the page shows."""
    for file in FILE.finditer(PAGE):
        path = folder / file["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file["text"], "utf-8")


def _installed(folder: Path) -> Path:
    """Write the package, install it into a new environment beside ours, and return its Python."""
    write_package(folder)
    own = folder / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(own)], check=True)
    python = own / ("Scripts" if os.name == "nt" else "bin") / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", where], check=True, capture_output=True, text=True).stdout.strip()
    # A folder added in this way has its .pth files read, by which editable packages such as ours are found.
    (Path(site) / "beside.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", str(folder)], check=True)
    return python
