"""Judges: what every choice of a position is worth, for one seat and a stated objective."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from knobel.core.errors import BadSetup, BadTable, NotProvided, noted
from knobel.core.game import AnyGame
from knobel.games.spec import find, games
from knobel.scene.text import Text


class Judge(Protocol):
    """Rates choices by the result they lead to when play goes on as well as it can. Higher is always better."""

    @property
    def objective(self) -> str:
        """What a result is: `points`, `turns` (negated, so that fewer are better), `rank_points` or `win`."""

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """The expected result after each move this seat may make now; empty if it has nothing to decide."""

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        """The expected result of this seat from here, whatever the game is waiting for."""

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Ratings are exact here: no choice is better than the one rated best, and values are expectations."""


ENDGAMES = 3
"""With so few boxes open the rest is solved on demand, so that late decisions are judged exactly everywhere."""


def judge_of(game: AnyGame, objective: str | None = None, endgames: int = 0) -> Judge:
    """The judge of a game, made once; the best there is on this machine, with nothing solved or compiled for it.

    A game has a usual objective; some may be judged by others too, as by `points` instead of the chance to `win`.
    Where values are not exact, the rest of a sheet may be solved on demand from so many open boxes on. Raises
    NotProvided if the game brings no judge.
    """
    judge = _judge(game, objective, endgames)
    if objective not in {None, judge.objective}:
        known = ", ".join(objectives(game))
        raise noted(
            BadSetup(f"{game.key} is not judged by {str(objective)[:60]!r} here, but by {known}"),
            "objective",
            game=game.key,
            objective=repr(str(objective)[:60]),
            known=known,
        )
    return judge


def reach_judge(game: AnyGame, score: int) -> Judge:
    """The judge of one who wants at least this score and nothing else."""
    try:
        return find(game.key).judge.reach(game, score)
    except NotProvided as error:
        raise not_reached(game.key) from error


def not_reached(key: str) -> BadSetup:
    """The error of a game that is not played for at least so many points, with those that are."""
    *some, last = [one.key for one in games() if one.reach]
    error = BadSetup(f"{key} cannot be played for at least so many points; {', '.join(some)} and {last} can")
    return noted(error, "no_reach_in", game=key, some=", ".join(some), last=last)


def objectives(game: AnyGame) -> tuple[str, ...]:
    """What moves of this game may be judged by, the usual first."""
    try:
        return find(game.key).judge.objectives(game)
    except (NotProvided, ModuleNotFoundError):
        return (judge_of(game).objective,)


def caveats(game: AnyGame) -> tuple[Text, ...]:
    """What the judge of a game takes for granted, where it was made for other dice or rules."""
    try:
        return find(game.key).judge.caveats(game)
    except NotProvided:
        return ()


@lru_cache(maxsize=64)
def _judge(game: Any, objective: str | None, endgames: int) -> Judge:
    try:
        return find(game.key).judge.judge(game, objective, endgames)
    except (BadTable, ModuleNotFoundError) as error:
        # A judge without its values, or without what works them out, is none.
        raise NotProvided(f"{game.key} has no judge here: {error}") from error
