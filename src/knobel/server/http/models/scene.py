"""What a front end draws; the same as `knobel.scene.model`, field by field."""

from typing import Literal

from knobel.server.http.models.base import Told


class Text(Told):
    """A sentence or label in no language yet; `GET /api/texts/{language}` has its template."""

    key: str
    values: "dict[str, int | str | Text]"


class Cell(Told):
    """A named place of a sheet."""

    key: str
    label: Text
    part: str
    value: int | str | None
    struck: bool
    size: int | None
    points: int | None
    bonus: int | None
    preview: int | str | None
    reason: Text | None
    help: Text | None
    move: str | None


class Sheet(Told):
    """The sheet of one seat."""

    seat: int
    cells: list[Cell]
    total: int
    unit: Text
    goal: int | None


class TrayDie(Told):
    """A die of the tray."""

    position: int
    die: str
    face: str | None
    colour: str | None


class Tray(Told):
    """The dice on the table."""

    dice: list[TrayDie]
    throws: int
    most: int
    keep: Text | None


class Choice(Told):
    """A move that a seat may make now; holding dice is told by the tray instead."""

    seat: int
    move: str
    label: Text
    worth: int | None
    reason: Text | None
    effects: list[Text]
    cells: list[str]
    dice: list[int]
    after: dict[str, int | str]


class Scene(Told):
    """A table at one moment."""

    game: str
    options: dict[str, str]
    waiting: Literal["throw", "decide", "over"]
    seats: list[int]
    prompt: Text
    tray: Tray
    sheets: list[Sheet]
    choices: list[Choice]
    places: list[int]
    notes: list[Text]
