"""A zip of our Python modules for the browser: those that tables need and that can be loaded without NumPy."""

import ast
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import knobel

SOURCE = Path(knobel.__file__).parent
PARTS = ("core", "games", "scene", "solve", "coach", "tables", "app", "browser")
"""The packages in the archive; modules at the top level are added."""
LEFT_OUT = ("data", "__pycache__")
"""Folders that are left out: values are fetched game by game."""
DATA = ("distributions.json", "puzzles.json")
"""Data files that are packed all the same: they are small, and needed before the coach is."""
NUMPY = "numpy"
"""The package that browsers do not have."""
KINDS = (".py", ".json", ".md")
_THEN = (1980, 1, 1, 0, 0, 0)


def archive() -> bytes:
    """The archive; a reproducible build, the same bytes for the same files."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for path in files():
            about = ZipInfo((Path("knobel") / path.relative_to(SOURCE)).as_posix(), _THEN)
            about.compress_type = ZIP_DEFLATED
            file.writestr(about, path.read_bytes())
    return packed.getvalue()


def files() -> list[Path]:
    """The files in the archive, sorted."""
    inside = [path for part in PARTS for path in (SOURCE / part).rglob("*") if path.suffix in KINDS]
    packed = [path for path in inside if path.name in DATA or not set(path.relative_to(SOURCE).parts) & set(LEFT_OUT)]
    return sorted({*packed, *SOURCE.glob("*.py")} - set(need_numpy().values()))


def need_numpy() -> dict[str, Path]:
    """The modules that cannot be loaded without NumPy, by name: they import it when loaded, or one that does."""
    modules = {_name(path): path for part in PARTS for path in (SOURCE / part).rglob("*.py")}
    imports = {name: set(_imports(path)) for name, path in modules.items()}
    missing, added = {NUMPY}, {NUMPY}
    while added:
        added = {name for name, imported in imports.items() if imported & added} - missing
        missing |= added
    return {name: modules[name] for name in missing - {NUMPY}}


def _name(path: Path) -> str:
    """The name of a module."""
    return ".".join(("knobel", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


def _imports(path: Path) -> Iterator[str]:
    """The modules, and names in modules, that a module imports when it is loaded."""
    for statement in ast.parse(path.read_text("utf-8")).body:
        match statement:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names):
                yield from (f"{module}", *(f"{module}.{alias.name}" for alias in names))
