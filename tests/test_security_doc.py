"""The threat model is proved line by line: every line names tests, and every test that is named exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
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


@pytest.mark.parametrize(("path", "name"), NAMED, ids=[name for _, name in NAMED])
def test_every_test_that_is_named_exists(path: str, name: str) -> None:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    assert name.startswith("test_")


@pytest.mark.parametrize("file", ["test_security.py", "http/test_strangers.py", "http/test_hostile.py"])
def test_no_test_of_a_file_that_is_about_security_alone_is_left_out(file: str) -> None:
    tree = ast.parse((ROOT / "tests" / "server" / file).read_text("utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    there = {name for path, name in NAMED if path.endswith(file)}
    left = {name for name in names if name.startswith("test_")} - there
    assert not left


def test_whoever_wants_to_report_a_hole_finds_the_model() -> None:
    assert "(docs/security.md)" in (ROOT / "SECURITY.md").read_text("utf-8")
