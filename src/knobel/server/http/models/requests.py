"""Request models: the bodies that clients send."""

from typing import Annotated

from pydantic import Field

from knobel.core.record import LONGEST_NAME, MOST_BYTES
from knobel.core.registry import LONGEST_OPTION
from knobel.server.http.models import Commitment, IdempotencyKey, Language, Nonce, RequestModel, Seat, Seq
from knobel.tables.open import SeatKind
from knobel.tables.pace import Pace
from knobel.tables.play import LONGEST_MOVE
from knobel.tables.setup import CLOCK, MOST_OPTIONS, Dice, Undo

Name = Annotated[str, Field(max_length=4 * LONGEST_NAME, description="A name for people to read.")]
Level = Annotated[
    str, Field(min_length=1, max_length=20, description="How strong a bot plays; `GET /api/games` tells.")
]
Option = Annotated[str, Field(max_length=LONGEST_OPTION)] | bool | int
RecordText = Annotated[str, Field(min_length=1, max_length=MOST_BYTES, description="A record, as it was exported.")]


class AskedSeat(RequestModel):
    """Who shall sit at a seat: somebody on this device, somebody who comes by a link, or a bot."""

    kind: SeatKind
    name: Name | None = None
    level: Level | None = None


class OpenTable(RequestModel):
    """A table to open."""

    game: Annotated[str, Field(min_length=1, max_length=40)]
    options: Annotated[
        dict[Annotated[str, Field(max_length=40)], Option], Field(max_length=MOST_OPTIONS, default_factory=dict)
    ]
    seats: Annotated[tuple[AskedSeat, ...], Field(min_length=1, max_length=12, strict=False)]
    dice: Dice = "checked"
    undo: Undo = "ask"
    coach: bool = False
    clock: Annotated[int, Field(ge=CLOCK[0], le=CLOCK[-1], description="Seconds a turn.")] | None = None
    key: IdempotencyKey | None = None


class OpenDay(RequestModel):
    """A table to open for the game of a day, and the names of its seats."""

    day: Annotated[str, Field(max_length=40, description="A day like `2026-11-17`.")]
    game: Annotated[str, Field(min_length=1, max_length=40)]
    names: Annotated[tuple[Name, ...], Field(max_length=12, strict=False)] = ()
    coach: Annotated[bool, Field(description="The coach may be asked, as for practice.")] = False
    key: IdempotencyKey | None = None


class AskScore(RequestModel):
    """Dice to score, by position; or a grid, row by row, with `.` for an empty cell."""

    game: Annotated[str, Field(min_length=1, max_length=40)]
    options: Annotated[
        dict[Annotated[str, Field(max_length=40)], Option], Field(max_length=MOST_OPTIONS, default_factory=dict)
    ]
    dice: Annotated[tuple[Annotated[str, Field(max_length=40)], ...], Field(max_length=25, strict=False)]
    language: Language


class ImportRecord(RequestModel):
    """The record of a game that was played elsewhere."""

    record: RecordText
    key: IdempotencyKey | None = None
    mine: Annotated[
        tuple[Seat, ...], Field(max_length=20, strict=False, description="The seats that were one's own.")
    ] = ()


class JoinTable(RequestModel):
    """A request to join a table: with a ticket, unless a seat already belongs to the key."""

    ticket: Annotated[str, Field(max_length=64, description="An invitation, a ticket to watch, or one for a seat.")] = (
        ""
    )
    name: Name | None = None
    seat: Seat | None = None
    commitment: Commitment | None = None
    watch: Annotated[bool, Field(description="Take no seat: an invitation lets one watch as well.")] = False


class KnockAtTable(RequestModel):
    """A request of somebody who lost their key to be let back in."""

    ticket: Annotated[str, Field(max_length=64, description="The invitation of the table.")]
    seat: Seat


class ShareGame(RequestModel):
    """Whether everybody who has the link may see a game that is over."""

    public: bool


class AnswerKnock(RequestModel):
    """An answer to somebody who knocks."""

    mark: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$", description="Who knocks, as the view calls them.")]
    admit: bool


class OpenNonce(RequestModel):
    """The nonce that a device has committed to; a commitment is opened when all seats are taken."""

    nonce: Nonce
    view: Annotated[bool, Field(description="Answer with the table as it stands then.")] = False


class SendCommand(RequestModel):
    """A move in the notation of records, `roll`, `- 2 5 5 1 3` for typed dice, `enter …`, `undo N` or `correct N …`."""

    move: Annotated[str, Field(max_length=LONGEST_MOVE)]
    seen: Seq
    key: IdempotencyKey
    seat: Seat | None = None
    view: Annotated[bool, Field(description="Answer with the table as it stands then.")] = False
    pace: Annotated[Pace, Field(description="How fast bots play on.")] = "normal"
    changes: Annotated[
        bool, Field(description="With `view`, answer with what has changed since `seen` if that is known.")
    ] = False


class TryCorrection(RequestModel):
    """A correction in the notation of commands: `correct 7 - 2 5 5 1 3` or `correct 8 enter full_house: 25`."""

    move: Annotated[str, Field(max_length=LONGEST_MOVE)]


class ForSeat(RequestModel):
    """One of one's own seats; it may be left out if there is only one."""

    seat: Seat | None = None


class SendAnswer(ForSeat):
    """An answer to a seat that asks to undo."""

    agree: bool


class SendEmote(ForSeat):
    """An emote for the others at the table; `GET /api/games` lists them."""

    emote: Annotated[str, Field(min_length=1, max_length=20)]


class ChooseFace(ForSeat):
    """The picture on the token of a seat."""

    face: Annotated[str, Field(pattern=r"^[a-z]{0,20}$", description="An animal, or nothing for the initial.")]


class FillSeat(RequestModel):
    """A request for a bot at a seat."""

    seat: Seat
    level: Level


class Nothing(RequestModel):
    """An empty object."""


class Study(RequestModel):
    """A record whose final position is to be studied."""

    record: RecordText
    language: Language
    objective: Annotated[str, Field(max_length=40, description="What counts; the usual, unless said.")] | None = None
    hint: bool = False
    review: bool = False


class AskQr(RequestModel):
    """A link of this server to draw as a QR code."""

    text: Annotated[str, Field(pattern=r"^[!-~]{1,1000}$")]
