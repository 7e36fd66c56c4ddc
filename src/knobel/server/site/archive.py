"""A zip of our Python modules for the browser: those that tables need and that run without compiled packages."""

import re
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import knobel

SOURCE = Path(knobel.__file__).parent
PARTS = ("core", "games", "scene", "printing", "solve", "players", "coach", "today", "tables", "app", "browser")
"""The packages in the archive; modules at the top level are added."""
LEFT_OUT = ("data", "__pycache__")
"""Folders that are left out: values are fetched game by game."""
DATA = ("distributions.json", "puzzles.json")
"""Data files that are packed all the same: they are small, and needed before the coach is."""
ARRAYS = re.compile(r"^(import numpy|from numpy|from knobel\.\S+_compiled)", re.MULTILINE)
"""Imports by which modules are recognised that need NumPy or compiled code, which browsers do not have."""
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
    kept = [path for path in inside if path.name in DATA or not set(path.relative_to(SOURCE).parts) & set(LEFT_OUT)]
    plain = [path for path in kept if path.suffix != ".py" or not ARRAYS.search(path.read_text("utf-8"))]
    return sorted([*plain, *SOURCE.glob("*.py")])
