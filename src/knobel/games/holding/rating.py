"""The part of judging that all games with dice to hold have in common."""

from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from knobel.core.game import AnyGame
from knobel.games.holding.starting import Begins
from knobel.games.holding.tray import Keep, Tray
from knobel.solve.kernel.turn import Turn

REMEMBERED = 64
"""How many turns are kept in mind: those of a table, and of a review that goes back and forth."""

Thing = TypeVar("Thing")


class TurnJudge(Protocol):
    """A judge of a game with dice to hold, by what turns and their endings are worth; values are expected results."""

    @abstractmethod
    def turn(self, game: AnyGame, state: Any, seat: int) -> Turn:
        """The turn that this seat is at."""

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
            # Who begins makes no difference that a judge knows of.
            return dict.fromkeys(moves, self.resting(game, state, seat))
        ends = self.endings(game, state, seat)
        turn = self.turn(game, state, seat) if isinstance(moves[0], Keep) else None
        tray: Tray = state.tray
        return {
            move: turn.held(tray.throws, tray.held(move.positions)) if turn and isinstance(move, Keep) else ends[move]
            for move in moves
        }

    def value(self, game: AnyGame, state: Any, seat: int) -> float:
        """The value of what this seat is at, whatever the game waits for."""
        tray: Tray = state.tray
        if seat != state.seat or tray.throws == 0:
            return self.resting(game, state, seat)
        if None not in tray.dice:
            return max(self.rate(game, state, seat).values())
        turn = self.turn(game, state, seat)
        if tray.throws < turn.throws:
            return turn.held(tray.throws, tray.dice)
        # A throw that was bought: the chip is spent, and nothing more can be.
        return turn.thrown(tray.dice)


class Memory(Generic[Thing]):
    """What was worked out lately."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._things: OrderedDict[Hashable, Thing] = OrderedDict()
        self._most = most

    def get(self, key: Hashable, work_out: Callable[[], Thing]) -> Thing:
        """The thing with this key, worked out unless it is remembered."""
        thing = self._things.pop(key, None)
        if thing is None:
            thing = work_out()
        self._things[key] = thing
        if len(self._things) > self._most:
            self._things.popitem(last=False)
        return thing
