"""Judges: the rating of every choice of a position, for one seat and a stated objective."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from knobel.core.errors import BadSetup, BadTable, NotProvided, with_technical_text
from knobel.core.game import AnyGame
from knobel.games.spec import find, games
from knobel.scene.text import Text


class Judge(Protocol):
    """Rates choices by the expected result if play goes on optimally. Higher is always better."""

    @property
    def objective(self) -> str:
        """What a result is: `points`, `turns` (negated, so that fewer are better), `rank_points` or `win`."""

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """The expected result after each move this seat may make now; empty if it has nothing to decide."""

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        """The expected result of this seat from here, whatever the game is waiting for."""

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Whether ratings are exact: no choice is better than the one rated best, and values are expectations."""


ENDGAMES = 3
"""With at most this many open boxes the rest is solved on demand, so that late decisions are judged exactly."""


def judge_of(game: AnyGame, objective: str | None = None, endgames: int = 0) -> Judge:
    """The best available judge of a game, cached; nothing is solved or compiled for it.

    A game has a default objective; some may be judged by others too, as by `points` instead of the chance to `win`.
    Where values are not exact, a sheet with at most `endgames` open boxes may be solved on demand. Raises NotProvided
    if the game has no judge.
    """
    judge = _judge(game, objective, endgames)
    if objective not in {None, judge.objective}:
        goals = ", ".join(objectives(game))
        raise with_technical_text(
            BadSetup(f"{game.key} cannot be judged by {str(objective)[:60]!r}, only by {goals}"),
            "objective",
            game=game.key,
            objective=repr(str(objective)[:60]),
            known=goals,
        )
    return judge


def reach_judge(game: AnyGame, score: int) -> Judge:
    """A judge for the objective of reaching at least this score."""
    try:
        return find(game.key).judge.reach(game, score)
    except NotProvided as error:
        raise not_reached(game.key) from error


def not_reached(key: str) -> BadSetup:
    """The error for a game that cannot be played for at least N points, with those that can."""
    *others, last = [spec.key for spec in games() if spec.reach]
    error = BadSetup(f"{key} cannot be played for a target score; {', '.join(others)} and {last} can")
    return with_technical_text(error, "no_reach_in", game=key, some=", ".join(others), last=last)


def objectives(game: AnyGame) -> tuple[str, ...]:
    """The objectives by which moves of this game may be judged, the default first."""
    try:
        return find(game.key).judge.objectives(game)
    except (NotProvided, ModuleNotFoundError):
        return (judge_of(game).objective,)


def caveats(game: AnyGame) -> tuple[Text, ...]:
    """What the judge of a game assumes, where it was made for other dice or rules."""
    try:
        return find(game.key).judge.caveats(game)
    except NotProvided:
        return ()


@lru_cache(maxsize=64)
def _judge(game: Any, objective: str | None, endgames: int) -> Judge:
    try:
        return find(game.key).judge.judge(game, objective, endgames)
    except (BadTable, ModuleNotFoundError) as error:
        # A judge without its values, or without a library to read them, counts as missing.
        raise NotProvided(f"{game.key} has no coach here: {error}") from error
