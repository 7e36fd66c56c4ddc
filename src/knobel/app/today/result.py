"""The result of the game of a day: points, luck and decisions, others with the same dice, and what counts on boards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from knobel.coach.bot import LEVELS, Level, bot, level
from knobel.coach.numbers import Scale
from knobel.coach.review import review
from knobel.core.checked import Checked
from knobel.core.dealt import Dealt, bot_seed, taken_back
from knobel.core.errors import BadSetup, NotProvided, with_text
from knobel.core.game import AnyGame, Over
from knobel.core.playout import Player, play_record
from knobel.core.proof import prove
from knobel.core.record import Record
from knobel.scene.text import Text, game_text, say, text
from knobel.solve.hindsight import Best, best, offered
from knobel.solve.scores import PERFECT, distributions
from knobel.tables.day import DayGame, counts, day_of

EASTERNMOST = timedelta(hours=14)
"""The offset of the easternmost time zone."""


@dataclass(frozen=True)
class Judged:
    """How well the game of a day was played, and the result of the best bot with the same dice."""

    owl: int
    """The score of the best bot at the same seat with the same dice."""
    objective: str
    luck: float
    decisions: float
    """What luck brought and decisions gave away (0 or less), in the unit of the objective."""
    spread: float


@dataclass(frozen=True)
class DayResult:
    """The result of the first seat in the game of a day."""

    day: DayGame
    counts: bool
    """Whether no throw was undone."""
    scores: tuple[int, ...]
    place: int
    judged: Judged | None
    """How well it was played; None for games without a judge."""
    beats: tuple[tuple[str, float], ...]
    """The percentage of games of others that this score beats, by their level."""
    possible: Best | None
    """The best possible result, where the dice do not depend on decisions."""

    @property
    def title(self) -> Text:
        """The title: the game and the day."""
        day = self.day.day
        date = text("today.date", year=day.year, month=f"{day.month:02}", day=f"{day.day:02}")
        return text("today.title", game=game_text(self.day.game, "title"), date=date)

    def words(self) -> Iterator[Text]:
        """The result in short lines without spoilers: none names a throw."""
        yield text("today.points", n=self.scores[0])
        for rival, points in zip(self.day.rivals, self.scores[1:], strict=True):
            yield text("today.rival", rival=text(f"level.{rival}"), n=points)
        if judged := self.judged:
            scale = Scale(judged.objective, judged.spread)
            luck, decisions = scale.change(judged.luck), scale.change(judged.decisions)
            yield text(f"today.skill.{judged.objective}", luck=luck, decisions=decisions)
            yield text("today.owl", n=judged.owl)
        # The usual level first; a share of 0 is left out.
        for who, beaten in reversed(self.beats):
            if round(beaten):
                if who == PERFECT:
                    yield text("today.beats.perfect", percent=round(beaten))
                else:
                    yield text("today.beats", who=text(f"level.{who}"), percent=round(beaten))
        if self.possible:
            key = "today.possible" if self.possible.proven else "today.possible_open"
            yield text(key, n=self.possible.points, bound=self.possible.bound)
        if not self.counts:
            yield text("today.practice")

    def as_dict(self) -> dict[str, Any]:
        """The result as a dictionary for JSON."""
        return {
            "day": self.day.day.isoformat(),
            "game": self.day.game,
            "counts": self.counts,
            "scores": self.scores,
            "place": self.place,
            "owl": self.judged and self.judged.owl,
            "objective": self.judged and self.judged.objective,
            "luck": self.judged and self.judged.luck,
            "decisions": self.judged and self.judged.decisions,
            "beats": dict(self.beats),
            "possible": self.possible and self.possible.points,
            "proven": self.possible and self.possible.proven,
        }


@dataclass(frozen=True)
class DealtBot:
    """A bot whose random choices follow from the dice of a record, so that equal decisions meet equal bots."""

    record: Record
    level: Level

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move this player makes."""
        dice = Checked.read(self.record.dice)
        assert dice
        return bot(game, self.level, bot_seed(dice, seat, len(self.record.standing)))(game, state, seat)


def rivals(record: Record, levels: Sequence[str]) -> dict[int, Player]:
    """The bots at the seats after the first, by seat."""
    return {seat: DealtBot(record, level(key)) for seat, key in enumerate(levels, 1)}


def played(game: DayGame, player: Level = LEVELS[-1]) -> Record:
    """The game of a day as a bot plays it, by default the best."""
    names = tuple(f"bot {key}" for key in (player.key, *game.rivals))
    record = game.record(names)
    return play_record(record, [DealtBot(record, player), *rivals(record, game.rivals).values()], Dealt(record))


def _finished(record: Record) -> tuple[DayGame, Over]:
    """The game of a day that a record has played to its end; an error for any other record."""
    day = day_of(record)
    if day is None:
        raise with_text(BadSetup("this is not a game of the day; its dice are different"), "today.of_no_day")
    pending = record.pending
    if not isinstance(pending, Over):
        raise with_text(BadSetup("this game is not over; finish it first"), "today.not_over")
    return day, pending


def result(record: Record, seconds: float = 10.0) -> DayResult:
    """The result of a game of a day; `seconds` is the time for the proof of the best possible result."""
    day, over = _finished(record)
    scores = record.game.scores(record.state)
    return DayResult(
        day=day,
        counts=counts(record),
        scores=scores,
        place=over.places[0],
        judged=_judged(record, day),
        beats=tuple((others.players.who, others.percentile(scores[0])) for others in distributions(record.game)),
        possible=best(record, 0, seconds) if offered(record.game) else None,
    )


def _judged(record: Record, day: DayGame) -> Judged | None:
    """How well a game was played; None if it has no judge."""
    try:
        judged = review(record, 0)
    except NotProvided:
        return None
    mine, owl = judged.seats[0], played(day)
    points = owl.game.scores(owl.state)[0]
    return Judged(points, judged.objective, mine.luck, -mine.losses, judged.spread)


def share(of_day: DayResult, language: str, address: str = "") -> str:
    """A result as a text to share, without spoilers."""
    lines = [say(line, language) for line in (of_day.title, *of_day.words())]
    return "\n".join([*lines, *([address] if address else [])])


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
    day, _ = _finished(record)
    if day.day > latest:
        raise with_text(BadSetup("this day has not begun yet in any time zone"), "board.future")
    if not prove(record).holds:
        raise with_text(BadSetup("the dice of this record are not the dice of the day"), "board.forged")
    if taken_back(record):
        raise practice()
    of_day = day.day.isoformat(), day.game, int(record.game.scores(record.state)[0])
    try:
        judged = review(record, 0)
    except NotProvided:
        return BoardEntry(*of_day, None, None, None, None)
    mine = judged.seats[0]
    return BoardEntry(*of_day, judged.objective, mine.luck, -mine.losses, judged.spread)


def practice() -> BadSetup:
    """The error for a game that was played for practice."""
    error = BadSetup(
        "this was practice: a throw was taken back, or the coach was allowed to help; it counts on no board"
    )
    return with_text(error, "board.practice")
