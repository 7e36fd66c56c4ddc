"""Error responses, all of one shape: a code and a sentence."""

from collections.abc import Mapping
from typing import Any, TypedDict

from knobel.core.errors import BadRecord, KnobelError
from knobel.scene.text import error_text, plain_text

CODES: Mapping[str, tuple[int, str]] = {
    "bad_host": (400, "the `Host` header names a host that this server does not answer for"),
    "no_key": (401, "no player key was sent"),
    "denied": (403, "the key or ticket gives no access here"),
    "not_allowed": (403, "the rules of the table do not allow it"),
    "bad_origin": (403, "the request came from another website"),
    "no_table": (404, "no table has this name"),
    "not_found": (404, "there is nothing at this path"),
    "no_method": (405, "this path does not support this method"),
    "too_slow": (408, "the request did not arrive in time"),
    "seat_taken": (409, "the seat is taken"),
    "not_ready": (409, "the table is not ready for this yet"),
    "stale": (409, "the table has changed since the sender looked"),
    "key_used": (409, "this idempotency key was used for another command"),
    "conflict": (409, "a later entry would no longer fit"),
    "too_large": (413, "a limit of the server is exceeded"),
    "unsupported_media": (415, "the body must be application/json"),
    "invalid": (422, "the request is malformed"),
    "bad_move": (422, "not a move, or not one that is allowed now"),
    "bad_dice": (422, "faces that cannot have fallen"),
    "bad_setup": (422, "the game does not exist with these seats or options"),
    "bad_record": (422, "a record that cannot be read or continued"),
    "unknown_game": (422, "there is no game with this key"),
    "error": (422, "another error that the client can fix"),
    "rate_limited": (429, "too many requests; `Retry-After` says when to try again"),
    "broken": (500, "an error of the server"),
    "busy": (503, "the server is busy; `Retry-After` says when to try again"),
    "partial": (503, "a part is done; send the same again for the rest, after `Retry-After` seconds"),
    "no_space": (507, "the disk of the server is full; reading still works"),
}
"""The HTTP status and the meaning of every error code."""


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


def error_body(code: str, message: str, details: Mapping[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
    """The status and the body of an error response."""
    # For clients both codes are one: they have no valid key for this.
    shown = "denied" if code == "no_key" else code
    return CODES[code][0], {"error": {"code": shown, "message": message, "details": dict(details) if details else None}}


def error_details(error: KnobelError) -> tuple[str, str, dict[str, Any] | None]:
    """The code, the sentence and the details of one of our own errors."""
    code = error.code if error.code in CODES else "error"
    words = None if error.technical else error_text(error)
    details: dict[str, Any] = {"text": plain_text(words)} if words else {}
    if isinstance(error, BadRecord) and error.line is not None:
        sentence = error_text(error)
        return code, str(error), {"line": error.line, **({"text": plain_text(sentence)} if sentence else {})}
    if spot := error.spot:
        details["spot"] = {"option": spot.option, "start": spot.start, "end": spot.end}
    return code, str(error), details or None
