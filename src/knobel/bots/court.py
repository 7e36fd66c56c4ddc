"""Which judge rates which game: the best there is on this machine, with nothing solved or compiled for it."""

from collections.abc import Hashable
from functools import lru_cache

from knobel.bots.judge import Judge
from knobel.bots.judges.duel import DuelJudge
from knobel.bots.judges.kribbeln import KribbelnJudge
from knobel.bots.judges.krisskross import KrissKrossJudge
from knobel.bots.judges.master import MasterJudge
from knobel.bots.judges.scorecard import ScorecardJudge
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.games.kribbeln.game import Kribbeln
from knobel.games.krisskross import KrissKross
from knobel.games.master.game import Master
from knobel.games.scorecard import Card, Scorecard
from knobel.solve.book import Book
from knobel.solve.kribbeln_shelf import best_kribbeln
from knobel.solve.krisskross_values import open_grid_values
from knobel.solve.shelf import best_book, best_duel, best_master


def judge_of(game: AnyGame, objective: str | None = None, endgames: int = 0) -> Judge:
    """The judge of a game, made once.

    A game has an objective of its own; Hex-hex for two may also be judged by `points` instead of the chance to `win`.
    Where a scorecard's book is not exact, the rest may be solved on demand from so many open boxes on.
    """
    judge = _judge(game, objective, endgames)
    if objective not in {None, judge.objective}:
        raise BadSetup(f"{game.key} is not judged by {str(objective)[:60]!r} here, but by {judge.objective}")
    return judge


@lru_cache(maxsize=64)
def _judge(game: Hashable, objective: str | None, endgames: int) -> Judge:
    match game:
        case Scorecard(card=card, seats=2) if not (card.bonus or card.chips) and objective != "points":
            return DuelJudge(best_duel(card))
        case Scorecard(card=card):
            return ScorecardJudge(_book(card), endgames)
        case Master():
            return MasterJudge(best_master())
        case Kribbeln():
            return KribbelnJudge(best_kribbeln(game))
        case KrissKross(advanced=advanced):
            return KrissKrossJudge(open_grid_values(advanced))
        case _:
            raise BadSetup(f"there is no judge of {getattr(game, 'key', game)}")


@lru_cache(maxsize=8)
def _book(card: Card) -> Book:
    """The book of a card, opened once for any number of seats."""
    return best_book(card)
