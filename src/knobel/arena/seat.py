"""A seat at a table of the arena: whoever sits there is asked for moves in the same way."""

from types import TracebackType
from typing import Any, Protocol, Self

from knobel.arena.entrant import Entrant
from knobel.arena.limits import Limits
from knobel.arena.program import Failed, Program
from knobel.core.errors import BadMove
from knobel.core.game import AnyGame, read_move
from knobel.core.playout import Player


class Seat(Protocol):
    """One who plays a game."""

    def tell(self, text: str) -> None:
        """These lines were written: of the record, or of the protocol around it."""

    def move(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move made now; raises Failed if there is none that can be played."""


class Own:
    """One of our own players."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def tell(self, text: str) -> None:
        """It sees the state; it need not be told."""

    def move(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move made now."""
        return self._player(game, state, seat)


class Foreign:
    """A program at the other end of two pipes."""

    def __init__(self, entrant: Entrant, limits: Limits) -> None:
        self.entrant = entrant
        self.program = Program(entrant.command(), limits, entrant.folder)

    def tell(self, text: str) -> None:
        """These lines were written."""
        self.program.tell(text)

    def move(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move made now."""
        allowed = game.moves(state, seat)
        answer = self.program.ask("\t".join(["move", *map(str, allowed)]) + "\n")
        try:
            move = read_move(game, answer)
        except BadMove as error:
            raise Failed(f"made no move: {error}") from error
        if move not in allowed:
            raise Failed(f"made the move {answer!r}, which was not allowed")
        return move


class Room:
    """Where those wait who play several games; when it is closed, nobody is left in it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: dict[str, list[Foreign]] = {}
        self._seated: list[Foreign] = []

    def seat(self, entrant: Entrant, game: AnyGame, seed: int) -> Seat:
        """The entrant, ready for a new game; raises Failed if it cannot be started."""
        if entrant.builtin:
            return Own(entrant.player(game, seed))
        waiting = self._waiting.get(entrant.name)
        found = waiting.pop() if waiting else Foreign(entrant, self._limits)
        self._seated.append(found)
        return found

    def rise(self, failed: Seat | None = None) -> None:
        """The game is over: one who failed is ended, one who plays several games waits, all others may go."""
        while self._seated:
            seat = self._seated.pop()
            if seat is failed:
                seat.program.kill()
            elif seat.entrant.lasting:
                self._waiting.setdefault(seat.entrant.name, []).append(seat)
            else:
                seat.program.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for seat in [*self._seated, *(seat for waiting in self._waiting.values() for seat in waiting)]:
            seat.program.kill() if error else seat.program.end()
