"""The threat model is proved line by line: every line names tests, and every test that is named exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
NAMED = sorted(set(re.findall(r"`(tests/[a-z_/]+\.py)::(\w+)`", PAGE)))


def tables() -> list[list[str]]:
    """All lines of tables whose last column is of tests."""
    found, proved = [], False
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            proved = False
        elif cells[-1] == "test":
            proved = True
        elif proved and not line.startswith("|---"):
            found.append(cells)
    return found


def test_every_threat_names_what_stands_in_the_way_and_the_test_that_proves_it() -> None:
    lines = tables()
    assert len(lines) > 40
    for cells in lines:
        assert len(cells) == 3, cells
        assert all(cells), cells
        assert re.fullmatch(r"`tests/[a-z_/]+\.py::\w+`(, `tests/[a-z_/]+\.py::\w+`)*", cells[2]), cells


def named_in(path: Path) -> set[str]:
    """The names of all tests of a file."""
    named = (node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, FUNCTIONS))
    return {name for name in named if name.startswith("test_")}


def test_every_test_that_is_named_exists() -> None:
    there = {path: named_in(ROOT / path) for path in {path for path, _ in NAMED}}
    assert not [(path, name) for path, name in NAMED if name not in there[path]]


@pytest.mark.parametrize("file", ["test_security.py", "http/test_strangers.py", "http/test_hostile.py"])
def test_no_test_of_a_file_that_is_about_security_alone_is_left_out(file: str) -> None:
    there = {name for path, name in NAMED if path.endswith(file)}
    assert not named_in(ROOT / "tests" / "server" / file) - there


def test_whoever_wants_to_report_a_hole_finds_the_model() -> None:
    assert "(docs/security.md)" in (ROOT / "SECURITY.md").read_text("utf-8")
