"""Who may import whom: engines know no game, rules know nothing of the world, and imports point back only."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import knobel
from knobel.games import ROOMS, SPECS
from knobel.games import spec as contract
from knobel.games.spec_checks import FACETS

SOURCE = Path(knobel.__file__).parent
ENGINES = (
    "version",
    "moved",
    "core",
    "games",
    "library",
    "reference_values",
    "scene",
    "solve",
    "coach",
    "tables",
    "app",
    "browser",
    "server",
    "testing",
    "cli",
)
"""Each may import those before it."""

FAMILIES = tuple({spec.family.split(".")[-1] for spec in SPECS if spec.family})
ROOM_NAMES = (*ROOMS, *FAMILIES)
BEHIND_ROOMS = ("server", "cli", "tables", "app", "browser", "testing")
"""Engines whose tools no room needs."""

FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


@cache
def imports(path: Path) -> frozenset[str]:
    """All modules a file imports, but for those that only its annotations need."""
    found: set[str] = set()
    for node in _running(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return frozenset(found)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.If) and isinstance(part.test, ast.Name) and part.test.id == "TYPE_CHECKING":
            continue
        yield part
        yield from _running(part)


def room_of(module: str) -> str | None:
    """The room that a module belongs to."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["knobel", "games"] and len(parts) > 2 and parts[2] in ROOM_NAMES else None


def engine_of(module: str) -> str:
    return module.split(".")[1]


def module_of(path: Path) -> str:
    return ".".join(("knobel", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


def rules_of(path: Path) -> bool:
    parts = module_of(path).split(".")
    return room_of(module_of(path)) is not None and len(parts) > 3 and parts[3] == "rules"


def ours(path: Path) -> Iterator[str]:
    """The modules of Knobel that a file imports."""
    return (other for other in imports(path) if other.startswith("knobel."))


def test_engines_import_only_engines_before_them_and_no_room() -> None:
    wrong = [
        f"{module} imports {other}{': ask the spec of the game' if room_of(other) else ''}"
        for path in FILES
        if not room_of(module := module_of(path)) and not module.startswith("knobel.games.holding")
        for other in ours(path)
        if room_of(other) or ENGINES.index(engine_of(other)) > ENGINES.index(engine_of(module))
    ]
    assert not wrong, "\n".join(wrong)


def test_rules_import_only_core_and_the_standard_library() -> None:
    """And the shared words for dice that are held, and the rules of their family."""

    def allowed(other: str) -> bool:
        if not other.startswith("knobel."):
            return other.split(".", maxsplit=1)[0] in sys.stdlib_module_names
        own = ".rules" in other and room_of(other) is not None
        return own or other.startswith(("knobel.core.", "knobel.games.holding."))

    files = [path for path in FILES if rules_of(path)]
    assert files
    wrong = [f"{path} imports {other}" for path in files for other in imports(path) if not allowed(other)]
    assert not wrong, "\n".join(wrong)


def test_a_room_knows_its_family_and_no_other_room() -> None:
    wrong = []
    for path in FILES:
        if room := room_of(module_of(path)):
            family = next((spec.family for spec in SPECS if spec.key == room), None) or ""
            known = {None, room, family.split(".")[-1]}
            wrong += [
                f"{path} imports {other}"
                for other in ours(path)
                if engine_of(other) in BEHIND_ROOMS or (room_of(other) not in known and ".rules" not in other)
            ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("engine", ["core", "tables", "app", "browser"])
def test_core_tables_and_what_runs_in_a_browser_need_nothing_but_the_standard_library(engine: str) -> None:
    for path in (SOURCE / engine).rglob("*.py"):
        for other in imports(path):
            top = other.split(".")[0]
            assert top == "knobel" or top in sys.stdlib_module_names, f"{path} imports {other}"


RESEARCH = ("knobel_lab", "numba", "llvmlite", "gymnasium", "pettingzoo", "matplotlib", "distributed", "pyarrow")
"""The laboratory, and what only it needs."""


def test_the_game_never_imports_the_laboratory() -> None:
    """Not even for its annotations."""
    wrong = [
        f"{path} imports {module}"
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for module in _modules(node)
        if module.partition(".")[0] in RESEARCH
    ]
    assert not wrong, "\n".join(wrong)


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def test_every_folder_is_an_engine() -> None:
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(ENGINES)


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_engine_is_on_the_pages_that_list_them(page: str) -> None:
    text = (SOURCE.parent.parent / page).read_text("utf-8")
    files = {path.name for path in SOURCE.glob("*.py")}
    for engine in set(ENGINES) - {"version", "moved"}:
        named = engine if page == "CONTRIBUTING.md" else f"{engine}.py" if f"{engine}.py" in files else f"{engine}/"
        assert re.search(rf"(?<![\w/]){re.escape(named)}", text), engine


def test_every_facet_is_on_the_page_about_architecture() -> None:
    text = (SOURCE.parent.parent / "docs" / "architecture.md").read_text("utf-8")
    assert not [facet for facet in FACETS if facet not in contract.FILES and f"| `{facet}` |" not in text]
