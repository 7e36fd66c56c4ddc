"""Request and response models of challenges."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from knobel.coach import compare
from knobel.server.http.models import Language, RequestModel, ResponseModel, response_model
from knobel.server.http.models.requests import Name
from knobel.server.http.models.study import Scene, Text

ChallengeTicket = Annotated[
    str, Field(max_length=64, description="The ticket of the challenge; empty for one who has made it or taken it up.")
]


class LookAtChallenge(RequestModel):
    """A request of somebody who opened the link of a challenge."""

    ticket: ChallengeTicket = ""
    language: Language = "de"


class PlayChallenge(RequestModel):
    """A request for a table to play a challenge."""

    ticket: ChallengeTicket
    name: Name | None = None


class CompareChallenge(RequestModel):
    """A request to compare a game with the dice of a challenge with the first one."""

    ticket: ChallengeTicket = ""
    other: Annotated[str, Field(max_length=64, description="The table that plays the same dice.")]


class ChallengeResult(ResponseModel):
    """The result of somebody who played the dice of a challenge."""

    table: str
    name: str
    score: Annotated[int | None, Field(description="Null while the game goes on.")]
    you: Annotated[bool, Field(description="It is the game of whoever asks.")]


class Challenge(ResponseModel):
    """A challenge: the dice of a game that is over, for others to play."""

    table: Annotated[str, Field(description="The table of the game.")]
    game: str
    terms: Annotated[list[str], Field(description="Its options in words.")]
    name: Annotated[str, Field(description="Whose dice these are.")]
    score: int | None
    rivals: Annotated[list[str], Field(description="Who else sat at the table.")]
    own: Annotated[bool, Field(description="Whoever asks sat there.")]
    results: list[ChallengeResult]


if TYPE_CHECKING:
    _Comparison = compare.Comparison
else:
    _Comparison = response_model(
        compare.Comparison,
        Text,
        name="Compared",
        seat=Annotated[int, Field(description="The seat whose dice both played.")],
        scenes=Annotated[list[Scene], Field(description="Both tables in the end.")],
    )
Compared = _Comparison
