"""Tokens: whoever has one may sit, watch or come in; the server keeps only what they hash to."""

import re
import secrets
from base64 import b32encode
from hashlib import sha256
from hmac import compare_digest

from knobel.server.errors import Denied

_TABLE = re.compile(r"[a-z2-7]{16}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """A fresh token: 32 random bytes, written so that they fit into a link."""
    return secrets.token_urlsafe(32)


def new_table() -> str:
    """A fresh name for a table: 80 random bits."""
    return b32encode(secrets.token_bytes(10)).decode("ascii").lower()


def is_table(name: str) -> bool:
    """The name may be one of a table; no database is asked about others."""
    return bool(_TABLE.fullmatch(name))


def check_token(token: str) -> str:
    """The token itself, if it can be one."""
    if not _TOKEN.fullmatch(token):
        raise Denied("a token is 32 random bytes in base64url: 43 letters, digits, - or _")
    return token


def hashed(token: str) -> str:
    """What is kept of a token. It is random and long, so a plain hash cannot be guessed back."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def opens(token: str, kept: str | None) -> bool:
    """The token is the one that was kept; takes as long for a wrong one as for a right one."""
    return kept is not None and compare_digest(hashed(token), kept)
