"""What is installed is what is declared: nothing works only because a developer's tool brought it along."""

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import knobel
from knobel.version import REPOSITORY, __version__
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


def test_the_citation_names_this_version_its_date_and_where_it_is() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.search(rf"^## {re.escape(__version__)} – ([0-9-]+)$", changelog, re.MULTILINE)
    said = dict(re.findall(r"^([a-z-]+): (.+)$", citation, re.MULTILINE))
    assert said["version"] == __version__
    assert said.get("date-released") == (released and released[1])
    assert said.get("repository-code", "") == REPOSITORY


def test_the_package_says_where_it_is_developed() -> None:
    assert metadata("knobel").get_all("Project-URL", []) == ([f"Source, {REPOSITORY}"] if REPOSITORY else [])
