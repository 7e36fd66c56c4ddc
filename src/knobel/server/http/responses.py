"""Responses: JSON, cacheable responses, and errors, which all have one shape: a code and a sentence."""

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

from knobel.app.errors import CODES, error_body, error_details
from knobel.core.errors import KnobelError

ALWAYS = ("bad_host", "invalid", "rate_limited", "broken", "busy")
"""Error codes that every request may get."""
POSTED = ("bad_origin", "too_slow", "too_large", "unsupported_media")
"""Error codes that every request that changes something may get."""
_ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
_BY_STATUS = {400: "invalid", 404: "not_found", 405: "no_method"}
_MOST_DETAILS = 20


def json_bytes(value: Any) -> bytes:
    """The value as compact JSON."""
    return to_json(value, inf_nan_mode="null")


def json_response(value: Any, status: int = 200) -> Response:
    """A JSON response without validation by Pydantic; tests check its shape."""
    return Response(json_bytes(value), status, media_type="application/json")


def cacheable_response(request: Request, body: bytes, media_type: str = "application/json") -> Response:
    """A response with an ETag that a client may cache, but has to revalidate each time."""
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if etag_matches(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(body, 200, headers, media_type)


def etag_matches(request: Request, tag: str) -> bool:
    """Whether the client has this version already."""
    tags = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return tag in tags or tags == ["*"]


def error_response(code: str, message: str, details: Mapping[str, Any] | None = None, **headers: str) -> Response:
    """The response to a request that was refused or failed."""
    status, body = error_body(code, message, details)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if code == "no_key":
        sent["WWW-Authenticate"] = "Bearer"
    if code in {"busy", "partial"}:
        sent.setdefault("Retry-After", "1")
    # In ASCII, since the message may repeat a name that is no valid Unicode.
    return Response(json.dumps(body), status, sent, "application/json")


class RateLimited(KnobelError):
    """A client sends too many requests."""

    code = "rate_limited"

    def __init__(self, seconds: float) -> None:
        self.seconds = math.ceil(seconds)
        super().__init__(f"too many requests at once; try again in {self.seconds} seconds")


def response_to(error: KnobelError) -> Response:
    """The response to one of our own errors."""
    match error:
        case RateLimited(seconds=seconds):
            return error_response(error.code, str(error), {"seconds": seconds}, Retry_After=str(seconds))
    return error_response(*error_details(error))


def error_docs(*codes: str, posted: bool = False) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI descriptions of these error codes, and of those that every request may get."""
    shown_codes = {*codes, *ALWAYS, *(POSTED if posted else ())}
    meanings: dict[int, list[str]] = {}
    for code, (status, meaning) in CODES.items():
        if code in shown_codes:
            shown = "denied" if code == "no_key" else code
            meanings.setdefault(status, []).append(f"`{shown}`: {meaning}")
    return {status: {"description": "; ".join(texts), "content": _ERROR} for status, texts in meanings.items()}


def add_error_handlers(app: FastAPI) -> None:
    """Give errors of FastAPI the one shape; the pipeline does so with ours."""
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    # The input is not sent back: it may be long, secret, or no valid text.
    fields = [
        {"at": ".".join(str(part) for part in problem["loc"])[:200], "message": problem["msg"][:200]}
        for problem in error.errors()[:_MOST_DETAILS]
    ]
    first = f"{fields[0]['at']}: {fields[0]['message']}" if fields else "it cannot be read"
    return error_response("invalid", f"the request is malformed: {first}", {"fields": fields})


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _BY_STATUS.get(error.status_code, "invalid")
    sentences = {
        "not_found": "there is nothing at this path; /api/openapi.json lists all paths",
        "no_method": "this path does not support this method; /api/openapi.json lists its methods",
        "invalid": "the body is not valid JSON",
    }
    allow = {"Allow": error.headers["Allow"]} if error.headers and "Allow" in error.headers else {}
    return error_response(code, sentences[code], None, **allow)
