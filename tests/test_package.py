"""What is installed is what is declared: nothing works only because a developer's tool brought it along."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import knobel
from knobel.version import __version__

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SOURCE = Path(knobel.__file__).parent


MODULES = {"pillow": "PIL"}
"""What is imported, where it is called otherwise than the package."""
UNSEEN = {"aiosqlite", "httptools", "uvloop"}
"""What others load: SQLAlchemy its driver by the address of a database, Uvicorn its loop and its parser."""


def named(requirements: list[str]) -> set[str]:
    """The modules that these requirements bring."""
    names = {re.split(r"[<>=\[; ]", requirement)[0] for requirement in requirements}
    return {MODULES.get(name, name.replace("-", "_")) for name in names}


def imported() -> dict[str, Path]:
    """Every top-level module that our source imports, with a file that does."""
    found: dict[str, Path] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            found |= {name.split(".")[0]: path for name in names}
    return {name: path for name, path in found.items() if name not in {*sys.stdlib_module_names, "knobel"}}


def test_everything_imported_is_declared() -> None:
    extras = [requirement for extra in PROJECT["optional-dependencies"].values() for requirement in extra]
    declared = named(PROJECT["dependencies"]) | named(extras) | {"llvmlite"}  # numba is made of it
    missing = {name: path for name, path in imported().items() if name not in declared}
    assert not missing


def test_everything_declared_is_imported() -> None:
    assert named(PROJECT["dependencies"]) <= set(imported()) | UNSEEN


def test_the_locks_name_no_place_that_packages_came_from() -> None:
    for lock in (ROOT / "requirements").glob("*.txt"):
        text = lock.read_text("utf-8")
        assert "--hash=sha256:" in text
        assert not re.search(r"https?://|--index|--find-links|file:", text), lock


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
