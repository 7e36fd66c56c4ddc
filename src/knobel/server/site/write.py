"""Writes the static edition: the web app, responses of the API that are the same for everybody, and the engine."""

import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from knobel.app import library
from knobel.core.errors import BadSetup
from knobel.core.files import replacing, unwritten
from knobel.games.spec import LANGUAGES
from knobel.library import games
from knobel.scene.model import compact
from knobel.scene.text import catalogue, text_error
from knobel.server.http.checks import CONTENT
from knobel.server.http.static_files import FOLDER, PACKED
from knobel.server.site.engine import RUNTIME, engine, page_with, tag, worker_with

_LEFT_OUT = ("previews/", RUNTIME)
"""Files that only messengers or the build need."""
_HEADERS_ONLY = ("frame-ancestors",)
"""Directives of the content security policy that are not allowed in a meta tag."""
_ALONE = '<meta name="knobel-alone" content="yes" />'
"""The meta tag that says that there is no server."""


class SiteSize(NamedTuple):
    """What was written: the number of files, their bytes, and the bytes fetched before the engine runs."""

    files: int
    size: int
    engine: int


def write(out: Path, app: Path = FOLDER) -> SiteSize:
    """Write the static edition into a folder; files of the same names are replaced."""
    offered = engine(app)
    if offered is None:
        raise text_error(BadSetup, "cli.site.not_built")
    files = dict(_shell(app))
    responses = dict(_api_responses())
    files |= responses | offered.files | {place: path.read_bytes() for place, path in offered.values.items()}
    files["index.html"] = _page(files["index.html"].decode(), offered.place)
    files["manifest.webmanifest"] = files["manifest.webmanifest"].replace(b'"/', b'"./')
    files["sw.js"] = _worker(files["sw.js"].decode(), _digest(files), [*responses])
    if out.is_dir():
        for folder in ("engine", "assets", "values"):
            shutil.rmtree(out / folder, ignore_errors=True)
    try:
        for name, data in files.items():
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as file:
                file.write(data)
    except OSError as error:
        raise unwritten(out, error) from error
    return SiteSize(len(files), sum(map(len, files.values())), offered.size)


def _shell(app: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the web app, without precompressed ones: static hosts compress by themselves."""
    for path in sorted(app.rglob("*")):
        name = path.relative_to(app).as_posix()
        if path.is_file() and path.suffix not in PACKED and not name.startswith(_LEFT_OUT):
            yield name, path.read_bytes()


def _api_responses() -> Iterator[tuple[str, bytes]]:
    """API responses that are the same for everybody; pages need them before the engine runs."""
    for language in LANGUAGES:
        yield f"told/texts.{language}.json", compact(dict(catalogue(language))).encode()
        yield f"told/games.{language}.json", compact(library.library(language)).encode()
        for game in games():
            page = library.rules_page(game.key, language)
            yield f"told/rules.{game.key}.{language}.json", compact(page).encode()
    for game in games():
        yield f"told/distributions.{game.key}.json", compact(library.distributions(game.key)).encode()


def _page(page: str, place: str) -> bytes:
    """The page with relative addresses, its content security policy, and the address of its engine."""
    allowed = "; ".join(one for one in CONTENT if not one.startswith(_HEADERS_ONLY))
    policy = f'<meta http-equiv="Content-Security-Policy" content="{allowed}" />'
    return page_with(page.replace('="/', '="./'), policy, _ALONE, tag(place)).encode()


def _worker(text: str, version: str, paths: list[str]) -> bytes:
    """The service worker, which caches what every page needs offline."""
    return (
        worker_with(text, version)
        .replace("const STATIC_ANSWERS = null", f"const STATIC_ANSWERS = {compact(paths)}", 1)
        .encode()
    )


def _digest(files: dict[str, bytes]) -> str:
    """A short hash of these files."""
    made = sha256()
    for name, data in sorted(files.items()):
        made.update(f"{name} {len(data)}\n".encode() + data)
    return made.hexdigest()[:16]
