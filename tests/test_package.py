"""What is installed is what is declared: nothing works only because a developer's tool brought it along."""

import re
import tomllib
from pathlib import Path

import knobel
from knobel.version import __version__
from tests.packages import imported, modules_of

ROOT = Path(__file__).parent.parent
GAME = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = [requirement for extra in GAME["optional-dependencies"].values() for requirement in extra]
SOURCE = Path(knobel.__file__).parent
UNSEEN = {"aiosqlite", "httptools"}
"""What others load: SQLAlchemy its driver by the address of a database, Uvicorn its parser."""


def test_everything_imported_is_declared() -> None:
    declared = modules_of(GAME["dependencies"]) | modules_of(EXTRAS)
    assert not imported(SOURCE).keys() - declared - {"knobel"}


def test_everything_declared_is_imported() -> None:
    assert modules_of(GAME["dependencies"]) <= set(imported(SOURCE)) | UNSEEN


def test_the_locks_name_no_place_that_packages_came_from() -> None:
    for lock in (ROOT / "requirements").glob("*.txt"):
        text = lock.read_text("utf-8")
        assert "--hash=sha256:" in text
        assert not re.search(r"https?://|--index|--find-links|file:", text), lock


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
