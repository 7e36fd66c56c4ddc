"""Identity: the player key of a request, from the cookie of a browser or the header of a program."""

from typing import Annotated

from fastapi import Depends, Request, Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from knobel.tables.errors import Denied
from knobel.tables.keys import is_key, new_token

COOKIE = "knobel"
LIFE = 400 * 24 * 3600
"""As long as browsers keep a cookie."""

_by_cookie = APIKeyCookie(
    name=COOKIE, auto_error=False, scheme_name="cookie", description="The player key of a browser; the server sets it."
)
_by_header = HTTPBearer(
    auto_error=False,
    scheme_name="bearer",
    description="The player key of a program: 32 random bytes in base64url, 43 characters, made by itself.",
)
_Cookie = Annotated[object, Security(_by_cookie)]
_Bearer = Annotated[object, Security(_by_header)]


class NoKey(Denied):
    """No key was sent, or one that cannot be a key."""

    code = "no_key"


def is_program(request: HTTPConnection) -> bool:
    """The key is in a header, where only programs put it."""
    return "authorization" in request.headers


def key_of(request: HTTPConnection) -> str | None:
    """The key that was sent, if it can be one."""
    if is_program(request):
        kind, _, sent = request.headers["authorization"].partition(" ")
        found = sent.strip() if kind.lower() == "bearer" else ""
    else:
        found = request.cookies.get(COOKIE, "")
    return found if is_key(found) else None


# Coroutines, though they await nothing: FastAPI would run plain functions in a thread.
async def required_key(request: Request, _cookie: _Cookie = None, _bearer: _Bearer = None) -> str:
    """The key of the request; an error if it has none."""
    key = key_of(request)
    if key is None:
        raise NoKey("this needs a player key; open or join a table first, or send 'Authorization: Bearer KEY'")
    return key


async def optional_key(request: Request, _cookie: _Cookie = None, _bearer: _Bearer = None) -> str | None:
    """The key of the request, or None for a browser that has none yet."""
    return await required_key(request) if is_program(request) else key_of(request)


async def key_or_new(request: Request, response: Response, _cookie: _Cookie = None, _bearer: _Bearer = None) -> str:
    """The key of the request; a browser without one gets a cookie with a new one."""
    if is_program(request):
        return await required_key(request)
    key = key_of(request) or new_token()
    secure = request.url.scheme == "https" or request.app.state.settings.https
    response.set_cookie(COOKIE, key, max_age=LIFE, path="/", secure=secure, httponly=True, samesite="strict")
    return key


def delete_cookie(response: Response) -> None:
    """Make a browser forget its key."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


RequiredKey = Annotated[str, Depends(required_key)]
OptionalKey = Annotated[str | None, Depends(optional_key)]
KeyOrNew = Annotated[str, Depends(key_or_new)]
