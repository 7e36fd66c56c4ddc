"""Writing the static edition: the web app, what a server would tell everybody, and the engine, in one folder."""

import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import knobel
from knobel.answers import library
from knobel.core.errors import BadSetup
from knobel.core.files import replacing
from knobel.games.spec import LANGUAGES
from knobel.library import games
from knobel.scene.model import compact
from knobel.server.http.middleware import CONTENT
from knobel.server.http.static_files import FOLDER, PACKED
from knobel.server.site.archive import archive

RUNTIME = Path(knobel.__file__).parents[2] / "web" / "node_modules" / "pyodide"
"""Where a clone has the Python of browsers, once its packages are installed."""
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of it that an engine needs; beside them an index of packages, of which ours needs none."""
INDEX = "pyodide-lock.json"
VALUES = (".table", ".npz")
"""Files of what positions are worth."""
_LEFT_OUT = ("previews/",)
"""What only messengers ask a server for."""
_HEADERS_ONLY = ("frame-ancestors",)
"""What a page cannot say of itself."""
_NOTICE = """Knobel is published under the MIT licence.
pyodide.*: Pyodide, under the Mozilla Public License 2.0; its source is at https://github.com/pyodide/pyodide
python_stdlib.zip: CPython, under the Python Software Foundation License; https://github.com/python/cpython
"""


class Written(NamedTuple):
    """What was written: how many files, how many bytes, and how many of these are the engine."""

    files: int
    size: int
    engine: int


def write(out: Path, runtime: Path | None = None, app: Path = FOLDER) -> Written:
    """Write the static edition into a folder; what stood there under the same names is replaced."""
    # Each file of values has an address of its own: one that stays the same is not fetched again.
    places = {
        game: {name: (f"values/{_digest({name: data})}/{name}", data) for name, data in files.items()}
        for game, files in _values().items()
    }
    engine = _engine(runtime or RUNTIME)
    index = {game: {name: place for name, (place, _) in known.items()} for game, known in places.items()}
    engine["values.json"] = compact(index).encode()
    told = dict(_told())
    shell = dict(_shell(app))
    version = _digest({**shell, **told, **engine})
    place = f"engine/{_digest(engine)}"
    files = {**told, **{f"{place}/{name}": data for name, data in engine.items()}}
    files |= {at: data for known in places.values() for at, data in known.values()}
    shell["index.html"] = _page(shell["index.html"].decode(), place)
    shell["manifest.webmanifest"] = shell["manifest.webmanifest"].replace(b'"/', b'"./')
    shell["sw.js"] = _worker(shell["sw.js"].decode(), version, [*told], place, [f"{place}/{name}" for name in engine])
    files |= shell
    if out.is_dir():
        for folder in ("engine", "assets", "values"):
            shutil.rmtree(out / folder, ignore_errors=True)
    for name, data in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(data)
    return Written(len(files), sum(map(len, files.values())), sum(map(len, engine.values())))


def _shell(app: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the web app; hosts pack them by themselves."""
    if not (app / "index.html").is_file():
        raise BadSetup("the web app is not built; `make web` builds it")
    for path in sorted(app.rglob("*")):
        name = path.relative_to(app).as_posix()
        if path.is_file() and path.suffix not in PACKED and not name.startswith(_LEFT_OUT):
            yield name, path.read_bytes()


def _told() -> Iterator[tuple[str, bytes]]:
    """What is the same for everybody: a page is drawn with it before the engine runs."""
    for language in LANGUAGES:
        yield f"told/texts.{language}.json", compact(library.texts(language)).encode()
        yield f"told/games.{language}.json", compact(library.library(language)).encode()
        for game in games():
            page = library.rules_page(game.key, language)
            yield f"told/rules.{game.key}.{language}.json", compact(page).encode()
    for game in games():
        yield f"told/distributions.{game.key}.json", compact(library.distributions(game.key)).encode()


def _values() -> dict[str, dict[str, bytes]]:
    """What judges of each game read, by the name of the file."""
    return {
        game.key: {path.name: path.read_bytes() for path in sorted(game.data("").glob("*")) if path.suffix in VALUES}
        for game in games()
    }


def _engine(runtime: Path) -> dict[str, bytes]:
    """The Python of browsers, and ours."""
    missing = [name for name in (*PARTS, INDEX) if not (runtime / name).is_file()]
    if missing:
        raise BadSetup(
            f"{runtime} has no {missing[0]}; `make site` in a clone fetches it, or name a folder with npm's pyodide"
        )
    found = {name: (runtime / name).read_bytes() for name in PARTS}
    index = json.loads((runtime / INDEX).read_text("utf-8"))
    found[INDEX] = compact({**index, "packages": {}}).encode()
    found["knobel.zip"] = archive()
    found["NOTICE.txt"] = _NOTICE.encode()
    found["sizes.json"] = compact({name: len(data) for name, data in found.items()}).encode()
    return found


def _page(page: str, place: str) -> bytes:
    """The page, wherever it lies: all addresses in it are relative, and it knows its engine."""
    known = f'<meta name="knobel-engine" content="{place}/" />'
    allowed = "; ".join(one for one in CONTENT if not one.startswith(_HEADERS_ONLY))
    policy = f'<meta http-equiv="Content-Security-Policy" content="{allowed}" />'
    first = '<meta charset="utf-8" />'
    return page.replace('="/', '="./').replace(first, "\n    ".join((first, policy, known)), 1).encode()


def _worker(text: str, version: str, told: list[str], place: str, files: list[str]) -> bytes:
    """The service worker, which keeps all of it for times without a connection."""
    old = text.partition("const VERSION = '")[2].partition("'")[0]
    alone = compact({"told": told, "engine": place.replace("/", " "), "files": files})
    return text.replace(old, version, 1).replace("const ALONE = null", f"const ALONE = {alone}", 1).encode()


def _digest(files: dict[str, bytes]) -> str:
    """A name for exactly these files."""
    made = sha256()
    for name, data in sorted(files.items()):
        made.update(f"{name} {len(data)}\n".encode() + data)
    return made.hexdigest()[:16]
