"""Responses: JSON, responses that a client may cache, and errors, which all have one shape, a code and a sentence."""

import json
import math
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.responses import Response

from knobel.core.errors import BadRecord, KnobelError
from knobel.scene.text import error_text, plain_text

CODES: Mapping[str, tuple[int, str]] = {
    "bad_host": (400, "the server is not known by the name in `Host`"),
    "no_key": (401, "no player key was sent"),
    "denied": (403, "the key or ticket opens nothing here"),
    "not_allowed": (403, "the rules of the table forbid it"),
    "bad_origin": (403, "another site sent it"),
    "no_table": (404, "no table has this name"),
    "not_found": (404, "nothing is at this path"),
    "no_method": (405, "this path does not take this method"),
    "too_slow": (408, "the request did not arrive in time"),
    "seat_taken": (409, "somebody sits there"),
    "not_ready": (409, "the table is not that far"),
    "stale": (409, "the table has changed since the sender looked"),
    "key_used": (409, "the key belongs to another command"),
    "conflict": (409, "something that was entered later would no longer fit"),
    "too_large": (413, "more than the server takes"),
    "unsupported_media": (415, "only application/json is read"),
    "invalid": (422, "the request does not have the shape it should"),
    "bad_move": (422, "no move, or none that is allowed now"),
    "bad_dice": (422, "faces that cannot have fallen"),
    "bad_setup": (422, "the game does not exist with these seats or options"),
    "bad_record": (422, "a record that cannot be read or continued"),
    "unknown_game": (422, "no game has this key"),
    "error": (422, "something else that the sender can put right"),
    "rate_limited": (429, "too many requests; `Retry-After` says when to come again"),
    "broken": (500, "a fault of the server"),
    "busy": (503, "too much at once; `Retry-After` says when to come again"),
    "no_space": (507, "the disk of the server is full; reading goes on"),
}
"""The status of every code and what it means."""

ALWAYS = ("bad_host", "invalid", "rate_limited", "broken", "busy")
"""What any request may meet."""
POSTED = ("bad_origin", "too_slow", "too_large", "unsupported_media")
"""What any request that changes something may meet."""
TABLE = ("no_key", "denied", "no_table")
"""What any request about a table may meet."""
_ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
_BY_STATUS = {400: "invalid", 404: "not_found", 405: "no_method"}
_MOST_DETAILS = 20


def json_bytes(value: Any) -> bytes:
    """The value as JSON, as short as it can be."""
    return to_json(value, inf_nan_mode="null")


def json_response(value: Any, status: int = 200) -> Response:
    """A response whose shape is declared and tested, but not validated again each time."""
    return Response(json_bytes(value), status, media_type="application/json")


def cacheable_response(request: Request, body: bytes, media_type: str = "application/json") -> Response:
    """A response with an ETag that a client may cache, if it asks each time whether it is still true."""
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if etag_matches(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(body, 200, headers, media_type)


def etag_matches(request: Request, tag: str) -> bool:
    """The client has this version already."""
    have = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return tag in have or have == ["*"]


def error_response(code: str, message: str, details: Mapping[str, Any] | None = None, **headers: str) -> Response:
    """The response to something that was not done."""
    status = CODES[code][0]
    # Two codes of 401 and 403 are one to clients: what they have does not open the door.
    shown = "denied" if code == "no_key" else code
    body = {"error": {"code": shown, "message": message, "details": dict(details) if details else None}}
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if code == "no_key":
        sent["WWW-Authenticate"] = "Bearer"
    if code == "busy":
        sent.setdefault("Retry-After", "1")
    # In ASCII, for what is wrong may be a name that no other text can hold.
    return Response(json.dumps(body), status, sent, "application/json")


class RateLimited(KnobelError):
    """Somebody asks too often."""

    code = "rate_limited"

    def __init__(self, seconds: float) -> None:
        self.seconds = math.ceil(seconds)
        super().__init__(f"that is too much at once; come again in {self.seconds} seconds")


def response_to(error: KnobelError) -> Response:
    """The response to an error of ours."""
    match error:
        case RateLimited(seconds=seconds):
            return error_response(error.code, str(error), {"seconds": seconds}, Retry_After=str(seconds))
        case BadRecord(line=int(line)):
            told = error_text(error)
            text = {"text": plain_text(told)} if told else {}
            return error_response(error.code, str(error), {"line": line, **text})
    words = None if error.technical else error_text(error)
    details: dict[str, Any] = {"text": plain_text(words)} if words else {}
    if spot := error.spot:
        details["spot"] = {"option": spot.option, "start": spot.start, "end": spot.end}
    return error_response(error.code if error.code in CODES else "error", str(error), details or None)


def error_docs(*codes: str, posted: bool = False) -> dict[int | str, dict[str, Any]]:
    """These errors as OpenAPI describes them, with those that any request may meet."""
    wanted = {*codes, *ALWAYS, *(POSTED if posted else ())}
    means: dict[int, list[str]] = {}
    for code, (status, meaning) in CODES.items():
        if code in wanted:
            shown = "denied" if code == "no_key" else code
            means.setdefault(status, []).append(f"`{shown}`: {meaning}")
    return {status: {"description": "; ".join(texts), "content": _ERROR} for status, texts in means.items()}


def add_error_handlers(app: FastAPI) -> None:
    """Give every error of an app the one shape."""
    app.add_exception_handler(KnobelError, _knobel_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)


async def _knobel_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, KnobelError)
    return response_to(error)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    # What was sent is not sent back: it may be long, secret, or no text at all.
    fields = [
        {"at": ".".join(str(part) for part in problem["loc"])[:200], "message": problem["msg"][:200]}
        for problem in error.errors()[:_MOST_DETAILS]
    ]
    first = f"{fields[0]['at']}: {fields[0]['message']}" if fields else "it cannot be read"
    return error_response("invalid", f"the request does not have the shape it should: {first}", {"fields": fields})


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _BY_STATUS.get(error.status_code, "invalid")
    sentences = {
        "not_found": "nothing is here; /api/openapi.json lists all paths",
        "no_method": "this path does not take this method; /api/openapi.json lists those that it takes",
        "invalid": "the body is no JSON that can be read",
    }
    allow = {"Allow": error.headers["Allow"]} if error.headers and "Allow" in error.headers else {}
    return error_response(code, sentences[code], None, **allow)
