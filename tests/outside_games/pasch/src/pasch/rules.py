"""The rules of Pasch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knobel import D6, BadDice, Decide, Over, Pending, Throw, make, rank

ROUNDS, THROWS = 5, 3
State = tuple[tuple[int, ...], int, int, tuple[int, ...]]  # best pair of each seat, turn, throws made, faces shown


def pair(faces: Sequence[int]) -> int:
    """The number of a pair, or 0."""
    return faces[0] if len(set(faces)) == 1 else 0


@dataclass(frozen=True)
class Pasch:
    """Pasch for 1 to 6 seats."""

    seats: int
    key = "pasch"
    pool = (D6, D6)
    alphabet = ("again", "stop")

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    def __reduce__(self) -> tuple[Any, ...]:  # a game pickles by its name: the registry makes it again
        return make, (self.key, self.seats)

    def start(self) -> State:
        return (0,) * self.seats, 0, 0, ()

    def pending(self, state: State) -> Pending:
        best, turn, _, faces = state
        if turn == ROUNDS * self.seats:
            return Over(rank(best))
        seat = turn % self.seats
        return Decide((seat,)) if faces else Throw(seat, (0, 1))

    def moves(self, state: State, seat: int) -> Sequence[str]:
        if self.pending(state) != Decide((seat,)):
            return ()
        return self.alphabet if state[2] < THROWS else ("stop",)

    def land(self, state: State, faces: tuple[int, ...]) -> State:
        best, turn, throws, _ = state
        return best, turn, throws + 1, faces

    def play(self, state: State, seat: int, move: str) -> State:
        best, turn, throws, faces = state
        if move == "again":
            return best, turn, throws, ()
        return (*best[:seat], max(best[seat], pair(faces)), *best[seat + 1 :]), turn + 1, 0, ()

    def scores(self, state: State) -> tuple[int, ...]:
        return state[0]


def build(*, seats: int) -> Pasch:
    """The game for so many seats; options would come here too, each as text."""
    return Pasch(seats)


def appraise(game: Pasch, texts: Sequence[str]) -> dict[str, int]:
    """What a roll is worth, for `knobel score`."""
    if len(texts) != len(game.pool):
        raise BadDice(f"a roll of {game.key} has {len(game.pool)} dice, not {len(texts)}")
    return {"pair": pair([die.read(text) for die, text in zip(game.pool, texts, strict=True)])}
