"""Checkable dice: all throws follow from a secret that is sealed before the game and revealed after it.

Version 2 is what tables throw with: the devices of the players commit to their nonces before any is known, and a throw
is named by seat, turn, throw of the turn and take. Version 1 is read and proved as long as there are records of it.
"""

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
NOTHING = "-"
"""Stands for a seat without a nonce, such as a bot's; also put before a commitment that was never opened."""

_TABLE = r"[a-z0-9]{1,32}"
_HASH = r"[0-9a-f]{64}"
_NONCE = r"[0-9a-f]{32}"
_NONCE_2 = rf"(?:{_NONCE}|-(?:{_HASH})?)"
LINES = {
    version: re.compile(
        rf"checked {mark}(?P<table>{_TABLE}) (?P<seal>{_HASH})(?P<nonces>(?: {nonce})+)(?: (?P<secret>{_HASH}))?"
    )
    for version, mark, nonce in ((1, "", _NONCE), (2, "2 ", _NONCE_2))
}
"""The `dice` line of a record, by version."""


def seal(secret: bytes) -> str:
    """The seal of version 1: the SHA-256 of the secret, in hexadecimal digits, published before the first throw."""
    return sha256(secret).hexdigest()


def seal_for(table: str, secret: bytes) -> str:
    """The seal of version 2: a hash of the table and the secret, published when the table is opened."""
    return _digest("knobel seal 2", table, secret.hex())


def commitment(seal: str, nonce: str) -> str:
    """The commitment to a nonce: a hash of it and the seal, sent before the nonce is opened."""
    return _digest("knobel nonce 2", seal, nonce)


def check_nonce(nonce: str) -> str:
    """The nonce itself; an error if it is malformed."""
    if not re.fullmatch(_NONCE, nonce):
        raise BadSetup(
            f"{nonce[:40]!a} is not a nonce; a nonce has {2 * NONCE_BYTES} hexadecimal digits, in lower case"
        )
    return nonce


def check_commitment(text: str) -> str:
    """The commitment itself; an error if it is malformed."""
    if not re.fullmatch(_HASH, text):
        raise BadSetup(
            f"{text[:40]!a} is not a commitment; a commitment has {2 * SECRET_BYTES} hexadecimal digits, in lower case"
        )
    return text


@dataclass(frozen=True, slots=True)
class Checked:
    """The checkable dice of one table: its name, the seal, the nonces, and the secret once it is known."""

    table: str
    seal: str
    nonces: tuple[str, ...]
    """A nonce for each seat; since version 2 also `-` for none, and `-` with a commitment that was never opened."""
    secret: bytes | None = field(default=None, repr=False)
    version: int = 1

    @classmethod
    def read(cls, dice: str) -> "Checked | None":
        """Parse the `dice` line of a record; None if it is not of checkable dice."""
        for version, line in LINES.items():
            if match := line.fullmatch(dice):
                secret = bytes.fromhex(match["secret"]) if match["secret"] else None
                return cls(match["table"], match["seal"], tuple(match["nonces"].split()), secret, version)
        return None

    def text(self) -> str:
        """The `dice` line of a record."""
        words = ["checked", *(["2"] if self.version == 2 else []), self.table, self.seal, *self.nonces]
        return " ".join([*words, *([self.secret.hex()] if self.secret else [])])

    @property
    def sealed(self) -> bool:
        """Whether the secret is known and matches the seal."""
        if self.secret is None:
            return False
        made = seal(self.secret) if self.version == 1 else seal_for(self.table, self.secret)
        return compare_digest(made, self.seal)

    @property
    def unopened(self) -> tuple[int, ...]:
        """The seats whose device committed to a nonce and never opened it."""
        return tuple(seat for seat, nonce in enumerate(self.nonces) if nonce.startswith(NOTHING) and nonce[1:])

    def hidden(self) -> "Checked":
        """The same dice without the secret, as they are published before the game is over."""
        return replace(self, secret=None)

    def roll(self, throw: int | Sequence[int], pool: Sequence[Die]) -> Faces:
        """The faces of all dice of the pool in this throw; only those in the cup are thrown.

        A throw is named by its number, counted from 1, or since version 2 by seat, turn, throw and take. Also dice that
        are held take their bytes, so what a die shows never depends on which others are thrown.
        """
        stream = self._bytes((throw,) if isinstance(throw, int) else throw)
        return tuple(die.sides[_below(len(die.sides), stream)] for die in pool)

    def fall(self, throw: int | Sequence[int], pool: Sequence[Die], cup: Sequence[int]) -> Faces:
        """The faces of the dice at these positions in this throw."""
        rolled = self.roll(throw, pool)
        return tuple(rolled[position] for position in cup)

    def _bytes(self, throw: Sequence[int]) -> Iterator[int]:
        """The endless stream of bytes of a throw: HMAC-SHA256 of block after block."""
        if self.secret is None:
            raise BadSetup("the secret of these dice is not known yet; it is revealed when the game is over")
        # The first line separates these messages from any other use of the secret.
        head = [f"knobel dice {self.version}", self.table, *map(str, throw)]
        block = 0
        while True:
            yield from hmac(self.secret, _lines(*head, str(block), *self.nonces), "sha256")
            block += 1


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _digest(*lines: str) -> str:
    return sha256(_lines(*lines)).hexdigest()


def _below(count: int, stream: Iterator[int]) -> int:
    """A uniform number below this count, by rejection sampling."""
    width = max(1, ((count - 1).bit_length() + 7) // 8)
    fair = 256**width - 256**width % count
    while True:
        number = next(stream)
        for _ in range(width - 1):
            number = 256 * number + next(stream)
        if number < fair:
            return number % count
