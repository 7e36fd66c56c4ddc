"""Checkable dice: a secret sealed before the game gives every throw, and proves it when it is revealed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadSetup

SECRET_BYTES = 32
NONCE_BYTES = 16
DOMAIN = "knobel dice 1"
"""The first line of every message, so that the secret answers no other question by accident."""

_TABLE = r"[a-z0-9]{1,32}"
_SEAL = r"[0-9a-f]{64}"
_NONCE = r"[0-9a-f]{32}"
LINE = re.compile(rf"checked (?P<table>{_TABLE}) (?P<seal>{_SEAL})(?P<nonces>(?: {_NONCE})+)(?: (?P<secret>{_SEAL}))?")


def seal(secret: bytes) -> str:
    """What is published of a secret before the first throw: its SHA-256, in hexadecimal digits."""
    return sha256(secret).hexdigest()


def check_nonce(nonce: str) -> str:
    """The nonce itself, if it can stand in a record."""
    if not re.fullmatch(_NONCE, nonce):
        raise BadSetup(f"{nonce[:40]!a} is no nonce; it has {2 * NONCE_BYTES} hexadecimal digits, in lower case")
    return nonce


@dataclass(frozen=True, slots=True)
class Checked:
    """The dice of one table: its name, the seal, a nonce a seat, and the secret once it is known."""

    table: str
    seal: str
    nonces: tuple[str, ...]
    secret: bytes | None = field(default=None, repr=False)

    @classmethod
    def read(cls, dice: str) -> "Checked | None":
        """The checkable dice that a record's `dice` line tells of, if it does."""
        found = LINE.fullmatch(dice)
        if not found:
            return None
        secret = bytes.fromhex(found["secret"]) if found["secret"] else None
        return cls(found["table"], found["seal"], tuple(found["nonces"].split()), secret)

    def text(self) -> str:
        """How these dice stand in the `dice` line of a record."""
        words = ["checked", self.table, self.seal, *self.nonces, *([self.secret.hex()] if self.secret else [])]
        return " ".join(words)

    @property
    def sealed(self) -> bool:
        """The secret is there, and it is the one that was sealed."""
        return self.secret is not None and compare_digest(seal(self.secret), self.seal)

    def hidden(self) -> "Checked":
        """The same dice without the secret: all that may be known before the game is over."""
        return replace(self, secret=None)

    def roll(self, throw: int, pool: Sequence[Die]) -> Faces:
        """What all dice of the pool show in this throw, counted from 1; a throw shows those in its cup.

        Also dice that are held take their bytes, so what a die shows never depends on which others are thrown.
        """
        stream = self._bytes(throw)
        return tuple(die.first + _below(len(die.faces), stream) for die in pool)

    def fall(self, throw: int, pool: Sequence[Die], cup: Sequence[int]) -> Faces:
        """How the dice at these positions fall in this throw."""
        rolled = self.roll(throw, pool)
        return tuple(rolled[position] for position in cup)

    def _bytes(self, throw: int) -> Iterator[int]:
        """The endless bytes of a throw: HMAC-SHA256 of block after block."""
        if self.secret is None:
            raise BadSetup("the secret of these dice is not known; it is revealed when the game is over")
        block = 0
        while True:
            lines = [DOMAIN, self.table, str(throw), str(block), *self.nonces]
            yield from hmac(self.secret, "".join(f"{line}\n" for line in lines).encode("ascii"), "sha256")
            block += 1


def _below(count: int, stream: Iterator[int]) -> int:
    """A number below this count, each as likely: what would favour small numbers is thrown away."""
    width = max(1, ((count - 1).bit_length() + 7) // 8)
    fair = 256**width - 256**width % count
    while True:
        number = int.from_bytes(bytes(next(stream) for _ in range(width)))
        if number < fair:
            return number % count
