"""Response models of tables with own dice: scores that may be entered without dice, and corrections."""

from typing import Annotated

from pydantic import Field

from knobel.server.http.models import ResponseModel, Seq
from knobel.server.http.models.study import Text


class ChangedCell(ResponseModel):
    """A cell of a sheet whose content a correction changed."""

    seat: int
    cell: str
    label: Text
    was: int | str | None
    now: int | str | None


class ChangedTotal(ResponseModel):
    """A total that a correction changed."""

    seat: int
    was: int
    now: int


class ChangedDice(ResponseModel):
    """The faces of a throw that was corrected."""

    was: list[str]
    now: list[str]


class Corrected(ResponseModel):
    """The changes that a correction makes to the sheets."""

    cells: list[ChangedCell]
    totals: list[ChangedTotal]


class CorrectionView(Corrected):
    """A correction that was made: by whom, for which seat, and what changed."""

    seq: Seq
    by: int
    seat: int
    dice: Annotated[ChangedDice | None, Field(description="If it was a throw that somebody had seen.")]


class EnteredAgain(ResponseModel):
    """The event that would have to be entered again: a move in words, or dice."""

    seat: int
    label: Text | None
    faces: list[str] | None


class Consequences(Corrected):
    """The consequences that a correction would have."""

    same: Annotated[bool, Field(description="It says what stands there already.")]
    whole: Annotated[bool, Field(description="Everything that was entered later stays.")]
    reordered: Annotated[bool, Field(description="It is put back in another order, because it is another's turn.")]
    again: Annotated[EnteredAgain | None, Field(description="What no longer fits and has to be entered again.")]
    waits: Annotated[Text | None, Field(description="What the table would wait for then.")]
    waiting: Annotated[int, Field(description="How many entries would wait to be put back, that one included.")]
    dropped: Annotated[int, Field(description="How many entries would not be needed any more.")]


class TypedThrow(ResponseModel):
    """A throw of a turn."""

    number: int
    dice: Annotated[list[int], Field(description="The dice that fell, counted from 1.")]
    faces: list[str]
    witnessed: bool


class PadMark(ResponseModel):
    """A mark that may be set, in the notation of commands and in words."""

    value: str
    label: Text
    cell: Annotated[str, Field(description="The cell of the sheet that is touched for it.")]


class PadValue(ResponseModel):
    """A value that may be entered, in the notation of commands and in words."""

    value: str
    label: Text
    number: Annotated[int | None, Field(description="The number that is written, if it is one.")]
    faces: Annotated[list[str], Field(description="The faces that are written, if they are.")]


class PadPlace(ResponseModel):
    """A place of the sheet with everything that dice can enter there now."""

    key: str
    label: Text
    cells: Annotated[list[str], Field(description="The cells of the sheet that it is, in the order they are written.")]
    values: list[PadValue]


class Pad(ResponseModel):
    """What a seat whose turn begins may enter without dice; no places at any other time."""

    seat: int
    places: list[PadPlace]
    marks: Annotated[list[PadMark], Field(description="What may be marked besides: `enter PLACE: VALUE with MARK`.")]


class Correctable(ResponseModel):
    """An entry that may be corrected, with the throws of its turn and everything that could be entered instead."""

    number: Annotated[int, Field(description="Its number: `correct NUMBER …`.")]
    label: Annotated[Text | None, Field(description="What was done; null for a throw.")]
    throws: list[TypedThrow]
    pad: Annotated[Pad | None, Field(description="`correct NUMBER enter PLACE: VALUE`; null where no turn ended.")]
