"""What a route is: a line of the table of routes, and what passes between an adapter and a handler."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from knobel.app.ports import Asker

if TYPE_CHECKING:
    from knobel.app.application import App

JSON = "application/json"

Who = Literal["anybody", "optional", "required", "new"]
"""Whose player key a request needs: nobody's, one if there is one, one, or one that is made if there is none."""
Limit = Literal["opening", "import", "drawing", "boards"]
"""What a server counts besides the requests of an address: costly things that somebody could do too often."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request as a handler gets it."""

    path: Mapping[str, str] = field(default_factory=dict)
    """The parameters in the path."""
    query: Any = None
    """The parameters of the address, as an object of the route's `query`."""
    body: Any = None
    """The body, as an object of the route's `body`."""
    key: str = ""
    """The player key; empty if there is none."""
    asker: Asker | None = None
    """Who is charged for long work."""
    home: str = ""
    """The address of this edition, as it is printed on pads."""
    other_parameters: Mapping[str, str] = field(default_factory=dict)
    """Parameters of the address that `query` does not have."""

    @property
    def table(self) -> str:
        """The name of the table in the path."""
        return self.path["table"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A response that is not plain JSON."""

    content: bytes
    media_type: str = JSON
    file: str | None = None
    """The name under which it is stored."""


Handler = Callable[["App", Call], Awaitable[Any]]
"""Answers a request: with values to send as JSON, JSON as bytes, an Answer, or None for nothing."""


@dataclass(frozen=True, slots=True)
class Route:
    """A line of the table of routes."""

    method: str
    path: str
    """The path below `/api`, with parameters in braces."""
    handler: Handler
    name: str
    """The name of the operation, for programs."""
    answer: Any = None
    """The type of the response; None for one that is not JSON, or empty."""
    tag: str = "table"
    who: Who = "required"
    body: type | None = None
    query: type | None = None
    errors: tuple[str, ...] = ()
    """Codes of errors that it may answer with, besides those that every request may."""
    status: int = 200
    media_types: tuple[str, ...] = ()
    """The media types of a response that is not JSON."""
    needs_server: bool = False
    """Whether it needs a server."""
    takes_long: bool = False
    """Whether it takes long: who asks is charged, and it ends when they go."""
    runs_to_end: bool = False
    """Whether it is done to its end even if whoever asked has gone."""
    limit: Limit | None = None
    cached: bool = False
    """Whether clients may keep the response and ask whether it is still right."""
    counts_size: bool = False
    """Whether a long response counts as several requests."""
