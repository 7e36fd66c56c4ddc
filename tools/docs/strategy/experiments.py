"""Watching games: every decision with what it cost, and no luck in it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Decide, Over, Throw
from knobel.games.kribbeln.rules.game import State as Rows
from knobel.games.krisskross.rules import State as Grids
from knobel.games.master.rules.game import State as Boards
from knobel.players.judge import judge_of
from knobel.players.match import Player

LEAST = 1e-9
"""Losses below are rounding."""

Ratings = Mapping[Any, float]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment to decide: where the game stands, who is asked, and what each move is worth."""

    game: AnyGame
    state: Any
    seat: int
    ratings: Ratings


Habit = Callable[[Moment], Sequence[Any]]
"""The moves that a habit allows; none if it has nothing to say."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as it was made: in which turn of the seat, what would have been best, and the difference."""

    game: AnyGame
    state: Any
    seat: int
    turn: int
    made: Any
    best: Any
    loss: float


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    state: Any
    scores: tuple[int, ...]


class Stubborn:
    """Plays as well as a habit allows; where it allows nothing, as well as can be."""

    def __init__(self, habit: Habit) -> None:
        self.habit = habit

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The best of the allowed moves."""
        ratings = judge_of(game).rate(game, state, seat)
        return max(self.habit(Moment(game, state, seat, ratings)) or ratings, key=lambda move: ratings[move])


def seed_of(*parts: object) -> int:
    """A seed that depends on nothing but these parts."""
    return int.from_bytes(sha256(" ".join(map(str, parts)).encode()).digest()[:8])


def turn_of(state: Any, seat: int) -> int:
    """The number of the turn that a seat is in."""
    match state:
        case Rows():
            return state.row + 1
        case Boards():
            return state.round
        case Grids():
            return state.throws
        case _:
            return 1 + sum(mark is not None for mark in state.sheets[seat].marks)


def watch(game: AnyGame, players: Sequence[Player], seed: int) -> Iterator[Decision | Ending]:
    """All decisions of a game with the dice of a seed, and its end."""
    state, dice, judge = game.start(), seeded(seed), judge_of(game)
    while True:
        match game.pending(state):
            case Over():
                yield Ending(state, game.scores(state))
                return
            case Throw(_, cup):
                state = game.land(state, dice([game.pool[position] for position in cup]))
            case Decide((seat, *_)):
                made, ratings = players[seat](game, state, seat), judge.rate(game, state, seat)
                best = max(ratings, key=lambda move: ratings[move])
                loss = ratings[best] - ratings[made]
                yield Decision(game, state, seat, turn_of(state, seat), made, best, loss if loss > LEAST else 0.0)
                state = game.play(state, seat, made)
