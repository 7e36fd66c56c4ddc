"""Matches: games of players against each other, each with dice of its own, told apart by a number."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Decide, Over, Throw
from knobel.library import make
from knobel.players.graded import Graded
from knobel.players.judge import judge_of
from knobel.players.level import level

Player = Callable[[AnyGame, Any, int], Any]
"""Called with game, state and seat; answers with a move."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a game came to: points and place of every seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


def play_out(game: AnyGame, players: Sequence[Player], seed: int) -> Result:
    """One game between these players, a seat each, with the dice of a seed."""
    state, dice = game.start(), seeded(seed)
    while True:
        match game.pending(state):
            case Over(places):
                return Result(game.scores(state), places)
            case Throw(_, cup):
                state = game.land(state, dice([game.pool[position] for position in cup]))
            case Decide((seat, *_)):
                state = game.play(state, seat, players[seat](game, state, seat))


def apart(game: AnyGame) -> bool:
    """What one player does makes no difference to how well another plays: then sheets may be played one by one."""
    return judge_of(game).objective == "points"


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games of the same players on the same rules; the levels have a seat each."""

    key: str
    options: tuple[tuple[str, str], ...]
    levels: tuple[str, ...]
    seed: int
    first: int
    """The number of the first game."""
    count: int

    def play(self) -> list[Result]:
        """The results of these games, in their order."""
        game = make(self.key, len(self.levels), **dict(self.options))
        return [self._game(game, number) for number in range(self.first, self.first + self.count)]

    def _game(self, game: AnyGame, number: int) -> Result:
        dice, *seeds = (self._seed(number, part) for part in range(1 + len(self.levels)))
        return play_out(game, [Graded(level(key), own) for key, own in zip(self.levels, seeds, strict=True)], dice)

    def _seed(self, number: int, part: int) -> int:
        """A seed that depends on nothing but who plays which game: never on how games are shared out."""
        text = f"{self.key} {self.options} {self.levels} {self.seed} {number} {part}"
        return int.from_bytes(sha256(text.encode()).digest()[:8])
