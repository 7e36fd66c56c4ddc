"""The bodies of all requests, and the parameters of addresses: the only definition of each.

They are plain dataclasses whose annotations carry limits. A server validates and describes them with Pydantic and
FastAPI, a browser reads them as they are.
"""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from knobel.app.bodies import Commitment, IdempotencyKey, Language, Limits, Millis, Nonce, Seat, Seq
from knobel.core.record import LONGEST_NAME, MOST_BYTES
from knobel.core.registry import LONGEST_OPTION
from knobel.scene.printing import ROUNDS
from knobel.tables.open import SeatKind
from knobel.tables.pace import Pace
from knobel.tables.play import LONGEST_MOVE
from knobel.tables.setup import CLOCK, MOST_OPTIONS, Dice, Undo

MOST_SHEETS = 6
"""The most sheets of a position that is set up by hand."""

Short = Annotated[str, Limits(max_length=40)]
Day = Short
"""A day like `2026-11-17`."""
Mark = Annotated[int, Limits(ge=0, le=1000)] | Short
Name = Annotated[str, Limits(max_length=4 * LONGEST_NAME, description="The name that is shown.")]
Level = Annotated[
    str, Limits(min_length=1, max_length=20, description="How strong the bot is; `GET /api/games` lists the levels.")
]
GameKey = Annotated[str, Limits(min_length=1, max_length=40)]
Option = Annotated[str, Limits(max_length=LONGEST_OPTION)] | bool | int
Options = Annotated[dict[Short, Option], Limits(max_length=MOST_OPTIONS)]
Face = Annotated[str, Limits(pattern="^[a-z]{0,20}$")]
Ticket = Annotated[str, Limits(max_length=64)]
Move = Annotated[str, Limits(max_length=LONGEST_MOVE)]
PageNumber = Annotated[int, Limits(ge=1, le=99)]
SeatNumber = Annotated[int, Limits(ge=0, le=99)]
RecordText = Annotated[str, Limits(min_length=1, max_length=MOST_BYTES, description="A record, as it was exported.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSeat:
    """Who sits at a seat: somebody on this device, somebody who joins by a link, or a bot."""

    kind: SeatKind
    name: Name | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """A table to open."""

    game: GameKey
    options: Options = field(default_factory=dict)
    seats: Annotated[tuple[AskedSeat, ...], Limits(min_length=1, max_length=12)]
    dice: Dice = "checked"
    undo: Undo = "ask"
    coach: bool = False
    clock: Annotated[int, Limits(ge=CLOCK[0], le=CLOCK[-1], description="Seconds for each decision.")] | None = None
    key: IdempotencyKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDay:
    """A table to open for the game of a day, and the names of its seats."""

    day: Day
    """A day like `2026-11-17`."""
    game: GameKey
    names: Annotated[tuple[Name, ...], Limits(max_length=12)] = ()
    coach: bool = False
    """Whether the coach may be asked; the game is practice then."""
    key: IdempotencyKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskScore:
    """Dice to score, by position; or a grid, row by row, with `.` for an empty cell."""

    game: GameKey
    options: Options = field(default_factory=dict)
    dice: Annotated[tuple[Short, ...], Limits(max_length=25)]
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRecord:
    """The record of a game that was played elsewhere."""

    record: RecordText
    key: IdempotencyKey | None = None
    mine: Annotated[tuple[Seat, ...], Limits(max_length=20)] = ()
    """The seats of the player who imports it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinTable:
    """A request to join a table: with a ticket, unless a seat already belongs to the key."""

    ticket: Ticket = ""
    """An invitation, a ticket to watch, or one for a seat."""
    name: Name | None = None
    seat: Seat | None = None
    commitment: Commitment | None = None
    watch: bool = False
    """Take no seat, only watch; an invitation is enough for that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockAtTable:
    """A request to be let back in by somebody who has lost their key."""

    ticket: Ticket
    """The invitation of the table."""
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareGame:
    """Whether everybody who has the link may see the finished game."""

    public: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerKnock:
    """An answer to somebody who knocks."""

    mark: Annotated[str, Limits(pattern="^[A-Za-z0-9_-]{22}$")]
    """Who knocks, by the mark in the view."""
    admit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNonce:
    """The nonce that a device has committed to; it is revealed when all seats are taken."""

    nonce: Nonce
    view: bool = False
    """Whether to answer with the table after the command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendCommand:
    """A move in the notation of records, `roll`, `- 2 5 5 1 3` for typed dice, `enter …`, `undo N` or `correct N …`."""

    move: Move
    seen: Seq
    key: IdempotencyKey
    seat: Seat | None = None
    view: bool = False
    """Whether to answer with the table after the command."""
    pace: Pace = "normal"
    """How fast bots play after it."""
    changes: bool = False
    """With `view`: answer only with what has changed since `seen`, if that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TryCorrection:
    """A correction in the notation of commands: `correct 7 - 2 5 5 1 3` or `correct 8 enter full_house: 25`."""

    move: Move


@dataclass(frozen=True, slots=True, kw_only=True)
class ForSeat:
    """One of the player's own seats; it may be left out if there is only one."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SendAnswer(ForSeat):
    """An answer to a seat that asks to undo."""

    agree: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SendEmote(ForSeat):
    """An emote for the others at the table; `GET /api/games` lists them."""

    emote: Annotated[str, Limits(min_length=1, max_length=20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseFace(ForSeat):
    """The picture on the token of a seat."""

    face: Face
    """An animal, or an empty text for the initial."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FillSeat:
    """A request for a bot at a seat."""

    seat: Seat
    level: Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """An empty object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A record whose final position is to be studied."""

    record: RecordText
    language: Language
    objective: (
        Annotated[str, Limits(max_length=40, description="What counts; by default the usual objective of the game.")]
        | None
    ) = None
    hint: bool = False
    review: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AskQr:
    """A link of this server to draw as a QR code."""

    text: Annotated[str, Limits(pattern="^[!-~]{1,1000}$")]


CircleTicket = Annotated[str, Limits(max_length=64, description="The ticket of a circle, from its link.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAtLeaderboard:
    """A request for the results of a day."""

    day: Day
    """A day like `2026-11-17`."""
    circle: Ticket = ""
    """The ticket of a circle; empty for everybody's board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeCircle:
    """A request for a new circle."""

    name: Name
    key: IdempotencyKey


@dataclass(frozen=True, slots=True, kw_only=True)
class HandIn:
    """A result to hand in to boards: of a table, or of a record that was played elsewhere."""

    table: Annotated[str, Limits(max_length=64, description="The table of the game.")] | None = None
    record: RecordText | None = None
    name: Name = ""
    face: Face = ""
    """An animal, or an empty text for the initial."""
    everybody: bool = True
    """Whether everybody on this server may see it."""
    circles: Annotated[tuple[CircleTicket, ...], Limits(max_length=20)] = ()


ChallengeTicket = Annotated[
    str, Limits(max_length=64, description="The ticket of the challenge; empty for whoever made it or took it up.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAtChallenge:
    """A request of somebody who opened the link of a challenge."""

    ticket: ChallengeTicket = ""
    language: Language = "de"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChallenge:
    """A request for a table to play a challenge."""

    ticket: ChallengeTicket
    name: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareChallenge:
    """A request to compare a game with the dice of a challenge with the first one."""

    ticket: ChallengeTicket = ""
    other: Ticket
    """The table that plays the same dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explore:
    """A position to explore; the first sheet is that of the player whose turn it is."""

    game: GameKey
    options: Options = field(default_factory=dict)
    sheets: Annotated[
        tuple[Annotated[dict[Short, Mark], Limits(max_length=40)], ...], Limits(min_length=1, max_length=MOST_SHEETS)
    ]
    """The content of the places, by their keys."""
    dice: Annotated[tuple[Short | None, ...], Limits(max_length=12)] = ()
    """Faces by position; null for a die in the cup."""
    throws: Annotated[int, Limits(ge=0, le=4)] = 0
    """How many throws of the turn have been made."""
    reach: Annotated[int, Limits(ge=0, le=1000, description="Play only for at least this many points.")] | None = None
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class InLanguage:
    """The language of the texts."""

    language: Language = "de"
    """The language of the texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSeat:
    """A seat, or all."""

    seat: SeatNumber | None = None
    """A seat, counted from 0; without it, all seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskCoach(OfSeat):
    """A question to the coach: for one seat or all, in which language, for which objective."""

    language: Language = "de"
    """The language of the texts."""
    objective: Short | None = None
    """What counts, such as `points` or the chance to `win`; by default the usual objective of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBest:
    """Whose best possible result is asked for, and how long to search."""

    seat: SeatNumber
    """A seat, counted from 0."""
    seconds: Annotated[float, Limits(ge=0.1, le=10)] = 3
    """How long to search for a proof."""
    language: Language = "de"
    """The language of the texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfEntry:
    """An entry to correct."""

    of: Annotated[str, Limits(pattern=r"^[0-9]{1,7}( .{1,60})?$")]
    """An entry by its number, `7`; or a cell of a sheet by seat and key, `0 full_house`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper(InLanguage):
    """The paper of a pad."""

    size: Literal["A4", "A5"] = "A4"
    """The paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOnPaper(OnPaper):
    """The paper of a pad, and one of its pages."""

    page: PageNumber = 1
    """Which page of an SVG, counted from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPad(OnPaper):
    """A blank pad."""

    seats: Annotated[int, Limits(ge=1, le=99)] | None = None
    """How many players; by default four."""
    rounds: Annotated[int, Limits(ge=ROUNDS[0], le=ROUNDS[-1])] | None = None
    """How many games; by default as many as the sheet has columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPadPage(BlankPad):
    """A page of a blank pad."""

    page: PageNumber = 1
    """Which page of an SVG, counted from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichTables:
    """Which of the player's own tables are listed."""

    limit: Annotated[int, Limits(ge=1, le=100)] = 50
    """At most this many."""
    before: Millis | None = None
    """Only tables whose last event was before this time."""
