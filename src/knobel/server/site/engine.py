"""The files of a browser's engine: Pyodide, our Python, and values of positions, under content-hashed addresses."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from knobel.library import games
from knobel.scene.model import compact
from knobel.server.site.archive import archive

FOLDER = "engine/"
"""Where it lies below the app; the build of the web app puts the Python of browsers there."""
RUNTIME = f"{FOLDER}runtime.json"
"""What the build put there."""
VALUES = (".table", ".npz")
"""Files of what positions are worth."""
_FIRST = '<meta charset="utf-8" />'
_VERSION = "const VERSION = '"


class Engine(NamedTuple):
    """What a host offers beside the files of the web app."""

    place: str
    """Where its index is, which names all its files."""
    files: dict[str, bytes]
    """The index, and our Python."""
    values: dict[str, Path]
    """What positions are worth, by where it is offered."""
    size: int
    """How many bytes are fetched before it runs."""


@cache
def engine(app: Path) -> Engine | None:
    """The engine that goes with a web app; None if that was built without one."""
    if not (app / RUNTIME).is_file():
        return None
    files = json.loads((app / RUNTIME).read_text("utf-8"))
    ours = archive()
    files["knobel.zip"] = {"at": f"{FOLDER}{digest(ours)}/knobel.zip", "size": len(ours), "packed": False}
    index: dict[str, dict[str, str]] = {}
    values: dict[str, Path] = {}
    for game in games():
        found = sorted(path for path in game.data("").glob("*") if path.suffix in VALUES)
        # A file that stays the same keeps its address, and is not fetched again.
        places = {path.name: f"values/{digest(path.read_bytes())}/{path.name}" for path in found}
        index[game.key] = places
        values |= {places[path.name]: path for path in found}
    told = compact({"files": files, "values": index}).encode()
    place = f"{FOLDER}{digest(told)}.json"
    size = sum(one["size"] for one in files.values())
    return Engine(place, {place: told, files["knobel.zip"]["at"]: ours}, values, size)


def page_with(page: str, *tags: str) -> str:
    """The page of the app with more that it says of itself."""
    return page.replace(_FIRST, "\n    ".join((_FIRST, *tags)), 1)


def tag(place: str) -> str:
    """What tells a page where its engine is."""
    return f'<meta name="knobel-engine" content="{place}" />'


def version_of(worker: str) -> str:
    """The name of the version that a service worker keeps."""
    return worker.partition(_VERSION)[2].partition("'")[0]


def worker_with(worker: str, version: str) -> str:
    """A service worker for another version: browsers then fetch the page anew."""
    return worker.replace(f"{_VERSION}{version_of(worker)}'", f"{_VERSION}{version}'", 1)


def digest(data: bytes) -> str:
    """A name for exactly these bytes."""
    return sha256(data).hexdigest()[:16]
