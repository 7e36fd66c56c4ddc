"""Who holds a seat: any number of keys, on any number of devices; one key may hold several seats."""

from dataclasses import dataclass, field

WATCHER = -1
"""The seat of those who only watch."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A seat and the hash of a key that opens it, or of a ticket that lets one more key do so."""

    seat: int
    hashed: str = field(repr=False)
    ticket: bool = False
