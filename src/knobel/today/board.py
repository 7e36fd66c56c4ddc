"""Which records of a day count on a board of results, and what a board shows of them."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from knobel.coach.review import review
from knobel.core.dealt import taken_back
from knobel.core.errors import BadSetup, NotProvided, worded
from knobel.core.game import Over
from knobel.core.proof import prove
from knobel.core.record import Record
from knobel.today.day import DayGame, day_of

EASTERNMOST = timedelta(hours=14)
"""The offset of the easternmost time zone."""


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """The result of the first seat in the game of a day."""

    day: str
    game: str
    score: int
    objective: str | None
    """The unit of luck and decisions; None, like these, for games without a judge."""
    luck: float | None
    decisions: float | None
    spread: float | None


def latest_day(millis: int) -> date:
    """The last day that has begun anywhere, at a time in milliseconds since 1970."""
    return (datetime.fromtimestamp(millis / 1000, UTC) + EASTERNMOST).date()


def board_entry(record: Record, latest: date) -> BoardEntry:
    """The result of a record for a board; an error if it does not count: every die has to be that of the day."""
    day = day_of(record)
    if day is None:
        raise worded(BadSetup("this record is of no day; its dice are other ones"), "today.of_no_day")
    if not isinstance(record.pending, Over):
        raise worded(BadSetup("this game is not over; play it to its end first"), "today.not_over")
    if day.day > latest:
        raise worded(BadSetup("this day has not come yet, not even in the far east"), "board.future")
    if not prove(record).holds:
        raise worded(BadSetup("the dice of this record are not those of the day"), "board.forged")
    if taken_back(record):
        raise practice()
    return _judged(record, day)


def practice() -> BadSetup:
    """The error for a game that was played for practice."""
    error = BadSetup("this was practice: a throw was taken back, or the coach could be asked; it counts on no board")
    return worded(error, "board.practice")


def _judged(record: Record, day: DayGame) -> BoardEntry:
    score = int(record.game.scores(record.state)[0])
    known = day.day.isoformat(), day.game, score
    try:
        seen = review(record, 0)
    except NotProvided:
        return BoardEntry(*known, None, None, None, None)
    mine = seen.seats[0]
    return BoardEntry(*known, seen.objective, mine.fortune, -mine.losses, seen.spread)
