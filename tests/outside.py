"""The game of docs/add-a-game.md, as a package of its own in an environment of its own."""

import os
import re
import subprocess
import sys
import sysconfig
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


def outside_game(factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folder of the package that the page shows and the Python that has it; all processes of a run share them."""
    with shared_folder(factory, "pasch") as shared:
        folder, done = shared / "package", shared / "python"
        if not done.exists():
            done.write_text(str(_installed(folder)), "utf-8")
        return folder, Path(done.read_text("utf-8"))


def _installed(folder: Path) -> Path:
    """Write the package, install it into a new environment beside ours, and return its Python."""
    for found in FILE.finditer(PAGE):
        path = folder / found["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found["text"], "utf-8")
    own = folder / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(own)], check=True)
    python = own / ("Scripts" if os.name == "nt" else "bin") / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", where], check=True, capture_output=True, text=True).stdout.strip()
    (Path(site) / "beside.pth").write_text(f"{ROOT / 'src'}\n{sysconfig.get_path('purelib')}\n")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", str(folder)], check=True)
    return python
