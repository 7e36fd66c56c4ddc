"""Static files of the web app, compressed as the browser accepts, with cache headers."""

import mimetypes
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response

from knobel.server.http.checks import own_address
from knobel.server.http.previews import language_of, preview_of, with_preview
from knobel.server.http.responses import etag_matches
from knobel.server.site.engine import FOLDER as ENGINE
from knobel.server.site.engine import Engine, digest, engine, page_with, tag, version_of, worker_with

router = APIRouter(include_in_schema=False)
FOLDER = Path(__file__).parent.parent / "web"
PACKED = {".br": "br", ".gz": "gzip"}
"""The suffixes of precompressed files and their encodings, the better one first."""
HASHED = ("assets/", ENGINE, "values/")
"""Folders of files with content-hashed addresses, which may be cached for ever."""
_PAGE = "index.html"
_WORKER = "sw.js"
_FOREVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"
_MISSING = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Knobel</title>
<h1>Knobel</h1>
<p>The server is running, and its API is at <a href="/api/openapi.json">/api</a>.
<p>The web app is not built yet: run <code>make web</code> in the clone, then start the server again.
</html>
"""
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True, slots=True)
class File:
    """A file on disk or generated at the start, with its precompressed versions."""

    content: Path | bytes
    kind: str
    keep: str
    tag: str
    packed: dict[str, Path] = field(default_factory=dict)

    def text(self) -> str:
        """The content as text."""
        return self.content.decode() if isinstance(self.content, bytes) else self.content.read_text("utf-8")


class StaticFiles:
    """All files of the web app and of its engine, listed at the start, so that no path leads outside."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        self._files = {
            name: _file(name, path, _packed(name, paths))
            for name, path in paths.items()
            if not name.endswith(tuple(PACKED)) and not name.endswith((".py", ".pyc"))
        }
        offered = engine(folder)
        if offered and self.built:
            self._offer(offered)

    def _offer(self, offered: Engine) -> None:
        """Add the files of an engine, and name it in the page; a new engine is a new version of the service worker."""
        page = page_with(self._files[_PAGE].text(), tag(offered.place))
        worker = self._files[_WORKER].text()
        version = digest(f"{version_of(worker)} {offered.place}".encode())
        made = {_PAGE: page.encode(), _WORKER: worker_with(worker, version).encode()}
        more: dict[str, Path | bytes] = {**offered.files, **offered.values, **made}
        self._files |= {name: _file(name, content) for name, content in more.items()}

    @property
    def names(self) -> Collection[str]:
        """The paths of all files."""
        return self._files.keys()

    def page(self) -> str | None:
        """The HTML page of the app; None if the app is not built."""
        file = self._files.get(_PAGE)
        return file.text() if file else None

    @property
    def built(self) -> bool:
        """Whether the web app is built."""
        return _PAGE in self._files

    def response(self, request: Request, path: str) -> Response | None:
        """The response with the file at a path; None if there is none."""
        file = self._files.get(path)
        if file is None:
            return None
        accepted = request.headers.get("accept-encoding", "")
        encoding = next((one for one in file.packed if _accepts(accepted, one)), "")
        headers = {"Cache-Control": file.keep, "ETag": f'"{file.tag}{encoding}"'}
        if file.packed:
            headers["Vary"] = "Accept-Encoding"
        if etag_matches(request, headers["ETag"]):
            return Response(status_code=304, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        content = file.packed.get(encoding, file.content)
        if isinstance(content, bytes):
            return Response(content, headers=headers, media_type=file.kind)
        return FileResponse(content, headers=headers, media_type=file.kind)


@cache
def installed_files() -> StaticFiles:
    """The files of the web app that is part of this installation, read once."""
    return StaticFiles()


def _accepts(accepted: str, encoding: str) -> bool:
    """Whether the browser accepts this encoding."""
    for one in accepted.lower().split(","):
        name, _, weight = one.partition(";")
        if name.strip() == encoding:
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def _file(name: str, content: Path | bytes, packed: dict[str, Path] | None = None) -> File:
    return File(content, _kind(name), _FOREVER if name.startswith(HASHED) else _ASK, _tag(content), packed or {})


def _tag(content: Path | bytes) -> str:
    """The ETag of a file, from its content: its modification time means nothing after packaging."""
    data = content if isinstance(content, bytes) else content.read_bytes()
    return sha256(data).hexdigest()[:32]


def _kind(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _packed(name: str, paths: dict[str, Path]) -> dict[str, Path]:
    return {encoding: paths[name + end] for end, encoding in PACKED.items() if name + end in paths}


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(request: Request, path: str) -> Response:
    """A file of the web app, or, at every path of the app, its page with the link preview of that path."""
    files: StaticFiles = request.app.state.static_files
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404)
    if "." in path.rpartition("/")[2] and path != _PAGE:
        response = files.response(request, path)
        if response is None:
            raise HTTPException(404)
        return response
    page_html = files.page()
    if page_html is None:
        return HTMLResponse(_MISSING, headers={"Cache-Control": _ASK})
    language = language_of(request.headers.get("accept-language", ""))
    state = request.app.state
    # The page itself is not rate-limited, but the database lookup for its preview is.
    preview = await preview_of(path, state.service, lambda: state.limits.admit(request, None))
    html = with_preview(page_html, preview, language, own_address(request, state.settings), files.names)
    tag = sha256(html.encode()).hexdigest()[:32]
    headers = {"Cache-Control": _ASK, "ETag": f'"{tag}"', "Vary": "Accept-Language"}
    if etag_matches(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return HTMLResponse(html, headers=headers)
