"""Imports point back only: each layer knows the layers before it, and core and games know nothing else."""

import ast
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
PURE = ("core", "games")
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
def test_core_and_games_import_nothing_outside_the_standard_library(path: Path) -> None:
    for module in imports(path):
        top = module.split(".")[0]
        assert top == "knobel" or top in sys.stdlib_module_names, f"{path} imports {module}"


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(LAYERS)
