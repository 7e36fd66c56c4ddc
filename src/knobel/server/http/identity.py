"""Identity: the player key of a request, from the cookie of a browser or the header of a program."""

from typing import Annotated, cast

from fastapi import Depends, Request, Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from knobel.tables.errors import Denied
from knobel.tables.keys import is_key, new_token

COOKIE = "knobel"
SECURE_COOKIE = "__Host-knobel"
"""The name of the cookie under HTTPS: browsers accept this prefix only from the host itself, and only encrypted."""
LIFE = 400 * 24 * 3600
"""Seconds for which the cookie is kept: the most that browsers allow."""
_KEY = "knobel.key"
"""The name of the key in the scope of a request."""

_by_cookie = APIKeyCookie(
    name=COOKIE,
    auto_error=False,
    scheme_name="cookie",
    description="The player key of a browser; the server sets it, under HTTPS as `__Host-knobel`.",
)
_by_header = HTTPBearer(
    auto_error=False,
    scheme_name="bearer",
    description="The player key of a program: 32 random bytes in base64url, 43 characters, made by the program.",
)
_Cookie = Annotated[object, Security(_by_cookie)]
_Bearer = Annotated[object, Security(_by_header)]


class NoKey(Denied):
    """No player key was sent, or a malformed one."""

    code = "no_key"


def is_program(request: HTTPConnection) -> bool:
    """Whether the key is sent in a header, as only programs do."""
    return "authorization" in request.headers


def key_of(request: HTTPConnection) -> str | None:
    """The player key of a request; None if it has none or a malformed one."""
    scope = request.scope
    # Kept for the request, since the pipeline and the route ask for it, and parsing cookies takes long.
    if _KEY not in scope:
        scope[_KEY] = _read_key(request)
    return cast("str | None", scope[_KEY])


def _read_key(request: HTTPConnection) -> str | None:
    header = request.headers.get("authorization")
    if header is not None:
        kind, _, credentials = header.partition(" ")
        key = credentials.strip() if kind.lower() == "bearer" else ""
    else:
        # The plain name is read too: browsers may still have a cookie from before the secure name.
        key = request.cookies.get(SECURE_COOKIE) or request.cookies.get(COOKIE, "")
    return key if is_key(key) else None


# Coroutines, because FastAPI runs plain functions in a thread.
async def required_key(request: Request, _cookie: _Cookie = None, _bearer: _Bearer = None) -> str:
    """Dependency: the player key of the request; an error if it has none."""
    key = key_of(request)
    if key is None:
        raise NoKey("this needs a player key; open or join a table first, or send 'Authorization: Bearer KEY'")
    return key


async def optional_key(request: Request, _cookie: _Cookie = None, _bearer: _Bearer = None) -> str | None:
    """Dependency: the player key of the request, or None for a browser that has none yet."""
    return await required_key(request) if is_program(request) else key_of(request)


async def key_or_new(request: Request, _cookie: _Cookie = None, _bearer: _Bearer = None) -> str:
    """Dependency: the player key of the request; a new one for a browser that has none yet."""
    if is_program(request):
        return await required_key(request)
    return key_of(request) or new_token()


def set_cookie(request: Request, response: Response, key: str) -> None:
    """Let a browser keep its key."""
    secure = request.url.scheme == "https" or request.app.state.settings.https
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, key, max_age=LIFE, path="/", secure=secure, httponly=True, samesite="strict")
    if secure and COOKIE in request.cookies:
        response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="strict")


def has_cookie(request: HTTPConnection) -> bool:
    """Whether a browser sent its key, under either cookie name."""
    return SECURE_COOKIE in request.cookies or COOKIE in request.cookies


def delete_cookies(response: Response) -> None:
    """Delete the cookie with the key, under either name."""
    for name in (SECURE_COOKIE, COOKIE):
        secure = name == SECURE_COOKIE
        response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")


RequiredKey = Annotated[str, Depends(required_key)]
OptionalKey = Annotated[str | None, Depends(optional_key)]
KeyOrNew = Annotated[str, Depends(key_or_new)]
