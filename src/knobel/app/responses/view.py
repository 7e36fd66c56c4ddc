"""Responses about a table as somebody sees it: the view, changes to it, and the `data` of events in streams."""

from typing import Annotated, Any, Literal, TypedDict

from knobel.app.bodies import Limits, Millis, Seq
from knobel.app.errors import Refusal
from knobel.app.responses.own_dice import CorrectionView
from knobel.scene.model import Scene
from knobel.tables.log import Kind
from knobel.tables.setup import Undo
from knobel.tables.table import Left

Day = Annotated[str | None, Limits(description="The day whose game this is, like `2026-11-17`; null for other games.")]


Imported = Annotated[
    Literal["holds", "fails", "unproved"],
    Limits(description="For the game of a record: whether the record proves its dice; null for a game of this server."),
]


Watchers = Annotated[int, Limits(ge=0, description="How many streams of spectators there are.")]


class KnockView(TypedDict):
    """Somebody who asks to be let back in to a seat."""

    mark: str
    seat: int


class SeatOnline(TypedDict):
    """Whether somebody at a seat follows the table now."""

    online: bool | None
    """Somebody at this seat follows the table; null where no person sits."""
    offline_since: Millis | None
    """Since when nobody follows it; null while somebody does, or if that is not known."""


class SeatView(SeatOnline):
    """A seat, and who sits there."""

    name: str | None
    taken: bool
    commitment: str | None
    """The commitment of its device, if there is one."""
    nonce: str | None
    """The nonce, once it is revealed."""
    person: bool
    away: bool
    """Whether whoever sat here is not playing now, by the log."""
    left: Left | None
    """Why: they left (`up`), or others let a bot play because they were `late` or `absent`.

    A player who was absent plays again by coming `back`.
    """
    bot: str | None
    face: str | None
    """The animal that the player has chosen."""
    kept: bool


class OpeningView(TypedDict):
    """The state of a table whose seats are all taken, but whose nonces are not all opened."""

    seats: list[int]
    """The seats whose nonces are not revealed yet."""
    until: Millis
    """When the game may be started without them."""


class AskView(TypedDict):
    """A request of a seat to undo back to an entry."""

    seat: int
    number: int
    agreed: list[int]
    undecided: list[int]
    """The seats that still have to agree."""
    gone: list[int]
    """How many entries of each seat would be taken back."""


class EntryView(TypedDict):
    """A standing entry of the record as values: a throw, or a move."""

    number: int
    seat: int
    """Who threw or moved."""
    move: str | None
    """The move, as commands have it; null for a throw."""
    held: list[int] | None
    """The dice that the move holds, counted from 1; null for a throw and for any other move."""
    dice: list[int] | None
    """The dice that fell, counted from 1; null for a move."""
    faces: list[str] | None
    """What they show, in the same order; null for a move."""
    witnessed: bool
    """Whether nobody saw these dice: only a score was entered, and they explain it."""
    by: int
    """Who entered it; where dice are typed, anybody may do it for the others."""


class TakenBackView(EntryView):
    """An entry that was undone."""

    until: int
    """The number of the entry that took it back."""


class Undoable(TypedDict):
    """The numbers of the entries that this client may undo with `undo N`, oldest first."""

    free: list[int]
    """Entries that can be undone without asking anybody."""
    ask: list[int]
    """Entries that can be undone if everybody else agrees."""


class PastGame(TypedDict):
    """An earlier game of a series, with the scores by present seat."""

    table: str
    scores: list[int]


class Links(TypedDict):
    """The tickets to pass on in links."""

    invite: str
    watch: str


class View(TypedDict):
    """A table as it stands, for somebody who sits there or watches."""

    table: str
    game: str
    options: dict[str, str]
    undo: Undo
    dice: str
    seal: str | None
    day: Day
    challenge: str | None
    """The table whose dice are played again here."""
    imported: Imported | None
    public: bool
    """Whether the game is over and everybody who knows the name of the table may see it."""
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
    history: list[EntryView]
    """The entries that stand, as values, oldest first: all of them where dice are typed or the game is over, else the
    last 20."""
    taken_back: list[TakenBackView]
    """Entries that no longer stand, as values, once the game is over."""
    corrections: list[CorrectionView]
    """The last corrections, the newest last."""
    put_back: int
    """How many entries will be put back once something is entered again."""
    last_throw: int
    """The number of the entry of the last throw; 0 before the first."""
    held: list[int]
    """The dice, counted from 1, that were held in the last throw, or are held for the next; none in a new turn."""
    undoable: Undoable
    moves: dict[str, list[str]]
    opening: OpeningView | None
    ask: AskView | None
    knocks: list[KnockView]
    """Who asks to be let back in; only sent to those who sit here."""
    watchers: Watchers
    next: str | None
    past: list[PastGame]
    links: Links | None


Steps = Annotated[list[str | int], Limits(description="The path to it: names of fields, and indexes in lists from 0.")]


class Replaced(TypedDict):
    """A change that replaces the value at a place of a view."""

    at: Steps
    to: Any


class Refreshed(TypedDict):
    """A change that replaces some fields of an object in a view."""

    at: Steps
    fields: dict[str, Any]


class Spliced(TypedDict):
    """A change that removes elements of a list in a view and inserts others in their place."""

    at: Steps
    first: int
    """The index, counted from 0."""
    drop: int
    """How many elements are removed."""
    add: list[Any]


class Own(TypedDict):
    """The fields of a view that differ between clients, or change without an event; always all of them."""

    you: list[int]
    watching: bool
    seats: list[SeatView]
    undoable: Undoable
    moves: dict[str, list[str]]
    ask: AskView | None
    links: Links | None
    knocks: list[KnockView]
    """Who asks to be let back in; only sent to those who sit here."""
    watchers: Watchers


class Change(TypedDict):
    """The difference between the View with the number `since` and that with the number `seq`; it fits no other view."""

    since: Seq
    seq: Seq
    changes: list[Replaced | Refreshed | Spliced]
    """The changes, applied one after another."""
    own: Own
    """Replaces the fields of the view."""
    now: Millis


class Online(TypedDict):
    """Who is online, seat by seat: the `data` of an event of the stream."""

    seats: list[SeatOnline]
    watchers: Watchers


class Ping(TypedDict):
    """A heartbeat: the `data` of an event of the stream."""

    every: float
    """The longest time without data, in seconds."""


class Event(TypedDict):
    """Something that happened at a table: the `data` of an event of the stream."""

    seq: Seq
    kind: Kind
    text: str
    seat: int | None
    at: Millis


class AtTable(TypedDict):
    """An event of one of several tables: the `data` of an event of their stream."""

    table: str
    data: Event | View | Change | Online | Refusal
    """As in the stream of this table alone."""
