"""Python without some of its packages."""

import subprocess
import sys

HIDE = """
import importlib.util, sys
from importlib.machinery import PathFinder

class Without(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in HIDDEN else PathFinder.find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Without
"""


def alone(code: str, hidden: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", f"HIDDEN = {set(hidden)!r}\n{HIDE}\n{code}"],
        capture_output=True,
        text=True,
        check=False,
    )
