"""Judging Master with rivals by the chance to win: the turns of all seats to the goal, and the races on the way.

The turn on the table is solved exactly, given the chances after it. These are a model of the turns that all seats still
need (`solve/races.py`), until somebody is at the goal: then stars decide (`solve/contest.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from knobel.core.game import AnyGame, Over
from knobel.games.holding import rating
from knobel.games.holding.tray import Keep
from knobel.games.master.rules.board import GOAL, Board
from knobel.games.master.rules.game import THROWS, Master, Pass, State
from knobel.games.master.solve.backend import Tables
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.turn import Turn
from knobel.solve.kernel.uses import Outcomes


@dataclass(frozen=True, eq=False)
class MasterWinJudge(rating.TurnJudge):
    """Rates by the chance to win, ties shared; it depends on all boards."""

    tables: Tables
    objective = "win"
    _turns: rating.Memory[tuple[Turn, Outcomes]] = field(default_factory=rating.Memory)
    _shares: rating.Memory[list[float]] = field(default_factory=rating.Memory)
    _ratings: rating.Memory[Mapping[Any, float]] = field(default_factory=rating.Memory)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Whether ratings are exact: only in the very last turn, where nothing but stars counts."""
        assert isinstance(game, Master)
        if state.starting or not game.usual:
            return False
        return max(game.scores(state)) >= GOAL and not any(waiting(state))

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        return self._open(game, state)[0]

    def _open(self, game: AnyGame, state: State) -> tuple[Turn, Outcomes]:
        """The turn on the table, and the chances of all seats after each roll is used."""
        key = state.boards, state.seat, state.first, state.round == state.again, game
        return self._turns.get(key, lambda: self._solve_turn(game, state))

    def _solve_turn(self, game: AnyGame, state: State) -> tuple[Turn, Outcomes]:
        every = self._again(game, state)
        rolls, outcomes = self.tables.opened(state.boards, state.seat, waiting(state), every=every)
        return Turn(lattice(Master.pool), rolls, THROWS), outcomes

    def judged(self, game: AnyGame, state: State, boards: Sequence[Board]) -> list[list[float]]:
        """The chances of all seats if the one on turn ends its turn with each of these boards."""
        seat, table = state.seat, state.boards
        tables = [(*table[:seat], board, *table[seat + 1 :]) for board in boards]
        # If the last seat is the first at the goal, everybody has one more turn.
        return self.tables.chances(tables, waiting(state), every=self._again(game, state))

    def _again(self, game: AnyGame, state: State) -> bool:
        """Whether everybody plays once more if somebody is at the goal after this turn."""
        assert isinstance(game, Master)
        last = (state.seat + 1 - state.first) % game.seats == 0
        return game.once_more and last and not state.again and max(game.scores(state)) < GOAL

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """The value of each move of this seat; cached, as all seats at a table ask for it."""
        return self._ratings.get((state, seat, game), lambda: super(MasterWinJudge, self).rate(game, state, seat))

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        assert isinstance(game, Master)
        results: dict[Any, Board] = {**game.results(state, seat)} or {Pass(): state.boards[seat]}
        chances_after = self.judged(game, state, list(results.values()))
        return {action: chances[seat] for action, chances in zip(results, chances_after, strict=True)}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        if state.starting:
            return 1 / game.seats
        over = game.pending(state)
        if isinstance(over, Over):
            return (over.places[seat] == 1) / over.places.count(1)
        return self.turn(game, state, seat).start

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        if seat == state.seat or state.starting or isinstance(game.pending(state), Over):
            return super().value(game, state, seat)
        if game.seats == 2:
            return 1 - super().value(game, state, state.seat)
        return self._all(game, state)[seat]

    def _all(self, game: AnyGame, state: State) -> list[float]:
        """The chances of all seats, if the one on turn goes on optimally."""
        return self._shares.get((state, game), lambda: self._shared(game, state))

    def _shared(self, game: AnyGame, state: State) -> list[float]:
        assert isinstance(game, Master)
        tray, seat = state.tray, state.seat
        if None in tray.dice:
            turn, outcomes = self._open(game, state)
            return turn.outcomes([outcomes] * (THROWS - tray.throws), tray.throws, [tray.dice])[0]
        ratings = self.rate(game, state, seat)
        best = max(ratings, key=lambda move: ratings[move])
        if isinstance(best, Keep):
            return self._all(game, game.play(state, seat, best))
        board = game.results(state, seat).get(best, state.boards[seat])
        return self.judged(game, state, [board])[0]


def waiting(state: State) -> list[bool]:
    """Whether each seat still has its turn in this round after the current one."""
    seats = len(state.boards)
    order = [(seat - state.first) % seats for seat in range(seats)]
    return [place > order[state.seat] for place in order]
