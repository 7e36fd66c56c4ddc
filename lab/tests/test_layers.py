"""Who may import whom in the laboratory: public names of the game, folders before one's own, and no other game."""

import ast
from collections.abc import Iterator
from pathlib import Path

import knobel_lab
from knobel.games import SPECS
from knobel_lab.solving.kernel.jit import READ
from tests.test_layers import ROOM_NAMES, imports

SOURCE = Path(knobel_lab.__file__).parent
ENGINES = ("extras", "facets", "sources", "solving", "sim", "envs", "games", "plot", "arena", "puzzles", "cli")
"""Each may import those before it; what a game brings is asked for through its facets."""

FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")
COMPILER = "knobel_lab.solving.kernel.jit"


def parts_of(path: Path) -> tuple[str, ...]:
    """The names of the folders of a file below the laboratory, and its own."""
    return path.relative_to(SOURCE).with_suffix("").parts


def mentioned(path: Path) -> Iterator[str]:
    """All names of modules that a file imports, also those that only its annotations need."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def is_private(part: str) -> bool:
    return part.startswith("_") and not part.endswith("__")


def folder_of(name: str) -> str | None:
    """The game, or family, of either package that an imported name belongs to."""
    package, *parts = name.split(".")
    ours = package in ("knobel", "knobel_lab") and len(parts) > 1 and parts[0] == "games" and parts[1] in ROOM_NAMES
    return parts[1] if ours else None


def test_every_folder_is_an_engine() -> None:
    assert {parts_of(path)[0] for path in FILES} == set(ENGINES)


def test_the_laboratory_uses_public_names_of_the_game() -> None:
    wrong = [
        f"{path} imports {name}"
        for path in FILES
        for name in mentioned(path)
        if name.startswith("knobel.") and any(is_private(part) for part in name.split("."))
    ]
    assert not wrong, "\n".join(wrong)


def test_folders_import_only_those_before_them() -> None:
    wrong = [
        f"{path} imports {name}"
        for path in FILES
        for name in imports(path)
        if name.startswith("knobel_lab.") and ENGINES.index(name.split(".")[1]) > ENGINES.index(parts_of(path)[0])
    ]
    assert not wrong, "\n".join(wrong)


def test_engines_ask_for_facets_and_import_no_game() -> None:
    wrong = [
        f"{path} imports {name}"
        for path in FILES
        if parts_of(path)[:2] not in {("games", room) for room in ROOM_NAMES}
        for name in imports(path)
        if folder_of(name)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_game_knows_its_family_and_no_other_game() -> None:
    families = {spec.key: (spec.family or "").split(".")[-1] for spec in SPECS}
    wrong = [
        f"{path} imports {name}"
        for room in ROOM_NAMES
        for path in sorted((SOURCE / "games" / room).rglob("*.py"))
        for name in imports(path)
        if folder_of(name) not in (None, room, families.get(room))
    ]
    assert not wrong, "\n".join(wrong)


def test_compiled_code_is_stored_by_all_sources_that_it_imports() -> None:
    """Else an edited rule, or kernel, would leave the old code in use."""
    wrong = [
        f"{path} imports {name}, which is not in {READ}"
        for path in FILES
        if f"{COMPILER}.jit" in imports(path)
        for name in imports(path)
        if name.startswith(("knobel.", "knobel_lab."))
        for package, folder in [name.split(".")[:2]]
        if folder not in READ[package]
    ]
    assert not wrong, "\n".join(wrong)
