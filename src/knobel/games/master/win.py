"""Judging Master with rivals by the chance to win: the turns everybody has to the goal, and the races on the way.

The turn on the table is solved exactly for what the table is worth after it. That is a model of the turns everybody
has still to come (`solve/races.py`), until somebody is at the goal: then stars decide (`solve/contest.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knobel.core.game import AnyGame, Over
from knobel.games.holding import rating
from knobel.games.holding.tray import Keep
from knobel.games.master.rules.board import GOAL, Board
from knobel.games.master.rules.game import THROWS, Master, Pass, State
from knobel.games.master.solve.boards import Boards, best_ways, boards_of
from knobel.games.master.solve.book import MasterBook
from knobel.games.master.solve.contest import Contest
from knobel.games.master.solve.races import Floats
from knobel.games.master.solve.rule_tables import Flags
from knobel.solve.kernel.turn_arrays import ArrayTurn, ends_of, lay_open
from knobel.solve.tables import values_at


def contest_of(book: MasterBook) -> Contest:
    """What boards are worth against each other, from a book of what they are worth alone."""

    def lookup(rows: Any, diagonals: Any, subsets: Any) -> Floats:
        flat = values_at(book.row, *(part.ravel().astype(np.int64) for part in (rows, diagonals, subsets)))
        return flat.reshape(rows.shape)

    return Contest(book.place, lookup)


@dataclass(frozen=True, eq=False)
class MasterWinJudge(rating.TurnJudge):
    """Rates by the chance to win, ties shared; everybody's board makes a difference to that."""

    contest: Contest
    objective = "win"
    _turns: rating.Memory[tuple[ArrayTurn, Floats]] = field(default_factory=rating.Memory)
    _shares: rating.Memory[Floats] = field(default_factory=rating.Memory)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """In the last turn of all, when only stars count."""
        assert isinstance(game, Master)
        if state.starting or not game.usual:
            return False
        return max(game.scores(state)) >= GOAL and not _waiting(state).any()

    def turn(self, game: AnyGame, state: State, seat: int) -> ArrayTurn:
        return self._open(game, state)[0]

    def _open(self, game: AnyGame, state: State) -> tuple[ArrayTurn, Floats]:
        """The turn on the table, and the chances of all seats once each roll is used: rolls x seats."""
        key = state.boards, state.seat, state.first, state.round == state.again, game
        return self._turns.get(key, lambda: self._lay_open(game, state))

    def _lay_open(self, game: AnyGame, state: State) -> tuple[ArrayTurn, Floats]:
        known = self.contest.place.rules
        after, possible = self.contest.after(boards_of(state.boards).at(None), state.seat)
        found = np.zeros((*possible.shape, len(state.boards)))
        found[possible] = self._judged(game, state, after.at(possible))
        rolls, ways = best_ways(known, found[..., state.seat], possible)
        return lay_open(known.lattice, rolls[0], THROWS), found[0, ways[0]]

    def _judged(self, game: AnyGame, state: State, boards: Boards) -> Floats:
        """The chances of all seats at tables where the seat on turn has just acted."""
        waiting = _waiting(state)
        if not self._again(game, state):
            return self.contest.chances(boards, waiting)
        # Where the last seat is the first at the goal, everybody has one more turn.
        return self.contest.chances(boards, waiting, every=True)

    def _again(self, game: AnyGame, state: State) -> bool:
        """Everybody plays once more if somebody is at the goal after this turn."""
        assert isinstance(game, Master)
        last = (state.seat + 1 - state.first) % game.seats == 0
        return game.once_more and last and not state.again and max(game.scores(state)) < GOAL

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        assert isinstance(game, Master)
        results: dict[Any, Board] = {**game.results(state, seat)} or {Pass(): state.boards[seat]}
        tables = [boards_of((*state.boards[:seat], board, *state.boards[seat + 1 :])) for board in results.values()]
        found = self._judged(game, state, Boards(*(np.stack(parts) for parts in zip(*tables, strict=True))))
        return dict(zip(results, found[:, seat].tolist(), strict=True))

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
        return float(self._all(game, state)[seat])

    def _all(self, game: AnyGame, state: State) -> Floats:
        """The chances of all seats, when the one on turn plays on as well as it can."""
        return self._shares.get((state, game), lambda: self._shared(game, state))

    def _shared(self, game: AnyGame, state: State) -> Floats:
        assert isinstance(game, Master)
        tray, seat = state.tray, state.seat
        if None in tray.dice:
            turn, ends = self._open(game, state)
            return np.asarray(ends_of(turn, [ends] * (THROWS - tray.throws), tray.throws, [tray.dice])[0])
        ratings = self.rate(game, state, seat)
        best = max(ratings, key=lambda move: ratings[move])
        if isinstance(best, Keep):
            return self._all(game, game.play(state, seat, best))
        board = game.results(state, seat).get(best, state.boards[seat])
        table = boards_of((*state.boards[:seat], board, *state.boards[seat + 1 :]))
        return np.asarray(self._judged(game, state, table.at(None))[0])


def _waiting(state: State) -> Flags:
    """The seats whose turn in this round comes after the one on the table."""
    order = (np.arange(len(state.boards)) - state.first) % len(state.boards)
    return np.asarray(order > order[state.seat])
