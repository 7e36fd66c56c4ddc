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
"""The seat number of keys that only watch."""
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
    """A new key or ticket: 32 random bytes in URL-safe base64."""
    return secrets.token_urlsafe(32)


@lru_cache(maxsize=4096)
def derived(key: str, what: str) -> str:
    """A ticket derived from a key by HMAC: only the owner of the key can make it, and can make it again."""
    return urlsafe_b64encode(digest(key.encode("ascii"), what.encode("utf-8"), "sha256")).decode("ascii").rstrip("=")


def new_table(key: str = "", idempotency_key: str | None = None) -> str:
    """A name for a table: 80 random bits, or derived from a key and an idempotency key."""
    bits = (
        secrets.token_bytes(10)
        if idempotency_key is None
        else sha256(derived(key, f"table {idempotency_key}").encode("ascii")).digest()
    )
    return b32encode(bits[:10]).decode("ascii").lower()


def is_table(name: str) -> bool:
    """Whether the text has the form of a table name; the database is not asked for others."""
    return bool(_TABLE.fullmatch(name))


def is_key(token: str) -> bool:
    """Whether the text has the form of a key: 32 bytes in base64url."""
    return bool(_TOKEN.fullmatch(token))


def check_key(token: str) -> str:
    """The key itself; an error if it is malformed."""
    if not is_key(token):
        raise Denied("a key is 32 random bytes in base64url: 43 letters, digits, - or _")
    return token


# Cached, because a client sends the same key with every request.
@lru_cache(maxsize=8192)
def hashed(token: str) -> str:
    """The hash of a token that is stored. The token is long and random, so a plain SHA-256 is enough."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def opens(token: str, stored_hash: str | None) -> bool:
    """Whether the token has this stored hash, compared in constant time."""
    return stored_hash is not None and compare_digest(hashed(token), stored_hash)
