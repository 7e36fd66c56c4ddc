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
"""The folder of the engine below the app; the build of the web app puts Pyodide there."""
RUNTIME = f"{FOLDER}runtime.json"
"""The list of the files that the build put there."""
VALUES = (".table", ".npz")
"""The suffixes of files with values of positions."""
_FIRST = '<meta charset="utf-8" />'
_VERSION = "const VERSION = '"


class Engine(NamedTuple):
    """The engine files that are served beside the web app."""

    place: str
    """The path of its index, which names all its files."""
    files: dict[str, bytes]
    """The index, and the archive of our Python."""
    values: dict[str, Path]
    """The files with values of positions, by their paths on the site."""
    size: int
    """The bytes that are fetched before the engine runs."""


@cache
def engine(app: Path) -> Engine | None:
    """The engine for a built web app; None if the app was built without one."""
    if not (app / RUNTIME).is_file():
        return None
    files = json.loads((app / RUNTIME).read_text("utf-8"))
    ours = archive()
    files["knobel.zip"] = {"at": f"{FOLDER}{digest(ours)}/knobel.zip", "size": len(ours), "packed": False}
    index: dict[str, dict[str, str]] = {}
    values: dict[str, Path] = {}
    for game in games():
        paths = sorted(path for path in game.data("").glob("*") if path.suffix in VALUES)
        # Content-hashed addresses: a file that stays the same is not fetched again.
        places = {path.name: f"values/{digest(path.read_bytes())}/{path.name}" for path in paths}
        index[game.key] = places
        values |= {places[path.name]: path for path in paths}
    index_json = compact({"files": files, "values": index}).encode()
    place = f"{FOLDER}{digest(index_json)}.json"
    size = sum(one["size"] for one in files.values())
    return Engine(place, {place: index_json, files["knobel.zip"]["at"]: ours}, values, size)


def page_with(page: str, *tags: str) -> str:
    """The page of the app with additional meta tags."""
    return page.replace(_FIRST, "\n    ".join((_FIRST, *tags)), 1)


def tag(place: str) -> str:
    """The meta tag that tells a page where its engine is."""
    return f'<meta name="knobel-engine" content="{place}" />'


def version_of(worker: str) -> str:
    """The version in the source of a service worker."""
    return worker.partition(_VERSION)[2].partition("'")[0]


def worker_with(worker: str, version: str) -> str:
    """The source of a service worker with another version, so that browsers fetch the page again."""
    return worker.replace(f"{_VERSION}{version_of(worker)}'", f"{_VERSION}{version}'", 1)


def digest(data: bytes) -> str:
    """A short hash of these bytes."""
    return sha256(data).hexdigest()[:16]
