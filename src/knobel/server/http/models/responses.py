"""Response models: what the server answers about tables, games and itself."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from knobel.server.http.models import Language, Millis, ResponseModel, Seq
from knobel.server.http.models.study import Decisive, Hint, Review, Scene, Text
from knobel.tables.knock import Answer
from knobel.tables.log import Kind
from knobel.tables.setup import Undo
from knobel.tables.table import Left
from knobel.tables.view import RECENT

Imported = Annotated[
    Literal["holds", "fails", "unproved"],
    Field(description="For the game of a record: whether its dice are proved by it; null for a game of this server."),
]


class OpenedTable(ResponseModel):
    """A table that was opened, with the tickets to pass on."""

    table: str
    seats: list[int]
    invite: str
    watch: str
    seal: str | None


class JoinedTable(ResponseModel):
    """The seats that are now this key's; none for one who watches."""

    seats: list[int]
    watching: bool


class Knocked(ResponseModel):
    """How it stands with somebody who asked to be let in; once `admitted`, they join."""

    answer: Answer


class Happened(ResponseModel):
    """The number of the event that tells of it."""

    seq: Seq


class GivenTicket(ResponseModel):
    """A ticket that lets another device in, once."""

    ticket: str


class NextTable(ResponseModel):
    """Where the game is played again."""

    table: str


Watchers = Annotated[int, Field(ge=0, description="How many streams of people who only watch there are.")]


class KnockView(ResponseModel):
    """Somebody asks to be let back in to a seat."""

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
    """Who sits somewhere."""

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


class Online(ResponseModel):
    """Who is online, seat by seat: the `data` of an event of the stream."""

    seats: list[SeatOnline]
    watchers: Watchers


class Ping(ResponseModel):
    """A sign of life: the `data` of an event of the stream."""

    every: Annotated[float, Field(description="How many seconds the stream is quiet at most.")]


class OpeningView(ResponseModel):
    """All seats are taken, and the table waits for nonces to be opened."""

    seats: Annotated[list[int], Field(description="Whose nonces are not opened yet.")]
    until: Annotated[Millis, Field(description="When the game may be started without them.")]


class AskView(ResponseModel):
    """A seat asks to undo back to an entry."""

    seat: int
    number: int
    agreed: list[int]
    undecided: Annotated[list[int], Field(description="Who has still to agree.")]
    gone: Annotated[list[int], Field(description="How many entries of each seat would be taken back.")]


class EntryView(ResponseModel):
    """An entry of the record that stands, as values: a throw, or a move."""

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


class ChangedCell(ResponseModel):
    """A place of a sheet where something else stands after a correction."""

    seat: int
    cell: str
    label: Text
    was: int | str | None
    now: int | str | None


class ChangedTotal(ResponseModel):
    """A total that is another after a correction."""

    seat: int
    was: int
    now: int


class ChangedDice(ResponseModel):
    """The faces of a throw that was corrected."""

    was: list[str]
    now: list[str]


class Corrected(ResponseModel):
    """What stands otherwise on the sheets."""

    cells: list[ChangedCell]
    totals: list[ChangedTotal]


class CorrectionView(Corrected):
    """Something that was corrected: by whom, whose it was, and what changed."""

    seq: Seq
    by: int
    seat: int
    dice: Annotated[ChangedDice | None, Field(description="If it was a throw that somebody had seen.")]


class EnteredAgain(ResponseModel):
    """What would have to be entered again: a move in words, or dice."""

    seat: int
    label: Text | None
    faces: list[str] | None


class Consequences(Corrected):
    """What would come of a correction."""

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
    """Something that may be marked, as commands have it, and in words."""

    value: str
    label: Text
    cell: Annotated[str, Field(description="The cell of the sheet that is touched for it.")]


class PadValue(ResponseModel):
    """Something that may be entered, as commands have it, and in words."""

    value: str
    label: Text
    number: Annotated[int | None, Field(description="The number that is written, if it is one.")]
    faces: Annotated[list[str], Field(description="The faces that are written, if they are.")]


class PadPlace(ResponseModel):
    """A place of the sheet with all that dice can enter there now."""

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
    """An entry that may be corrected, with the throws of its turn and all that could have been entered instead."""

    number: Annotated[int, Field(description="Its number: `correct NUMBER …`.")]
    label: Annotated[Text | None, Field(description="What was done; null for a throw.")]
    throws: list[TypedThrow]
    pad: Annotated[Pad | None, Field(description="`correct NUMBER enter PLACE: VALUE`; null where no turn ended.")]


class TakenBackView(EntryView):
    """An entry that was taken back."""

    until: Annotated[int, Field(description="The number of the entry that took it back.")]


class Undoable(ResponseModel):
    """The numbers of the entries that this client may take back with `undo N`, oldest first."""

    free: Annotated[list[int], Field(description="At once.")]
    ask: Annotated[list[int], Field(description="If everybody else agrees.")]


class PastGame(ResponseModel):
    """An earlier game of a series, with the scores by present seat."""

    table: str
    scores: list[int]


class Links(ResponseModel):
    """The tickets to pass on."""

    invite: str
    watch: str


class View(ResponseModel):
    """A table as it stands, for one who sits there or watches."""

    table: str
    game: str
    options: dict[str, str]
    undo: Undo
    dice: str
    seal: str | None
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
    """At a place of a view something else stands."""

    at: Place
    to: JsonValue


class Refreshed(ResponseModel):
    """At a place of a view some fields have other values."""

    at: Place
    fields: dict[str, JsonValue]


class Spliced(ResponseModel):
    """From a list in a view some are dropped, and others come in their place."""

    at: Place
    first: Annotated[int, Field(description="Where, counted from 0.")]
    drop: Annotated[int, Field(description="How many go.")]
    add: list[JsonValue]


class Own(ResponseModel):
    """Those fields of a view that are not the same for everybody, or change without an event; always all of them."""

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
    """What makes a View with the number `since` one with the number `seq`; to any other view it cannot be applied."""

    since: Seq
    seq: Seq
    changes: Annotated[list[Replaced | Refreshed | Spliced], Field(description="Applied one after another.")]
    own: Annotated[Own, Field(description="Replaces the fields of the view.")]
    now: Millis


class Done(ResponseModel):
    """The number of the event that tells of a command, and the table as it stands then, if that was asked for."""

    seq: Seq
    view: View | None
    change: Annotated[
        Change | None,
        Field(description="Instead of a view, what has changed since `seen`, if that was asked for and is known."),
    ] = None


class Event(ResponseModel):
    """Something that happened at a table: the `data` of an event of the stream."""

    seq: Seq
    kind: Kind
    text: str
    seat: int | None
    at: Millis


class TableSummary(ResponseModel):
    """A table in somebody's list."""

    table: str
    game: str
    options: dict[str, str]
    names: list[str]
    bots: Annotated[list[str | None], Field(description="The level of the bot at each seat; null where none plays.")]
    mine: list[int]
    started: bool
    over: bool
    away: Annotated[bool, Field(description="Whoever asks has sat down here and got up, with all their seats.")]
    turn: Annotated[list[int], Field(description="The seats that have to throw or decide.")]
    missing: Annotated[list[int], Field(description="The seats that nobody has taken yet.")]
    waiting: Annotated[bool, Field(description="The table waits for whoever asks.")]
    scores: list[int]
    places: list[int] | None
    dice: str
    imported: Imported | None
    updated: Millis
    next: str | None


class MyTables(ResponseModel):
    """The tables of a key, newest first."""

    tables: list[TableSummary]


class ExportedTable(TableSummary):
    """A table with its record; null before it has one."""

    record: str | None


class Export(ResponseModel):
    """Everything that is kept of a key."""

    tables: list[ExportedTable]


class Hints(ResponseModel):
    """A hint for each seat that has to decide."""

    hints: list[Hint]


class DecisiveMoment(ResponseModel):
    """The moment that decided a game; null if none stands out."""

    moment: Decisive | None


class Studied(ResponseModel):
    """The position where a record ends."""

    names: list[str]
    scene: Scene
    waiting: Literal["throw", "decide", "over"]
    cup: list[int]
    moves: dict[str, list[str]]
    entries: list[tuple[int, str]]
    hints: list[Hint] | None
    review: Review | None


class OptionInfo(ResponseModel):
    """A choice made when a table is opened; no choices means free text."""

    key: str
    help: str
    default: str
    choices: list[str]
    words: Annotated[list[str], Field(description="The choices in words.")]


class DieInfo(ResponseModel):
    """A die of a game."""

    name: str
    faces: Annotated[list[str], Field(description="What is typed for each face.")]
    signs: Annotated[list[str], Field(description="What is drawn of each face.")]
    colours: Annotated[list[str] | None, Field(description="The colour of each face, if they differ.")]


class TypedInfo(ResponseModel):
    """How a game takes dice that people type in, where that differs."""

    options: Annotated[
        dict[str, str], Field(description="The options that such tables have unless they say otherwise.")
    ]
    dice: list[DieInfo]


class Colour(ResponseModel):
    """The colour of what can be touched in a game, on light paper and on dark."""

    light: str
    dark: str


class GameInfo(ResponseModel):
    """A game before a table is opened."""

    key: str
    title: str
    tagline: str
    source: str
    seats: list[int]
    options: list[OptionInfo]
    dice: list[DieInfo]
    typed: Annotated[TypedInfo | None, Field(description="Dice that people type in, where these differ from ours.")]
    minutes: Annotated[int, Field(description="About how long a game for two takes.")]
    colour: Colour
    coupled: Annotated[bool, Field(description="What one player does makes a difference to the others.")]
    simultaneous: Annotated[bool, Field(description="A throw is for everybody, and all move at once.")]
    explorer: Annotated[bool, Field(description="Positions can be set up by hand.")]
    reach: Annotated[bool, Field(description="It can be explored for the chance of at least so many points.")]


class LevelInfo(ResponseModel):
    """How strong a bot plays."""

    key: str
    name: str


class Library(ResponseModel):
    """All games, and what tables need beside them."""

    games: list[GameInfo]
    levels: list[LevelInfo]
    emotes: list[str]
    version: str


class BoxWorth(ResponseModel):
    """What dice are worth in a box, or whether they meet a task."""

    key: str
    name: str
    worth: bool | int


class RulesExample(ResponseModel):
    """Dice (or a grid) of a rules page, and what they are worth."""

    options: dict[str, str]
    dice: list[str]
    worths: list[BoxWorth]


class RulesPage(ResponseModel):
    """The rules of a game."""

    game: str
    language: Language
    markdown: Annotated[str, Field(description="The page with its examples worked out.")]
    plain: Annotated[str, Field(description="The same page with a fence called `score` for each example.")]
    examples: Annotated[list[RulesExample], Field(description="The examples, in the order of the fences.")]


class PrintedPad(ResponseModel):
    """A pad to print."""

    title: str
    seats: int
    rounds: Annotated[int, Field(description="For how many games it is.")]
    size: Annotated[str, Field(description="The paper, as CSS calls it.")]
    landscape: bool
    pages: Annotated[list[str], Field(description="Every page, as SVG.")]


class Score(ResponseModel):
    """What dice are worth."""

    game: str
    worths: list[BoxWorth]


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


class AtTable(ResponseModel):
    """What is told of one of several tables: the `data` of an event of their stream."""

    table: str
    data: Annotated[
        Event | View | Change | Online | Refusal, Field(description="As in the stream of this table alone.")
    ]
