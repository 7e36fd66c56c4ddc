"""Response models of the server itself: health, and errors."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from knobel.server.http.models import ResponseModel


class Well(ResponseModel):
    """The response of a health check that passed."""

    status: Literal["ok"] = "ok"


class Reason(ResponseModel):
    """What went wrong, as a code and a sentence."""

    code: Annotated[str, Field(description="The kind of the error, for programs.")]
    message: Annotated[str, Field(description="What was wrong and what would be right, for people.")]
    details: dict[str, JsonValue] | None


class Refusal(ResponseModel):
    """The error response of every request that was refused or failed."""

    error: Reason
