"""Security checks of requests (host, origin, size, speed), and security headers."""

import asyncio
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Message, Receive

from knobel.server.http.identity import has_cookie, is_program
from knobel.server.http.polling import poll_once
from knobel.server.http.responses import error_response
from knobel.server.http.settings import Settings

RECORDS = ("/api/import", "/api/study")
"""Paths that take whole records, with a higher size limit."""


CONTENT = (
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",  # the engine of a browser is WebAssembly; no text becomes a script
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
)
"""The content security policy: pages may load only our own files and inline images."""
REFUSED = ("camera", "microphone", "geolocation", "payment", "usb", "serial", "midi", "display-capture")
"""Browser features that the permissions policy turns off."""
SAFETY = {
    "content-security-policy": "; ".join(CONTENT),
    "permissions-policy": ", ".join(f"{name}=()" for name in REFUSED),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
YEAR = 365 * 24 * 3600
NO_STORE = (b"cache-control", b"no-store")


def known_hosts(hosts: Iterable[str]) -> frozenset[str]:
    """The host names that are accepted: those configured, and those of this machine."""
    # With DNS rebinding a foreign page points its own name at this machine, but it cannot use these.
    return frozenset({*hosts, "localhost", "127.0.0.1", "::1"})


def host_of(request: HTTPConnection) -> str | None:
    """The name in the `Host` header, without the port."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname
    except ValueError:
        return None


def own_address(request: HTTPConnection, settings: Settings) -> str:
    """The address of this server, without a slash at its end; empty if a stranger may have chosen that in `Host`."""
    if settings.public_url:
        return settings.public_url
    # Whoever connected to a number reached this server there; a name may be anybody's.
    here = (request.scope.get("server") or ("",))[0]
    trusted = host_of(request) in known_hosts((*settings.hosts, here)) and "@" not in request.headers["host"]
    return str(request.base_url).rstrip("/") if trusted else ""


async def checked_body(request: HTTPConnection, receive: Receive, settings: Settings) -> bytes | Response:
    """Read the body of a request that changes something; an error response if it has to be refused."""
    scope = request.scope
    refused = cross_site(request, settings.public_url)
    if refused:
        return refused
    limit = settings.record_limit if scope["path"] in RECORDS else settings.body_limit
    try:
        # Most bodies have arrived already and need no timer.
        first = poll_once(receive())
        if first and not first[0].get("more_body", False):
            body = await _read(request, receive, limit, first)
        else:
            async with asyncio.timeout(settings.body_seconds):
                body = await _read(request, receive, limit, first)
    except TimeoutError:
        words = f"a request must arrive within {settings.body_seconds:g} seconds"
        return error_response("too_slow", words, Connection="close")
    except _TooLong:
        words = f"a request here has at most {limit} bytes"
        return error_response("too_large", words, {"limit": limit}, Connection="close")
    if (body or scope["method"] == "POST") and not _is_json(request):
        return error_response("unsupported_media", "send JSON, with Content-Type: application/json")
    return body


def cross_site(request: HTTPConnection, public: str) -> Response | None:
    """The error response to a cross-site request (CSRF), or None; programs, which send no cookie, may send any."""
    if is_program(request):
        return None
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is None and origin is None:
        # Every browser sends at least one of the two. A program that sends a cookie by hand can send them as well.
        allowed = not has_cookie(request)
    else:
        allowed = site in {None, "same-origin"} and (origin is None or is_ours(request, origin, public))
    if allowed:
        return None
    return error_response(
        "bad_origin", "this request came from another website; with a cookie, only Knobel's own pages may send it"
    )


def is_ours(request: HTTPConnection, address: str, public: str) -> bool:
    """Whether an address, or the origin of a page, belongs to this server."""
    try:
        scheme, netloc, *_ = urlsplit(address.lower())
    except ValueError:
        return False
    if public and f"{scheme}://{netloc}" == public:
        return True
    return scheme in {"http", "https"} and netloc == request.headers.get("host", "").lower() != ""


class Gone(Exception):
    """The client has disconnected before its request had arrived."""


class _TooLong(Exception):
    """The body is longer than the limit."""


async def _read(request: HTTPConnection, receive: Receive, limit: int, begun: tuple[Message] | None) -> bytes:
    """Read the whole body, after a message already received; a Content-Length above the limit is refused early."""
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said[:20]) > limit:
        raise _TooLong
    parts: list[bytes] = []
    length, more = 0, True
    while more:
        (message,), begun = begun or (await receive(),), None
        if message["type"] != "http.request":
            raise Gone
        parts.append(message.get("body", b""))
        length += len(parts[-1])
        more = message.get("more_body", False)
        if length > limit:
            raise _TooLong
    return b"".join(parts)


def _is_json(request: HTTPConnection) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def replay_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` that returns the body that was read already, and then passes on what follows."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def safety_headers(*, https: bool) -> list[tuple[bytes, bytes]]:
    """The security headers of every response."""
    safety = SAFETY | ({"strict-transport-security": f"max-age={YEAR}"} if https else {})
    return [(name.encode(), value.encode()) for name, value in safety.items()]
