"""Judging Kribbeln by the chance to win: every rank counts for oneself and against the others.

The turn on the table is solved exactly, given the chances after it (`solve/rivalry.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from knobel.core.dice import D6
from knobel.core.game import AnyGame, Over
from knobel.games.holding import rating
from knobel.games.holding.tray import Keep
from knobel.games.kribbeln.rules.arrangement import OURS, Square
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.solve.last_rows import THIRD
from knobel.games.kribbeln.solve.opponents import mark
from knobel.games.kribbeln.solve.rivalry import Rivalry
from knobel.games.kribbeln.solve.rolls import classes, dice
from knobel.games.kribbeln.solve.standings import Shares, shares_of_turn
from knobel.solve.arrays import IN_BROWSER
from knobel.solve.kernel.turn import Turn, best_worths, starts
from knobel.solve.kernel.uses import Outcomes, Use

TURNS = 8 if IN_BROWSER else 32
"""How many turns are cached; each takes some megabytes, which are scarce on a phone."""
STATES = 1024
"""How many tables are cached: those of a review, seat after seat."""


@dataclass(frozen=True, eq=False)
class KribbelnWinJudge(rating.TurnJudge):
    """Rates by the chance to win, ties shared; it depends on all sheets."""

    rivalry: Rivalry
    square: Square = OURS
    """The set of dice."""
    objective = "win"
    _turns: rating.Memory[tuple[Turn, list[Shares]]] = field(default_factory=lambda: rating.Memory(TURNS))
    _shares: rating.Memory[Shares] = field(default_factory=lambda: rating.Memory(STATES))
    _written: rating.Memory[list[Shares]] = field(default_factory=rating.Memory)
    _dodged: rating.Memory[tuple[list[Shares] | None]] = field(default_factory=rating.Memory)

    def exact(self, game: AnyGame, state: State, seat: int) -> bool:
        """Whether ratings are exact: in the last two rows for two players, else only in the very last turn."""
        if state.starting or state.roll_off or state.row == len(ROWS):
            return False
        left = sum(entry is None for sheet in state.sheets for entry in sheet)
        return left == 1 or (game.seats == 2 and state.row >= THIRD)

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        """The turn of this seat in the row, as if it came now."""
        return self._open(state, seat)[0]

    def _open(self, state: State, seat: int) -> tuple[Turn, list[Shares]]:
        """The turn, and the chances of all seats after each of its endings, by class of roll."""
        return self._turns.get((state.row, state.sheets, seat), lambda: self._solve_turn(state, seat))

    def _solve_turn(self, state: State, seat: int) -> tuple[Turn, list[Shares]]:
        row = state.row
        ends = self.rivalry.ends(state.sheets, row, seat, self._dodging(state, seat))
        task = self.rivalry.book.turns.task(row)
        own = [chances[seat] for chances in ends]
        return Turn(dice(task), best_worths([Use(row, classes(task, self.square), own)]), THROWS), ends

    def _played(self, row: int, ends: Sequence[Shares], seat: int) -> Shares:
        """The worth of a turn to every seat before its first throw; others share the rest as after all its endings."""
        task = self.rivalry.book.turns.task(row)
        own = [chances[seat] for chances in ends]
        return shares_of_turn(ends, seat, *starts(dice(task), classes(task, self.square), [own], THROWS))

    def _thrown(self, state: State, seat: int) -> Shares:
        """The chances of all seats when the dice in the cup are thrown."""
        turn, ends = self._open(state, seat)
        throws, lying = state.tray.throws, state.tray.dice
        if len(state.sheets) == 2:
            own = turn.held(throws, lying)
            return [own, 1 - own] if seat == 0 else [1 - own, own]
        kinds = classes(self.rivalry.book.turns.task(state.row), self.square)
        return turn.outcomes([Outcomes(kinds, ends)] * (THROWS - throws), throws, [lying])[0]

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        """The chance to win after each way to end the throwing."""
        return {move: chances[seat] for move, chances in self._ended(state, seat).items()}

    def _ended(self, state: State, seat: int) -> Mapping[Any, Shares]:
        """The chances of all seats after each way to end the throwing."""
        sheets, row, total = state.sheets, state.row, sum(state.tray.faces)
        written = self._written.get((row, sheets, seat), lambda: self.rivalry.written(sheets, row, seat))
        chances = {WRITE: written[mark(total)], STRIKE: written[0]}
        dodged = self._dodging(state, seat)
        return chances if dodged is None else {**chances, DODGE: dodged[mark(total) - 1]}

    def _dodging(self, state: State, seat: int) -> list[Shares] | None:
        """The chances of all seats after a dodge with each sum, if that is allowed."""
        sheets, row = state.sheets, state.row
        key = row, sheets, seat
        return self._dodged.get(key, lambda: (self.rivalry.dodged(sheets, row, seat, self._played),))[0]

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        return self.chances(game, state)[seat]

    def value(self, game: AnyGame, state: State, seat: int) -> float:
        return self.chances(game, state)[seat]

    def chances(self, game: AnyGame, state: State) -> Shares:
        """The chance of every seat, if the one on turn goes on optimally."""
        return self._shares.get((game, state), lambda: self._shared(game, state))

    def _shared(self, game: AnyGame, state: State) -> Shares:
        assert isinstance(game, Kribbeln)
        over = game.pending(state)
        if isinstance(over, Over):
            return [(place == 1) / over.places.count(1) for place in over.places]
        if state.starting:
            return [1 / game.seats] * game.seats
        if state.roll_off:
            begins = _beginning(state.roll_off)
            chances = [(part, self.chances(game, game.begun_by(state, at))) for at, part in begins.items()]
            return [sum(part * share[seat] for part, share in chances) for seat in range(game.seats)]
        seat = state.seat
        if None in state.tray.dice:
            return self._thrown(state, seat)
        ratings = self.rate(game, state, seat)
        move = max(ratings, key=lambda move: ratings[move])
        if isinstance(move, Keep):
            return self.chances(game, game.play(state, seat, move))
        return self._ended(state, seat)[move]


def _beginning(roll_off: tuple[tuple[int, int | None], ...]) -> dict[int, float]:
    """The chance of each seat to win a roll-off, given the numbers thrown so far."""
    chances = dict.fromkeys((seat for seat, _ in roll_off), 0.0)
    falls = list(product(*(D6.values if number is None else (number,) for _, number in roll_off)))
    for numbers in falls:
        # Those who tie roll again, with equal chances.
        best = [seat for (seat, _), number in zip(roll_off, numbers, strict=True) if number == max(numbers)]
        for seat in best:
            chances[seat] += 1 / len(best) / len(falls)
    return chances
