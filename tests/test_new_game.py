"""`make new-game KEY=…` makes a game that has everything that the tests of games in this tree ask for."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.new_game import new_game, renamed

from knobel import BadSetup

ROOT = Path(__file__).parent.parent
KEY = "brand_new"
CHECKS = f"""
from tools.golden import main
main()
import sys
sys.argv = ["knobel", "conform", "{KEY}"]
from knobel.cli.main import run
run()
"""


def tree(folder: Path) -> Path:
    """A copy of what games in this tree need, without built files and values."""
    for name in ("src", "lab/src", "tests", "lab/tests", "tools", "lab/tools", "docs", "lab/docs"):
        ignored = shutil.ignore_patterns("__pycache__", "web", "images", "node_modules")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "conftest.py", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def test_a_new_game_is_played_and_passes_the_tests_of_games(tmp_path: Path) -> None:
    root = tree(tmp_path / "tree")
    written = {path.relative_to(root).as_posix() for path in new_game(KEY, root)}
    assert {
        f"src/knobel/games/{KEY}/rules.py",
        f"lab/src/knobel_lab/games/{KEY}/observe.py",
        "docs/record.md",
    } <= written
    env = {**os.environ, "PYTHONPATH": f"{root / 'src'}:{root / 'lab' / 'src'}:{root}"}

    def run(*words: str) -> str:
        done = subprocess.run([sys.executable, *words], cwd=root, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert run("-c", CHECKS).endswith(f"{KEY}: everything that it needs is there\n")
    chosen = [
        *("tests/games/test_rooms.py", f"tests/games/{KEY}", "tests/test_golden.py", "tests/test_layers.py"),
        *("tests/scene/test_rulebook.py", "tests/test_reference_values.py", "tests/solve/test_scores.py"),
        *("lab/tests/games/test_rooms.py", "tests/core/test_registry.py", "tests/test_laws.py"),
    ]
    run(
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *chosen,
        "-k",
        f"{KEY} or every or ours or all or whole or import",
    )
    run(
        "-m",
        "ruff",
        "check",
        "--quiet",
        f"src/knobel/games/{KEY}",
        f"lab/src/knobel_lab/games/{KEY}",
        f"tests/games/{KEY}",
    )


def test_a_key_must_be_new_and_a_name() -> None:
    with pytest.raises(BadSetup, match="there is a game classic already"):
        new_game("classic")
    with pytest.raises(BadSetup, match="a key is lower-case letters"):
        new_game("My Game")


def test_a_room_imports_from_the_core() -> None:
    text = "from knobel import D6, Decide, make\nfrom pasch.rules import Pasch\nkey = 'pasch'\n"
    assert renamed(text, "other_one", "OtherOne") == (
        "from knobel.core.dice import D6\nfrom knobel.core.game import Decide\nfrom knobel.core.registry import make\n"
        "from knobel.games.other_one.rules import OtherOne\nkey = 'other_one'\n"
    )
