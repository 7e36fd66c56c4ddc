"""Requests to a device and responses, and what several of its routes share."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from knobel.core.errors import worded
from knobel.library import find
from knobel.tables.errors import NotAllowed, NotReady

if TYPE_CHECKING:
    from knobel.device.device import Device


class Asked(NamedTuple):
    """A request: path parameters, query parameters, and the body."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def table(self) -> str:
        """The table in the path."""
        return self.path["table"]

    @property
    def language(self) -> str:
        """The language of the response."""
        return self.query.get("language", "de")

    @property
    def seat(self) -> int | None:
        """The seat in the query, if any."""
        return int(self.query["seat"]) if "seat" in self.query else None


class Answered(NamedTuple):
    """A response: values to send as JSON, or a body of another media type."""

    body: Any
    status: int = 200
    kind: str = "application/json"


Handler = Callable[["Device", Asked], Awaitable[Answered]]


def server_only() -> NotAllowed:
    """The error for everything that needs a server."""
    return worded(NotAllowed("this needs a server; here nobody but this device can be reached"), "device.server")


async def values(device: "Device", game: str) -> None:
    """Fetch the values that the coach of a game needs, or raise an error."""
    if not find(game).has("judge"):
        raise worded(NotAllowed("this game has no coach without a server yet"), "device.no_coach")
    if not await device.around.fetch(game):
        raise worded(NotReady("the coach of this game is fetched once, which takes a network"), "device.values")
