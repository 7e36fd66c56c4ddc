"""What the server answers about its dice."""

from typing import Annotated, Literal

from pydantic import Field

from knobel.server.http.models.base import Millis, Told
from knobel.server.http.models.scene import Text


class Trial(Told):
    """Some dice of one kind, counted, and what chance says to that."""

    die: str
    faces: list[str]
    split: Annotated[
        Literal["all", "game", "position", "cup", "by", "after"],
        Field(
            description="What these dice have in common; `after` has a row for every face that the die showed before."
        ),
    ]
    value: Annotated[str, Field(description="Which game, position, cup (`all`, `some`) or thrower (`bot`, `person`).")]
    dice: int
    counts: Annotated[list[list[int]], Field(description="How often every face fell.")]
    chi_square: float
    freedom: int
    chance: Annotated[
        float | None,
        Field(description="How likely fair dice are to be at least so uneven; null if there are too few to tell."),
    ]


class DiceReport(Told):
    """How the dice of the server fell at the newest tables. Own dice and imported ones are not counted."""

    made: Millis
    tables: int
    unread: Annotated[int, Field(description="Tables whose log cannot be played again.")]
    throws: int
    dice: int
    verdict: Literal["few", "fair", "unusual", "loaded"]
    chance: Annotated[
        float | None,
        Field(description="How likely fair dice are to be at least so uneven in any of all trials, at most."),
    ]
    words: Annotated[Text, Field(description="The verdict as a sentence.")]
    trials: list[Trial]
