"""Imports point back only: each layer knows the layers before it, and core and games know nothing else."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import knobel

SOURCE = Path(knobel.__file__).parent
LAYERS = (
    "core",
    "games",
    "library",
    "version",
    "scene",
    "tables",
    "solve",
    "bots",
    "sim",
    "coach",
    "envs",
    "plot",
    "arena",
    "server",
    "testing",
    "cli",
)
PURE = ("core", "games", "tables")
IO = {"asyncio", "multiprocessing", "os", "pathlib", "socket", "sqlite3", "subprocess", "threading", "time"}
FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            found.add(node.module or "")
    return found


def layer(module: str) -> str:
    return module.split(".")[1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_layer_imports_only_layers_before_it(path: Path) -> None:
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    for module in imports(path):
        if module.startswith("knobel."):
            assert LAYERS.index(layer(module)) <= LAYERS.index(own), f"{own} must not import {module}"


@pytest.mark.parametrize("path", [path for path in FILES if path.relative_to(SOURCE).parts[0] in PURE], ids=str)
def test_core_games_and_tables_import_nothing_outside_the_standard_library(path: Path) -> None:
    for module in imports(path):
        top = module.split(".")[0]
        assert top == "knobel" or top in sys.stdlib_module_names, f"{path} imports {module}"


@pytest.mark.parametrize("path", [path for path in FILES if path.relative_to(SOURCE).parts[0] == "tables"], ids=str)
def test_tables_do_no_input_or_output(path: Path) -> None:
    assert not {module.split(".")[0] for module in imports(path)} & IO


def test_tables_load_only_what_any_python_has() -> None:
    """A table may run where there is no event loop, no database and no NumPy, as in a browser."""
    loaded = f"import sys; sys.path.insert(0, {str(SOURCE.parent)!r}); import knobel.tables.view; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True).stdout.split()
    tops = {name.split(".")[0] for name in found}
    assert not {"asyncio", "sqlalchemy", "pydantic", "numpy", "numba", "fastapi"} & tops
    ours = {layer(name) for name in found if name.startswith("knobel.")}
    assert ours <= {"core", "games", "library", "version", "scene", "tables"}


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(LAYERS)
