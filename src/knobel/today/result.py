"""The result of the game of a day: points, luck and decisions, and the results of others with the same dice."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from knobel.coach.numbers import Scale
from knobel.coach.review import review
from knobel.core.errors import BadSetup, NotProvided, worded
from knobel.core.game import Over
from knobel.core.record import Record
from knobel.scene.text import Text, game_text, say, text
from knobel.solve.hindsight import Best, best, offered
from knobel.solve.scores import PERFECT, distributions
from knobel.today.day import DayGame, counts, day_of
from knobel.today.play import played


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
        if found := self.judged:
            scale = Scale(found.objective, found.spread)
            luck, decisions = scale.change(found.luck), scale.change(found.decisions)
            yield text(f"today.skill.{found.objective}", luck=luck, decisions=decisions)
            yield text("today.owl", n=found.owl)
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

    def plain(self) -> dict[str, Any]:
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


def result(record: Record, seconds: float = 10.0) -> DayResult:
    """The result of a game of a day; `seconds` is the time for the proof of the best possible result."""
    day = day_of(record)
    pending = record.pending
    if day is None:
        raise worded(BadSetup("this record is of no day; its dice are other ones"), "today.of_no_day")
    if not isinstance(pending, Over):
        raise worded(BadSetup("this game is not over; play it to its end first"), "today.not_over")
    scores = record.game.scores(record.state)
    return DayResult(
        day=day,
        counts=counts(record),
        scores=scores,
        place=pending.places[0],
        judged=_judged(record, day),
        beats=tuple((one.players.who, one.percentile(scores[0])) for one in distributions(record.game)),
        possible=best(record, 0, seconds) if offered(record.game) else None,
    )


def _judged(record: Record, day: DayGame) -> Judged | None:
    """How well a game was played; None if it has no judge."""
    try:
        seen = review(record, 0)
    except NotProvided:
        return None
    mine, owl = seen.seats[0], played(day)
    points = owl.game.scores(owl.state)[0]
    return Judged(points, seen.objective, mine.fortune, -mine.losses, seen.spread)


def share(found: DayResult, language: str, address: str = "") -> str:
    """A result as a text to share, without spoilers."""
    lines = [say(line, language) for line in (found.title, *found.words())]
    return "\n".join([*lines, *([address] if address else [])])
