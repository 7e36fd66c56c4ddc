"""Our Python as one archive, for a browser to run: what tables need, and nothing that needs more than Python."""

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import knobel

SOURCE = Path(knobel.__file__).parent
PARTS = ("core", "games", "scene", "printing", "players", "today", "tables", "answers", "device")
"""The packages that a device runs; beside them, the modules at the top."""
LEFT_OUT = ("data", "solve", "__pycache__")
"""Folders of rooms whose values and solvers no table needs."""
KINDS = (".py", ".json", ".md")
_THEN = (1980, 1, 1, 0, 0, 0)


def archive() -> bytes:
    """The archive; the same bytes whenever it is made of the same files."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for path in files():
            about = ZipInfo((Path("knobel") / path.relative_to(SOURCE)).as_posix(), _THEN)
            about.compress_type = ZIP_DEFLATED
            file.writestr(about, path.read_bytes())
    return packed.getvalue()


def files() -> list[Path]:
    """The files that are packed, in order."""
    inside = [path for part in PARTS for path in (SOURCE / part).rglob("*") if path.suffix in KINDS]
    kept = [path for path in inside if not set(path.relative_to(SOURCE).parts) & set(LEFT_OUT)]
    return sorted([*kept, *SOURCE.glob("*.py")])
