"""Judges for tests: the shipped ones, whatever was solved on this machine."""

from functools import cache

from knobel import AnyGame
from knobel.coach.judge import Judge
from knobel.games.kribbeln.judge import KribbelnJudge
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.games.kribbeln.solve.book import shipped_ranks
from knobel.games.kribbeln.solve.rivalry import rivalry_of
from knobel.games.kribbeln.win import KribbelnWinJudge
from knobel.games.krisskross.judge import KrissKrossJudge
from knobel.games.krisskross.rules import KrissKross
from knobel.games.krisskross.solve.values import open_grid_values
from knobel.games.krisskross.win import WinJudge as GridWinJudge
from knobel.games.master.judge import MasterJudge
from knobel.games.master.rules.game import Master
from knobel.games.master.solve.array_tables import ArrayTables, contest_of
from knobel.games.master.solve.book import shipped_master
from knobel.games.master.win import MasterWinJudge
from knobel.games.scorecard.judge import DuelJudge, ScorecardJudge
from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.shipped import shipped_book, shipped_duel
from knobel.games.scorecard.win import Sheets, WinJudge, most_of
from knobel.games.spec import find


@cache
def judge(game: AnyGame, objective: str | None = None) -> Judge:
    """The shipped judge of a game, for its usual objective unless said."""
    match game:
        case Kribbeln():
            book = shipped_ranks(game)
            return KribbelnJudge(book) if objective == "rank_points" else KribbelnWinJudge(rivalry_of(book))
        case KrissKross(advanced=advanced):
            values = open_grid_values(advanced)
            alone = game.seats == 1 or objective == "points"
            spread = find(game.key).turn_spread(game, "points")
            return KrissKrossJudge(values) if alone else GridWinJudge(values, spread)
        case Master():
            alone = game.seats == 1 or objective == "turns"
            return MasterJudge(shipped_master()) if alone else MasterWinJudge(ArrayTables(contest_of(shipped_master())))
    assert isinstance(game, Scorecard)
    if game.seats == 1 or objective == "points":
        return ScorecardJudge(shipped_book(game.card), endgames=3)
    if game.key == "hexhex" and game.seats == 2:
        return DuelJudge(shipped_duel(game.card))
    points = shipped_book(game.card)
    return WinJudge(Sheets(points, find(game.key).turn_spread(game, "points"), most_of(points)))
