"""Tests live in a home of their own: what a person has set, solved and compiled is neither seen nor touched."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from knobel import find
from knobel.server.http.settings import Settings, read_settings
from knobel.solve.tables import header, read_table, tables_folder
from tests.commands import KNOBEL, Run
from tests.homes import SHARED_CACHE

ROOT = Path(__file__).parent.parent
POSITION = "knobel 1\ngame classic\nseat 0 Anna\ndice own\n\n- 4 5 5 6 5\n"
HINT = ("hint", "position.knobel", "--json")
TOO_MUCH = 1000.0
"""What the values of a wrong table are too high by."""


@pytest.fixture
def person(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody with a wrong table, settings that no server starts with, and compiled code."""
    home = tmp_path / "person"
    shipped = read_table(find("classic").data("points.table"))
    values = np.array(shipped.values) + np.float32(TOO_MUCH)
    starts = shipped.identity.starts
    checksums = [crc32(values[first:last].tobytes()) for first, last in pairwise(starts)]
    files = {
        ".local/share/knobel/tables/classic.table": header(shipped.identity, shipped.figures, checksums)
        + values.tobytes(),
        ".local/share/knobel/knobel.db": b"no database",
        ".cache/knobel/compiled/0123456789abcdef/kernel.nbi": b"no code",
        ".config/matplotlib/matplotlibrc": b"no settings",
        ".npmrc": b"ignore-scripts=true\nscript-shell=/nowhere\n",
    }
    for name, content in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(content)
    settings = {
        "KNOBEL_TABLES": home / ".local/share/knobel/tables",
        "KNOBEL_DATA": home / ".local/share/knobel",
        "KNOBEL_PORT": "many",
        "MPLCONFIGDIR": home / ".config/matplotlib",
        "NUMBA_CACHE_DIR": home / ".cache",
        "PGHOST": "nowhere",
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_DATA_HOME": home / ".local/share",
    }
    return {**os.environ, "HOME": str(home), **{name: str(value) for name, value in settings.items()}}


def listing(home: str) -> dict[Path, tuple[int, int]]:
    """Every file of a home, with its size and when it was written."""
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in sorted(Path(home).rglob("*"))}


def value(printed: str) -> float:
    """What the best choice of a hint is worth."""
    worth: float = json.loads(printed)[0]["choices"][0]["value"]
    return worth


def hint(folder: Path, environment: Mapping[str, str]) -> str:
    """What a hint says to somebody with this environment."""
    ran = subprocess.run([KNOBEL, *HINT], cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return ran.stdout


@pytest.fixture
def position(tmp_path: Path) -> Path:
    """A folder with the record of a game after its first throw."""
    (tmp_path / "position.knobel").write_text(POSITION, "ascii")
    return tmp_path


def test_a_process_of_tests_lives_where_nothing_is() -> None:
    assert not tables_folder().exists()
    assert tables_folder().is_relative_to(Path.home())
    assert read_settings() == Settings()
    assert os.environ["XDG_CACHE_HOME"] in (str(SHARED_CACHE), str(Path.home() / ".cache"))


def test_a_process_of_tests_forks_commands_that_see_shipped_values(run: Run, position: Path) -> None:
    assert value(run(*HINT).stdout) < TOO_MUCH


def test_a_process_of_tests_starts_commands_that_see_shipped_values(position: Path) -> None:
    assert value(hint(position, os.environ)) < TOO_MUCH


def test_what_a_person_has_is_neither_seen_nor_touched(person: dict[str, str], position: Path) -> None:
    before = listing(person["HOME"])
    assert value(hint(position, person)) > TOO_MUCH, "whoever plays sees their own table"
    probes = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "a_process_of_tests"]
    ran = subprocess.run(probes, cwd=ROOT, env=person, capture_output=True, text=True, check=False)
    assert "3 passed" in ran.stdout, ran.stdout + ran.stderr
    checker = [sys.executable, "web/tools/npm.py", "run", "dev", "--", "--version"]
    ran = subprocess.run(checker, cwd=ROOT, env=person, capture_output=True, text=True, check=False)
    assert "vite/" in ran.stdout, ran.stdout + ran.stderr
    assert listing(person["HOME"]) == before
