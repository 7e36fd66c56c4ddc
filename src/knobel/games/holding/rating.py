"""The part of a judge that all games with dice to hold have in common."""

from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from knobel.core.game import AnyGame
from knobel.games.holding.starting import Begins
from knobel.games.holding.tray import Keep, Tray
from knobel.solve.kernel.turn import Turn

REMEMBERED = 64
"""How many turns are cached: those of a table, and of a review that goes back and forth."""

Result = TypeVar("Result")


class TurnJudge(Protocol):
    """A judge of a game with dice to hold, by the worths of turns and their endings; values are expected results."""

    @abstractmethod
    def turn(self, game: AnyGame, state: Any, seat: int) -> Turn:
        """The turn of this seat."""

    @abstractmethod
    def endings(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """The value of each move that ends the throwing."""

    @abstractmethod
    def resting(self, game: AnyGame, state: Any, seat: int) -> float:
        """The value when this seat has no dice on the table."""

    def rate(self, game: AnyGame, state: Any, seat: int) -> Mapping[Any, float]:
        """The value of each move this seat may make now."""
        return self.rated(game, state, seat, game.moves(state, seat))

    def rated(self, game: AnyGame, state: Any, seat: int, moves: Sequence[Any]) -> Mapping[Any, float]:
        """The value of each of these moves."""
        if not moves:
            return {}
        if isinstance(moves[0], Begins):
            # For a judge, it makes no difference who begins.
            return dict.fromkeys(moves, self.resting(game, state, seat))
        ends = self.endings(game, state, seat)
        turn = self.turn(game, state, seat) if isinstance(moves[0], Keep) else None
        tray: Tray = state.tray
        return {
            move: turn.held(tray.throws, tray.held(move.holds)) if turn and isinstance(move, Keep) else ends[move]
            for move in moves
        }

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        """The value of the state for this seat, whatever the game waits for."""
        tray: Tray = state.tray
        if seat != state.seat or tray.throws == 0:
            return self.resting(game, state, seat)
        if None not in tray.dice:
            return max(self.rate(game, state, seat).values())
        turn = self.turn(game, state, seat)
        if tray.throws < turn.throws:
            return turn.held(tray.throws, tray.dice)
        # An extra throw was bought: the chip is spent, and no further throw can follow.
        return turn.thrown(tray.dice)


class Memory(Generic[Result]):
    """A cache of recent results, least recently used first out."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._results: OrderedDict[Hashable, Result] = OrderedDict()
        self._most = most

    def get(self, key: Hashable, work_out: Callable[[], Result]) -> Result:
        """The cached result with this key; `work_out` computes it if it is missing."""
        result = self._results.pop(key, None)
        if result is None:
            result = work_out()
        self._results[key] = result
        if len(self._results) > self._most:
            self._results.popitem(last=False)
        return result
