"""The judge of Master: the turns it takes to fifteen stars, alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from knobel.core.game import AnyGame
from knobel.games.holding import rating
from knobel.games.master.rules.board import GOAL, Board, stars
from knobel.games.master.rules.game import THROWS, Master, Pass, State, turns_taken
from knobel.games.master.solve.book import MasterBook, best_master
from knobel.scene.text import Text, text
from knobel.solve.kernel.turn import Turn, lay_open


def judge(_game: Master, _objective: str | None, _endgames: int) -> "MasterJudge":
    """By the turns it takes, alone."""
    return MasterJudge(best_master())


def approximation(seats: int, _objective: str) -> str:
    """What values are where they are not exact."""
    return "race" if seats > 1 else "compact"


def caveats(game: Master) -> tuple[Text, ...]:
    """The values are those of our coins."""
    return () if game.usual else (text("coach.caveat.edition"),)


@dataclass(frozen=True, eq=False)
class MasterJudge(rating.TurnJudge):
    """Rates by minus the expected number of the turn that brings the fifteenth star.

    Rivals count only as far as the race has paid: its coins are counted once they have fallen.
    """

    book: MasterBook
    objective = "turns"
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Only alone, for the table knows no race."""
        assert isinstance(game, Master)
        return self.book.exact and game.seats == 1 and game.usual

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        board, before = state.boards[seat], turns_taken(state, seat)
        lattice = self.book.place.rules.lattice
        return self._turns.get(
            (board, before), lambda: lay_open(lattice, -(before + 1 + self.book.ends(board)), THROWS)
        )

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        assert isinstance(game, Master)
        boards: dict[Any, Board] = {**game.results(state, seat)} or {Pass(): state.boards[seat]}
        return {action: -(turns_taken(state, seat) + 1 + self._to_come(board)) for action, board in boards.items()}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        return -(turns_taken(state, seat) + self._to_come(state.boards[seat]))

    def _to_come(self, board: Board) -> float:
        """The expected turns still to come on a board."""
        return 0.0 if stars(board) >= GOAL else self.book.of(board)
