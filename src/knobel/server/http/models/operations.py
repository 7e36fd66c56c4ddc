"""Response models of the server itself: health, and errors."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from knobel.server.http.models import ResponseModel


class Well(ResponseModel):
    """All is well."""

    status: Literal["ok"] = "ok"


class Reason(ResponseModel):
    """What went wrong."""

    code: Annotated[str, Field(description="The kind of the error, for programs.")]
    message: Annotated[str, Field(description="What was wrong and what would be right, for people.")]
    details: dict[str, JsonValue] | None


class Refusal(ResponseModel):
    """The answer to anything that was not done."""

    error: Reason
