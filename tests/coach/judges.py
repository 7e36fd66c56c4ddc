"""Judges for tests: the shipped ones, whatever was solved on this machine."""

from functools import cache

from knobel import AnyGame
from knobel.bots.judge import Judge
from knobel.bots.judges.duel import DuelJudge
from knobel.bots.judges.kribbeln import KribbelnJudge
from knobel.bots.judges.krisskross import KrissKrossJudge
from knobel.bots.judges.master import MasterJudge
from knobel.bots.judges.scorecard import ScorecardJudge
from knobel.games.kribbeln.game import Kribbeln
from knobel.games.krisskross import KrissKross
from knobel.games.master.game import Master
from knobel.games.scorecard import Scorecard
from knobel.solve.kribbeln_shelf import shipped_kribbeln
from knobel.solve.krisskross_values import open_grid_values
from knobel.solve.shelf import shipped_book, shipped_duel, shipped_master


@cache
def judge(game: AnyGame) -> Judge:
    """The shipped judge of a game."""
    match game:
        case Kribbeln():
            return KribbelnJudge(shipped_kribbeln(game))
        case KrissKross(advanced=advanced):
            return KrissKrossJudge(open_grid_values(advanced))
        case Master():
            return MasterJudge(shipped_master())
    assert isinstance(game, Scorecard)
    if game.key == "hexhex" and game.seats == 2:
        return DuelJudge(shipped_duel(game.card))
    return ScorecardJudge(shipped_book(game.card), endgames=3)
