"""Many games through the rules themselves: the reference for everything compiled, and the way for any other game."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from knobel.core.game import AnyGame, Decide, Event, Fell, Moved, Over, Throw
from knobel.sim.random_bits import Words, fall
from knobel.sim.results import Results

Policy = Callable[[AnyGame, Sequence[Any], int, Sequence[int]], Sequence[Any]]
"""Called with a game, the states in which a seat has to decide, that seat, and a random word for each state; answers
with a move for each."""


class Going:
    """A game under way: every throw and every move takes the next word."""

    def __init__(self, game: AnyGame, seed: int, number: int) -> None:
        self.game = game
        self.state: Any = game.start()
        self.moves = self.throws = 0
        self._words = Words(seed, number)
        self.events: list[Event] = []

    def fall(self) -> int | None:
        """Let dice fall until somebody has to decide: who does, the first of several; None at the end."""
        while True:
            match self.game.pending(self.state):
                case Throw(_, cup):
                    faces = fall(self._words.draw(), [self.game.pool[at] for at in cup])
                    self.state = self.game.land(self.state, faces)
                    self.events.append(Fell(faces))
                    self.throws += 1
                case Decide((seat, *_)):
                    return seat
                case _:
                    return None

    def word(self) -> int:
        """The word of the next move."""
        return self._words.draw()

    def move(self, seat: int, move: Any) -> None:
        """A seat makes a move."""
        self.state = self.game.play(self.state, seat, move)
        self.events.append(Moved(seat, move))
        self.moves += 1


def play(game: AnyGame, policies: Sequence[Policy], seed: int, numbers: Iterable[int]) -> list[Going]:
    """Play the games with these numbers to their end; every policy is asked for all games that wait for its seat."""
    every = [Going(game, seed, number) for number in numbers]
    going = every
    while going:
        waiting: dict[int, list[Going]] = {}
        for one in going:
            seat = one.fall()
            if seat is not None:
                waiting.setdefault(seat, []).append(one)
        for seat, some in waiting.items():
            words = [one.word() for one in some]
            moves = policies[seat](game, [one.state for one in some], seat, words)
            for one, move in zip(some, moves, strict=True):
                one.move(seat, move)
        going = [one for some in waiting.values() for one in some]
    return every


def results(game: AnyGame, played: Sequence[Going]) -> Results:
    """What these games came to."""
    places = []
    for one in played:
        over = game.pending(one.state)
        assert isinstance(over, Over)
        places.append(over.places)
    scores = [game.scores(one.state) for one in played]
    counts = [one.moves for one in played], [one.throws for one in played]
    return Results(*(np.array(column, np.int64) for column in (scores, places, *counts)))
