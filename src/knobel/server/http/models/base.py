"""What all shapes have in common, and the words they are made of."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Language = Literal["de", "en"]
Undo = Literal["free", "ask", "off"]
Tag = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_.:-]{1,64}$", description="A name of the sender's choice; the same again is done once."
    ),
]
Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="16 random bytes that go into the dice.")]
Seat = Annotated[int, Field(ge=0, le=99, description="A seat, counted from 0.")]
Seq = Annotated[int, Field(ge=0, le=2**31 - 1, description="The number of an event.")]
Millis = Annotated[int, Field(ge=0, le=2**53, description="Milliseconds since 1970.")]


class Asked(BaseModel):
    """Something a client sends: of exactly this shape."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _all_told(schema: dict[str, Any]) -> None:
    """Everything is always told, also what is null."""
    schema["required"] = list(schema.get("properties", {}))


class Told(BaseModel):
    """Something the server answers: every field is there, null if it has nothing to say."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, json_schema_extra=_all_told)
