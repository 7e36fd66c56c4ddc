"""Responses about tables with own dice: scores that may be entered without dice, and corrections."""

from typing import TypedDict

from knobel.app.bodies import Seq, Text


class ChangedCell(TypedDict):
    """A cell of a sheet whose content a correction changed."""

    seat: int
    cell: str
    label: Text
    was: int | str | None
    now: int | str | None


class ChangedTotal(TypedDict):
    """A total that a correction changed."""

    seat: int
    was: int
    now: int


class ChangedDice(TypedDict):
    """The faces of a throw that was corrected."""

    was: list[str]
    now: list[str]


class Corrected(TypedDict):
    """The changes that a correction makes to the sheets."""

    cells: list[ChangedCell]
    totals: list[ChangedTotal]


class CorrectionView(Corrected):
    """A correction that was made: by whom, for which seat, and what changed."""

    seq: Seq
    by: int
    seat: int
    dice: ChangedDice | None
    """The throw, if it was one that somebody had seen."""


class EnteredAgain(TypedDict):
    """The event that would have to be entered again: a move in words, or dice."""

    seat: int
    label: Text | None
    faces: list[str] | None


class Consequences(Corrected):
    """The consequences that a correction would have."""

    same: bool
    """Whether it changes nothing because the sheet already says so."""
    whole: bool
    """Whether everything that was entered later stays."""
    reordered: bool
    """Whether it is put back in another order, because it is another player's turn."""
    again: EnteredAgain | None
    """What no longer fits and has to be entered again."""
    waits: Text | None
    """What the table would wait for afterwards."""
    waiting: int
    """How many entries would wait to be put back, that one included."""
    dropped: int
    """How many entries would no longer be needed."""


class TypedThrow(TypedDict):
    """A throw of a turn."""

    number: int
    dice: list[int]
    """The dice that fell, counted from 1."""
    faces: list[str]
    witnessed: bool


class PadMark(TypedDict):
    """A mark that may be set, in the notation of commands and in words."""

    value: str
    label: Text
    cell: str
    """The cell of the sheet that is touched for it."""


class PadValue(TypedDict):
    """A value that may be entered, in the notation of commands and in words."""

    value: str
    label: Text
    number: int | None
    """The number that is written, if it is one."""
    faces: list[str]
    """The faces that are written, if they are."""


class PadPlace(TypedDict):
    """A place of the sheet with everything that dice can enter there now."""

    key: str
    label: Text
    cells: list[str]
    """The cells of the sheet that it is, in the order they are written."""
    values: list[PadValue]


class Pad(TypedDict):
    """What a seat whose turn begins may enter without dice; no places at any other time."""

    seat: int
    places: list[PadPlace]
    marks: list[PadMark]
    """What may be marked in addition: `enter PLACE: VALUE with MARK`."""


class Correctable(TypedDict):
    """An entry that may be corrected, with the throws of its turn and everything that could be entered instead."""

    number: int
    """Its number: `correct NUMBER …`."""
    label: Text | None
    """What was done; null for a throw."""
    throws: list[TypedThrow]
    pad: Pad | None
    """`correct NUMBER enter PLACE: VALUE`; null where no turn ended."""
