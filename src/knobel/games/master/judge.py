"""The judges of Master: by the turns to fifteen stars for one seat; with rivals by the chance to win."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from knobel.coach.judge import Judge
from knobel.core.game import AnyGame
from knobel.games.holding import rating
from knobel.games.master.rules.board import GOAL, Board, stars
from knobel.games.master.rules.game import THROWS, Master, Pass, State, turns_taken
from knobel.games.master.solve.backend import Turns, backend
from knobel.games.master.win import MasterWinJudge
from knobel.scene.text import Text, text
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.turn import Turn


def judge(game: Master, objective: str | None, _endgames: int) -> Judge:
    """A judge of the turns to the goal for one seat or if asked for, else of the chance to win."""
    if objective == "turns" or "win" not in objectives(game):
        return MasterJudge(backend().turns)
    return _win_judge()


@lru_cache(maxsize=1)
def _win_judge() -> Judge:
    return MasterWinJudge(backend().tables)


def objectives(game: Master) -> tuple[str, ...]:
    """The objectives: to win, unless one plays alone, or few turns."""
    return ("win", "turns") if game.seats > 1 else ("turns",)


def approximation(seats: int, objective: str) -> str:
    """The kind of values where they are not exact."""
    if objective == "win":
        return "races"
    return "race" if seats > 1 else "compact"


def value_files(_game: Master) -> tuple[str, ...]:
    """The file of the expected turns of one seat, on which those with rivals are built."""
    return (backend().turns.source,)


def caveats(game: Master) -> tuple[Text, ...]:
    """What the judge assumes: the values are for the default coin steps."""
    return () if game.usual else (text("coach.caveat.edition"),)


@dataclass(frozen=True, eq=False)
class MasterJudge(rating.TurnJudge):
    """Rates by the negated expected number of turns to the fifteenth star.

    Rivals are ignored, except for coins of the race that were already paid.
    """

    book: Turns
    objective = "turns"
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Whether ratings are exact: only for one seat, as the table has no race."""
        assert isinstance(game, Master)
        return self.book.exact and game.seats == 1 and game.usual

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        board, before = state.boards[seat], turns_taken(state, seat)
        return self._turns.get((board, before), lambda: self._solve_turn(board, before))

    def _solve_turn(self, board: Board, before: int) -> Turn:
        endings = [-(before + 1 + turns) for turns in self.book.ends(board)]
        return Turn(lattice(Master.pool), endings, THROWS)

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        assert isinstance(game, Master)
        boards: dict[Any, Board] = {**game.results(state, seat)} or {Pass(): state.boards[seat]}
        return {action: -(turns_taken(state, seat) + 1 + self.to_come(board)) for action, board in boards.items()}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        return -(turns_taken(state, seat) + self.to_come(state.boards[seat]))

    def to_come(self, board: Board) -> float:
        """The expected turns still to come on a board."""
        return 0.0 if stars(board) >= GOAL else self.book.of(board)
