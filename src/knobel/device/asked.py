"""A request to a device, and what several of its routes share."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from knobel.core.errors import worded
from knobel.library import find
from knobel.tables.errors import NotAllowed, NotReady

if TYPE_CHECKING:
    from knobel.device.device import Device


class Asked(NamedTuple):
    """A request: the parts of its path, its parameters, and its body."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def table(self) -> str:
        """The table that it is about."""
        return self.path["table"]

    @property
    def language(self) -> str:
        """The language of the answer."""
        return self.query.get("language", "de")

    @property
    def seat(self) -> int | None:
        """The seat that it is about, if it says so."""
        return int(self.query["seat"]) if "seat" in self.query else None


class Answered(NamedTuple):
    """An answer: plain values that are sent as JSON, or a body of another kind."""

    body: Any
    status: int = 200
    kind: str = "application/json"


Handler = Callable[["Device", Asked], Awaitable[Answered]]


def server_only() -> NotAllowed:
    """What is said of everything that a device alone cannot do."""
    return worded(NotAllowed("this needs a server; here nobody but this device can be reached"), "device.server")


async def values(device: "Device", game: str) -> None:
    """See to it that the coach knows what positions of a game are worth."""
    if not find(game).has("judge"):
        raise worded(NotAllowed("this game has no coach without a server yet"), "device.no_coach")
    if not await device.around.fetch(game):
        raise worded(NotReady("the coach of this game is fetched once, which takes a network"), "device.values")
