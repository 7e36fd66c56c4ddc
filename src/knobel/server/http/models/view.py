"""Response models of a table as somebody sees it: the view, and changes to it."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from knobel.server.http.models import Millis, ResponseModel, Seq
from knobel.server.http.models.own_dice import CorrectionView
from knobel.server.http.models.study import Scene
from knobel.tables.setup import Undo
from knobel.tables.table import Left
from knobel.tables.view import RECENT

Day = Annotated[str | None, Field(description="The day whose game this is, like `2026-11-17`; null if it is of none.")]
Imported = Annotated[
    Literal["holds", "fails", "unproved"],
    Field(description="For the game of a record: whether its dice are proved by it; null for a game of this server."),
]

Watchers = Annotated[int, Field(ge=0, description="How many streams of people who only watch there are.")]


class KnockView(ResponseModel):
    """Somebody who asks to be let back in to a seat."""

    mark: str
    seat: int


class SeatOnline(ResponseModel):
    """Whether somebody at a seat follows the table now."""

    online: Annotated[
        bool | None, Field(description="Somebody at this seat follows the table; null where no person sits.")
    ]
    offline_since: Annotated[
        Millis | None, Field(description="Since when nobody does; null while somebody does, and if it is not known.")
    ]


class SeatView(SeatOnline):
    """A seat, and who sits there."""

    name: str | None
    taken: bool
    commitment: Annotated[str | None, Field(description="What its device committed to, if it did.")]
    nonce: Annotated[str | None, Field(description="The nonce, once that commitment is opened.")]
    person: bool
    away: Annotated[bool, Field(description="Whoever sat here does not play now; this stands in the log.")]
    left: Annotated[
        Left | None,
        Field(
            description=(
                "Why: they got `up`, or others let a bot play because they were `late`, or `absent`; "
                "who was absent plays again by coming `back`."
            )
        ),
    ]
    bot: str | None
    face: Annotated[str | None, Field(description="The animal that whoever sits there has chosen.")]
    kept: bool


class OpeningView(ResponseModel):
    """The state of a table whose seats are all taken, but whose nonces are not all opened."""

    seats: Annotated[list[int], Field(description="Whose nonces are not opened yet.")]
    until: Annotated[Millis, Field(description="When the game may be started without them.")]


class AskView(ResponseModel):
    """A request of a seat to undo back to an entry."""

    seat: int
    number: int
    agreed: list[int]
    undecided: Annotated[list[int], Field(description="Who has still to agree.")]
    gone: Annotated[list[int], Field(description="How many entries of each seat would be taken back.")]


class EntryView(ResponseModel):
    """A standing entry of the record as values: a throw, or a move."""

    number: int
    seat: Annotated[int, Field(description="Who threw or moved.")]
    move: Annotated[str | None, Field(description="The move, as commands have it; null for a throw.")]
    held: Annotated[
        list[int] | None,
        Field(description="The dice that the move holds, counted from 1; null for a throw and for any other move."),
    ]
    dice: Annotated[list[int] | None, Field(description="The dice that fell, counted from 1; null for a move.")]
    faces: Annotated[list[str] | None, Field(description="What they show, in the same order; null for a move.")]
    witnessed: Annotated[
        bool, Field(description="Nobody saw these dice: only a score was entered, which they explain.")
    ]
    by: Annotated[int, Field(description="Who entered it; where dice are typed, anybody does it for the others.")]


class TakenBackView(EntryView):
    """An entry that was undone."""

    until: Annotated[int, Field(description="The number of the entry that took it back.")]


class Undoable(ResponseModel):
    """The numbers of the entries that this client may undo with `undo N`, oldest first."""

    free: Annotated[list[int], Field(description="At once.")]
    ask: Annotated[list[int], Field(description="If everybody else agrees.")]


class PastGame(ResponseModel):
    """An earlier game of a series, with the scores by present seat."""

    table: str
    scores: list[int]


class Links(ResponseModel):
    """The tickets to pass on in links."""

    invite: str
    watch: str


class View(ResponseModel):
    """A table as it stands, for somebody who sits there or watches."""

    table: str
    game: str
    options: dict[str, str]
    undo: Undo
    dice: str
    seal: str | None
    day: Day
    challenge: Annotated[str | None, Field(description="The table whose dice fall here again.")]
    imported: Imported | None
    public: Annotated[bool, Field(description="The game is over, and all who know the name of the table may look.")]
    coach: bool
    clock: int | None
    deadline: Millis | None
    now: Millis
    seq: Seq
    you: list[int]
    watching: bool
    seats: list[SeatView]
    started: bool
    over: bool
    scene: Scene
    entries: list[tuple[int, str]]
    history: Annotated[
        list[EntryView],
        Field(
            description=(
                "The entries that stand, as values, oldest first: all where dice are typed or the game is over, "
                f"else the last {RECENT}."
            )
        ),
    ]
    taken_back: Annotated[
        list[TakenBackView], Field(description="Entries that no longer stand, as values, once the game is over.")
    ]
    corrections: Annotated[list[CorrectionView], Field(description="The last corrections, the newest last.")]
    put_back: Annotated[int, Field(description="How many entries wait to be put back once something is entered again.")]
    last_throw: Annotated[int, Field(description="The number of the entry in which dice fell last; 0 before any did.")]
    held: Annotated[
        list[int],
        Field(
            description=(
                "The dice, counted from 1, that were held in the last throw, or are held for the next; "
                "none in a new turn."
            )
        ),
    ]
    undoable: Undoable
    moves: dict[str, list[str]]
    opening: OpeningView | None
    ask: AskView | None
    knocks: Annotated[list[KnockView], Field(description="Who asks to be let back in; told to those who sit here.")]
    watchers: Watchers
    next: str | None
    past: list[PastGame]
    links: Links | None


Place = Annotated[list[str | int], Field(description="The way there: names of fields, and places in lists from 0.")]


class Replaced(ResponseModel):
    """A change that replaces the value at a place of a view."""

    at: Place
    to: JsonValue


class Refreshed(ResponseModel):
    """A change that replaces some fields of an object in a view."""

    at: Place
    fields: dict[str, JsonValue]


class Spliced(ResponseModel):
    """A change that removes elements of a list in a view and inserts others in their place."""

    at: Place
    first: Annotated[int, Field(description="Where, counted from 0.")]
    drop: Annotated[int, Field(description="How many go.")]
    add: list[JsonValue]


class Own(ResponseModel):
    """The fields of a view that differ between clients, or change without an event; always all of them."""

    you: list[int]
    watching: bool
    seats: list[SeatView]
    undoable: Undoable
    moves: dict[str, list[str]]
    ask: AskView | None
    links: Links | None
    knocks: Annotated[list[KnockView], Field(description="Who asks to be let back in; told to those who sit here.")]
    watchers: Watchers


class Change(ResponseModel):
    """The difference between the View with the number `since` and that with the number `seq`; it fits no other view."""

    since: Seq
    seq: Seq
    changes: Annotated[list[Replaced | Refreshed | Spliced], Field(description="Applied one after another.")]
    own: Annotated[Own, Field(description="Replaces the fields of the view.")]
    now: Millis
