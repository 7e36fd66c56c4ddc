"""Python with nothing but our source and the packages that a test names, each with what it requires."""

import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
SOURCES = os.pathsep.join(str(ROOT / folder) for folder in ("src", "lab/src"))


def link(package: str, folder: Path) -> None:
    """Link a package of this environment into a folder, and what it requires."""
    try:
        installed = distribution(package)
    except PackageNotFoundError:  # required on other systems
        return
    for name in {path.parts[0] for path in installed.files or ()} - {"..", "__pycache__"}:
        if (folder / name).is_symlink():
            return
        (folder / name).symlink_to(Path(str(installed.locate_file(name))))
    for requirement in installed.requires or ():
        name = re.split(r"[^\w.-]", requirement)[0]
        if "extra ==" not in requirement and name != "knobel":
            link(name, folder)


def alone(code: str, *packages: str) -> subprocess.CompletedProcess[str]:
    """Run code where only these packages are installed."""
    with TemporaryDirectory() as folder:
        for package in packages:
            link(package, Path(folder))
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((SOURCES, folder))}
        # Without the module `site` nothing of this environment is on the path.
        words = [sys.executable, "-S", "-c", code]
        return subprocess.run(words, env=env, capture_output=True, text=True, check=False)
