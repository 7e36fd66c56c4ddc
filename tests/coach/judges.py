"""Judges for tests: the shipped ones, whatever was solved on this machine, and one that sees only the sheet."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from knobel import AnyGame, Decide
from knobel.bots.judge import Judge
from knobel.bots.judges.duel import DuelJudge
from knobel.bots.judges.kribbeln import KribbelnJudge
from knobel.bots.judges.master import MasterJudge
from knobel.bots.judges.scorecard import ScorecardJudge
from knobel.games.kribbeln.game import Kribbeln
from knobel.games.scorecard import Scorecard
from knobel.solve.kribbeln_shelf import shipped_kribbeln
from knobel.solve.shelf import shipped_book, shipped_duel, shipped_master


class Shortsighted:
    """Values a table by the points as they stand, and a decision by those it leads to."""

    def __init__(self, objective: str) -> None:
        self.objective = objective

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        return {move: float(game.scores(game.play(state, seat, move))[seat]) for move in game.moves(state, seat)}

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        pending = game.pending(state)
        deciding = isinstance(pending, Decide) and seat in pending.seats
        return max(self.rate(game, state, seat).values()) if deciding else float(game.scores(state)[seat])

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        return False


@cache
def judge(game: AnyGame) -> Judge:
    """The shipped judge of a game; a short-sighted one where tests must not wait for a better one."""
    match game.key:
        case "kribbeln" if isinstance(game, Kribbeln) and game.seats == 2:
            return KribbelnJudge(shipped_kribbeln(game))
        case "kribbeln":
            return Shortsighted("rank_points")
        case "krisskross":
            return Shortsighted("points")
        case "master":
            return MasterJudge(shipped_master())
    assert isinstance(game, Scorecard)
    if game.key == "hexhex" and game.seats == 2:
        return DuelJudge(shipped_duel(game.card))
    return ScorecardJudge(shipped_book(game.card), endgames=3)
