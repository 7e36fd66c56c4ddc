"""Responses about the server itself: health, and errors."""

from typing import Any, Literal, TypedDict


class Well(TypedDict):
    """The response of a health check that passed."""

    status: Literal["ok"]


class Reason(TypedDict):
    """What went wrong, as a code and a sentence."""

    code: str
    """The kind of the error, for programs."""
    message: str
    """What was wrong and what would be right, for people."""
    details: dict[str, Any] | None


class Refusal(TypedDict):
    """The error response of every request that was refused or failed."""

    error: Reason
