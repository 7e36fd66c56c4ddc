"""Answers that are ready to send: JSON without a second look, and pages that a client may keep."""

from hashlib import sha256
from typing import Any

from fastapi import Request
from pydantic_core import to_json
from starlette.responses import Response


def json_bytes(value: Any) -> bytes:
    """The value as JSON, as short as it can be."""
    return to_json(value, inf_nan_mode="null")


def ready(value: Any, status: int = 200) -> Response:
    """An answer whose shape is declared and tested, but not checked again each time."""
    return Response(json_bytes(value), status, media_type="application/json")


def kept(request: Request, body: bytes, media_type: str = "application/json") -> Response:
    """An answer that a client may keep, if it asks each time whether it is still true."""
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if known(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(body, 200, headers, media_type)


def known(request: Request, tag: str) -> bool:
    """The client has it already."""
    have = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return tag in have or have == ["*"]
