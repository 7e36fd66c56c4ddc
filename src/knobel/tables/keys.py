"""Keys and tickets: a key is a player's identity, a ticket gives a key access; only their hashes are stored."""

import re
import secrets
from base64 import b32encode, urlsafe_b64encode
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest, digest

from knobel.tables.errors import Denied

WATCHER = -1
"""The seat of those who only watch."""
_TABLE = re.compile(r"[a-z2-7]{16}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class SeatKey:
    """A seat and the hash of a key that opens it, or of a ticket that lets one more key do so.

    Any number of keys may open a seat, one for each device; one key may open several seats.
    """

    seat: int
    hashed: str = field(repr=False)
    ticket: bool = False


def new_token() -> str:
    """A fresh key or ticket: 32 random bytes, written so that they fit into a link."""
    return secrets.token_urlsafe(32)


@lru_cache(maxsize=4096)
def derived(key: str, what: str) -> str:
    """A ticket that only the owner of a key can make, and makes again whenever it is needed."""
    return urlsafe_b64encode(digest(key.encode("ascii"), what.encode("utf-8"), "sha256")).decode("ascii").rstrip("=")


def new_table(key: str = "", again: str | None = None) -> str:
    """A name for a table: 80 bits, random, or the same ones whenever the owner of a key asks for the same again."""
    bits = secrets.token_bytes(10) if again is None else sha256(derived(key, f"table {again}").encode("ascii")).digest()
    return b32encode(bits[:10]).decode("ascii").lower()


def is_table(name: str) -> bool:
    """The name may be one of a table; no database is asked about others."""
    return bool(_TABLE.fullmatch(name))


def is_key(token: str) -> bool:
    """The text may be a key: 32 bytes in base64url."""
    return bool(_TOKEN.fullmatch(token))


def check_key(token: str) -> str:
    """The key itself, if it can be one."""
    if not is_key(token):
        raise Denied("a key is 32 random bytes in base64url: 43 letters, digits, - or _")
    return token


# Whoever acts or follows comes with the same key all evening.
@lru_cache(maxsize=8192)
def hashed(token: str) -> str:
    """What is stored of a token. It is random and long, so a plain hash cannot be guessed back."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def opens(token: str, kept: str | None) -> bool:
    """The token is the one whose hash was stored; takes as long for a wrong one as for a right one."""
    return kept is not None and compare_digest(hashed(token), kept)
